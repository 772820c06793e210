package io.rrrspec.common.store;

import io.rrrspec.common.model.RsyncInfo;
import io.rrrspec.common.redis.Keys;
import io.rrrspec.common.redis.RedisConnection;
import java.util.Map;
import java.util.Optional;

/** What a server publishes about the place of sources. */
public final class RsyncInfoStore {
  private static final String PATH = "rsync_remote_path";
  private static final String OPTIONS = "rsync_options";

  private final RedisConnection redis;
  private final Keys keys;

  public RsyncInfoStore(RedisConnection redis, Keys keys) {
    this.redis = redis;
    this.keys = keys;
  }

  /** Publishes it in place of what was there. */
  public void publish(RsyncInfo info) {
    redis
        .commands()
        .hset(keys.rsyncInfo(), Map.of(PATH, info.remotePath(), OPTIONS, info.options()));
  }

  /** What is published; empty if no server did. */
  public Optional<RsyncInfo> find() {
    Map<String, String> hash = redis.commands().hgetAll(keys.rsyncInfo());
    String path = hash.getOrDefault(PATH, "");
    return path.isBlank()
        ? Optional.empty()
        : Optional.of(new RsyncInfo(path, hash.getOrDefault(OPTIONS, "")));
  }
}
