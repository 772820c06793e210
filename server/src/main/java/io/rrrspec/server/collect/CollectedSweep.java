package io.rrrspec.server.collect;

import io.rrrspec.common.loop.Actor;
import io.rrrspec.common.model.RsyncInfo;
import io.rrrspec.common.rsync.RsyncRemoval;
import io.rrrspec.common.store.CollectStore;
import io.rrrspec.common.store.RsyncInfoStore;
import io.rrrspec.common.store.Stores;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Removes the directories in which workers have left files of runs for their clients, a day after
 * they were made. A client that takes the files removes them before that.
 */
public final class CollectedSweep implements Actor {
  private static final Logger log = LoggerFactory.getLogger(CollectedSweep.class);
  private static final Pattern DIRECTORY = Pattern.compile("collected-[A-Za-z0-9._-]{1,300}");
  private static final int MOST = 10;
  private static final Duration LOOK_EVERY = Duration.ofSeconds(60);
  private static final Duration LONGEST = Duration.ofMinutes(10);
  private static final Duration AFTER_FAILURE = Duration.ofHours(12);

  private final CollectStore collected;
  private final RsyncInfoStore rsyncInfo;
  private final InstantSource clock;

  public CollectedSweep(Stores stores, InstantSource clock) {
    this.collected = stores.collected();
    this.rsyncInfo = stores.rsyncInfo();
    this.clock = clock;
  }

  @Override
  public String name() {
    return "collected-files";
  }

  @Override
  public boolean step() {
    Instant now = clock.instant();
    for (String directory : collected.due(now, MOST)) {
      if (!DIRECTORY.matcher(directory).matches()) {
        // Nobody of ours has written that, and it may name the sources of somebody.
        collected.removed(directory);
        continue;
      }
      // Also so that another server does not do the same.
      collected.removeAt(directory, now.plus(AFTER_FAILURE));
      Optional<RsyncInfo> where = rsyncInfo.find();
      String problem =
          where
              .map(place -> RsyncRemoval.of(place, directory, LONGEST))
              .orElse("no server has an rsync_remote_path");
      if (problem.isEmpty()) {
        collected.removed(directory);
      } else {
        log.warn("the files {} are not removed: {}", directory, problem);
      }
    }
    return false;
  }

  @Override
  public void await(Duration limit) throws InterruptedException {
    Thread.sleep(LOOK_EVERY.toMillis());
  }
}
