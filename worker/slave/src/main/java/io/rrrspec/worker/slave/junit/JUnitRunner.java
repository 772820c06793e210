package io.rrrspec.worker.slave.junit;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.rrrspec.common.model.CaseResult;
import io.rrrspec.common.model.ClassPart;
import io.rrrspec.common.model.PartTimes;
import io.rrrspec.common.model.Quarantine;
import io.rrrspec.common.model.TestId;
import io.rrrspec.common.model.TestSelection;
import io.rrrspec.common.model.TimeLimits;
import io.rrrspec.common.model.TrialAffinity;
import io.rrrspec.common.model.TrialResult;
import io.rrrspec.common.model.TrialStatus;
import io.rrrspec.worker.slave.affinity.AffinityWatch;
import io.rrrspec.worker.slave.junit.CaseRecorder.Tally;
import io.rrrspec.worker.slave.junit.TestLauncher.Remark;
import io.rrrspec.worker.slave.jvm.Deadline;
import io.rrrspec.worker.slave.jvm.Deadline.Watch;
import io.rrrspec.worker.slave.jvm.HeapHistory;
import io.rrrspec.worker.slave.jvm.HeapReserve;
import io.rrrspec.worker.slave.jvm.JvmState;
import io.rrrspec.worker.slave.jvm.OutputCapture;
import io.rrrspec.worker.slave.jvm.OutputCapture.Captured;
import io.rrrspec.worker.slave.jvm.ThreadDump;
import io.rrrspec.worker.slave.runner.TaskRunner;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Runs one test class at a time with whatever engines of the JUnit Platform the project has, on the
 * calling thread.
 *
 * <p>A trial that ends by itself after its soft limit is a {@code timeout} if anything failed,
 * since the interrupt may be what failed it; if everything passed, that is true however long it
 * took.
 */
public final class JUnitRunner implements TaskRunner {
  /** Held so that the level set on it stays: the logging framework lets loggers go. */
  private static final Logger JUNIT_LOGGER = Logger.getLogger("org.junit");

  private final Executions executions;
  private final Quarantine quarantine;
  private final OutputCapture capture;
  private final Consumer<List<CaseResult>> onRunning;
  private final Consumer<TrialResult> onHardLimit;
  private final TestLauncher launcher;
  private final Deadline deadline = new Deadline();
  private final HeapHistory heap = new HeapHistory();
  private final AffinityWatch affinities = new AffinityWatch();
  private @Nullable JvmState lastState;
  private boolean reusable = true;

  /**
   * @param settings which of a class's tests run, of whatever class
   * @param capture the streams of this JVM
   * @param onHardLimit gets the result so far when a trial is over its hard limit, on a thread of
   *     its own; expected to report it and to end the JVM, whose test cannot be ended otherwise
   */
  public JUnitRunner(
      JUnitSettings settings, OutputCapture capture, Consumer<TrialResult> onHardLimit) {
    this(Executions.only(settings), MissingClass.WITHOUT_PROJECT, capture, onHardLimit);
  }

  /** Runs all tests that the executions leave. */
  public JUnitRunner(
      Executions executions,
      MissingClass missing,
      OutputCapture capture,
      Consumer<TrialResult> onHardLimit) {
    this(
        executions,
        missing,
        TestSelection.ALL,
        Quarantine.NONE,
        capture,
        running -> {},
        onHardLimit);
  }

  /**
   * Runs those of them that are selected.
   *
   * @param quarantine the tests whose own failures are muted
   * @param onRunning gets what has failed if this JVM ends now, whenever that is something else:
   *     what runs, without a message, and what has failed before; on the threads of the tests
   */
  public JUnitRunner(
      Executions executions,
      MissingClass missing,
      TestSelection selection,
      Quarantine quarantine,
      OutputCapture capture,
      Consumer<List<CaseResult>> onRunning,
      Consumer<TrialResult> onHardLimit) {
    this.executions = executions;
    this.quarantine = quarantine;
    this.capture = capture;
    this.onRunning = onRunning;
    this.onHardLimit = onHardLimit;
    this.launcher = new TestLauncher(executions, missing, selection);
    if (JUNIT_LOGGER.getLevel() == null) {
      // As Surefire does: the platform's notes about itself are no output of a test.
      JUNIT_LOGGER.setLevel(Level.WARNING);
    }
  }

  /** Runs a whole class. */
  public TrialResult run(String specFile, TimeLimits limits) {
    return run(specFile, null, limits);
  }

  /**
   * Runs a class, or a part of it.
   *
   * @param task the name of the task of the class, or of its part
   */
  @Override
  public TrialResult run(String task, @Nullable ClassPart part, TimeLimits limits) {
    String specFile = ClassPart.classTaskOf(task);
    Thread thread = Thread.currentThread();
    long begin = System.nanoTime();
    heap.begins(task);
    affinities.begins();
    JvmState before = JvmState.save(lastState);
    lastState = before;
    Captured output = capture.begin();
    CaseRecorder recorder =
        new CaseRecorder(skippedClassIsOne(), heap, onRunning, quarantine, TestId.parse(specFile));
    Trial trial = new Trial(output, recorder, before, heap);
    Watch watch =
        deadline.start(
            limits,
            () -> trial.dump = ThreadDump.take(thread),
            () -> onHardLimit.accept(trial.timeout(limits.hard())));
    boolean restored = false;
    try {
      Remark remark;
      try {
        remark = launcher.run(specFile, part, trial.recorder);
      } catch (Throwable escaped) {
        if (Failure.isExhaustion(escaped)) {
          // First, since all that follows needs memory.
          reusable = false;
          HeapReserve.release();
        }
        remark = new Remark(trial.escaped(escaped), null);
      }
      boolean inTime = watch.end();
      // Before anything else: neither the interrupt nor a SecurityManager must hit what comes next.
      reusable &= before.restore();
      restored = true;
      if (!inTime) {
        return trial.timeout(limits.hard());
      }
      TrialResult result = trial.result(remark, watch.softPassed() ? limits.soft() : null);
      result = shared(specFile, result).withPart(remark.part());
      boolean isLong = System.nanoTime() - begin >= PartTimes.SHORTEST_CLASS.toNanos();
      return part == null && isLong && reusable && isGood(result)
          ? result.withClassFiles(launcher.classFiles(specFile))
          : result;
    } finally {
      if (!restored) {
        reusable &= before.restore();
      }
      reusable &= capture.restoreStreams();
      capture.end();
      reusable &= !trial.recorder.exhausted() && !trial.threadRanOutOfMemory();
    }
  }

  private static boolean isGood(TrialResult result) {
    return result.status() == TrialStatus.PASSED || result.status() == TrialStatus.PENDING;
  }

  /** Adds what the class shared with others, unless this JVM has to end. */
  private TrialResult shared(String specFile, TrialResult result) {
    TrialAffinity shared =
        reusable
            ? affinities.ended(specFile, result.passed() + result.failed() > 0)
            : TrialAffinity.NONE;
    return shared.key() == null && shared.held().isEmpty() ? result : result.with(shared);
  }

  /** As all executions have one class path, all have one provider. */
  private boolean skippedClassIsOne() {
    return executions.all().get(0).junit().junit4Provider();
  }

  @Override
  public boolean reusable() {
    return reusable;
  }

  @Override
  public void close() {
    deadline.close();
    launcher.close();
  }

  /** One trial, whose result may be asked for by two threads. */
  private static final class Trial {
    private static final String THREAD_DIED = "java.lang.OutOfMemoryError";

    private final Captured output;
    private final CaseRecorder recorder;
    private final JvmState before;
    private final HeapHistory heap;
    private volatile String dump = "";
    private @Nullable TrialResult timeout;

    Trial(Captured output, CaseRecorder recorder, JvmState before, HeapHistory heap) {
      this.output = output;
      this.recorder = recorder;
      this.before = before;
      this.heap = heap;
    }

    /** Takes note of what came out of the platform itself, and says it in a line. */
    String escaped(Throwable thrown) {
      String line =
          Failure.of(deepestCause(thrown)).line()
              + (Failure.isExhaustion(thrown) ? heap.tell() : "");
      recorder.failRunning(line);
      // Not System.err, in whose place the test may have put something.
      byte[] trace = Failure.of(thrown).trace().getBytes(UTF_8);
      output.stderr().write(trace, 0, trace.length);
      return line;
    }

    /**
     * Whether a thread of the test died for want of memory. Only what it printed tells; that fails
     * no test, here as under Surefire.
     */
    boolean threadRanOutOfMemory() {
      return output.stderr().text().contains(THREAD_DIED);
    }

    TrialResult result(Remark remark, @Nullable Duration softLimit) {
      String reason = remark.error();
      Tally tally = recorder.tally();
      // The interrupt may have made it, so that it is not the test's own.
      boolean bad = reason != null || tally.failed() > 0 || tally.anythingMuted();
      if (bad && softLimit != null) {
        return of(
            TrialStatus.TIMEOUT,
            tally.unmuted(),
            "took longer than " + seconds(softLimit) + " and was interrupted" + memory());
      }
      String outside = reason != null ? reason : tally.failureOutsideOfTests();
      return of(status(tally, reason), tally, outside == null ? remark.note() : outside);
    }

    /** The result so far when the time was over; the first answer stays. */
    synchronized TrialResult timeout(Duration hardLimit) {
      if (timeout == null) {
        String why =
            "took longer than " + seconds(hardLimit) + " and could not be interrupted" + memory();
        recorder.failRunning(why);
        timeout = of(TrialStatus.TIMEOUT, recorder.tally().unmuted(), why);
      }
      return timeout;
    }

    /** Who waits for a thread that has died waits until the time is over. */
    private String memory() {
      return threadRanOutOfMemory()
          ? "; a thread had died of java.lang.OutOfMemoryError" + heap.tell()
          : "";
    }

    private static TrialStatus status(Tally tally, @Nullable String reason) {
      if (reason != null) {
        return TrialStatus.ERROR;
      }
      if (tally.failed() > 0) {
        return tally.testFailed() ? TrialStatus.FAILED : TrialStatus.ERROR;
      }
      return tally.anythingSkipped() || tally.anythingMuted()
          ? TrialStatus.PENDING
          : TrialStatus.PASSED;
    }

    private TrialResult of(TrialStatus status, Tally tally, @Nullable String reason) {
      return new TrialResult(
          status,
          output.stdout().text(),
          output.stderr().text() + dump,
          tally.passed(),
          tally.pending(),
          tally.failed(),
          tally.cases(),
          reason,
          before.threadsLeft());
    }

    private static Throwable deepestCause(Throwable thrown) {
      Throwable at = thrown;
      for (int depth = 0; depth < 50 && at.getCause() != null; depth++) {
        at = at.getCause();
      }
      return at;
    }

    private static String seconds(Duration limit) {
      return limit.toMillis() % 1000 == 0
          ? limit.toSeconds() + " s"
          : limit.toMillis() / 1000.0 + " s";
    }
  }
}
