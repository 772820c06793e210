package io.rrrspec.persister.viewer.api;

import io.rrrspec.common.model.Taskset;
import io.rrrspec.persister.record.RunTrials;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/** A run, wherever it is: all that the routes tell of one. */
interface ApiRun {
  /** The run itself. */
  Taskset taskset();

  /** What it is called. */
  RunId id();

  /** Hands over all tasks in their order. */
  void eachTask(Sink<TaskJson> tasks) throws IOException;

  /** The trials of a task, oldest first; empty if there is no such task. */
  Optional<List<TrialJson>> trials(int taskNo);

  /** What a trial wrote; empty if there is no such trial. */
  Optional<RunTrials.Output> output(int taskNo, int trialNo);

  /** What happened, line by line; may be empty. */
  String log();

  /** Hands over what each worker did, in the order in which they began. */
  void eachWorkerLog(Sink<WorkerLogJson> logs) throws IOException;

  /** Hands over the slaves. */
  void eachSlave(Sink<SlaveJson> slaves) throws IOException;
}
