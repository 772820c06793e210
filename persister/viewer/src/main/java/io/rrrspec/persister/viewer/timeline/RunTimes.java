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
public record RunTimes(long end, boolean live, List<Team> teams) {
  public RunTimes {
    teams = List.copyOf(teams);
  }

  /** All slaves. */
  public List<Seat> seats() {
    return teams.stream().flatMap(team -> team.seats().stream()).toList();
  }

  /** All trials. */
  public Stream<Block> blocks() {
    return teams.stream()
        .flatMap(team -> team.seats().stream())
        .flatMap(seat -> seat.blocks().stream());
  }

  /** The trials that took longest, so many at most. */
  public List<Block> longest(int limit) {
    return blocks().sorted(Comparator.comparing(Block::millis).reversed()).limit(limit).toList();
  }

  /** The trial that took longest of those that were not in vain from the start. */
  public Optional<Block> longest() {
    return blocks().filter(RunTimes::counts).max(Comparator.comparing(Block::millis));
  }

  /** The earliest possible end of the same trials on the same slaves; empty without trials. */
  public Optional<Long> idealEnd() {
    List<Seat> seats = seats();
    return longest()
        .map(
            longest ->
                Ideal.end(seats.stream().map(Seat::ready).toList(), work(), longest.millis()));
  }

  /** What all trials took together, without copies that were superseded. */
  long work() {
    return blocks().filter(RunTimes::counts).mapToLong(Block::millis).sum();
  }

  private static boolean counts(Block block) {
    return block.kind() != Block.Kind.SUPERSEDED;
  }
}
