package io.rrrspec.client.report.result;

import io.rrrspec.common.model.QuickState;
import java.time.Duration;
import java.util.List;

/**
 * What of a run was in JVMs that are made for speed.
 *
 * @param classes how many classes began there, 0 or more
 * @param asIs how many did not, 0 or more
 * @param refused those that fail there and pass as the project starts its JVMs, by name
 * @param saved the processor time that the classes take less there, by the record; may be zero
 */
public record QuickJvms(int classes, int asIs, List<String> refused, Duration saved) {
  public QuickJvms {
    refused = List.copyOf(refused);
  }

  static QuickJvms of(List<TaskRun> runs) {
    List<String> quick =
        runs.stream().filter(run -> run.task().quick() != null).map(QuickJvms::name).toList();
    List<String> refused =
        runs.stream()
            .filter(run -> run.task().quick() == QuickState.REFUSED)
            .map(QuickJvms::name)
            .sorted()
            .toList();
    return new QuickJvms(quick.size(), runs.size() - quick.size(), refused, Duration.ZERO);
  }

  private static String name(TaskRun run) {
    return run.task().specFile();
  }

  /** The same with what it has brought. */
  QuickJvms saving(Duration time) {
    return new QuickJvms(classes, asIs, refused, time);
  }
}
