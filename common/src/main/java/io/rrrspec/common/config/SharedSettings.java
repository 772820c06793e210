package io.rrrspec.common.config;

import java.net.URI;

/**
 * What several parts have to agree on.
 *
 * @param redis where Redis is
 * @param namespace what every key in Redis starts with
 * @param databaseUrl JDBC URL, with secrets
 * @param httpPort of the server; 0 takes a free one
 * @param webPort of the viewer; 0 takes a free one
 * @param commandPort of the queues; 0 takes a free one
 * @param bind the address that the ports listen on
 * @param token what a changing request has to bring; empty: nothing
 * @param webBase where people reach the viewer, without a slash at the end
 */
public record SharedSettings(
    RedisAddress redis,
    String namespace,
    String databaseUrl,
    int httpPort,
    int webPort,
    int commandPort,
    String bind,
    String token,
    URI webBase) {

  /**
   * Reads them.
   *
   * @throws io.rrrspec.common.UsageException if the files for Redis do not fit to its address
   */
  public static SharedSettings of(Settings settings) {
    int webPort = settings.get(SettingsTable.WEB_PORT);
    String database = settings.find(SettingsTable.DATABASE_URL);
    URI base = settings.find(SettingsTable.WEB_BASE);
    String link = base == null ? "http://127.0.0.1:" + webPort : base.toString();
    return new SharedSettings(
        RedisSettings.address(settings),
        settings.get(SettingsTable.NAMESPACE),
        database == null ? h2(settings.sources()) : database,
        settings.get(SettingsTable.HTTP_PORT),
        webPort,
        settings.get(SettingsTable.COMMAND_PORT),
        settings.get(SettingsTable.BIND),
        settings.get(SettingsTable.TOKEN),
        URI.create(link.replaceFirst("(?<!/)/++$", "")));
  }

  /** The secrets stay out of logs. */
  @Override
  public String toString() {
    return "SharedSettings[redis=" + redis + ", namespace=" + namespace + ", bind=" + bind + "]";
  }

  private static String h2(SettingsSources sources) {
    return "jdbc:h2:file:" + sources.dataDir().resolve("history");
  }
}
