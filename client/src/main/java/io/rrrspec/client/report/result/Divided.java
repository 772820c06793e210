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
   */
  public record Whole(String name, String why) {}

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
        whole.add(new Whole(run.task().specFile(), why));
      }
    }
    return new Divided(classes, parts, whole);
  }
}
