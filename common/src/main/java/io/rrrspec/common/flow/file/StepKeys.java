package io.rrrspec.common.flow.file;

import io.rrrspec.common.config.NearestName;
import io.rrrspec.common.flow.file.YamlNode.Entry;
import io.rrrspec.common.flow.file.YamlNode.Mapping;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/** Looks at the keys of a map: which are known, and which go together. */
final class StepKeys {
  private static final Set<String> ALL = StepKind.allKeys();
  private static final List<String> KINDS =
      Arrays.stream(StepKind.values()).map(StepKind::key).toList();

  private StepKeys() {}

  /** Refuses keys that no step has, and those that do not go with what the step is. */
  static void check(Mapping step) {
    List<Entry> kinds = kinds(step);
    StepKind kind = kinds.size() == 1 ? StepKind.of(kinds.get(0).key()) : null;
    refuseUnknown(step, ALL, kind == null ? ALL : kind.keys(), "a step");
    if (kinds.isEmpty()) {
      throw step.place().wrong("a step does nothing: write one of " + String.join(", ", KINDS));
    }
    if (kind == null) {
      Entry second = kinds.get(1);
      throw second
          .place()
          .wrong(
              "'"
                  + kinds.get(0).key()
                  + "' and '"
                  + second.key()
                  + "' in one step: make two steps of it");
    }
    for (Entry entry : step.entries().values()) {
      if (!kind.keys().contains(entry.key())) {
        throw entry
            .place()
            .wrong(
                "'"
                    + entry.key()
                    + "' does not go with '"
                    + kind.key()
                    + "', only with "
                    + StepKind.with(entry.key())
                    + ": remove it");
      }
    }
  }

  /** What a step is whose keys are right. */
  static StepKind kind(Mapping step) {
    return Objects.requireNonNull(StepKind.of(kinds(step).get(0).key()));
  }

  /** The key that says what the step does. */
  static Entry work(Mapping step, StepKind kind) {
    return Objects.requireNonNull(step.get(kind.key()));
  }

  private static List<Entry> kinds(Mapping step) {
    return step.entries().values().stream().filter(entry -> KINDS.contains(entry.key())).toList();
  }

  /**
   * Refuses unknown keys.
   *
   * @param near those that the user may have meant
   * @param of whose keys they are, for the message
   */
  static void refuseUnknown(Mapping map, Set<String> known, Collection<String> near, String of) {
    for (Entry entry : map.entries().values()) {
      String key = entry.key();
      if (known.contains(key)) {
        continue;
      }
      if (key.equals("needs")) {
        throw entry
            .place()
            .wrong("there is no 'needs': nest chain (one after the other) and group (at once)");
      }
      throw entry
          .place()
          .wrong(
              "unknown key "
                  + Values.quoted(key)
                  + NearestName.hint(
                      key, near, ": the keys of " + of + " are " + String.join(", ", near)));
    }
  }
}
