package io.rrrspec.client.remote;

import io.rrrspec.client.report.RunSource;
import io.rrrspec.client.report.TaskRun;
import io.rrrspec.common.model.Slave;
import io.rrrspec.common.model.Taskset;
import io.rrrspec.common.model.WorkerLog;
import io.rrrspec.common.redis.Keys;
import java.util.List;
import java.util.function.Consumer;

/** A run as Redis has it. */
record RunInRedis(Fleet fleet, Taskset taskset) implements RunSource {
  @Override
  public void eachChunk(Consumer<List<TaskRun>> chunks) {
    fleet.observed().eachChunk(taskset, chunks);
  }

  @Override
  public String log() {
    return fleet.stores().tasksets().log(taskset.key());
  }

  @Override
  public List<WorkerLog> workerLogs() {
    return fleet.stores().tasksets().workerLogs(taskset.key()).stream()
        .map(log -> fleet.stores().workers().findLog(log))
        .toList();
  }

  @Override
  public List<Slave> slaves() {
    return fleet.stores().tasksets().slaves(taskset.key()).stream()
        .filter(Keys::isSlave)
        .map(slave -> fleet.stores().slaves().find(slave))
        .toList();
  }
}
