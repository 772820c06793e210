package io.rrrspec.worker.slave;

import io.rrrspec.common.UsageException;
import io.rrrspec.common.files.PathGlob;
import io.rrrspec.common.model.Quarantine;
import io.rrrspec.common.model.Repetition;
import io.rrrspec.common.model.SetupWishes;
import io.rrrspec.common.model.Taskset;
import io.rrrspec.common.model.TasksetStatus;
import io.rrrspec.common.model.TestSelection;
import io.rrrspec.common.process.ChildProcess;
import io.rrrspec.common.process.HostName;
import io.rrrspec.common.redis.Keys;
import io.rrrspec.common.redis.Outage;
import io.rrrspec.common.redis.RedisConnection;
import io.rrrspec.common.service.ServerPresence;
import io.rrrspec.common.store.CommandFileStore;
import io.rrrspec.common.store.HttpExchangeStore;
import io.rrrspec.common.store.ServerStore;
import io.rrrspec.common.store.SlaveStore;
import io.rrrspec.common.store.TasksetStore;
import io.rrrspec.common.store.TrialStore;
import io.rrrspec.worker.slave.jvm.Coverage;
import io.rrrspec.worker.slave.jvm.HeapReserve;
import io.rrrspec.worker.slave.jvm.JvmEnd;
import io.rrrspec.worker.slave.jvm.ParentWatch;
import io.rrrspec.worker.slave.jvm.ProcessorClock;
import io.rrrspec.worker.slave.jvm.ShutdownWatch;
import io.rrrspec.worker.slave.jvm.SlaveExit;
import io.rrrspec.worker.slave.runner.CommandFiles;
import io.rrrspec.worker.slave.runner.CommandRunner;
import io.rrrspec.worker.slave.runner.CoveredRunner;
import io.rrrspec.worker.slave.runner.MeasuredRunner;
import io.rrrspec.worker.slave.runner.RepeatingRunner;
import io.rrrspec.worker.slave.runner.TaskRunner;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;
import org.slf4j.helpers.NOP_FallbackServiceProvider;

/** The main class of a slave JVM. */
public final class SlaveMain {
  /**
   * How long what a slave knows waits for a Redis that does not serve; trials of chaos shorten it.
   */
  private static final Duration PATIENCE =
      Duration.ofSeconds(Long.getLong("rrrspec.slave.retry", 600));

  /** Before it knows anything, ending early costs nothing, and its last words are seen. */
  private static final Duration PATIENCE_AT_START = Duration.ofMinutes(1);

  /** To a worker of another implementation a slave that ends with an error has crashed. */
  private static final Duration WAIT_FOR_SERVER = Duration.ofSeconds(30);

  /**
   * One for claims and results, one for the report of a time-out while the first may be busy, one
   * for the heartbeat of a slave that has to beat for itself.
   */
  private static final int CONNECTIONS = 3;

  private static final String SLF4J_VERBOSITY = "slf4j.internal.verbosity";
  private static final String SLF4J_PROVIDER = "slf4j.provider";

  /** What the project sets of these is for its own SLF4J; the last names a class of its own. */
  private static final List<String> SLF4J_PROPERTIES =
      List.of(SLF4J_VERBOSITY, "slf4j.internal.report.stream", SLF4J_PROVIDER);

  /** What has run the tests, and is not closed yet: it is when this JVM ends in order. */
  private static @Nullable TaskRunner last;

  private SlaveMain() {}

  public static void main(String[] args) {
    main(args, PATIENCE_AT_START, PATIENCE);
  }

  /** The same, with other limits of its retry. */
  static void main(String[] args, Duration atStart, Duration later) {
    JvmEnd.prepare();
    HeapReserve.hold();
    hideFromClassPath();
    quietLogging();
    try {
      SlaveOptions options = SlaveOptions.parse(args);
      OwningWorker owner = OwningWorker.of(options);
      end(owner, work(options, owner, new RedisRetry(atStart), new RedisRetry(later)));
    } catch (RuntimeException e) {
      // Nothing was claimed: whoever wrote the slave_command or the settings has to read this.
      e.printStackTrace();
      JvmEnd.now(SlaveExit.FAILURE);
    } catch (Throwable e) {
      JvmEnd.now(SlaveExit.BROKEN);
    }
  }

  /**
   * Runs it and ends this JVM, whatever comes: tests may have left threads that would keep it for
   * ever, or hooks that hang. Hooks run only if all went as it should. What is thrown here is no
   * test's doing, but for a heap that is full.
   */
  private static void end(OwningWorker owner, Supplier<SlaveExit> slave) {
    SlaveExit exit;
    String why = "";
    try {
      exit = slave.get();
    } catch (OutOfMemoryError e) {
      HeapReserve.release();
      exit = SlaveExit.OUT_OF_MEMORY;
      why = e + ", in the slave itself";
    } catch (UsageException e) {
      e.printStackTrace();
      exit = SlaveExit.FAILURE;
    } catch (Throwable e) {
      // This is the slave's log: its worker shows it to whoever asks why.
      e.printStackTrace();
      boolean away = Outage.isOfRedis(e) || Outage.isCauseOf(e);
      exit = away ? SlaveExit.CUT_OFF : SlaveExit.BROKEN;
      why = (away ? "Redis does not serve: " : "the slave itself failed: ") + e;
    }
    SlaveExit told = owner.vouched() ? exit : exit.forOtherMakes();
    TaskRunner ended = last;
    if (!why.isEmpty()) {
      JvmEnd.now(told, why);
    } else if (ended != null && exit.isOrderly() && told.words().isEmpty()) {
      JvmEnd.afterHooks(told, ended);
    } else {
      JvmEnd.now(told);
    }
  }

  /**
   * The whole work of a slave; a rehearsal does the same, so that an archive of classes has all of
   * it.
   *
   * @param first how to ask Redis before the first task, and {@code retry} afterwards
   */
  static Supplier<SlaveExit> work(
      SlaveOptions options, OwningWorker owner, RedisRetry first, RedisRetry retry) {
    return () -> run(options, owner, first, retry);
  }

  /**
   * As Surefire does: tests that start a JVM give it this class path, in which we have no place.
   */
  private static void hideFromClassPath() {
    String ofTests = System.getProperty("surefire.test.class.path");
    if (ofTests != null) {
      System.setProperty("java.class.path", ofTests);
    }
  }

  /**
   * The library for Redis logs by an SLF4J of our own, which has nobody to tell, and would say so
   * in the midst of what the tests say.
   */
  static void quietLogging() {
    Map<String, @Nullable String> before = new HashMap<>();
    for (String name : SLF4J_PROPERTIES) {
      before.put(name, System.getProperty(name));
      System.clearProperty(name);
    }
    System.setProperty(SLF4J_VERBOSITY, "ERROR");
    // Named, so that nothing is looked for in all jars of the tests.
    System.setProperty(SLF4J_PROVIDER, NOP_FallbackServiceProvider.class.getName());
    var unused = LoggerFactory.getILoggerFactory();
    System.clearProperty(SLF4J_VERBOSITY);
    System.clearProperty(SLF4J_PROVIDER);
    before.forEach(
        (name, value) -> {
          if (value != null) {
            System.setProperty(name, value);
          }
        });
  }

  private static SlaveExit run(
      SlaveOptions options, OwningWorker owner, RedisRetry first, RedisRetry retry) {
    ShutdownWatch.start();
    if (owner.workerPid() != 0) {
      ParentWatch.start(owner.workerPid());
    }
    try (RedisConnection redis =
        first.call(() -> RedisConnection.open(owner.redis(), CONNECTIONS))) {
      if (owner.warm()) {
        return new WarmTasksets(System.in, new FileOutputStream(FileDescriptor.out))
            .serve(next -> serve(next, options, owner, redis, first, retry));
      }
      String id = Long.toString(ChildProcess.ownGroup());
      Path file = options.slaveFile();
      // Nobody reads a note under a foreign worker.
      Consumer<TrialNote> note =
          file == null ? none -> {} : TrialNote.pen(TrialNote.of(file, id))::write;
      return serve(options.tasksetKey(), id, note, null, options, owner, redis, first, retry);
    }
  }

  private static SlaveExit serve(
      Handover next,
      SlaveOptions options,
      OwningWorker owner,
      RedisConnection redis,
      RedisRetry first,
      RedisRetry retry) {
    CommandRunner.Place place = new CommandRunner.Place(next.directory(), next.environment());
    try (TrialNote.Pen pen = TrialNote.pen(TrialNote.of(next.slaveFile(), next.slave()))) {
      return serve(
          next.taskset(), next.slave(), pen::write, place, options, owner, redis, first, retry);
    }
  }

  /**
   * Works for a taskset.
   *
   * @param id of the slave, beside other slaves of its worker
   * @param note is told what the slave does
   * @param place where commands run; null: here
   * @param first how to ask Redis before the first task, and {@code retry} afterwards
   */
  static SlaveExit serve(
      String tasksetKey,
      String id,
      Consumer<TrialNote> note,
      CommandRunner.@Nullable Place place,
      SlaveOptions options,
      OwningWorker owner,
      RedisConnection redis,
      RedisRetry first,
      RedisRetry retry) {
    String slaveKey = Keys.slave(owner.worker(), id);
    // Not by Stores, which would bring the stores of all other parts into the slave's jar.
    TasksetStore tasksets = new TasksetStore(redis, owner.keys());
    Taskset taskset =
        first
            .call(() -> tasksets.find(tasksetKey))
            .orElseThrow(() -> new UsageException("no taskset " + tasksetKey));
    SlaveStore slaves = new SlaveStore(redis);
    if (!owner.vouched()) {
      requireServer(new ServerStore(redis, owner.keys()), first);
      OwnHeartbeat.start(slaves, slaveKey, retry);
    }
    String launch = Runners.launch();
    String chosen = options.launch();
    if (chosen != null && !chosen.equals(launch)) {
      throw new UsageException(
          "this slave was started for the launch "
              + chosen
              + ", and its script is of "
              + (launch == null ? "none" : launch)
              + ": run rrrspec-java prepare again");
    }
    if (launch == null && first.call(() -> tasksets.hasLaunches(taskset.key()))) {
      throw new UsageException(
          "this run has several launches, and this slave was started for none: slave_command has to"
              + " heed RRRSPEC_LAUNCH, as rrrspec-java slave does");
    }
    OptionalLong life =
        first.call(
            () ->
                slaves.register(
                    slaveKey, taskset.key(), HostName.ofThisHost(), owner.vouched(), launch));
    if (life.isEmpty()) {
      // Another process may have had this id: what it held is not this one's.
      note.accept(new TrialNote(TrialNote.ENDS, List.of()));
      return refused(owner, first.call(() -> tasksets.status(taskset.key())));
    }
    TrialStore trials = new TrialStore(redis, owner.keys());
    trials.prepare();
    TestSelection selection = first.call(() -> tasksets.selection(taskset.key()));
    Quarantine quarantine = first.call(() -> tasksets.quarantine(taskset.key()));
    SetupWishes wishes = first.call(() -> tasksets.setupWishes(taskset.key()));
    SlaveLoop slave = new SlaveLoop(trials, taskset, slaveKey, life.getAsLong(), retry, note);
    if (Runners.oneClass()) {
      slave.endAfterOne();
    }
    TaskRunner runner =
        Runners.forTaskset(
            taskset,
            wishes.ours(),
            selection,
            quarantine,
            place,
            files(options, id, TasksetExchange.of(new CommandFileStore(redis), taskset, first)),
            PathGlob.all(wishes.job().outputs()),
            new WaitingCaller(new HttpExchangeStore(redis), taskset.key(), retry),
            slave::noteRunning,
            slave::reportTimeout);
    Repetition.Jvm repeat = first.call(() -> tasksets.repeat(taskset.key())).orElse(null);
    TaskRunner measured =
        new MeasuredRunner(
            covered(repeat == null ? runner : new RepeatingRunner(runner, repeat), options, launch),
            ProcessorClock.ofThisThread());
    SlaveExit exit = slave.work(measured);
    if (place != null) {
      // This JVM goes on.
      measured.close();
    } else {
      last = measured;
    }
    return exit;
  }

  /** By which commands get arguments; only a worker of ours has a place for them. */
  private static @Nullable CommandFiles files(
      SlaveOptions options, String id, @Nullable TasksetExchange exchange) {
    Path file = options.slaveFile();
    return file == null || exchange == null
        ? null
        : new CommandFiles(CommandFiles.directory(file, id), exchange);
  }

  private static TaskRunner covered(
      TaskRunner runner, SlaveOptions options, @Nullable String launch) {
    Path file = options.slaveFile();
    Coverage coverage = file == null ? null : Coverage.of(file, launch);
    return coverage == null ? runner : new CoveredRunner(runner, coverage);
  }

  /**
   * A worker of another implementation may be told by a server of that implementation, which cannot
   * save what this slave writes.
   */
  private static void requireServer(ServerStore servers, RedisRetry retry) {
    if (!retry.call(() -> ServerPresence.await(servers, WAIT_FOR_SERVER, () -> false))) {
      throw new UsageException(
          "no rrrspec-java server lives at this Redis: a server of Ruby rrrspec cannot save what"
              + " this slave writes");
    }
  }

  /** Under a foreign worker nobody but the settings says what its key is. */
  private static SlaveExit refused(OwningWorker owner, Optional<TasksetStatus> known) {
    TasksetStatus status = known.orElse(TasksetStatus.CANCELLED);
    if (!owner.vouched() && !status.isFinal()) {
      throw new UsageException(
          "no worker lives under "
              + owner.worker()
              + ": set worker_name to the name under which the worker of this host is known");
    }
    return SlaveExit.unannounced(status);
  }
}
