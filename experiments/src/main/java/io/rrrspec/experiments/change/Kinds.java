package io.rrrspec.experiments.change;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** All kinds of changes. */
final class Kinds {
  /** The group of those that need a second JDK. */
  static final String JDK = "JDK";

  private Kinds() {}

  /** All of them, by what they are about. */
  static Map<String, List<Kind>> groups() {
    Map<String, List<Kind>> groups = new LinkedHashMap<>();
    CodeKinds.addTo(groups);
    FileKinds.addTo(groups);
    PomKinds.addTo(groups);
    SettingKinds.addTo(groups);
    return groups;
  }

  /** All of them that this machine can try, those of one green project one after the other. */
  static List<Kind> all() {
    Map<GreenProject, List<Kind>> byProject =
        groups().entrySet().stream()
            .filter(group -> !group.getKey().equals(JDK) || GreenProjects.otherJdk() != null)
            .flatMap(group -> group.getValue().stream())
            .collect(Collectors.groupingBy(Kind::project, LinkedHashMap::new, Collectors.toList()));
    List<Kind> all = new ArrayList<>();
    byProject.values().forEach(all::addAll);
    return all;
  }

  /** A table for docs/reliability.md: a line for each group. */
  static String table() {
    StringBuilder table = new StringBuilder("| about | kinds | what changes |\n|---|---|---|\n");
    groups()
        .forEach(
            (about, kinds) ->
                table.append(
                    "| %s | %d | %s |%n"
                        .formatted(
                            about,
                            kinds.size(),
                            kinds.stream().map(Kinds::words).collect(Collectors.joining("; ")))));
    return table.toString();
  }

  private static String words(Kind kind) {
    if (kind.fromClean()) {
      return kind.what() + " (red in a fresh clone)";
    }
    return kind.what() + (kind.expected() == Kind.Expected.GREEN ? " (stays green)" : "");
  }

  /** What each kind does, and why Maven becomes red or stays green. */
  static String names() {
    StringBuilder names = new StringBuilder();
    for (Kind kind : all()) {
      String says =
          switch (kind.expected()) {
            case RED -> "red: ";
            case GREEN -> kind.fromClean() ? "red in a fresh clone: " : "green: ";
            case EITHER -> "red or green: ";
          };
      names.append("%-32s %s; %s%s%n".formatted(kind.name(), kind.what(), says, kind.why()));
    }
    return names.toString();
  }
}
