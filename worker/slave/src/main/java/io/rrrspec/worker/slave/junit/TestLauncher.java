package io.rrrspec.worker.slave.junit;

import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import io.rrrspec.common.UsageException;
import io.rrrspec.common.model.ClassPart;
import io.rrrspec.common.model.PartReport;
import io.rrrspec.common.model.TaskSplit;
import io.rrrspec.common.model.TestId;
import io.rrrspec.common.model.TestSelection;
import io.rrrspec.common.model.TrialResult;
import io.rrrspec.common.project.TestProvider;
import java.lang.reflect.Method;
import java.util.HashSet;
import java.util.List;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.junit.platform.engine.DiscoverySelector;
import org.junit.platform.engine.TestEngine;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.launcher.Launcher;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.LauncherSession;
import org.junit.platform.launcher.TestPlan;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/**
 * The project's own JUnit Platform, in one session for the life of the JVM: to find the engines and
 * their extensions costs far more than to run a class.
 */
final class TestLauncher implements AutoCloseable {
  private static final String NO_TEST = "it has no test";
  private static final String FILTERED = "its filters leave no test";

  private final Executions executions;
  private final MissingClass missing;
  private final TestSelection selection;
  private final SelectedTests everyTest = new SelectedTests(TestSelection.ALL, "");
  private final Set<String> withTests = new HashSet<>();
  private final ConfigurationFile file = new ConfigurationFile();
  private final OwnClassFiles classFiles = new OwnClassFiles();
  private @Nullable LauncherSession session;

  TestLauncher(Executions executions, MissingClass missing, TestSelection selection) {
    this.executions = executions;
    this.missing = missing;
    this.selection = selection;
  }

  /**
   * What is to be said about a trial that no test says.
   *
   * @param error why it is an error, in one line, or null
   * @param note why there is no test in it, in one line, or null
   * @param part what is to be said of the split, if it was of a part of a class; else null
   */
  record Remark(@Nullable String error, @Nullable String note, @Nullable PartReport part) {
    static final Remark NONE = new Remark(null, null);

    Remark(@Nullable String error, @Nullable String note) {
      this(error, note, null);
    }

    /** Of a part; it is red if its class cannot be split, so that nobody takes it for done. */
    Remark with(PartReport report) {
      String refused = report.refused();
      return new Remark(
          refused == null || error != null ? error : PartReport.REFUSED + refused, note, report);
    }
  }

  /**
   * Runs the tests of a class, under each execution that the task stands for.
   *
   * @param specFile the name of the task of the class
   * @param part which part of the class to run; null for all of it
   */
  Remark run(String specFile, @Nullable ClassPart part, CaseRecorder recorder) throws Throwable {
    TestId id = TestId.parse(specFile);
    List<String> candidates = id.classNames();
    Class<?> type = find(candidates);
    if (type == null) {
      return new Remark(missing.reason(candidates.get(0)), null);
    }
    List<ExecutionSettings> under;
    try {
      under = executions.of(id, type.getName());
    } catch (UsageException e) {
      return new Remark(e.getMessage(), null);
    }
    if (part != null && under.size() > 1) {
      return Remark.NONE.with(PartReport.refused("several executions run it"));
    }
    Remark empty = Remark.NONE;
    PartReport ofPart = null;
    boolean anyTest = false;
    SelectedTests selected = selection.isAll() ? everyTest : new SelectedTests(selection, specFile);
    for (ExecutionSettings execution : under) {
      Method leftOut = ConfigurationMethods.leftOut(type, execution.junit());
      if (leftOut != null) {
        return new Remark(
            "TestNG would not call "
                + leftOut.getName()
                + ", which is in none of the groups of the run, and its engine does: put it into"
                + " one of them, or set its alwaysRun",
            null);
      }
      recorder.beginExecution(type.getName());
      LauncherDiscoveryRequestBuilder request = builder(execution.junit(), selectClass(type));
      if (!selection.isAll()) {
        // Behind the build's own filters: a pattern fits only what these leave.
        request.filters(selected.filter(execution.junit().groupSyntax()));
      }
      if (part == null) {
        launcher().execute(file.during(request::build), recorder);
      } else {
        ofPart = run(part, type, request, recorder);
        if (ofPart.refused() != null) {
          return Remark.NONE.with(ofPart);
        }
      }
      Remark remark = recorder.foundTests() ? Remark.NONE : withoutTests(type, execution, selected);
      if (remark.error() != null) {
        return remark;
      }
      anyTest |= recorder.foundTests();
      empty = remark.note() == null ? empty : remark;
    }
    Remark remark = anyTest ? new Remark(null, selected.nothingFor()) : empty;
    return ofPart == null ? remark : remark.with(ofPart);
  }

  /**
   * Runs a part of a class, unless the class cannot be split.
   *
   * @param request for the whole class, with all filters of the build and of the run
   */
  private PartReport run(
      ClassPart part,
      Class<?> type,
      LauncherDiscoveryRequestBuilder request,
      CaseRecorder recorder) {
    String recorded = part.classFiles();
    if (recorded != null && !recorded.equals(classFiles.digest(type))) {
      return PartReport.refused(TaskSplit.OTHER_FILES);
    }
    String refusal = SplitRefusals.of(type);
    if (refusal != null) {
      return PartReport.refused(refusal);
    }
    PartLeaves leaves = new PartLeaves(part, type.getName());
    LauncherDiscoveryRequest built = file.during(request.filters(leaves.filter())::build);
    TestPlan plan = launcher().discover(built);
    refusal = leaves.refusal(built.getConfigurationParameters()::get);
    if (refusal != null) {
      return leaves.report(0).withRefused(refusal);
    }
    PartWatch watch = new PartWatch(leaves, type.getName());
    launcher().execute(plan, recorder, watch);
    return watch.report(recorder.tally());
  }

  /**
   * The digest of the class files of a class; null if nobody knows them, or if this run leaves out
   * some of its tests.
   *
   * @param specFile the name of its task
   */
  @Nullable String classFiles(String specFile) {
    Class<?> type = selection.isAll() ? find(TestId.parse(specFile).classNames()) : null;
    return type == null ? null : classFiles.digest(type);
  }

  @Override
  public void close() {
    if (session != null) {
      session.close();
    }
  }

  private Launcher launcher() {
    if (session == null) {
      session = LauncherFactory.openSession();
    }
    return session.getLauncher();
  }

  /**
   * Tells a class whose tests are filtered out from one whose tests nobody runs. As Surefire passes
   * over the latter without a word, it is no error, but it is said.
   */
  private Remark withoutTests(Class<?> type, ExecutionSettings execution, SelectedTests selected) {
    if (execution.failIfNoTests() && !hasTests(execution)) {
      return new Remark(
          "failIfNoTests is set, and the filters of " + execution.id() + " leave no test at all",
          null);
    }
    if (!selection.isAll() && hasTests(type, execution.junit())) {
      return new Remark(null, selected.nothing());
    }
    if (execution.junit().filters() && hasTests(type, execution.junit().withoutFilters())) {
      return new Remark(null, FILTERED);
    }
    TestProvider provider = execution.junit().provider();
    TestStyle style = TestClassCheck.styleOf(type, provider);
    if (style == null) {
      return new Remark(null, NO_TEST);
    }
    Set<String> engines = engines();
    if (style.findsAll(engines)) {
      return new Remark(null, NO_TEST);
    }
    String why = style.whyNot(engines);
    if (style.isRunBy(provider)) {
      return new Remark("Surefire would run it, and here " + why, null);
    }
    return execution.failIfEngineMissing()
        ? new Remark(why + " (missing_engine: fail)", null)
        : new Remark(null, TrialResult.NOT_RUN + why);
  }

  /** The ids of the engines on the class path, as the platform finds them. */
  private static Set<String> engines() {
    Set<String> ids = new TreeSet<>();
    ServiceLoader.load(TestEngine.class).forEach(engine -> ids.add(engine.getId()));
    return ids;
  }

  private boolean hasTests(Class<?> type, JUnitSettings settings) {
    try {
      return launcher().discover(request(settings, selectClass(type))).containsTests();
    } catch (RuntimeException e) {
      // An engine that the build does not use cannot read the class.
      return true;
    }
  }

  /** Whether any class of an execution has a test that its filters leave; looked up once. */
  private boolean hasTests(ExecutionSettings execution) {
    if (!withTests.contains(execution.id())) {
      DiscoverySelector[] all =
          execution.classes().stream()
              .map(DiscoverySelectors::selectClass)
              .toArray(DiscoverySelector[]::new);
      if (!launcher().discover(request(execution.junit(), all)).containsTests()) {
        return false;
      }
      withTests.add(execution.id());
    }
    return true;
  }

  private LauncherDiscoveryRequest request(JUnitSettings settings, DiscoverySelector... selectors) {
    return file.during(builder(settings, selectors)::build);
  }

  private static LauncherDiscoveryRequestBuilder builder(
      JUnitSettings settings, DiscoverySelector... selectors) {
    return LauncherDiscoveryRequestBuilder.request()
        .selectors(selectors)
        .filters(TestFilters.of(settings))
        .configurationParameters(settings.configurationParameters());
  }

  private static @Nullable Class<?> find(List<String> candidates) {
    ClassLoader loader = Thread.currentThread().getContextClassLoader();
    for (String name : candidates) {
      try {
        // Without its static initializers: a failure of those belongs to its tests.
        return Class.forName(name, false, loader);
      } catch (ClassNotFoundException e) {
        // Then perhaps the next one.
      }
    }
    return null;
  }
}
