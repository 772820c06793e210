package io.rrrspec.experiments.simulation;

import io.rrrspec.common.model.CaseResult;
import io.rrrspec.common.model.ClassPart;
import io.rrrspec.common.model.JvmKind;
import io.rrrspec.common.model.PartReport;
import io.rrrspec.common.model.TasksetStatus;
import io.rrrspec.common.model.TimeLimits;
import io.rrrspec.common.model.TrialAffinity;
import io.rrrspec.common.model.TrialResult;
import io.rrrspec.common.model.TrialStatus;
import io.rrrspec.common.redis.ProcessDeath;
import io.rrrspec.common.store.SlaveStore;
import io.rrrspec.common.store.TasksetStore;
import io.rrrspec.common.store.TrialStore;
import io.rrrspec.common.store.TrialStore.Claim;
import io.rrrspec.worker.agent.supervise.RunningSlave;
import io.rrrspec.worker.slave.RedisRetry;
import io.rrrspec.worker.slave.SlaveLoop;
import io.rrrspec.worker.slave.TrialNote;
import io.rrrspec.worker.slave.jvm.LastWords;
import io.rrrspec.worker.slave.jvm.SlaveExit;
import io.rrrspec.worker.slave.runner.TaskRunner;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** A slave process: the real slave, with tests that do what the simulation has decided. */
final class SimSlave implements RunningSlave, TaskRunner {
  private static final int KILLED = 137;

  /** Whatever fails is tried again by the next step. */
  private static final RedisRetry NONE = new RedisRetry(Duration.ofMillis(-1));

  private final World world;
  private final SimProcess process;
  private final String key;
  private final int number;
  private final String tasksetKey;
  private final @Nullable String launch;
  private final SlaveStore slaves;
  private final TrialStore trials;
  private final CompletableFuture<Integer> exit = new CompletableFuture<>();
  private final Repeated repeated;
  private @Nullable SlaveLoop slave;
  private boolean litter;
  private final Set<String> shares = new TreeSet<>();
  private TrialNote runs = TrialNote.NONE;
  private int code = KILLED;
  private String lastWords = "";

  SimSlave(
      World world,
      SimHost host,
      String key,
      int number,
      String tasksetKey,
      @Nullable String launch) {
    this.world = world;
    this.process = new SimProcess(key, host, Fault.SLAVE_DIES, false);
    this.key = key;
    this.number = number;
    this.tasksetKey = tasksetKey;
    this.launch = launch;
    this.slaves = new SlaveStore(world.redis());
    this.trials = new TrialStore(world.redis(), world.keys());
    process.onEnd(this::ended);
    world.truth().lives(key);
    this.repeated =
        new Repeated(world, process, "slave", world.chance().between(100, 800), this::step);
  }

  private long step() {
    SlaveLoop working = slave;
    if (working == null) {
      return begin();
    }
    if (working.told() instanceof Claim.Wait) {
      trials.awaitWake(tasksetKey, Duration.ZERO);
      world.waiting().remove(this);
    }
    SlaveExit end = working.step(this);
    if (end != null) {
      endsAs(end);
      return -1;
    }
    return untilNext(working);
  }

  private void endsAs(SlaveExit end) {
    code = end.code();
    lastWords = end.words().isEmpty() ? "" : LastWords.line(end.words());
    process.end();
  }

  private long begin() {
    var taskset = new TasksetStore(world.redis(), world.keys()).find(tasksetKey).orElse(null);
    if (taskset == null) {
      // Redis has lost it: "no taskset".
      endsAs(SlaveExit.FAILURE);
      return -1;
    }
    OptionalLong life = slaves.register(key, tasksetKey, process.host().name(), true, launch);
    if (life.isEmpty()) {
      runs = new TrialNote(TrialNote.ENDS, List.of());
      TasksetStatus status =
          new TasksetStore(world.redis(), world.keys())
              .status(tasksetKey)
              .orElse(TasksetStatus.CANCELLED);
      endsAs(SlaveExit.unannounced(status));
      return -1;
    }
    slave = new SlaveLoop(trials, taskset, key, life.getAsLong(), NONE, note -> runs = note);
    return world.chance().upTo(10);
  }

  private long untilNext(SlaveLoop working) {
    Claim told = working.told();
    if (told instanceof Claim.Wait wait) {
      world.waiting().add(this);
      Duration most = wait.atMost();
      return most == null ? world.chance().between(5_000, 10_000) : most.toMillis();
    }
    if (told instanceof Claim.Pause pause) {
      return pause.time().toMillis();
    }
    if (told instanceof Claim.Run run && !working.isToReport()) {
      return switch (world.truth().outcome(run.specFile())) {
        case IS_SLOW -> world.chance().between(6_000, 14_000);
        // The limits of a task without an estimate.
        case HANGS -> 25_000;
        case HANGS_BADLY -> -1;
        default -> world.chance().between(1, 3_000);
      };
    }
    return world.chance().upTo(5);
  }

  @Override
  public TrialResult run(String specFile, @Nullable ClassPart part, TimeLimits limits) {
    String trial = holds();
    Outcome outcome = world.truth().outcome(specFile);
    int times = world.truth().run(specFile);
    if (outcome == Outcome.KILLS_ITS_SLAVE || (outcome == Outcome.KILLS_ONCE && times == 0)) {
      throw new ProcessDeath("a test");
    }
    boolean forSpeed = launch != null && JvmKind.ofLaunch(launch) != JvmKind.AS_IS;
    String ofClass = ClassPart.classTaskOf(specFile);
    PartReport report = part == null ? null : report(ofClass, part);
    TrialStatus status =
        report != null && report.refused() != null
            ? TrialStatus.ERROR
            : outcome.status(times, litter, process.host().isUntidyBeside(process), forSpeed);
    if (outcome == Outcome.LITTERS) {
      litter = true;
      process.host().litteredBy(process);
    }
    world.truth().ended(trial, status);
    boolean failed = status == TrialStatus.FAILED;
    // A failure that names its test may be looked at again.
    CaseResult test =
        new CaseResult(ofClass, "test", CaseResult.Outcome.FAILED, 1, null, null, null);
    CaseResult passed =
        new CaseResult(ofClass, "test", CaseResult.Outcome.PASSED, 1, null, null, null);
    TrialResult result =
        new TrialResult(
                status,
                "",
                "",
                1,
                0,
                status.equals(TrialStatus.PASSED) ? 0 : 1,
                List.of(failed ? test : passed),
                null,
                0)
            .with(shared(specFile))
            .withPart(report);
    if (outcome == Outcome.HANGS) {
      hardLimit(result);
    }
    return result;
  }

  /** Each part has one test; some classes cannot be divided, and some are odd. */
  private static PartReport report(String specFile, ClassPart part) {
    PartReport good = new PartReport(part.count(), "0".repeat(PartReport.DIGEST), 1, 1, null);
    return switch (Math.floorMod(specFile.hashCode(), 7)) {
      case 0 -> PartReport.refused("ordered methods");
      case 1 ->
          part.number() == 1
              ? new PartReport(part.count(), "1".repeat(PartReport.DIGEST), 1, 1, null)
              : good;
      case 2 ->
          part.rest()
              ? new PartReport(part.count(), "0".repeat(PartReport.DIGEST), 1, 0, null)
              : good;
      default -> good;
    };
  }

  /** Some tasks share something, and some throw it away. */
  private TrialAffinity shared(String specFile) {
    int kind = Math.floorMod(specFile.hashCode(), 6);
    if (kind == 0) {
      return new TrialAffinity(null, false, List.copyOf(shares));
    }
    String key = "key " + (1 + kind % 3);
    boolean made = shares.add(key);
    if (kind == 5) {
      shares.clear();
      return TrialAffinity.NONE;
    }
    return new TrialAffinity(key, made, List.copyOf(shares));
  }

  /** As the one who watches the time does, while the test still runs. */
  private void hardLimit(TrialResult result) {
    SlaveLoop working = slave;
    if (working != null) {
      try {
        working.reportTimeout(result);
      } catch (RuntimeException e) {
        // It would try for longer; its exit code says the same.
        world.history().note(key, key + " cannot report its time-out");
      }
    }
    code = SlaveExit.TIMEOUT.code();
    throw new ProcessDeath("its hard limit");
  }

  /** The trial that it knows it holds, or "". */
  String holds() {
    SlaveLoop working = slave;
    return working != null && working.told() instanceof Claim.Run run ? run.trial() : "";
  }

  String tasksetKey() {
    return tasksetKey;
  }

  /** There is a token for one that waits. */
  void wake() {
    repeated.wake();
  }

  SimProcess process() {
    return process;
  }

  /** It dies of itself, as by kill -9. */
  void crash() {
    process.end();
  }

  private void ended() {
    world.waiting().remove(this);
    if (code == KILLED) {
      world.truth().crashed(key);
    } else {
      world.truth().gone(key);
    }
    world.history().note(key, key + " has ended with " + code);
    exit.complete(code);
  }

  @Override
  public boolean reusable() {
    return true;
  }

  @Override
  public void close() {}

  @Override
  public String key() {
    return key;
  }

  @Override
  public int number() {
    return number;
  }

  @Override
  public boolean isAlive() {
    return !process.isDead();
  }

  @Override
  public CompletableFuture<Integer> onExit() {
    return exit;
  }

  @Override
  public int exitCode() {
    return exit.join();
  }

  @Override
  public boolean awaitExit(Duration limit) {
    // Nothing else happens while somebody waits here.
    return process.isDead();
  }

  @Override
  public void kill() {
    if (!process.isDead()) {
      // Whoever does this says what becomes of the trial.
      code = SlaveExit.FAILURE.code();
      process.end();
    }
  }

  @Override
  public TrialNote runs() {
    return runs;
  }

  @Override
  public void forget() {}

  @Override
  public String log() {
    return "";
  }

  @Override
  public String lastOutput() {
    return lastWords;
  }
}
