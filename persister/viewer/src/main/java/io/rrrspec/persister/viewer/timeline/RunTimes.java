package io.rrrspec.persister.viewer.timeline;

import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
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

  /**
   * The earliest possible end of the same trials on the same slaves, with one JVM start for each of
   * several launches; empty without trials.
   */
  public Optional<Long> idealEnd() {
    List<Long> ready = seats().stream().map(SlaveRow::ready).toList();
    return longest().map(longest -> LowerBound.end(ready, work(), longestPiece()));
  }

  /**
   * What all trials took together, without copies that were superseded, and one start of a JVM for
   * each launch.
   */
  long work() {
    long starts = leastStarts().values().stream().mapToLong(Long::longValue).sum();
    return starts + blocks().filter(RunTimes::counts).mapToLong(TrialBar::millis).sum();
  }

  /** What the longest trial took with the start of a JVM before it; 0 without trials. */
  long longestPiece() {
    Map<String, Long> least = leastStarts();
    Map<String, Long> bySlave = new HashMap<>();
    starts().forEach(jvm -> bySlave.put(jvm.slave(), least.getOrDefault(jvm.launch(), 0L)));
    return blocks()
        .filter(RunTimes::counts)
        .mapToLong(one -> one.millis() + bySlave.getOrDefault(one.trial().slave(), 0L))
        .max()
        .orElse(0);
  }

  /** The fastest start of a JVM for each launch that had one, in milliseconds. */
  Map<String, Long> leastStarts() {
    Map<String, Long> least = new HashMap<>();
    starts()
        .filter(JvmStart::ready)
        .forEach(jvm -> least.merge(jvm.launch(), jvm.millis(), Math::min));
    return least;
  }

  /** Whether a trial was needed: a copy that was superseded was not. */
  static boolean counts(TrialBar block) {
    return block.kind() != TrialBar.Kind.SUPERSEDED;
  }
}
