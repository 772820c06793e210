package io.rrrspec.persister.viewer.page;

import io.rrrspec.persister.record.history.ServedTimes.Served;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What part of each of the last hours a worker served runs.
 *
 * @param worker its key
 * @param hours oldest first; the last one has not passed yet
 */
public record WorkerLoad(String worker, List<Hour> hours) {
  /** So many are looked at. */
  public static final int HOURS = 24;

  /**
   * One hour.
   *
   * @param start when it begins
   * @param percent how much of it, as far as it has passed; 0 to 100
   */
  public record Hour(Instant start, int percent) {}

  public WorkerLoad {
    hours = List.copyOf(hours);
  }

  /** When the first hour begins. */
  public static Instant since(Instant now) {
    return now.truncatedTo(ChronoUnit.HOURS).minus(Duration.ofHours(HOURS - 1L));
  }

  /** For each worker that is named, by name. A worker serves one run at a time. */
  public static List<WorkerLoad> of(List<Served> times, Instant now) {
    Instant since = since(now);
    Map<String, long[]> millis = new TreeMap<>();
    for (Served served : times) {
      long[] hours = millis.computeIfAbsent(served.worker(), worker -> new long[HOURS]);
      for (int i = 0; i < HOURS; i++) {
        hours[i] += overlap(served, since.plus(Duration.ofHours(i)), now);
      }
    }
    List<WorkerLoad> loads = new ArrayList<>();
    millis.forEach((worker, busy) -> loads.add(load(worker, busy, since, now)));
    return loads;
  }

  private static long overlap(Served served, Instant hour, Instant now) {
    long from = Math.max(served.from().toEpochMilli(), hour.toEpochMilli());
    long end = Math.min(hour.plus(Duration.ofHours(1)).toEpochMilli(), now.toEpochMilli());
    return Math.max(0, Math.min(served.to().toEpochMilli(), end) - from);
  }

  private static WorkerLoad load(String worker, long[] busy, Instant since, Instant now) {
    List<Hour> hours = new ArrayList<>();
    for (int i = 0; i < HOURS; i++) {
      Instant start = since.plus(Duration.ofHours(i));
      long passed =
          Math.min(
              Duration.ofHours(1).toMillis(), Math.max(1, Duration.between(start, now).toMillis()));
      hours.add(new Hour(start, (int) Math.min(100, Math.round(100.0 * busy[i] / passed))));
    }
    return new WorkerLoad(worker, hours);
  }

  /** Of all hours together; 0 to 100. */
  public int percent() {
    return (int) Math.round(hours.stream().mapToInt(Hour::percent).average().orElse(0));
  }

  /** For those who cannot see bars. */
  public String words() {
    int[] busy = hours.stream().mapToInt(Hour::percent).filter(part -> part > 0).toArray();
    return busy.length == 0
        ? "no run in " + HOURS + " hours"
        : "busy in "
            + busy.length
            + " of "
            + HOURS
            + " hours, at most "
            + Arrays.stream(busy).max().orElse(0)
            + " % of one";
  }
}
