package io.rrrspec.server;

import io.rrrspec.common.config.ServerSettings;
import io.rrrspec.common.model.RsyncInfo;
import io.rrrspec.common.store.RsyncInfoStore;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Publishes where sources are, so that clients and workers need no configuration of their own. */
final class RsyncInfoPublisher {
  private static final Logger log = LoggerFactory.getLogger(RsyncInfoPublisher.class);

  private final RsyncInfoStore store;

  RsyncInfoPublisher(RsyncInfoStore store) {
    this.store = store;
  }

  /** Publishes what the settings say; the last server to start wins. */
  void publish(ServerSettings settings) {
    Optional<RsyncInfo> before = store.find();
    String path = settings.rsyncRemotePath();
    if (path == null) {
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
    log.info("sources go by {}", shown(info));
  }

  private static String shown(RsyncInfo info) {
    return "rsync_remote_path " + info.remotePath() + ", rsync_options " + info.options();
  }
}
