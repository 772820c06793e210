package io.rrrspec.persister.viewer.timeline;

import java.util.List;

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
 */
public record WorkerRow(
    String worker,
    String log,
    long came,
    long synced,
    long ready,
    long left,
    List<SlaveRow> seats) {
  public WorkerRow {
    seats = List.copyOf(seats);
  }
}
