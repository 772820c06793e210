package io.rrrspec.persister.viewer;

import io.rrrspec.common.ServiceException;
import io.rrrspec.common.config.Settings;
import io.rrrspec.common.config.SettingsTable;
import io.rrrspec.common.config.SharedSettings;
import io.rrrspec.common.flow.FlowKeys;
import io.rrrspec.common.http.AccessToken;
import io.rrrspec.common.loop.Daemon;
import io.rrrspec.common.redis.Keys;
import io.rrrspec.common.redis.RedisConnection;
import io.rrrspec.persister.record.database.Database;
import io.rrrspec.persister.record.database.JdbcUrl;
import io.rrrspec.persister.viewer.run.Records;
import io.rrrspec.persister.viewer.source.SourceLinks;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One viewer as a process of its own. */
final class WebService implements Daemon.Service {
  private static final Logger log = LoggerFactory.getLogger(WebService.class);
  private static final int CONNECTIONS = 16;

  private final SharedSettings shared;
  private final Keys keys;
  private final FlowKeys flowKeys;
  private final String databaseUrl;
  private final SourceLinks sources;
  private final RedisConnection redis;
  private @Nullable Database database;
  private @Nullable Viewer viewer;

  WebService(Settings settings) {
    this.shared = SharedSettings.of(settings);
    AccessToken.requireBeyondLoopback(shared, "cancelling a run then asks for");
    this.databaseUrl =
        settings.find(SettingsTable.DATABASE_URL) == null
            ? JdbcUrl.inDataDirectory(settings.sources().dataDir())
            : shared.databaseUrl();
    this.sources = SourceLinks.of(settings, null);
    this.keys = new Keys(shared.namespace());
    this.flowKeys = FlowKeys.of(settings.find(SettingsTable.FLOW_NAMESPACE), keys);
    this.redis = RedisConnection.openIdle(shared.redis(), CONNECTIONS);
  }

  @Override
  public void start() {
    try {
      redis.check();
    } catch (ServiceException e) {
      log.warn("{}; until then only past runs are shown", e.getMessage());
    }
    Database open = Database.open(databaseUrl);
    database = open;
    Viewer started = new Viewer(shared, Records.of(redis, keys, flowKeys, open), sources);
    viewer = started;
    started.start();
  }

  @Override
  public void stop() {
    if (viewer != null) {
      viewer.close();
    }
  }

  @Override
  public void abort() {
    redis.close();
    if (database != null) {
      database.close();
    }
  }
}
