package io.rrrspec.server.flow;

import io.rrrspec.common.model.Task;
import io.rrrspec.common.model.TaskStatus;
import io.rrrspec.common.model.Taskset;
import io.rrrspec.common.model.TasksetStatus;
import io.rrrspec.common.model.Trial;
import io.rrrspec.common.model.TrialStatus;
import io.rrrspec.common.model.TrialVerdict;
import io.rrrspec.common.store.Stores;
import java.util.List;

/** How a run of one task has ended that has not succeeded. */
public final class RunEnd {
  /** Why it has not succeeded. */
  public enum Cause {
    /** Its task failed by itself, or nobody could run it: the run says why. */
    FAILED,
    /** Its task took longer than its limit, and was ended. */
    HUNG,
    /** Its worker died, or Redis has lost what came of its task. */
    LOST,
    /** Somebody cancelled it; a flow does that, too, if the run is over its limit. */
    CANCELLED
  }

  private RunEnd() {}

  /**
   * Tells the cause by the last trial of the task, which stays in Redis for a day after the run was
   * persisted. Without it the cause is {@link Cause#FAILED}.
   *
   * @param run as it was read after its end
   * @throws IllegalArgumentException if it is not over, or has succeeded
   */
  public static Cause of(Stores stores, Taskset run) {
    if (run.status() == TasksetStatus.CANCELLED) {
      return Cause.CANCELLED;
    }
    if (run.status() != TasksetStatus.FAILED) {
      throw new IllegalArgumentException(run.key() + " is no run that has failed");
    }
    List<Task> only = stores.tasksets().tasks(run.key(), 0, 1);
    // A run that fails as a whole, since no worker can set it up, leaves its task undecided.
    if (only.isEmpty() || only.get(0).status() != TaskStatus.FAILED) {
      return Cause.FAILED;
    }
    List<String> trials = only.get(0).trials();
    List<Trial> last =
        stores.trials().findOutlines(trials.subList(Math.max(0, trials.size() - 1), trials.size()));
    if (last.isEmpty()) {
      return Cause.FAILED;
    }
    if (last.get(0).verdict() != TrialVerdict.BAD) {
      return Cause.LOST;
    }
    return last.get(0).status() == TrialStatus.TIMEOUT ? Cause.HUNG : Cause.FAILED;
  }
}
