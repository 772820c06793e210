package io.rrrspec.worker.build;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** Warnings of all modules: what many of them have in common is one line. */
final class ModuleWarnings {
  /** So many modules are named; of the others their number is said. */
  private static final int MOST_NAMES = 3;

  private final Map<String, List<String>> modules = new LinkedHashMap<>();

  /**
   * Where the warnings of one module go.
   *
   * @param dir relative to the project; empty for the project itself, which needs no name
   */
  Consumer<String> of(String dir) {
    return warning -> modules.computeIfAbsent(warning, text -> new ArrayList<>()).add(dir);
  }

  /** A line each, in the order in which they came first. */
  List<String> lines() {
    return modules.entrySet().stream()
        .map(warning -> prefix(warning.getValue()) + warning.getKey())
        .toList();
  }

  private static String prefix(List<String> dirs) {
    if (dirs.equals(List.of(""))) {
      return "";
    }
    List<String> names = dirs.stream().map(dir -> dir.isEmpty() ? "." : dir).distinct().toList();
    int more = names.size() - MOST_NAMES;
    return more <= 0
        ? String.join(", ", names) + ": "
        : String.join(", ", names.subList(0, MOST_NAMES)) + " and " + more + " more: ";
  }
}
