package io.rrrspec.client.local;

import io.rrrspec.client.command.FromPast;
import io.rrrspec.client.report.progress.Console;
import io.rrrspec.client.watch.Verdicts;
import io.rrrspec.common.ExitCode;
import io.rrrspec.common.model.OrderDependence;
import io.rrrspec.common.model.Task;
import io.rrrspec.common.model.Taskset;
import io.rrrspec.common.redis.Keys;
import io.rrrspec.common.store.TasksetStore;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The search for the classes after which a class fails: the service does it, this asks for it and
 * tells what came of it.
 *
 * @param jvm what had run before it; null if this run searches nothing
 */
record Search(@Nullable PastJvm jvm, TasksetStore tasksets, String key) {
  static Search of(
      @Nullable FromPast past, LocalTaskset plan, LocalService service, String tasksetKey) {
    PastJvm jvm = past instanceof FromPast.Bisect ? plan.pastJvm() : null;
    return new Search(jvm, service.stores().tasksets(), tasksetKey);
  }

  void begin() {
    PastJvm past = jvm;
    if (past != null) {
      tasksets.searchCulprits(key, past.task(), past.before());
    }
  }

  /** Whether it is known after which classes the class fails. */
  boolean hasFound() {
    return jvm != null && tasksets.probeOutcome(key, jvm.task()) == TasksetStore.ProbeOutcome.FOUND;
  }

  /** Says what was found, in a line on standard output. */
  ExitCode tell(Taskset over, Console console) {
    PastJvm past = jvm;
    if (past == null) {
      throw new IllegalStateException("nothing was searched");
    }
    String name = past.task();
    String others = "the " + past.before().size() + " classes that had run before it";
    return switch (tasksets.probeOutcome(key, name)) {
      case FOUND -> {
        console.answer(name + " " + facts(name) + "\n");
        yield ExitCode.SUCCEEDED;
      }
      case ALONE -> {
        console.answer(name + " fails alone, too\n");
        yield ExitCode.FAILED;
      }
      case CHANCE -> {
        console.answer(
            name
                + " does not always fail after "
                + others
                + ", or not always pass alone: it is flaky, or something else made it fail\n");
        yield ExitCode.FAILED;
      }
      case NONE -> {
        console.say("the search did not come to its end");
        ExitCode code = Verdicts.exitCode(over);
        yield code == ExitCode.SUCCEEDED ? ExitCode.SERVICE : code;
      }
    };
  }

  private String facts(String name) {
    List<Task> found = tasksets.tasks(List.of(Keys.task(key, name)));
    OrderDependence dependence = found.isEmpty() ? null : found.get(0).orderDependence();
    return dependence == null ? "depends on the order" : dependence.facts();
  }
}
