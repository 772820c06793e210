package io.rrrspec.common.config;

import io.rrrspec.common.UsageException;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The port on which each request becomes a job.
 *
 * @param port 0 takes a free one; null: there is none
 * @param routes where requests go, by the beginning of their path
 * @param mostWaiting so many wait for their answers at most
 * @param timeout after that a request is given up
 */
public record HttpJobSettings(
    @Nullable Integer port, Map<String, HttpJobRoute> routes, int mostWaiting, Duration timeout) {

  /**
   * Reads them.
   *
   * @throws UsageException if there is a port without routes, or there are routes without a port
   */
  public static HttpJobSettings of(Settings settings) {
    Integer port = settings.find(SettingsTable.HTTP_JOBS_PORT);
    Map<String, HttpJobRoute> routes = settings.get(SettingsTable.HTTP_JOBS);
    if (port != null && routes.isEmpty()) {
      throw new UsageException(
          "http_jobs_port is set, and no http_jobs: write where requests go, such as"
              + " http_jobs: {/: {queue: default, to: \"http://127.0.0.1:9000\"}}");
    }
    if (port == null && !routes.isEmpty()) {
      throw new UsageException(
          "http_jobs is set, and no http_jobs_port: write on which port requests come in, such as"
              + " http_jobs_port: 8381");
    }
    return new HttpJobSettings(
        port,
        routes,
        settings.get(SettingsTable.HTTP_JOBS_WAITING),
        Duration.ofSeconds(settings.get(SettingsTable.HTTP_JOBS_TIMEOUT_SEC)));
  }
}
