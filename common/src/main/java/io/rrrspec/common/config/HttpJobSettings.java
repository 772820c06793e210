package io.rrrspec.common.config;

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

  public static HttpJobSettings of(Settings settings) {
    return new HttpJobSettings(
        settings.find(SettingsTable.HTTP_JOBS_PORT),
        settings.get(SettingsTable.HTTP_JOBS),
        settings.get(SettingsTable.HTTP_JOBS_WAITING),
        Duration.ofSeconds(settings.get(SettingsTable.HTTP_JOBS_TIMEOUT_SEC)));
  }
}
