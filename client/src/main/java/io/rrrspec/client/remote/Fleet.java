package io.rrrspec.client.remote;

import io.rrrspec.client.record.HtmlOutput;
import io.rrrspec.client.report.ClassLinks;
import io.rrrspec.client.watch.Observed;
import io.rrrspec.common.ServiceException;
import io.rrrspec.common.UsageException;
import io.rrrspec.common.config.Settings;
import io.rrrspec.common.config.SettingsTable;
import io.rrrspec.common.config.SharedSettings;
import io.rrrspec.common.model.RsyncInfo;
import io.rrrspec.common.model.Taskset;
import io.rrrspec.common.redis.Keys;
import io.rrrspec.common.redis.RedisConnection;
import io.rrrspec.common.run.RunInRedis;
import io.rrrspec.common.store.Stores;
import java.net.URI;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The installation that a client talks to: its Redis, and the stores in there. */
public final class Fleet implements AutoCloseable {
  /** One subscribes, one waits for the end, one beats; the rest is asked one after the other. */
  private static final int CONNECTIONS = 6;

  private final RedisConnection redis;
  private final Keys keys;
  private final @Nullable URI viewer;

  private Fleet(RedisConnection redis, Keys keys, @Nullable URI viewer) {
    this.redis = redis;
    this.keys = keys;
    this.viewer = viewer;
  }

  /**
   * Connects, and looks whether that Redis can be used.
   *
   * @throws io.rrrspec.common.ServiceException if it cannot
   */
  public static Fleet open(Settings settings) {
    SharedSettings shared = SharedSettings.of(settings);
    RedisConnection redis = RedisConnection.open(shared.redis(), CONNECTIONS);
    try {
      // Where nobody has said where the viewer is, there may be none.
      URI viewer = settings.find(SettingsTable.WEB_BASE) == null ? null : shared.webBase();
      return new Fleet(redis.check(), new Keys(shared.namespace()), viewer);
    } catch (ServiceException e) {
      redis.close();
      throw new ServiceException(e.getMessage() + settings.originOrDefault(SettingsTable.REDIS), e);
    } catch (RuntimeException e) {
      redis.close();
      throw e;
    }
  }

  /**
   * The key of a run.
   *
   * @param text the key, or the run's UUID alone
   * @throws UsageException if it is neither
   */
  String key(String text) {
    String key = text.contains(Keys.SEPARATOR) ? text : keys.taskset(text);
    if (!keys.isTaskset(key) || text.isBlank()) {
      throw new UsageException(
          "KEY is '"
              + text
              + "': write "
              + keys.taskset("UUID")
              + " or the UUID alone, as `client start` and `client actives` print it");
    }
    return key;
  }

  /** What is said of a run that is not there. */
  UsageException unknown(String key) {
    return unknown(key, "");
  }

  /**
   * The same.
   *
   * @param more where else one may look, in words that follow the end of a sentence's part
   */
  UsageException unknown(String key, String more) {
    return new UsageException(
        "there is no run "
            + key
            + ": it never was, or it ended longer ago than Redis keeps it and is not in the"
            + " database_url of this client; `client actives` lists those that go on"
            + more);
  }

  Keys keys() {
    return keys;
  }

  /** To the pages of the classes of a run, if there is a viewer. */
  ClassLinks links(Taskset run) {
    return viewer == null
        ? ClassLinks.NONE
        : ClassLinks.pages(URI.create(viewer + "/runs/" + run.id()));
  }

  /** Where it is, without secrets. */
  String address() {
    return redis.address();
  }

  /**
   * Where sources go.
   *
   * @throws ServiceException if no server has said so
   */
  RsyncInfo target() {
    return stores()
        .rsyncInfo()
        .find()
        .orElseThrow(
            () ->
                new ServiceException(
                    "no server has published where sources go: set rsync_remote_path for"
                        + " rrrspec-java server, and start it"));
  }

  /** What is kept in that Redis. */
  public Stores stores() {
    return new Stores(redis, keys);
  }

  RunInRedis run(Taskset taskset) {
    return RunInRedis.of(taskset, redis, keys);
  }

  /** Writes the pages of a run that is over; see {@link HtmlOutput#write}. */
  void writeHtml(Taskset taskset, HtmlOutput html, Consumer<String> say) {
    html.write(taskset, redis, keys, say);
  }

  Observed observed() {
    return Observed.of(redis, keys);
  }

  @Override
  public void close() {
    redis.close();
  }
}
