package io.rrrspec.common.run;

import io.rrrspec.common.model.TaskStatus;

/** Which tasks of a run. */
public enum TaskFilter {
  /** All of them. */
  ALL {
    @Override
    public boolean takes(RunTask task) {
      return true;
    }
  },
  /** Those that were decided as failed. */
  FAILED {
    @Override
    public boolean takes(RunTask task) {
      return task.status() == TaskStatus.FAILED;
    }
  },
  /** Those that fail after others and pass alone. */
  ORDER_DEPENDENT {
    @Override
    public boolean takes(RunTask task) {
      return task.task().orderDependence() != null;
    }
  },
  /** Those with more than one trial. */
  RETRIED {
    @Override
    public boolean takes(RunTask task) {
      return task.trials().size() > 1;
    }
  };

  /** Returns whether a task is one of them. */
  public abstract boolean takes(RunTask task);
}
