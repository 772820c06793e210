package io.rrrspec.worker;

import io.rrrspec.common.ServiceException;
import io.rrrspec.common.model.Taskset;
import io.rrrspec.common.model.TasksetStatus;
import io.rrrspec.common.redis.Keys;
import io.rrrspec.common.store.SlaveStore;
import io.rrrspec.common.store.TasksetStore;
import io.rrrspec.common.store.WorkerStore;
import io.rrrspec.worker.slave.SlaveFile;
import io.rrrspec.worker.supervise.Supervisor;
import io.rrrspec.worker.workspace.Workspace;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One worker's service to one taskset, from taking it to leaving it. */
final class Engagement {
  private static final Duration LOOK_EVERY = Duration.ofSeconds(1);

  private final String tasksetKey;
  private final WorkerParameters settings;
  private final String workerKey;
  private final Keys keys;
  private final InstantSource clock;
  private final WorkerStore workers;
  private final SlaveStore slaves;
  private final TasksetStore tasksets;
  private final String logKey;
  private final Path slaveFile;
  private volatile @Nullable Supervisor supervisor;

  Engagement(
      String tasksetKey,
      WorkerParameters settings,
      String workerKey,
      Keys keys,
      InstantSource clock,
      WorkerStore workers,
      SlaveStore slaves,
      TasksetStore tasksets) {
    this.tasksetKey = tasksetKey;
    this.settings = settings;
    this.workerKey = workerKey;
    this.keys = keys;
    this.clock = clock;
    this.workers = workers;
    this.slaves = slaves;
    this.tasksets = tasksets;
    this.logKey = Keys.workerLog(tasksetKey, workerKey);
    this.slaveFile = settings.runtimeDir().resolve("slave-" + settings.id() + ".json");
  }

  List<String> slaveKeys() {
    Supervisor current = supervisor;
    return current == null ? List.of() : current.runningKeys();
  }

  /** Prepares the workspace. What fails here makes the worker leave the taskset. */
  void begin() throws InterruptedException {
    Taskset taskset = tasksets.find(tasksetKey).orElse(null);
    if (taskset == null) {
      return;
    }
    Map<String, String> environment = environment();
    try {
      workers.mark(logKey, "rsync_finished", clock.instant());
      new Workspace(settings.workspace()).setUp(taskset.setupCommand(), environment, this::log);
      workers.mark(logKey, "setup_finished", clock.instant());
      new SlaveFile(settings.redis(), keys.namespace(), workerKey, ProcessHandle.current().pid())
          .write(slaveFile);
    } catch (ServiceException e) {
      log(e.getMessage());
      leave(e.getMessage(), false);
      return;
    }
    supervisor =
        new Supervisor(
            slaves,
            workerKey,
            taskset,
            settings.workspace(),
            settings.slaves(),
            environment,
            settings.keep());
  }

  private Map<String, String> environment() {
    Map<String, String> environment = new HashMap<>();
    environment.put("NUM_SLAVES", Integer.toString(settings.slaves()));
    environment.put("RRRSPEC_TASKSET_KEY", tasksetKey);
    environment.put("RRRSPEC_WORKING_DIR", settings.workspace().toString());
    environment.put("RRRSPEC_SLAVE_FILE", slaveFile.toString());
    return environment;
  }

  private void log(@Nullable String line) {
    workers.log(logKey, clock.instant(), line == null ? "" : line);
  }

  /** One look at the slaves; true when the worker has left the taskset. */
  boolean step() throws InterruptedException {
    Supervisor current = supervisor;
    if (current == null) {
      leave("", true);
      return true;
    }
    TasksetStatus status = tasksets.status(tasksetKey).orElse(TasksetStatus.CANCELLED);
    if (status.isFinal()) {
      current.endAll(true);
      leave("", true);
      return true;
    }
    String broken = current.step();
    if (broken != null) {
      leave(broken, false);
      return true;
    }
    return false;
  }

  /** Waits until a slave ends or it is time to look again. */
  void await(Duration limit) throws InterruptedException {
    Supervisor current = supervisor;
    if (current != null) {
      current.await(limit.compareTo(LOOK_EVERY) < 0 ? limit : LOOK_EVERY);
    }
  }

  /** Leaves the taskset: for a reason of this worker's, or because it is over (""). */
  void leave(@Nullable String reason, boolean othersMayTry) throws InterruptedException {
    Supervisor current = supervisor;
    if (current != null) {
      current.endAll(false);
      supervisor = null;
    }
    workers.leave(
        workerKey, tasksetKey, reason == null ? "" : reason, othersMayTry, settings.keep());
    deleteSlaveFile();
  }

  void killSlaves() throws InterruptedException {
    Supervisor current = supervisor;
    if (current != null) {
      current.endAll(false);
    }
    deleteSlaveFile();
  }

  private void deleteSlaveFile() {
    try {
      Files.deleteIfExists(slaveFile);
    } catch (java.io.IOException e) {
      throw new ServiceException("cannot delete " + slaveFile + ": " + e.getMessage(), e);
    }
  }
}
