package io.rrrspec.experiments.fleet;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToLongFunction;

/** Collects runs by stage and mode, and prints medians with ranges. */
final class FleetTable {
  private final Map<Stage, Map<Mode, List<Measured>>> runs = new EnumMap<>(Stage.class);

  void add(Stage stage, Mode mode, Measured run) {
    runs.computeIfAbsent(stage, s -> new EnumMap<>(Mode.class))
        .computeIfAbsent(mode, m -> new ArrayList<>())
        .add(run);
  }

  /** The table in Markdown; a mode without runs has no row. */
  String text() {
    StringBuilder text = new StringBuilder();
    text.append(
        "| state of the fleet | placement | first test, s | total, s | synced, kB | set-ups |\n");
    text.append("|---|---|---|---|---|---|\n");
    runs.forEach(
        (stage, modes) ->
            modes.forEach(
                (mode, of) ->
                    text.append(
                        String.format(
                            Locale.ROOT,
                            "| %s | %s | %s | %s | %s | %s |%n",
                            stage.text(),
                            mode.text(),
                            seconds(of, Measured::firstTestMs),
                            seconds(of, Measured::totalMs),
                            numbers(of, Measured::syncedKb),
                            numbers(of, Measured::setUps)))));
    return text.toString();
  }

  private static String seconds(List<Measured> of, ToLongFunction<Measured> value) {
    long[] sorted = sorted(of, value);
    return String.format(
        Locale.ROOT,
        "%.1f (%.1f to %.1f)",
        sorted[sorted.length / 2] / 1000.0,
        sorted[0] / 1000.0,
        sorted[sorted.length - 1] / 1000.0);
  }

  private static String numbers(List<Measured> of, ToLongFunction<Measured> value) {
    long[] sorted = sorted(of, value);
    return String.format(
        Locale.ROOT,
        "%,d (%,d to %,d)",
        sorted[sorted.length / 2],
        sorted[0],
        sorted[sorted.length - 1]);
  }

  private static long[] sorted(List<Measured> of, ToLongFunction<Measured> value) {
    return of.stream().mapToLong(value).sorted().toArray();
  }
}
