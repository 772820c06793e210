package io.rrrspec.client.report.result;

import io.rrrspec.common.model.JvmKind;
import io.rrrspec.common.model.TaskJvm;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * In which kinds of JVM the classes of a run were.
 *
 * @param classes how many classes began in each kind; without kinds that had none
 * @param unstarted how many classes were as is because JVMs of a kind did not start; without kinds
 *     that started
 * @param differing those that had other tests in a kind than when they last passed, by name
 * @param refused those that fail in a kind and pass as the project starts its JVMs, by name
 * @param saved the processor time that the classes take less than as is, by the record; may be zero
 */
public record JvmsUsed(
    Map<JvmKind, Integer> classes,
    Map<JvmKind, Integer> unstarted,
    Map<JvmKind, List<String>> differing,
    Map<JvmKind, List<String>> refused,
    Duration saved) {
  public JvmsUsed {
    classes = Map.copyOf(classes);
    unstarted = Map.copyOf(unstarted);
    differing = Map.copyOf(differing);
    refused = Map.copyOf(refused);
  }

  static JvmsUsed of(List<TaskRun> runs) {
    Map<JvmKind, Integer> classes = new EnumMap<>(JvmKind.class);
    Map<JvmKind, Integer> unstarted = new EnumMap<>(JvmKind.class);
    Map<JvmKind, List<String>> differing = new EnumMap<>(JvmKind.class);
    Map<JvmKind, List<String>> refused = new EnumMap<>(JvmKind.class);
    for (TaskRun run : runs) {
      TaskJvm jvm = run.task().jvm();
      if (jvm != null && jvm.state() == TaskJvm.State.UNSTARTED) {
        unstarted.merge(jvm.kind(), 1, Integer::sum);
        jvm = null;
      }
      if (jvm != null && jvm.state() == TaskJvm.State.DIFFERS) {
        differing
            .computeIfAbsent(jvm.kind(), unused -> new ArrayList<>())
            .add(run.task().specFile());
        jvm = null;
      }
      classes.merge(jvm == null ? JvmKind.AS_IS : jvm.kind(), 1, Integer::sum);
      if (jvm != null && run.task().failsOnlyForSpeed()) {
        refused.computeIfAbsent(jvm.kind(), unused -> new ArrayList<>()).add(run.task().specFile());
      }
    }
    differing.replaceAll((kind, names) -> names.stream().sorted().toList());
    refused.replaceAll((kind, names) -> names.stream().sorted().toList());
    return new JvmsUsed(classes, unstarted, differing, refused, Duration.ZERO);
  }

  /** How many classes began in a kind. */
  public int classes(JvmKind kind) {
    return classes.getOrDefault(kind, 0);
  }

  /** Whether some class began in a kind that is made for speed. */
  public boolean isNotable() {
    return JvmKind.FOR_SPEED.stream().anyMatch(classes::containsKey);
  }

  /** How many classes were as is because JVMs of a kind did not start. */
  public int unstarted(JvmKind kind) {
    return unstarted.getOrDefault(kind, 0);
  }

  /** The same with what it has brought. */
  JvmsUsed saving(Duration time) {
    return new JvmsUsed(classes, unstarted, differing, refused, time);
  }
}
