package io.rrrspec.persister.viewer.timeline;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Where the time of a run went. Times are in milliseconds since its beginning.
 *
 * @param end when it ended; where it is if it goes on; 0 or more
 * @param live whether it goes on
 * @param teams the workers, in the order in which they came
 */
public record RunTimes(long end, boolean live, List<WorkerRow> teams) {
  public RunTimes {
    teams = List.copyOf(teams);
  }

  /** All slaves. */
  public List<SlaveRow> seats() {
    return teams.stream().flatMap(team -> team.seats().stream()).toList();
  }

  /** All trials. */
  public Stream<TrialBar> blocks() {
    return teams.stream()
        .flatMap(team -> team.seats().stream())
        .flatMap(seat -> seat.blocks().stream());
  }

  /** All starts of JVMs; none if the run has one launch. */
  Stream<JvmStart> starts() {
    return teams.stream()
        .flatMap(team -> team.seats().stream())
        .flatMap(seat -> seat.starts().stream());
  }

  /** The trials that took longest, so many at most. */
  public List<TrialBar> longest(int limit) {
    return blocks().sorted(Comparator.comparing(TrialBar::millis).reversed()).limit(limit).toList();
  }

  /** The trial that took longest of those that were not in vain from the start. */
  public Optional<TrialBar> longest() {
    return blocks().filter(RunTimes::counts).max(Comparator.comparing(TrialBar::millis));
  }

  /** The earliest possible end of the same trials on the same slaves; empty without trials. */
  public Optional<Long> idealEnd() {
    List<SlaveRow> seats = seats();
    return longest()
        .map(
            longest ->
                LowerBound.end(
                    seats.stream().map(SlaveRow::ready).toList(), work(), longest.millis()));
  }

  /** What all trials took together, without copies that were superseded. */
  long work() {
    return blocks().filter(RunTimes::counts).mapToLong(TrialBar::millis).sum();
  }

  private static boolean counts(TrialBar block) {
    return block.kind() != TrialBar.Kind.SUPERSEDED;
  }
}
