package io.rrrspec.persister.viewer.timeline;

import java.util.List;

/**
 * The launches that have a colour of their own in a drawing. The style has eight colours which
 * people tell apart who do not see red, green or blue, too.
 *
 * @param coloured the launches with a colour, by their first start
 * @param others how many launches are drawn in one grey
 */
public record LaunchColours(List<String> coloured, int others) {
  /** No launch is drawn. */
  static final LaunchColours NONE = new LaunchColours(List.of(), 0);

  private static final int COLOURS = 8;

  public LaunchColours {
    coloured = List.copyOf(coloured);
  }

  /**
   * Gives the colours to the launches of a run, or to the first ones in a part of it if there are
   * too many.
   */
  static LaunchColours of(RunTimes run, TimeRange part) {
    List<String> all = names(run.starts().toList());
    List<String> seen =
        all.size() <= COLOURS
            ? all
            : names(run.starts().filter(jvm -> part.overlaps(jvm.from(), jvm.end())).toList());
    int coloured = Math.min(COLOURS, seen.size());
    return new LaunchColours(seen.subList(0, coloured), seen.size() - coloured);
  }

  private static List<String> names(List<JvmStart> starts) {
    return LaunchStarts.of(starts).stream().map(LaunchStarts::launch).toList();
  }

  /** The name of the style of a launch. */
  public String look(String launch) {
    int at = coloured.indexOf(launch);
    return at < 0 ? "launch-other" : "launch-" + at;
  }
}
