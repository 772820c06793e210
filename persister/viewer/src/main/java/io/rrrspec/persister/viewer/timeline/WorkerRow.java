package io.rrrspec.persister.viewer.timeline;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A worker in a run. Times are in milliseconds since the run's beginning.
 *
 * @param worker its key
 * @param log the key of its log; empty if there is none
 * @param came when it took the run
 * @param synced when it had the sources; where it is or ended if it never had
 * @param ready when set-up was done; where it is or ended if it never was
 * @param left when it left the run; the run's end if that is unknown
 * @param seats its slaves
 * @param processors how busy the processors of its host were; null if nobody knows
 */
public record WorkerRow(
    String worker,
    String log,
    long came,
    long synced,
    long ready,
    long left,
    List<SlaveRow> seats,
    @Nullable ProcessorBand processors) {
  public WorkerRow {
    seats = List.copyOf(seats);
  }

  /** One that did not watch its processors. */
  WorkerRow(
      String worker,
      String log,
      long came,
      long synced,
      long ready,
      long left,
      List<SlaveRow> seats) {
    this(worker, log, came, synced, ready, left, seats, null);
  }
}
