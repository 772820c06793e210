package io.rrrspec.worker.slave.junit;

import io.rrrspec.common.model.CaseResult;
import io.rrrspec.common.model.CaseResult.Outcome;
import io.rrrspec.common.model.Comparison;
import io.rrrspec.common.model.Quarantine;
import io.rrrspec.common.model.TestId;
import io.rrrspec.common.process.BoundedText;
import io.rrrspec.worker.slave.junit.TestName.Running;
import io.rrrspec.worker.slave.jvm.HeapHistory;
import io.rrrspec.worker.slave.jvm.HeapReserve;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.support.descriptor.ClassSource;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.TestPlan;

/**
 * Keeps what the tests of one trial came to, counted as Surefire counts. Tests may run in parallel;
 * what they came to so far may be read while they run.
 */
final class CaseRecorder implements TestExecutionListener {
  private static final int MAX_TEXT_PER_TRIAL = 2 * 1024 * 1024;
  private static final int MAX_MESSAGE_BEYOND = 256;
  private static final int MAX_MESSAGE_TOLD = 500;

  private final boolean skippedClassIsOne;
  private final HeapHistory heap;
  private final Consumer<List<CaseResult>> onRunning;
  private final Quarantine quarantine;
  private final TestId task;
  private final Map<String, Running> running = new LinkedHashMap<>();
  private final List<CaseResult> cases = new ArrayList<>();
  private final List<CaseResult> red = new ArrayList<>();
  private final List<String> skippedAfterMuted = new ArrayList<>();
  private final Set<String> classesOfMuted = new HashSet<>();
  private @Nullable TestPlan plan;
  private String ofRun = "";
  private int textLeft = MAX_TEXT_PER_TRIAL;
  private int casesBefore;
  private int passed;
  private int pending;
  private int failed;
  private boolean anythingSkipped;
  private boolean exhausted;
  private boolean testFailed;
  private boolean anythingMuted;
  private @Nullable String failureOutsideOfTests;

  /**
   * @param skippedClassIsOne whether a class that is skipped counts as one test, and not as many as
   *     stand in it
   * @param heap what is told of a failure for want of memory
   * @param onRunning gets what {@link #failRunning} would count, without a message, and what has
   *     failed before, whenever something begins or ends
   * @param quarantine the tests whose own failures are muted
   * @param task the class that was asked for
   */
  CaseRecorder(
      boolean skippedClassIsOne,
      HeapHistory heap,
      Consumer<List<CaseResult>> onRunning,
      Quarantine quarantine,
      TestId task) {
    this.skippedClassIsOne = skippedClassIsOne;
    this.heap = heap;
    this.onRunning = onRunning;
    this.quarantine = quarantine;
    this.task = task;
  }

  @Override
  public synchronized void testPlanExecutionStarted(TestPlan testPlan) {
    plan = testPlan;
  }

  @Override
  public synchronized void executionStarted(TestIdentifier id) {
    running.put(id.getUniqueId(), Running.start(id, parentOf(id)));
    tellRunning(id);
  }

  @Override
  public synchronized void executionSkipped(TestIdentifier id, String reason) {
    noteSkipped(id);
    if (isClass(id) && plan != null && !skippedClassIsOne) {
      // Surefire counts what stands directly below the class, be it a test or a parameterized
      // method, each as one; nested classes it leaves out.
      Running skipped = Running.start(id, parentOf(id));
      for (TestIdentifier child : plan.getChildren(id)) {
        if (!isClass(child)) {
          add(TestName.of(child, skipped, plan), Outcome.SKIPPED, 0, reason, null, null);
        }
      }
      anythingSkipped = true;
    } else {
      add(nameOf(id), Outcome.SKIPPED, 0, reason, null, null);
    }
  }

  @Override
  public void executionFinished(TestIdentifier id, TestExecutionResult result) {
    // Outside of the lock: it calls methods of the test's exception, which may hang, and the one
    // who
    // watches the time must still get at what is known.
    Throwable thrown = result.getThrowable().orElse(null);
    boolean spoils = thrown != null && Failure.isExhaustion(thrown);
    if (spoils) {
      HeapReserve.release();
    }
    boolean own = thrown != null && !spoils && !Failure.isOfItsClass(thrown);
    Failure plain = thrown == null ? null : Failure.of(thrown);
    Failure failure = plain != null && spoils ? plain.with(heap.tell()) : plain;
    synchronized (this) {
      exhausted |= spoils;
      switch (result.getStatus()) {
        case SUCCESSFUL -> {
          if (id.isTest() && !EmptySuite.is(id, typeOf(id))) {
            finish(id, Outcome.PASSED, null);
          }
        }
        case ABORTED -> {
          anythingSkipped = true;
          noteAborted(id, thrown);
          // Surefire's JUnit 4 provider counts an assumption that fails around the tests, too.
          if (id.isTest() || (skippedClassIsOne && isClass(id))) {
            finish(id, Outcome.SKIPPED, failure);
          }
        }
        case FAILED -> {
          Quarantine.Finding found = quarantined(id);
          if (found != null && found.muted() && own) {
            finish(id, Outcome.MUTED, failure, found.note());
            break;
          }
          testFailed |= id.isTest();
          if (!id.isTest() && failureOutsideOfTests == null) {
            failureOutsideOfTests =
                nameOf(id).className() + ": " + (failure == null ? "failed" : failure.line());
          }
          boolean assertion = thrown instanceof AssertionError;
          String note = found == null || found.muted() ? null : found.note();
          finish(id, assertion ? Outcome.FAILED : Outcome.ERROR, failure, note);
        }
      }
      running.remove(id.getUniqueId());
      tellRunning(id);
    }
  }

  /** It had begun, but for TestNG, which reports every test so that was skipped. */
  private void noteAborted(TestIdentifier id, @Nullable Throwable thrown) {
    boolean isSkip = id.getUniqueId().startsWith("[engine:testng]");
    if (isSkip && SkipCause.mayBeAnotherTest(id, typeAbove(id))
        || id.isTest()
            && classesOfMuted.contains(nameOf(id).className())
            && !isOfParameters(id)
            && SkipCause.mayBeAnotherTest(id, thrown)) {
      addSkipped(id);
    }
  }

  private void noteSkipped(TestIdentifier id) {
    if (SkipCause.mayBeAnotherTest(id, typeAbove(id))) {
      addSkipped(id);
    }
  }

  private void addSkipped(TestIdentifier id) {
    if (anythingMuted) {
      TestName name = nameOf(id);
      skippedAfterMuted.add(name.name().isEmpty() ? name.className() : name.name());
    }
  }

  /** Whether its class stands there several times, each with parameters of its own. */
  private boolean isOfParameters(TestIdentifier id) {
    TestPlan known = plan;
    TestIdentifier at = known == null ? null : known.getParent(id).orElse(null);
    while (at != null && known != null && !isClass(at)) {
      if (at.getSource().filter(MethodSource.class::isInstance).isEmpty()) {
        return true;
      }
      at = known.getParent(at).orElse(null);
    }
    return false;
  }

  private @Nullable Class<?> typeAbove(TestIdentifier id) {
    Running parent = parentOf(id);
    return parent == null ? null : parent.type();
  }

  /**
   * What is to be said of the failure of a test, or of a method that makes several; null if it is
   * in no quarantine, or something around tests: a class is never muted.
   */
  private Quarantine.@Nullable Finding quarantined(TestIdentifier id) {
    boolean ofMethod = id.getSource().filter(MethodSource.class::isInstance).isPresent();
    if (quarantine.isNone() || !(id.isTest() || ofMethod)) {
      return null;
    }
    return quarantine.find(task, nameOf(id).className(), namesInClass(id));
  }

  /**
   * The names of a test and of what makes it below its class: the method of an invocation or of a
   * dynamic test, the feature of an iteration. They are the engine's own, since a title may look
   * like the invocation of another method.
   */
  private Set<String> namesInClass(TestIdentifier id) {
    Set<String> names = new HashSet<>();
    TestPlan known = plan;
    TestIdentifier at = id;
    while (at != null && known != null && at.getParentId().isPresent() && !isClass(at)) {
      names.add(nameOf(at).name());
      if (at.getSource().orElse(null) instanceof MethodSource method) {
        names.add(method.getMethodName());
      }
      at = known.getParent(at).orElse(null);
    }
    return names;
  }

  /** After one began or ended. */
  private void tellRunning(TestIdentifier id) {
    if (id.getSource().isEmpty() && !id.isTest()) {
      return;
    }
    try {
      List<CaseResult> now = new ArrayList<>();
      for (Running victim : victims()) {
        TestName name = nameOf(victim.id());
        now.add(new CaseResult(name.className(), name.name(), Outcome.ERROR, 0, null, null, null));
      }
      now.addAll(red);
      onRunning.accept(now);
    } catch (OutOfMemoryError e) {
      // A test holds the heap: then nobody will know what ran, and the test is to go on.
      HeapReserve.release();
    }
  }

  /**
   * What is to blame if all ends now: the tests that run, and classes and methods in which nothing
   * smaller runs. In parallel that may be several.
   */
  private List<Running> victims() {
    // Plain loops: this is done four times for each test, before most of it is compiled.
    Set<String> parents = new HashSet<>();
    for (Running one : running.values()) {
      one.id().getParentId().ifPresent(parents::add);
    }
    List<Running> victims = new ArrayList<>();
    for (Running one : running.values()) {
      TestIdentifier id = one.id();
      if (!parents.contains(id.getUniqueId()) && (id.isTest() || id.getSource().isPresent())) {
        victims.add(one);
      }
    }
    return victims;
  }

  /** What the tests came to so far. */
  synchronized Tally tally() {
    return new Tally(
            List.copyOf(cases),
            passed,
            pending,
            failed,
            anythingSkipped,
            anythingMuted,
            testFailed,
            exhausted,
            failureOutsideOfTests)
        .judged(skippedAfterMuted);
  }

  /** Whether one of the tests so far ran out of memory, or of stack. */
  synchronized boolean exhausted() {
    return exhausted;
  }

  /**
   * Counts what is running as failed: the tests, and classes and methods in which nothing smaller
   * runs.
   *
   * @param why what became of them
   */
  synchronized void failRunning(String why) {
    for (Running victim : victims()) {
      add(nameOf(victim.id()), Outcome.ERROR, millisSince(victim), why, null, null);
    }
    running.clear();
  }

  /**
   * Begins another run of the platform within the trial.
   *
   * @param className the class whose tests it runs
   */
  synchronized void beginExecution(String className) {
    plan = null;
    ofRun = className;
    casesBefore = cases.size();
  }

  /** Whether the platform found anything to run since the last {@link #beginExecution}. */
  synchronized boolean foundTests() {
    return cases.size() > casesBefore || (plan != null && plan.containsTests());
  }

  private void finish(TestIdentifier id, Outcome outcome, @Nullable Failure failure) {
    finish(id, outcome, failure, null);
  }

  /**
   * Counts what has ended.
   *
   * @param note what is to be said of its quarantine, or null
   */
  private void finish(
      TestIdentifier id, Outcome outcome, @Nullable Failure failure, @Nullable String note) {
    Running started = running.get(id.getUniqueId());
    long millis = started == null ? 0 : millisSince(started);
    add(nameOf(id), outcome, millis, failure == null ? null : failure.message(), failure, note);
  }

  private void add(
      TestName name,
      Outcome outcome,
      long millis,
      @Nullable String message,
      @Nullable Failure failure,
      @Nullable String note) {
    switch (outcome) {
      case PASSED -> passed++;
      case SKIPPED -> {
        pending++;
        anythingSkipped = true;
      }
      case FAILED, ERROR -> failed++;
      case MUTED -> {
        // As RSpec has it: a pending example is one that runs, and may fail.
        pending++;
        anythingMuted = true;
        classesOfMuted.add(name.className());
      }
    }
    String bounded = message == null ? null : BoundedText.cut(message, Failure.MAX_MESSAGE);
    String trace = failure == null ? null : failure.trace();
    int length = length(bounded) + length(trace);
    if (textLeft < length) {
      bounded = bounded == null ? null : BoundedText.cut(bounded, MAX_MESSAGE_BEYOND);
      trace = trace == null ? null : "(left out: the traces of this trial are longer than 2 MB)";
    } else {
      textLeft -= length;
    }
    String type = failure == null ? null : failure.type();
    List<Comparison> comparisons = failure == null ? List.of() : failure.comparisons();
    int values = ComparedValues.length(comparisons);
    if (textLeft < values) {
      comparisons = List.of();
    } else {
      textLeft -= values;
    }
    cases.add(
        new CaseResult(
            name.className(),
            name.name(),
            outcome,
            millis,
            bounded,
            type,
            trace,
            comparisons,
            note));
    if (outcome == Outcome.FAILED || outcome == Outcome.ERROR) {
      String told = bounded == null ? "failed" : BoundedText.cut(bounded, MAX_MESSAGE_TOLD);
      red.add(new CaseResult(name.className(), name.name(), outcome, millis, told, type, null));
    }
  }

  private TestName nameOf(TestIdentifier id) {
    TestPlan known = plan;
    if (known == null) {
      throw new IllegalStateException("a test ended before its test plan began: " + id);
    }
    // An engine that fails as a whole has failed for the class that it was to run.
    return id.getParentId().isEmpty() && id.getSource().isEmpty()
        ? new TestName(ofRun, "")
        : TestName.of(id, parentOf(id), known);
  }

  private @Nullable Class<?> typeOf(TestIdentifier id) {
    Running started = running.get(id.getUniqueId());
    return started == null ? null : started.type();
  }

  private @Nullable Running parentOf(TestIdentifier id) {
    return id.getParentId().map(running::get).orElse(null);
  }

  private static boolean isClass(TestIdentifier id) {
    return id.isContainer() && id.getSource().filter(ClassSource.class::isInstance).isPresent();
  }

  private static long millisSince(Running started) {
    return Math.max(0, (System.nanoTime() - started.startNanos()) / 1_000_000);
  }

  private static int length(@Nullable String text) {
    return text == null ? 0 : text.length();
  }

  /**
   * What the tests came to.
   *
   * @param cases one by one, in the order in which they ended
   * @param passed how many passed
   * @param pending how many were skipped, or failed and are muted
   * @param failed how many failed, in a test or outside
   * @param anythingSkipped whether something was left out, be it without a case of its own
   * @param anythingMuted whether a test failed and is muted
   * @param testFailed whether a test failed, and not only what stands around the tests
   * @param exhausted whether one of them ran out of memory, or of stack
   * @param failureOutsideOfTests the first failure that no test has, in one line, or null
   */
  record Tally(
      List<CaseResult> cases,
      int passed,
      int pending,
      int failed,
      boolean anythingSkipped,
      boolean anythingMuted,
      boolean testFailed,
      boolean exhausted,
      @Nullable String failureOutsideOfTests) {
    /** The most tests that a note names. */
    private static final int MOST_NAMED = 3;

    /**
     * The same; with all failures counted if tests were skipped after one of them: nobody knows
     * whether these would have passed.
     */
    private Tally judged(List<String> skippedAfter) {
      if (skippedAfter.isEmpty()) {
        return this;
      }
      int count = skippedAfter.size();
      return unmuted(
          "not muted, since "
              + (count == 1 ? "1 test was" : count + " tests were")
              + " skipped after it: "
              + String.join(", ", skippedAfter.subList(0, Math.min(count, MOST_NAMED)))
              + (count > MOST_NAMED ? ", …" : ""));
    }

    /** The same with all failures counted: something else than a test may be to blame for them. */
    Tally unmuted() {
      return unmuted(null);
    }

    private Tally unmuted(@Nullable String note) {
      if (!anythingMuted) {
        return this;
      }
      int muted = 0;
      List<CaseResult> all = new ArrayList<>(cases.size());
      for (CaseResult test : cases) {
        muted += test.outcome() == Outcome.MUTED ? 1 : 0;
        all.add(test.outcome() == Outcome.MUTED ? asError(test, note) : test);
      }
      return new Tally(
          all,
          passed,
          pending - muted,
          failed + muted,
          anythingSkipped,
          false,
          true,
          exhausted,
          failureOutsideOfTests);
    }

    private static CaseResult asError(CaseResult muted, @Nullable String note) {
      return new CaseResult(
          muted.className(),
          muted.name(),
          Outcome.ERROR,
          muted.millis(),
          muted.message(),
          muted.type(),
          muted.trace(),
          muted.comparisons(),
          note);
    }
  }
}
