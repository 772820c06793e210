package io.rrrspec.client.report;

import io.rrrspec.common.model.Slave;
import io.rrrspec.common.model.Taskset;
import io.rrrspec.common.model.WorkerLog;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** All that is known of a run, wherever it is kept: one that goes on, or a past one. */
public interface RunSource {
  /** The run itself. */
  Taskset taskset();

  /** Hands over its tasks with their trials in their order, some at a time; may be repeated. */
  void eachChunk(Consumer<List<TaskRun>> chunks);

  /** What happened to it, line by line. */
  String log();

  /** What its workers did. */
  List<WorkerLog> workerLogs();

  /** Its slaves. */
  List<Slave> slaves();

  /** All tasks at once: for those that print them in another order. */
  default List<TaskRun> all() {
    List<TaskRun> all = new ArrayList<>();
    eachChunk(all::addAll);
    return all;
  }
}
