package io.rrrspec.server.dispatch;

import java.time.Duration;
import java.util.Map;

/**
 * What the server's file says of queues and jobs.
 *
 * @param reclaimAfter so long a queue waits under its rate before it gets workers back
 * @param starveAfter so long a queue of a strict group waits before it goes first once
 * @param placement whether runs go to workers first that have their workspace
 * @param jobTimeoutSec after so many seconds a job is ended; 1 or more
 * @param templates the command templates of its modules, by name
 */
public record AdmissionSettings(
    Duration reclaimAfter,
    Duration starveAfter,
    boolean placement,
    int jobTimeoutSec,
    Map<String, String> templates) {
  /** What holds if the file says nothing. */
  public static final AdmissionSettings DEFAULT =
      new AdmissionSettings(Duration.ofSeconds(5), Duration.ofSeconds(300), true, 3_600, Map.of());

  public AdmissionSettings {
    templates = Map.copyOf(templates);
  }
}
