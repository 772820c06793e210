package io.rrrspec.worker.agent;

import io.rrrspec.common.ServiceException;
import io.rrrspec.common.model.CollectRequest;
import io.rrrspec.common.model.JobArtifacts;
import io.rrrspec.common.model.SetupWishes;
import io.rrrspec.common.model.Taskset;
import io.rrrspec.common.model.TasksetStatus;
import io.rrrspec.common.model.TrialStatus;
import io.rrrspec.common.redis.Keys;
import io.rrrspec.common.store.Stores;
import io.rrrspec.common.store.WorkerStore;
import io.rrrspec.worker.agent.collect.CollectedPart;
import io.rrrspec.worker.agent.supervise.Machine;
import io.rrrspec.worker.agent.supervise.PlaceLaunches;
import io.rrrspec.worker.agent.supervise.Supervisor;
import io.rrrspec.worker.agent.supervise.WarmSlaves;
import io.rrrspec.worker.agent.workspace.CancellablePrograms;
import io.rrrspec.worker.agent.workspace.ClassArchives;
import io.rrrspec.worker.agent.workspace.WorkspaceRequest;
import io.rrrspec.worker.slave.SlaveFile;
import io.rrrspec.worker.slave.jvm.Coverage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One worker's service to one taskset, from taking it to leaving it. */
final class ServedTaskset {
  private static final Logger log = LoggerFactory.getLogger(ServedTaskset.class);
  private static final Duration LOOK_EVERY = Duration.ofSeconds(1);

  /** A slave of ours gives the shutdown hooks of tests five seconds. */
  private static final Duration GOODBYE = Duration.ofSeconds(6);

  /** Whoever cancels wants the workers back. */
  private static final Duration SHORT_GOODBYE = Duration.ofMillis(300);

  /** How long sending files back may take; clients wait longer. */
  private static final Duration SEND = Duration.ofMinutes(2);

  /** The same while somebody waits for the end of this worker's part. */
  private static final Duration SHORT_SEND = Duration.ofSeconds(10);

  private static final String STOPS = "the worker stops";
  private static final String MAKES_ROOM = "makes room for another queue";

  private final String tasksetKey;
  private final WorkerParameters settings;
  private final String workerKey;
  private final Stores stores;
  private final InstantSource clock;
  private final Machine machine;
  private final WarmSlaves warm;
  private final Announcement announcement;
  private final String logKey;
  private final Path slaveFile;
  private final RubyNameFile rubyName;
  private @Nullable Taskset taskset;
  private JobArtifacts job = JobArtifacts.NONE;
  private @Nullable WorkerLogWriter lines;
  private volatile @Nullable Preparation preparation;
  private volatile @Nullable Supervisor supervisor;
  private volatile @Nullable CollectedPart collected;
  private @Nullable FittingSlaves fitting;
  private @Nullable Path workspace;
  private @Nullable ProcessorLog processors;
  private volatile boolean killed;

  ServedTaskset(
      String tasksetKey,
      WorkerParameters settings,
      String workerKey,
      Stores stores,
      InstantSource clock,
      Machine machine,
      WarmSlaves warm,
      Announcement announcement) {
    this.tasksetKey = tasksetKey;
    this.settings = settings;
    this.workerKey = workerKey;
    this.stores = stores;
    this.clock = clock;
    this.machine = machine;
    this.warm = warm;
    this.announcement = announcement;
    this.logKey = Keys.workerLog(tasksetKey, workerKey);
    this.slaveFile = settings.slaveFile();
    this.rubyName = new RubyNameFile(settings.id(), settings.runtimeDir());
  }

  String tasksetKey() {
    return tasksetKey;
  }

  /** Ends whatever runs, and writes nothing more: what it would write to is damaged. */
  void giveUp() throws InterruptedException {
    kill();
    release();
  }

  List<String> slaveKeys() {
    Supervisor current = supervisor;
    return current == null ? List.of() : current.runningKeys();
  }

  /** Begins to prepare the workspace, and returns at once. */
  private void begin() throws InterruptedException {
    Taskset found = stores.tasksets().find(tasksetKey).orElse(null);
    if (found == null) {
      leave("", true);
      return;
    }
    SetupWishes wishes = stores.tasksets().setupWishes(tasksetKey);
    CollectedPart part = collected(found);
    collected = part;
    if (!WarmSlaves.serve(found)) {
      warm.endIdle();
    }
    WorkerLogWriter writer = new WorkerLogWriter(stores.workers(), logKey, clock);
    CancellablePrograms programs = new CancellablePrograms(settings.sources().mark());
    WorkspaceRequest request =
        new WorkspaceRequest(
            workerKey,
            found,
            wishes,
            environment(wishes.environment()),
            programs,
            writer,
            () -> {
              mark("rsync_finished");
              if (part != null) {
                part.synced();
              }
            },
            this::environment);
    taskset = found;
    processors =
        new ProcessorLog(stores.workers(), logKey, machine.gauges(), clock, machine.nanoTime());
    job = wishes.job();
    lines = writer;
    preparation =
        new Preparation(
            tasksetKey,
            programs,
            () -> {
              try {
                Path dir = settings.sources().prepare(request);
                mark("setup_finished");
                return dir;
              } finally {
                announcement.tell();
              }
            },
            machine.threads());
    if (killed) {
      kill();
    }
  }

  /** Null if its client wants no files back, or there are none to send. */
  private @Nullable CollectedPart collected(Taskset found) {
    CollectRequest request = stores.tasksets().collect(tasksetKey);
    Path tree = request.isNone() ? null : settings.sources().treeOf(found).orElse(null);
    return tree == null
        ? null
        : new CollectedPart(
            stores.collected(),
            found,
            settings.id(),
            request,
            settings.sources(),
            tree,
            Coverage.directory(slaveFile),
            clock,
            settings.keep());
  }

  /** Nothing of the taskset runs here any more, and the worker has not left it. */
  private void sendCollected(Duration limit) throws InterruptedException {
    CollectedPart part = collected;
    if (part != null) {
      part.send(limit, this::log);
    }
  }

  private void mark(String moment) {
    stores.workers().mark(logKey, moment, clock.instant());
  }

  /** What set-up and slaves get: the taskset's own variables, but nothing that we rely on. */
  private Map<String, String> environment(Map<String, String> variables) {
    Map<String, String> environment = new HashMap<>(variables);
    environment.putAll(settings.environment());
    String path = variables.get("PATH");
    if (path != null) {
      String ours = settings.environment().get("PATH");
      environment.put("PATH", ours == null ? path : firstOf(ours) + path);
    }
    environment.put("NUM_SLAVES", Integer.toString(settings.slaves()));
    environment.put("RRRSPEC_TASKSET_KEY", tasksetKey);
    environment.put("RRRSPEC_WORKING_DIR", settings.sources().workingDir().toString());
    environment.put("RRRSPEC_SLAVE_FILE", slaveFile.toString());
    return environment;
  }

  private static String firstOf(String path) {
    return path.substring(0, path.indexOf(':') + 1);
  }

  /** One look at the workspace or the slaves; true when the worker has left the taskset. */
  boolean step() throws InterruptedException {
    if (killed) {
      // Nobody is to hear of what was killed on purpose: this process ends.
      return false;
    }
    WorkerStore.Held held = stores.workers().held(workerKey);
    if (held == null || !tasksetKey.equals(held.taskset())) {
      abandon();
      return true;
    }
    TasksetStatus status = status();
    if (status.isFinal()) {
      over(status);
      return true;
    }
    if (held.leaves()) {
      return makeRoom();
    }
    try {
      return work();
    } catch (ServiceException e) {
      leave(e.getMessage(), false);
      return true;
    }
  }

  private TasksetStatus status() {
    return stores.tasksets().status(tasksetKey).orElse(TasksetStatus.CANCELLED);
  }

  private boolean work() throws InterruptedException {
    ProcessorLog watching = processors;
    if (watching != null) {
      watching.look();
    }
    Supervisor current = supervisor;
    if (current == null) {
      Preparation preparing = preparation;
      if (preparing == null) {
        begin();
        return preparation == null;
      }
      if (!preparing.isDone()) {
        return false;
      }
      current = supervisor(preparing.result());
    }
    String broken = current.step(places(current));
    machine.c2().look(current.processes());
    if (broken == null) {
      return false;
    }
    TasksetStatus status = status();
    if (status.isFinal()) {
      // They ended because there is nothing to do any more.
      over(status);
    } else {
      settings.sources().distrust(existing());
      announcement.tell();
      leave(broken, false);
    }
    return true;
  }

  /**
   * How many slaves are of use; a search for culprits takes several JVMs for one task, and so do
   * its parts.
   */
  private int places() {
    boolean one = settings.slaves() > 1 && isUndivided();
    return one && !stores.tasksets().isProbing(tasksetKey) ? 1 : settings.slaves();
  }

  /** Whether there is one task, and that in one piece. */
  private boolean isUndivided() {
    return existing().taskCount() == 1 && !stores.tasksets().isDivided(tasksetKey);
  }

  /** The same by now: with tasks that wait, more may be of use than there are processors. */
  private int places(Supervisor current) {
    FittingSlaves fit = fitting;
    return fit == null ? places() : fit.look(current);
  }

  /** Null if this worker is to run a certain number. */
  private @Nullable FittingSlaves fitting(Path dir, SetupWishes wishes) {
    boolean fits = settings.autoSlaves() && wishes.ours() && !isUndivided();
    if (!fits || !FittingSlaves.fit(existing(), dir)) {
      return null;
    }
    return new FittingSlaves(
        stores,
        workerKey,
        tasksetKey,
        settings.slaves(),
        machine.gauges(),
        machine.nanoTime(),
        line -> {
          log(line);
          stores.workers().tellSlaves(logKey, line);
        });
  }

  /**
   * Leaves as soon as nothing runs any more; whatever goes wrong until then is no reason of its
   * own.
   */
  private boolean makeRoom() throws InterruptedException {
    Supervisor current = supervisor;
    if (current != null && !current.letGo()) {
      return false;
    }
    endPreparation();
    sendCollected(SEND);
    log(MAKES_ROOM);
    left("", true);
    log.info("taskset {}: worker {} leaves: it {}", tasksetKey, workerKey, MAKES_ROOM);
    return true;
  }

  private Supervisor supervisor(Path dir) throws InterruptedException {
    closeLog();
    CollectedPart part = collected;
    if (part != null) {
      part.begin();
    }
    boolean stay = WarmSlaves.serve(existing());
    stores.workers().tellPlaces(workerKey, settings.slaves());
    new SlaveFile(
            settings.redis(),
            stores.keys().namespace(),
            workerKey,
            ProcessHandle.current().pid(),
            stay)
        .write(slaveFile);
    SetupWishes wishes = stores.tasksets().setupWishes(tasksetKey);
    Map<String, String> environment = environment(wishes.environment());
    if (!wishes.ours()) {
      rubyName.addTo(environment);
    }
    // First, since it asks Redis: what fails is done again from the beginning.
    fitting = fitting(dir, wishes);
    Supervisor fresh =
        new Supervisor(
            stores.slaves(),
            stores.slaveNumbers(),
            workerKey,
            existing(),
            new Supervisor.Place(
                dir, settings.slaves(), environment, settings.sources().mark(), wishes.ours()),
            launches(),
            settings.keep(),
            stay ? machine.with(warmStarter()) : machine);
    supervisor = fresh;
    preparation = null;
    workspace = dir;
    ClassArchives.make(dir);
    int places = places();
    log("starts " + places + (places == 1 ? " slave" : " slaves"));
    if (killed) {
      fresh.kill();
    }
    return fresh;
  }

  /** Null if a JVM may be started at any time, and all are started alike. */
  private @Nullable PlaceLaunches launches() {
    boolean several = stores.tasksets().hasLaunches(tasksetKey);
    return several || stores.tasksets().isolates(tasksetKey)
        ? new PlaceLaunches(stores.launches(), tasksetKey, workerKey, several, settings.slaves())
        : null;
  }

  private Machine.SlaveStarter warmStarter() {
    return warm.starter(environment(Map.of()), settings.sources().workingDir());
  }

  private Taskset existing() {
    Taskset found = taskset;
    if (found == null) {
      throw new IllegalStateException("not begun");
    }
    return found;
  }

  /** Waits until a slave ends, the workspace is ready or it is time to look again. */
  void await(Duration limit) throws InterruptedException {
    Duration atMost = limit.compareTo(LOOK_EVERY) < 0 ? limit : LOOK_EVERY;
    Supervisor current = supervisor;
    Preparation preparing = preparation;
    FittingSlaves fit = fitting;
    if (current != null) {
      current.await(fit == null || fit.every().compareTo(atMost) > 0 ? atMost : fit.every());
    } else if (preparing != null) {
      preparing.await(atMost);
    }
  }

  private void over(TasksetStatus status) throws InterruptedException {
    endPreparation();
    Supervisor current = supervisor;
    if (current != null) {
      if (fitting != null) {
        fitting.tell();
      }
      log("ends its slaves: the run " + ended(status));
      if (processors != null) {
        processors.finish();
      }
      current.endAll(status == TasksetStatus.CANCELLED ? SHORT_GOODBYE : GOODBYE);
      if (status == TasksetStatus.SUCCEEDED && job.result() != null && hasPassedHere()) {
        settings.sources().keepOutputs(existing(), this::log);
      }
      sendCollected(status == TasksetStatus.CANCELLED ? SHORT_SEND : SEND);
      Path dir = workspace;
      if (dir != null && status != TasksetStatus.CANCELLED) {
        ClassArchives.makeOfLibraries(dir);
      }
    }
    left("", true);
    log.info("taskset {}: worker {} leaves: it {}", tasksetKey, workerKey, ended(status));
  }

  /** Another worker may have done it while this one was cut off. */
  private boolean hasPassedHere() {
    List<String> trials =
        stores.tasksets().tasks(tasksetKey, 0, 1).stream()
            .flatMap(task -> task.trials().stream())
            .toList();
    return stores.trials().findOutlines(trials).stream()
        .anyMatch(
            trial ->
                trial.status() == TrialStatus.PASSED
                    && trial.slaveKey().startsWith(Keys.slave(workerKey, "")));
  }

  private static String ended(TasksetStatus status) {
    return (status == TasksetStatus.CANCELLED ? "was " : "has ") + status.text();
  }

  /** Leaves the taskset for a reason of this worker's. */
  private void leave(@Nullable String reason, boolean othersMayTry) throws InterruptedException {
    String why = reason == null ? "" : reason;
    drop(why);
    sendCollected(SEND);
    left(why, othersMayTry);
    log.warn("taskset {}: worker {} leaves: {}", tasksetKey, workerKey, firstLine(why));
  }

  private static String firstLine(String text) {
    return text.lines().findFirst().orElse("");
  }

  /** Leaves the taskset because the worker stops: it may come back, and others may do its work. */
  void stop() throws InterruptedException {
    drop(STOPS);
    sendCollected(SHORT_SEND);
    // Not as a reason against this worker: under the same name it is welcome again.
    left("", true);
    log.info("taskset {}: worker {} leaves: {}", tasksetKey, workerKey, STOPS);
  }

  /** Others have what this worker held, since it was cut off for too long: it lets go of it. */
  void abandon() throws InterruptedException {
    String sickness = stores.workers().sickness(workerKey);
    log.warn(
        "taskset {}: worker {} was {}: its slaves end",
        tasksetKey,
        workerKey,
        sickness == null ? "given up" : "taken off: " + sickness);
    drop(sickness == null ? "" : "its worker was taken off: " + sickness);
    CollectedPart part = collected;
    if (part != null) {
      part.giveUp();
    }
    if (status().isFinal()) {
      stores.workers().expireLog(logKey, settings.keep());
    }
    release();
    deleteSlaveFile();
  }

  private void drop(String reason) throws InterruptedException {
    endPreparation();
    Supervisor current = supervisor;
    if (current != null) {
      current.giveUp(reason.isEmpty() ? "its worker was given up" : reason);
      supervisor = null;
    }
    if (!reason.isEmpty()) {
      // The rest of it, what a program said last, stands there already.
      log(firstLine(reason));
    }
  }

  private void log(String line) {
    stores.workers().log(logKey, clock.instant(), line);
  }

  private void endPreparation() throws InterruptedException {
    Preparation preparing = preparation;
    if (preparing != null) {
      preparing.end();
      preparation = null;
    }
    closeLog();
  }

  private void closeLog() throws InterruptedException {
    WorkerLogWriter writer = lines;
    if (writer != null) {
      writer.close();
      lines = null;
    }
  }

  private void left(String reason, boolean othersMayTry) throws InterruptedException {
    release();
    stores.workers().leave(workerKey, tasksetKey, reason, othersMayTry, settings.keep());
    deleteSlaveFile();
  }

  /** Ends all processes at once, without a word to anybody. */
  void kill() {
    killed = true;
    Preparation preparing = preparation;
    if (preparing != null) {
      preparing.kill();
    }
    Supervisor current = supervisor;
    if (current != null) {
      current.kill();
    }
    CollectedPart part = collected;
    if (part != null) {
      part.kill();
    }
    deleteSlaveFile();
  }

  private void release() throws InterruptedException {
    Taskset of = taskset;
    if (of != null) {
      settings.sources().release(of);
    }
  }

  private void deleteSlaveFile() {
    try {
      Files.deleteIfExists(slaveFile);
    } catch (IOException e) {
      throw new ServiceException("cannot delete " + slaveFile + ": " + e.getMessage(), e);
    }
    rubyName.delete();
  }
}
