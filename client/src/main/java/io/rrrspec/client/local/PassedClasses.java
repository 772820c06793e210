package io.rrrspec.client.local;

import io.rrrspec.client.report.result.TaskRun;
import io.rrrspec.client.source.ClassFiles;
import io.rrrspec.client.source.PreparedProject;
import io.rrrspec.common.ServiceException;
import io.rrrspec.common.model.Task;
import io.rrrspec.common.model.TaskStatus;
import io.rrrspec.common.model.Taskset;
import io.rrrspec.common.model.TasksetRequest.TaskRequest;
import io.rrrspec.common.model.TrialVerdict;
import io.rrrspec.persister.record.database.Database;
import io.rrrspec.persister.record.history.AsIsPasses;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * With which class files the classes of a run are run, and with which they have passed in JVMs as
 * the project has them: what has changed since then must pass there again before it gets another
 * JVM.
 *
 * @param now digests of the class files at the start of the run, by spec_file; without those that
 *     have none
 * @param passed digests of those with which they passed last
 */
record PassedClasses(Map<String, String> now, Map<String, String> passed) {
  /** Nothing is known, and nothing is noted. */
  static final PassedClasses NONE = new PassedClasses(Map.of(), Map.of());

  PassedClasses {
    now = Map.copyOf(now);
    passed = Map.copyOf(passed);
  }

  /** To be called before the tests, which may write class files. */
  static PassedClasses of(
      PreparedProject project, List<TaskRequest> tasks, String tasksetClass, Database database) {
    return new PassedClasses(
        new ClassFiles(project).digests(tasks.stream().map(TaskRequest::specFile).toList()),
        new AsIsPasses(database).digests(tasksetClass));
  }

  /** Whether a class has passed with the files that it has now. */
  boolean areAsTheyPassed(String specFile) {
    String digest = now.get(specFile);
    return digest != null && digest.equals(passed.get(specFile));
  }

  /**
   * Notes what has passed. If that cannot be, more classes run as the project says the next time.
   *
   * @param warnings one line each
   */
  void note(Taskset over, List<TaskRun> runs, Database database, Consumer<String> warnings) {
    try {
      new AsIsPasses(database).add(over.tasksetClass(), news(over.partial(), runs), Instant.now());
    } catch (ServiceException e) {
      warnings.accept("warning: the next run cannot know what has passed: " + e.getMessage());
    }
  }

  /**
   * What has passed in a run with other files than before.
   *
   * @param partial whether it ran only some tests of its classes: then none has passed
   */
  Map<String, String> news(boolean partial, List<TaskRun> runs) {
    Map<String, String> news = new HashMap<>();
    if (!partial) {
      for (TaskRun run : runs) {
        String spec = run.task().specFile();
        String digest = now.get(spec);
        if (digest != null && !digest.equals(passed.get(spec)) && passedAsIs(run)) {
          news.put(spec, digest);
        }
      }
    }
    return news;
  }

  private static boolean passedAsIs(TaskRun run) {
    Task task = run.task();
    return task.ranAsIs()
        && (task.status() == TaskStatus.PASSED || task.status() == TaskStatus.PENDING)
        && run.trials().stream().noneMatch(trial -> trial.verdict() == TrialVerdict.BAD);
  }
}
