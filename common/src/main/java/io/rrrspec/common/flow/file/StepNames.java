package io.rrrspec.common.flow.file;

import io.rrrspec.common.flow.file.YamlNode.Entry;
import io.rrrspec.common.flow.file.YamlNode.Mapping;
import io.rrrspec.common.flow.file.YamlNode.Scalar;
import io.rrrspec.common.flow.file.YamlNode.Sequence;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** The names of the steps of one list: each is there once. */
final class StepNames {
  static final int LONGEST = 200;

  private static final int LONGEST_MADE = 40;

  /** Those that the file gives to any step of the list: a name that is made here is another. */
  private final Set<String> given = new HashSet<>();

  private final Set<String> taken = new HashSet<>();

  StepNames(List<YamlNode> steps) {
    for (YamlNode step : steps) {
      Entry name = step instanceof Mapping map ? map.get("name") : null;
      if (name != null && name.value() instanceof Scalar scalar) {
        given.add(scalar.text().strip());
      }
    }
  }

  /**
   * Returns the name of the next step.
   *
   * @param position its place in the list, from 1
   */
  String next(Mapping step, StepKind kind, Entry work, int position) {
    Entry name = step.get("name");
    if (name == null) {
      return made(kind, work, position);
    }
    String text = Values.line(name, LONGEST, "a name in one line");
    if (!taken.add(text)) {
      throw name.value()
          .place()
          .wrong("a second step named " + Values.quoted(text) + " in this list: choose another");
    }
    return text;
  }

  private String made(StepKind kind, Entry work, int position) {
    String what = described(work.value());
    String name = what.isEmpty() ? kind.key() + " " + position : kind.key() + ": " + what;
    String free = name;
    for (int i = position; given.contains(free) || !taken.add(free); i++) {
      free = name + " (" + i + ")";
    }
    return free;
  }

  private static String described(YamlNode work) {
    if (work instanceof Sequence list
        && !list.items().isEmpty()
        && list.items().get(0) instanceof Scalar first) {
      return shortened(first.text()) + (list.items().size() > 1 ? ", …" : "");
    }
    return work instanceof Scalar scalar ? shortened(scalar.text()) : "";
  }

  private static String shortened(String text) {
    String line = Values.brief(text);
    return line.length() <= LONGEST_MADE ? line : line.substring(0, LONGEST_MADE) + "…";
  }

  /** The name of a copy that a matrix makes: {@code web (JDK=17, DB=h2)}. */
  static String ofCopy(String name, Map<String, String> combination) {
    return combination.entrySet().stream()
        .map(value -> value.getKey() + "=" + value.getValue())
        .collect(Collectors.joining(", ", name + " (", ")"));
  }
}
