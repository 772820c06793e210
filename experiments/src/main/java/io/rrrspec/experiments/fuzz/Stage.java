package io.rrrspec.experiments.fuzz;

import io.rrrspec.common.config.RedisAddress;
import io.rrrspec.common.config.ServerSettings;
import io.rrrspec.common.config.Settings;
import io.rrrspec.common.config.SettingsSources;
import io.rrrspec.common.config.SharedSettings;
import io.rrrspec.common.flow.FlowKeys;
import io.rrrspec.common.redis.EmbeddedRedis;
import io.rrrspec.common.redis.Keys;
import io.rrrspec.common.redis.RedisConnection;
import io.rrrspec.common.store.Stores;
import io.rrrspec.persister.record.database.Database;
import io.rrrspec.persister.record.database.JdbcUrl;
import io.rrrspec.persister.viewer.Viewer;
import io.rrrspec.persister.viewer.run.Records;
import io.rrrspec.server.Server;
import io.rrrspec.server.flow.FlowOrders;
import io.rrrspec.server.http.HttpService;
import io.rrrspec.server.http.Observer;
import io.rrrspec.server.line.CommandPort;
import io.rrrspec.server.request.Requests;
import java.net.URI;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;

/** A real Redis, a real database, and the ports of server and viewer over them, in this process. */
final class Stage implements AutoCloseable {
  private static final int CONNECTIONS = 40;

  private final Path home;
  private final EmbeddedRedis redis;
  private final RedisConnection connection;
  private final Keys keys = new Keys("fuzz");
  private final Database database;
  private final HttpService server;
  private final CommandPort line;
  private final Viewer viewer;

  /**
   * Starts all of it.
   *
   * @param home for files; empty
   * @param cache where the executable of Redis is kept
   */
  Stage(Path home, Path cache) {
    this.home = home;
    this.redis = EmbeddedRedis.start(cache);
    this.connection = RedisConnection.open(redis.url(), CONNECTIONS);
    this.database = Database.open(JdbcUrl.ofFile(home.resolve("history")));
    Settings settings = settings();
    SharedSettings shared = SharedSettings.of(settings);
    Stores stores = stores();
    FlowKeys flowKeys = FlowKeys.ofService(keys);
    InstantSource clock = InstantSource.system();
    this.server =
        new HttpService(
            shared,
            stores,
            new FlowOrders(stores.flows(flowKeys), List.of(), clock),
            new Requests(stores, flowKeys, () -> "http://127.0.0.1:1", clock),
            new Observer(stores.status(), List::of, clock),
            new Server("http", connection, keys, clock).tally(),
            keys.server("http"));
    this.line = new CommandPort(shared, ServerSettings.of(settings), stores);
    this.viewer =
        new Viewer(
            new SharedSettings(
                RedisAddress.parse(redis.url().toString()),
                keys.namespace(),
                "",
                0,
                0,
                0,
                "127.0.0.1",
                "",
                URI.create("http://127.0.0.1")),
            Records.of(connection, keys, database));
    server.start();
    server.ready();
    line.start();
    viewer.start();
  }

  /** What a part of this installation is set to. */
  Settings settings() {
    return Settings.load(
        new SettingsSources(
            null,
            Map.of(
                "RRRSPEC_REDIS", redis.url().toString(),
                "RRRSPEC_NAMESPACE", keys.namespace(),
                "RRRSPEC_HTTP_PORT", "0",
                "RRRSPEC_WEB_PORT", "0",
                "RRRSPEC_COMMAND_PORT", "0"),
            home,
            home,
            "me",
            Map.of()));
  }

  Stores stores() {
    return new Stores(connection, keys);
  }

  Keys keys() {
    return keys;
  }

  Database database() {
    return database;
  }

  /** The HTTP port of the server. */
  int serverPort() {
    return server.port();
  }

  /** The port of the viewer. */
  int viewerPort() {
    return viewer.port();
  }

  /** The command port. */
  int linePort() {
    return line.port();
  }

  @Override
  public void close() {
    viewer.close();
    line.close();
    server.close();
    database.close();
    connection.close();
    redis.close();
  }
}
