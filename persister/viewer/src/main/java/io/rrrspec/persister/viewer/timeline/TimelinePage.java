package io.rrrspec.persister.viewer.timeline;

import io.rrrspec.common.model.Taskset;
import io.rrrspec.persister.viewer.run.RunView;
import io.rrrspec.persister.viewer.text.DisplayText;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Where the time of a run went.
 *
 * @param taskset the run
 * @param times its times
 * @param words what made it long
 * @param drawing the picture
 * @param moves addresses of other parts
 * @param query what asks for this part; empty: all of it
 * @param launches the launches whose JVMs start in this part, by their first start in it
 */
public record TimelinePage(
    Taskset taskset,
    RunTimes times,
    List<String> words,
    TimelineDrawing drawing,
    List<Move> moves,
    String query,
    List<LaunchStarts> launches) {
  private static final int LONGEST = 20;
  private static final int LISTED = 50;

  /**
   * To another part.
   *
   * @param label what it does
   * @param href its address
   */
  public record Move(String label, String href) {}

  /**
   * A part of a run, or all of it.
   *
   * @param times those of the run
   * @param from see {@link TimeRange#of}
   * @param to see {@link TimeRange#of}
   */
  public static TimelinePage of(
      RunView run, RunTimes times, @Nullable String from, @Nullable String to) {
    boolean whole = from == null && to == null;
    TimeRange section = TimeRange.of(from, to, times.end());
    String id = run.taskset().id();
    return new TimelinePage(
        run.taskset(),
        times,
        words(times),
        TimelineDrawing.of(times, section, id),
        moves(section, times.end(), "/runs/" + id + "/timeline"),
        whole ? "" : section.query(),
        LaunchStarts.of(
            times.starts().filter(start -> section.overlaps(start.from(), start.to())).toList()));
  }

  private static List<String> words(RunTimes times) {
    return Stream.concat(WhyLong.sentences(times).stream(), IdleProcessors.sentence(times).stream())
        .toList();
  }

  /** The trials that took longest. */
  public List<TrialBar> longest() {
    return times.longest(LONGEST);
  }

  /** The first launches of the part: a page has room for so many. */
  public List<LaunchStarts> shownLaunches() {
    return launches.subList(0, Math.min(LISTED, launches.size()));
  }

  /** The name of a class in a list: with its module if the run has several launches. */
  public String listed(String specFile) {
    boolean several = times.seats().stream().anyMatch(seat -> seat.place() >= 0);
    String module = several ? specFile.substring(0, specFile.indexOf(':') + 1) : "";
    return module + DisplayText.simple(specFile);
  }

  private static List<Move> moves(TimeRange section, long end, String address) {
    List<Move> moves = new ArrayList<>();
    moves.add(new Move("Closer", address + "?" + section.scaled(0.5, end).query()));
    TimeRange whole = TimeRange.whole(end);
    if (!section.equals(whole)) {
      moves.add(new Move("Farther", address + "?" + section.scaled(2, end).query()));
      if (section.from() > 0) {
        moves.add(new Move("Earlier", address + "?" + section.shifted(-0.5, end).query()));
      }
      if (section.to() < whole.to()) {
        moves.add(new Move("Later", address + "?" + section.shifted(0.5, end).query()));
      }
      moves.add(new Move("Whole run", address));
    }
    return moves;
  }
}
