package io.rrrspec.server.flow;

import io.rrrspec.common.model.Runner;
import io.rrrspec.common.model.Taskset;
import io.rrrspec.common.process.BoundedText;
import io.rrrspec.common.run.FailedTest;
import io.rrrspec.common.run.RunInRedis;
import io.rrrspec.common.store.Stores;
import java.util.List;

/** Says in one line why a run is not green. */
final class RedReason {
  private static final int MOST = 300;

  private final Stores stores;

  RedReason(Stores stores) {
    this.stores = stores;
  }

  /** Its status, how many tasks have failed, and what the first one says. */
  String of(Taskset run) {
    String reason = run.reason();
    boolean command = !run.runner().equals(Runner.JUNIT);
    String first = first(run, command);
    if (command && run.taskCount() == 1 && !first.isEmpty()) {
      return run.status().text() + ": " + first;
    }
    return run.status().text()
        + ": "
        + run.failedCount()
        + " of "
        + run.taskCount()
        + " failed"
        + (reason == null || reason.isEmpty() ? "" : "; " + reason)
        + (first.isEmpty() ? "" : "; " + first);
  }

  private String first(Taskset run, boolean command) {
    if (run.failedCount() == 0) {
      return "";
    }
    List<FailedTest> failed = RunInRedis.of(run, stores.redis(), stores.keys()).failures(1);
    if (failed.isEmpty()) {
      return "";
    }
    FailedTest test = failed.get(0);
    String message =
        test.message() == null ? "" : test.message().strip().lines().findFirst().orElse("");
    String name = command ? "" : test.className() + " › " + test.name();
    return BoundedText.cut(
        name + (name.isEmpty() || message.isEmpty() ? "" : ": ") + message, MOST);
  }
}
