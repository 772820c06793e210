package io.rrrspec.client.report;

import io.rrrspec.client.report.result.JvmsUsed;
import io.rrrspec.client.report.terminal.Phrases;
import io.rrrspec.common.model.JvmKind;
import java.util.ArrayList;
import java.util.List;

/** Says in which kinds of JVM the classes of a run were. */
final class JvmsText {
  private JvmsText() {}

  /** {@code Quick JVMs}. */
  static String name(JvmKind kind) {
    return kind == JvmKind.QUICK ? "Quick JVMs" : "Serial JVMs";
  }

  /**
   * {@code C1 for 240 classes, serial collector for 2, as is for 3: 14.0 s of processor time less}.
   */
  static String kinds(JvmsUsed jvms) {
    List<String> kinds = new ArrayList<>();
    for (JvmKind kind : List.of(JvmKind.QUICK, JvmKind.SERIAL, JvmKind.AS_IS)) {
      int classes = jvms.classes(kind);
      if (classes > 0) {
        String many = kinds.isEmpty() ? Phrases.count(classes, "class") : Phrases.number(classes);
        kinds.add(shortName(kind) + " for " + many);
      }
    }
    String saved =
        jvms.saved().isZero() ? "" : ": " + Phrases.time(jvms.saved()) + " of processor time less";
    return String.join(", ", kinds) + saved;
  }

  /** A line for each kind of which no JVM started. */
  static List<String> unstarted(JvmsUsed jvms) {
    List<String> lines = new ArrayList<>();
    for (JvmKind kind : JvmKind.FOR_SPEED) {
      int classes = jvms.unstarted(kind);
      if (classes > 0) {
        String many = Phrases.count(classes, "class");
        lines.add(name(kind) + ": do not start, so " + many + " ran as is");
      }
    }
    return lines;
  }

  private static String shortName(JvmKind kind) {
    return switch (kind) {
      case AS_IS -> "as is";
      case QUICK -> "C1";
      case SERIAL -> "serial collector";
    };
  }
}
