package io.rrrspec.persister.record;

import io.rrrspec.common.model.CaseResult;
import io.rrrspec.common.model.CaseResult.Outcome;
import io.rrrspec.common.model.TaskStatus;
import io.rrrspec.common.model.TasksetStatus;
import io.rrrspec.common.model.Trial;
import io.rrrspec.common.model.TrialVerdict;
import io.rrrspec.persister.record.database.Database;
import io.rrrspec.persister.record.save.TasksetArchive;
import java.util.stream.IntStream;

/**
 * A run in which very many tests failed for {@value #CAUSES} reasons, half of them for the first
 * one.
 */
public final class RedRun {
  /** How many reasons there are. */
  public static final int CAUSES = 12;

  private static final int TESTS_OF_A_CLASS = 10;

  private RedRun() {}

  /**
   * Saves one.
   *
   * @param classes of ten failed tests each
   * @return its id
   */
  public static String save(Database database, int classes) {
    RunBuilder run = RunBuilder.aRun().ofClass("red").ended(TasksetStatus.FAILED);
    for (int i = 0; i < classes; i++) {
      String spec = "com.shop.red.Some%dTest".formatted(i);
      int first = i * TESTS_OF_A_CLASS;
      CaseResult[] tests =
          IntStream.range(first, first + TESTS_OF_A_CLASS)
              .mapToObj(number -> failure(spec, number))
              .toArray(CaseResult[]::new);
      run.task(spec, TaskStatus.FAILED, counted(run.trial(spec, TrialVerdict.BAD, 400, tests)));
    }
    TasksetArchive archive = new TasksetArchive(database);
    archive.saveFinished(run.taskset(), run.tasks());
    return run.id();
  }

  private static Trial counted(Trial trial) {
    return new Trial(
        trial.key(),
        trial.taskKey(),
        trial.slaveKey(),
        trial.startedAt(),
        trial.finishedAt(),
        trial.status(),
        trial.verdict(),
        trial.stdout(),
        trial.stderr(),
        0,
        0,
        trial.cases().size(),
        trial.cases(),
        null,
        0);
  }

  private static CaseResult failure(String spec, int number) {
    int cause = number % 2 == 0 ? 0 : 1 + number / 2 % (CAUSES - 1);
    String type = "java.lang.IllegalStateException";
    String message = "order %d of user \"user-%d\" is locked".formatted(number, number % 97);
    String trace =
        (type + ": " + message + "\n\tat org.lib.Pool.get(Pool.java:7)\n")
            + "\tat com.shop.store.Step%s.run(Step.java:%d)\n".formatted(letter(cause), number)
            + "\tat %s.test%d(SomeTest.java:%d)\n".formatted(spec, number, number)
            + "\tat java.base/java.lang.reflect.Method.invoke(Method.java:569)\n";
    return new CaseResult(spec, "test" + number, Outcome.ERROR, number % 50, message, type, trace);
  }

  private static char letter(int cause) {
    return (char) ('A' + cause);
  }
}
