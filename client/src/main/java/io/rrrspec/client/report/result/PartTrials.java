package io.rrrspec.client.report.result;

import io.rrrspec.common.run.Detail;
import io.rrrspec.common.run.PartTrial;
import io.rrrspec.common.run.RunTask;
import io.rrrspec.common.run.StoredRun;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The trials of the parts of classes, for who asks for them: other reports know the classes alone.
 *
 * @param bySpecFile those of each class, part by part, the oldest first
 * @param live whether their run goes on
 */
public record PartTrials(Map<String, List<PartTrial>> bySpecFile, boolean live) {
  /** Those of a run without classes in parts. */
  public static final PartTrials NONE = new PartTrials(Map.of(), false);

  public PartTrials {
    bySpecFile = Map.copyOf(bySpecFile);
  }

  /**
   * Reads those of a run.
   *
   * @param runs its tasks
   */
  public static PartTrials of(StoredRun run, List<TaskRun> runs) {
    if (runs.stream().allMatch(one -> one.task().split() == null)) {
      return NONE;
    }
    List<RunTask> divided = new ArrayList<>();
    run.eachTask(
        Detail.OUTLINE,
        tasks -> tasks.stream().filter(one -> one.task().split() != null).forEach(divided::add));
    Map<Integer, String> specFiles = new HashMap<>();
    divided.forEach(one -> specFiles.put(one.no(), one.specFile()));
    Map<String, List<PartTrial>> trials = new HashMap<>();
    for (PartTrial trial : run.parts(divided)) {
      String specFile = specFiles.get(trial.taskNo());
      if (specFile != null) {
        trials.computeIfAbsent(specFile, spec -> new ArrayList<>()).add(trial);
      }
    }
    return new PartTrials(trials, !run.taskset().status().isFinal());
  }

  /** Those of a class, by its spec_file; none if it was not divided. */
  public List<PartTrial> ofClass(String specFile) {
    return bySpecFile.getOrDefault(specFile, List.of());
  }
}
