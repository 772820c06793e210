package io.rrrspec.persister.viewer.timeline;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The JVMs of a launch. Times are in milliseconds.
 *
 * @param launch its name
 * @param first the start of the first JVM
 * @param jvms how many JVMs there were; 1 or more
 * @param took the time of all starts together
 * @param slowest the time of the slowest start
 */
public record LaunchStarts(String launch, JvmStart first, int jvms, long took, long slowest) {
  /**
   * Counts the JVMs of each launch, in the order of the first starts.
   *
   * @param starts of JVMs, in any order
   */
  static List<LaunchStarts> of(List<JvmStart> starts) {
    Map<String, LaunchStarts> launches = new LinkedHashMap<>();
    starts.stream()
        .sorted(Comparator.comparing(JvmStart::from).thenComparing(JvmStart::launch))
        .forEach(
            start ->
                launches.merge(
                    start.launch(),
                    new LaunchStarts(start.launch(), start, 1, start.millis(), start.millis()),
                    LaunchStarts::plus));
    return new ArrayList<>(launches.values());
  }

  private LaunchStarts plus(LaunchStarts later) {
    return new LaunchStarts(
        launch, first, jvms + later.jvms, took + later.took, Math.max(slowest, later.slowest));
  }
}
