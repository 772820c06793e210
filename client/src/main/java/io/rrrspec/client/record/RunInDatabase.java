package io.rrrspec.client.record;

import io.rrrspec.client.report.RunSource;
import io.rrrspec.client.report.TaskRun;
import io.rrrspec.common.model.Slave;
import io.rrrspec.common.model.Taskset;
import io.rrrspec.common.model.WorkerLog;
import io.rrrspec.persister.record.Database;
import io.rrrspec.persister.record.RunReader;
import io.rrrspec.persister.record.RunStream;
import java.util.List;
import java.util.function.Consumer;

/**
 * A run as the record has it.
 *
 * @param database where; stays open as long as this is used
 * @param taskset the run
 */
record RunInDatabase(Database database, Taskset taskset) implements RunSource {
  @Override
  public void eachChunk(Consumer<List<TaskRun>> chunks) {
    new RunStream(database)
        .each(
            taskset,
            tasks ->
                chunks.accept(
                    tasks.stream().map(it -> new TaskRun(it.task(), it.trials())).toList()));
  }

  @Override
  public String log() {
    return new RunReader(database).log(taskset.id());
  }

  @Override
  public List<WorkerLog> workerLogs() {
    return new RunReader(database).workerLogs(taskset.id());
  }

  @Override
  public List<Slave> slaves() {
    return new RunReader(database).slaves(taskset.id());
  }
}
