package io.rrrspec.server;

import io.rrrspec.common.config.ServerSettings;
import io.rrrspec.common.loop.Actor;
import io.rrrspec.common.model.RsyncInfo;
import io.rrrspec.common.store.RsyncInfoStore;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Publishes where sources are, so that clients and workers need no configuration of their own; and
 * publishes it again where Redis has lost it, since every start of a run fails without it.
 */
final class RsyncInfoPublisher implements Actor {
  private static final Logger log = LoggerFactory.getLogger(RsyncInfoPublisher.class);

  /** One command: a Redis that was emptied takes new runs again this soon. */
  private static final Duration LOOK_EVERY = Duration.ofSeconds(3);

  private final RsyncInfoStore store;

  /** What was published last, here or by another server; null if nobody has published anything. */
  private @Nullable RsyncInfo last;

  RsyncInfoPublisher(RsyncInfoStore store) {
    this.store = store;
  }

  /** Publishes what the settings say; the last server to start wins. */
  void publish(ServerSettings settings) {
    Optional<RsyncInfo> before = store.find();
    String path = settings.rsyncRemotePath();
    if (path == null) {
      last = before.orElse(null);
      log.info(
          before
              .map(info -> "no rsync_remote_path here: what was published stays: " + shown(info))
              .orElse("no rsync_remote_path: clients cannot send sources to this installation"));
      return;
    }
    RsyncInfo info = new RsyncInfo(path.strip(), settings.rsyncOptions().strip());
    before
        .filter(other -> !other.equals(info))
        .ifPresent(
            other ->
                log.warn(
                    "rsync_info was different, and is replaced: {}; give all servers the same"
                        + " rsync_remote_path and rsync_options",
                    shown(other)));
    store.publish(info);
    last = info;
    log.info("sources go by {}", shown(info));
  }

  @Override
  public String name() {
    return "rsync-info";
  }

  /** Looks whether it is still there. What another server has published meanwhile stays. */
  @Override
  public boolean step() {
    RsyncInfo known = last;
    Optional<RsyncInfo> now = store.find();
    if (now.isPresent()) {
      last = now.get();
    } else if (known != null) {
      store.publish(known);
      log.warn("Redis has lost rsync_info: it is published again: {}", shown(known));
    }
    return false;
  }

  @Override
  public void await(Duration limit) throws InterruptedException {
    Thread.sleep(LOOK_EVERY.toMillis());
  }

  private static String shown(RsyncInfo info) {
    return "rsync_remote_path " + info.remotePath() + ", rsync_options " + info.options();
  }
}
