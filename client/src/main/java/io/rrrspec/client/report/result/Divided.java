package io.rrrspec.client.report.result;

import io.rrrspec.common.model.TaskSplit;
import io.rrrspec.common.model.TaskStatus;
import java.util.ArrayList;
import java.util.List;

/**
 * What of a run was divided.
 *
 * @param classes how many classes their parts have decided, 0 or more
 * @param parts how many parts these had, 0 or more
 * @param whole what was divided and then ran as a whole, by name, with the reason
 */
public record Divided(int classes, int parts, List<Whole> whole) {
  public Divided {
    whole = List.copyOf(whole);
  }

  /**
   * A class that ran as a whole after all.
   *
   * @param name its spec_file
   * @param why in one line
   * @param passedAfterFailure whether a part of it failed, and it passed as a whole: then it is
   *     flaky, or its tests need one another
   */
  public record Whole(String name, String why, boolean passedAfterFailure) {}

  static Divided of(List<TaskRun> runs) {
    int classes = 0;
    int parts = 0;
    List<Whole> whole = new ArrayList<>();
    for (TaskRun run : runs) {
      TaskSplit split = run.task().split();
      if (split == null || run.task().status() == TaskStatus.UNDECIDED) {
        continue;
      }
      String why = split.whole();
      if (why == null) {
        classes++;
        parts += split.parts();
      } else {
        boolean passed = run.task().status() != TaskStatus.FAILED;
        whole.add(new Whole(run.task().specFile(), why, passed && split.aPartFailed()));
      }
    }
    return new Divided(classes, parts, whole);
  }
}
