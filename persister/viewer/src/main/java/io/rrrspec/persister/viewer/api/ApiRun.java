package io.rrrspec.persister.viewer.api;

import io.rrrspec.common.run.Detail;
import io.rrrspec.common.run.StoredRun;
import io.rrrspec.persister.viewer.api.SlaveJson.TrialRef;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * What the routes tell of a run.
 *
 * @param run the run
 * @param id what it is called
 */
record ApiRun(StoredRun run, RunId id) {
  /** Hands over all tasks in their order. */
  void eachTask(Sink<TaskJson> tasks) throws IOException {
    unwrapped(
        () ->
            run.eachTask(
                Detail.OUTLINE,
                chunk -> chunk.forEach(task -> wrapped(tasks).accept(TaskJson.of(id, task)))));
  }

  /** Returns the trials of a task, oldest first; empty if there is no such task. */
  Optional<List<TrialJson>> trials(int taskNo) {
    return run.task(taskNo).map(task -> TrialJson.of(id, task));
  }

  /** Hands over what each worker did, in the order in which they began. */
  void eachWorkerLog(Sink<WorkerLogJson> logs) throws IOException {
    unwrapped(() -> run.eachWorker(log -> wrapped(logs).accept(WorkerLogJson.of(log))));
  }

  /** Hands over the slaves, each with its trials in the order of their tasks. */
  void eachSlave(Sink<SlaveJson> slaves) throws IOException {
    Map<String, List<TrialRef>> refs = new HashMap<>();
    boolean[] known = {false};
    unwrapped(
        () ->
            run.eachSlave(
                slave -> {
                  // A run that has no slave need not be read.
                  if (!known[0]) {
                    known[0] = true;
                    readRefs(refs);
                  }
                  wrapped(slaves)
                      .accept(SlaveJson.of(slave, refs.getOrDefault(slave.key(), List.of())));
                }));
  }

  /** As in rrrspec-web. A slave's key comes back in other runs, and with it their trials. */
  private void readRefs(Map<String, List<TrialRef>> refs) {
    run.eachTrial(
        trial ->
            refs.computeIfAbsent(trial.slaveKey(), slave -> new ArrayList<>())
                .add(new TrialRef(id.trial(trial.taskNo(), trial.trialNo()), trial.key())));
  }

  private static <T> Consumer<T> wrapped(Sink<T> sink) {
    return next -> {
      try {
        sink.accept(next);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    };
  }

  private static void unwrapped(Runnable reading) throws IOException {
    try {
      reading.run();
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }
}
