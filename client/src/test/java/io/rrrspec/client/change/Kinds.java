package io.rrrspec.client.change;

import java.util.ArrayList;
import java.util.List;

/** All kinds of changes. */
final class Kinds {
  private Kinds() {}

  /** All of them, those of one green project one after the other. */
  static List<Kind> all() {
    List<Kind> all = new ArrayList<>();
    all.addAll(CodeKinds.all());
    all.addAll(FileKinds.all());
    all.addAll(PomKinds.all());
    all.addAll(SettingKinds.all());
    List<GreenProject> projects = all.stream().map(Kind::project).distinct().toList();
    List<Kind> sorted = new ArrayList<>();
    for (GreenProject project : projects) {
      all.stream().filter(kind -> kind.project() == project).forEach(sorted::add);
    }
    return sorted;
  }

  /** A table for docs/reliability.md. */
  static String table() {
    StringBuilder table = new StringBuilder("| kind | what changes | what Maven says, and why |\n");
    table.append("|---|---|---|\n");
    for (Kind kind : all()) {
      String says =
          switch (kind.expected()) {
            case RED -> "red: ";
            case GREEN -> "green: ";
            case EITHER -> "";
          };
      table.append("| `%s` | %s | %s%s |\n".formatted(kind.name(), kind.what(), says, kind.why()));
    }
    return table.toString();
  }
}
