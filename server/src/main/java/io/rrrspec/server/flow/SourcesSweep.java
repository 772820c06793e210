package io.rrrspec.server.flow;

import io.rrrspec.common.config.SafeName;
import io.rrrspec.common.flow.FlowState;
import io.rrrspec.common.loop.Actor;
import io.rrrspec.common.loop.RareLine;
import io.rrrspec.common.model.RsyncInfo;
import io.rrrspec.common.rsync.RsyncRemoval;
import io.rrrspec.common.store.FlowStore;
import io.rrrspec.common.store.RsyncInfoStore;
import io.rrrspec.common.store.SentSources;
import io.rrrspec.common.store.Stores;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Removes the sources of flows that are over: each flow has sent its own. */
final class SourcesSweep implements Actor {
  private static final Logger log = LoggerFactory.getLogger(SourcesSweep.class);
  private static final String SOURCES = "flow-";
  private static final int MOST = 10;
  private static final Duration LOOK_EVERY = Duration.ofSeconds(20);
  private static final Duration LOOK_AGAIN = Duration.ofMinutes(10);

  /** Runs that were cancelled may still fetch them. */
  private static final Duration AFTER_END = Duration.ofMinutes(10);

  private static final Duration AFTER_FAILURE = Duration.ofHours(12);
  private static final Duration LONGEST = Duration.ofMinutes(10);

  private final SentSources sent;
  private final FlowStore flows;
  private final RsyncInfoStore rsyncInfo;
  private final InstantSource clock;
  private final RareLine noFlows =
      new RareLine(
          (count, first) ->
              log.error(
                  "taken out, no flow whose sources were sent: {}{}",
                  first,
                  RareLine.others(count)));

  SourcesSweep(Stores stores, FlowStore flows, InstantSource clock) {
    this.sent = stores.sentSources(flows.keys());
    this.flows = flows;
    this.rsyncInfo = stores.rsyncInfo();
    this.clock = clock;
  }

  @Override
  public String name() {
    return "flow-sources";
  }

  @Override
  public boolean step() {
    Instant now = clock.instant();
    noFlows.look();
    for (String flow : sent.due(now, MOST)) {
      if (!SafeName.isSafe(SOURCES + flow)) {
        // Nobody of ours has written that, and to rsync it may be a pattern for all sources.
        noFlows.add(flow);
        sent.remove(flow);
        continue;
      }
      // Also so that another server does not do the same.
      sent.lookAgain(flow, now.plus(LOOK_AGAIN));
      Optional<FlowState> root = flows.find(flow);
      if (root.isPresent() && !isOver(root.get(), now)) {
        continue;
      }
      String problem = remove(flow);
      if (problem.isEmpty()) {
        sent.remove(flow);
      } else if (root.isPresent()) {
        log.warn("the sources flow-{} are not removed: {}", flow, problem);
        sent.lookAgain(flow, now.plus(AFTER_FAILURE));
      } else {
        log.warn("the sources flow-{} stay, remove them by hand: {}", flow, problem);
        sent.remove(flow);
      }
    }
    return false;
  }

  private static boolean isOver(FlowState root, Instant now) {
    Instant ended = Instant.ofEpochMilli(root.number("ended_ms", 0));
    return root.isFinished() && ended.plus(AFTER_END).isBefore(now);
  }

  /** Returns what stood in the way; empty if they are gone. */
  private String remove(String flow) {
    Optional<RsyncInfo> where = rsyncInfo.find();
    if (where.isEmpty()) {
      return "no server has an rsync_remote_path";
    }
    return RsyncRemoval.of(where.get(), SOURCES + flow, LONGEST);
  }

  @Override
  public void await(Duration limit) throws InterruptedException {
    Thread.sleep(LOOK_EVERY.toMillis());
  }
}
