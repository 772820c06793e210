package io.rrrspec.client.local;

import static java.util.stream.Collectors.toSet;

import io.rrrspec.client.command.FromPast;
import io.rrrspec.client.command.Repeat;
import io.rrrspec.client.command.RunRequest;
import io.rrrspec.client.report.Detail;
import io.rrrspec.client.source.AffinityTasks;
import io.rrrspec.client.source.ApartTasks;
import io.rrrspec.client.source.BuildTrials;
import io.rrrspec.client.source.ChangedFiles;
import io.rrrspec.client.source.GatedTasks;
import io.rrrspec.client.source.IsolatedTasks;
import io.rrrspec.client.source.LaunchTasks;
import io.rrrspec.client.source.LongWaitingTask;
import io.rrrspec.client.source.ModuleRanking;
import io.rrrspec.client.source.NotSplit;
import io.rrrspec.client.source.OrderChoice;
import io.rrrspec.client.source.PreparedProject;
import io.rrrspec.client.source.ResourceTasks;
import io.rrrspec.client.source.SplitPlan;
import io.rrrspec.client.source.SplitTasks;
import io.rrrspec.client.source.TaskOrder;
import io.rrrspec.client.source.TaskPatterns;
import io.rrrspec.client.source.TestChoice;
import io.rrrspec.client.source.TestClass;
import io.rrrspec.client.source.WholeBuild;
import io.rrrspec.client.source.WholeClasses;
import io.rrrspec.common.UsageException;
import io.rrrspec.common.config.ClientSettings;
import io.rrrspec.common.config.SettingsTable;
import io.rrrspec.common.model.KnownAffinity;
import io.rrrspec.common.model.KnownParts;
import io.rrrspec.common.model.OrderDependent;
import io.rrrspec.common.model.PastTests;
import io.rrrspec.common.model.Repetition;
import io.rrrspec.common.model.ResourceLimit;
import io.rrrspec.common.model.RunWay;
import io.rrrspec.common.model.Runner;
import io.rrrspec.common.model.TasksetRequest;
import io.rrrspec.common.model.TasksetRequest.Extras;
import io.rrrspec.common.model.TasksetRequest.TaskRequest;
import io.rrrspec.common.model.TestSelection;
import io.rrrspec.common.model.TimeShare;
import io.rrrspec.common.store.CulpritStore;
import io.rrrspec.persister.record.database.Database;
import io.rrrspec.persister.record.history.ClassHistory;
import io.rrrspec.persister.record.history.JvmHistory;
import io.rrrspec.persister.record.history.RunCosts;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Makes the taskset of a run on one machine: which classes, in which order, with which limits. */
record LocalTaskset(
    RunRequest request,
    PreparedProject project,
    ModuleRanking ranking,
    @Nullable ChangedFiles changed,
    Database database,
    Function<String, Map<String, Duration>> estimates,
    Function<String, Map<String, KnownAffinity>> affinities,
    Consumer<String> warnings) {
  /** Seconds; a test that somebody debugs has no limit. */
  private static final int YEARS = 100_000_000;

  TasksetRequest request(String notifyList, List<TaskRequest> selected) {
    ClientSettings settings = ClientSettings.forRun(request.settings(), project.dir());
    String tasksetClass = tasksetClass();
    Repeat repeat = request.repeat();
    boolean noRetry = repeat != null || request.debugPort() != null || request.past() != null;
    Integer maxTrials = noRetry ? Integer.valueOf(1) : settings.maxTrials();
    List<TaskRequest> gated = GatedTasks.behindGates(project.project(), selected);
    List<String> names = selected.stream().map(TaskRequest::specFile).toList();
    BuildTrials trials = project.trials(names);
    List<TaskRequest> tried = maxTrials == null ? trials.apply(gated) : gated;
    List<TaskRequest> tasks = repeat == null ? tried : repeated(tried, repeat.times());
    TestSelection selection =
        choice()
            .selection(names)
            .withTags(request.tags().includeTags(), request.tags().excludeTags());
    return new TasksetRequest(
        "local",
        "",
        slaveCommand(),
        "",
        1,
        maxTrials == null ? trials.least() : maxTrials,
        tasksetClass,
        request.debugPort() == null ? settings.unknownSpecTimeoutSec() : YEARS,
        request.debugPort() == null ? settings.leastTimeoutSec() : YEARS,
        Runner.JUNIT,
        System.getProperty("user.name"),
        notifyList,
        tasks,
        repeat == null
            ? extras(settings, tasks, selection)
            : extras(settings, tasks, selection, repeat));
  }

  private Extras extras(ClientSettings settings, List<TaskRequest> tasks, TestSelection selection) {
    return Extras.NONE
        .withMaxRetriesTotal(settings.retryBudget(tasks.size()))
        .withSources(project.sources(selection))
        .withOrderDependent(
            request.past() instanceof FromPast.Replay
                ? OrderDependent.IGNORE
                : settings.orderDependent())
        .withFailFast(settings.failFast())
        .withResources(limits(settings, tasks))
        .withBroken(project.project().whyBroken())
        .withSelection(selection);
  }

  private static Map<String, ResourceLimit> limits(
      ClientSettings settings, List<TaskRequest> tasks) {
    Map<String, ResourceLimit> limits =
        new HashMap<>(ResourceTasks.limits(settings.resources(), tasks));
    limits.putAll(GatedTasks.limits(tasks));
    limits.putAll(IsolatedTasks.limits(tasks));
    return limits;
  }

  private Extras extras(
      ClientSettings settings, List<TaskRequest> tasks, TestSelection selection, Repeat repeat) {
    return extras(settings, tasks, selection)
        .withOrderDependent(OrderDependent.IGNORE)
        .withFailFast(repeat.untilFail() ? 1 : null)
        .withRepeat(repeat.jvm());
  }

  /** All classes a first time, then all a second time: the end may come after any run. */
  static List<TaskRequest> repeated(List<TaskRequest> once, int times) {
    return IntStream.rangeClosed(1, times)
        .boxed()
        .flatMap(
            number ->
                once.stream()
                    .map(
                        task ->
                            new TaskRequest(
                                    new Repetition(task.specFile(), number).task(), task.estimate())
                                .withLaunch(task.launch())
                                .withRank(task.rank())
                                .withRank(task.rank())
                                .withResources(task.resources())))
        .toList();
  }

  /** Two projects may lie in directories of one name: the build's own name tells them apart. */
  private String tasksetClass() {
    return or(request.settings().find(SettingsTable.TASKSET_CLASS), project.name());
  }

  /** What the patterns choose, without regard to {@code --failed} and {@code --changed}. */
  TestChoice choice() {
    return WholeBuild.choose(
        TestClass.of(project.project()),
        request.patterns(),
        project.dir(),
        project.project().whyBroken());
  }

  private static String or(@Nullable String text, String fallback) {
    return text == null || text.isEmpty() ? fallback : text;
  }

  /** The tasks in the order in which they are served; none if nothing of them has changed. */
  List<TaskRequest> tasks() {
    String tasksetClass = tasksetClass();
    PastJvm jvm = pastJvm();
    if (jvm != null) {
      Set<String> there = new HashSet<>(choice().tasks());
      List<String> again = jvm.tasks().stream().filter(there::contains).toList();
      if (again.isEmpty()) {
        throw new UsageException(
            "the project has none of the classes of that run any more: " + jvm.tasks());
      }
      return again.stream().map(task -> new TaskRequest(task, null)).toList();
    }
    List<TestClass> fitting = choice().classes();
    if (changed != null) {
      fitting = changed.select(fitting, project);
    }
    List<String> selected = fitting.stream().map(TestClass::task).toList();
    if (selected.isEmpty()) {
      return List.of();
    }
    if (request.failedOnly()) {
      selected = failedOf(selected, tasksetClass);
    }
    Map<String, Duration> known = new HashMap<>(project.surefireTimes());
    known.putAll(estimates.apply(tasksetClass));
    ClassHistory history = new ClassHistory(database);
    OrderChoice order = request.extras().order();
    List<TaskRequest> ordered =
        order.apply(
            TaskOrder.order(selected, known, project::size),
            project::surefireOrder,
            () -> history.failedLast(tasksetClass));
    TaskPatterns patterns = TaskPatterns.ofClasses(project.project(), project.dir());
    ResourceTasks limited =
        new ResourceTasks(request.settings().get(SettingsTable.RESOURCES), patterns, warnings);
    List<TaskRequest> isolated =
        IsolatedTasks.of(
            limited.of(ordered, order, 1),
            request.settings().get(SettingsTable.ISOLATED),
            patterns,
            warnings);
    List<TaskRequest> apart =
        ApartTasks.of(
            isolated,
            history.culprits(tasksetClass, Instant.now().minus(CulpritStore.LIFE)),
            order);
    return apart;
  }

  /**
   * What the run is going to do.
   *
   * @param chosen its tasks in their order
   * @param known how they may be divided, by the taskset_class
   * @param shares what they do with their time, by the taskset_class
   */
  PlannedRun planned(
      List<TaskRequest> chosen,
      PassedClasses passed,
      Function<String, Map<String, KnownParts>> known,
      Function<String, Map<String, TimeShare>> shares) {
    Map<String, TimeShare> times = shares.apply(tasksetClass());
    JvmChoice fastest = jvms(chosen, passed);
    if (!choosesItsWay(chosen)) {
      List<TaskRequest> ordered = waitingFirst(launched(chosen, fastest, times), times);
      return new PlannedRun(split(ordered, passed, known, times), fastest, PlainChoice.NO, null);
    }
    int processors = request.slaves().number();
    PlainChoice plain = plain(chosen, times);
    if (plain.plain()) {
      return new PlannedRun(
          launched(chosen, JvmChoice.NONE, times),
          JvmChoice.NONE,
          plain,
          new RunWay(RunWay.Kind.PLAIN, processors));
    }
    Map<String, TimeShare> ofRun = new HashMap<>(times);
    ofRun.keySet().retainAll(chosen.stream().map(TaskRequest::specFile).collect(toSet()));
    boolean measures = fastest.isMeasuring(ofRun);
    return new PlannedRun(
        split(waitingFirst(launched(chosen, fastest, times), times), passed, known, times),
        fastest,
        plain,
        new RunWay(measures ? RunWay.Kind.MEASURING : RunWay.Kind.FASTEST, processors));
  }

  /**
   * If there may be more slaves than processors, a long task that waits has one of its own from the
   * begin. What is run again keeps its order.
   */
  private List<TaskRequest> waitingFirst(List<TaskRequest> tasks, Map<String, TimeShare> shares) {
    boolean may =
        request.slaves().auto()
            && request.past() == null
            && request.extras().order().kind() == OrderChoice.Kind.LONGEST;
    return may ? LongWaitingTask.first(tasks, shares, request.slaves().number()) : tasks;
  }

  /** The same tasks in the launches in which they run, and with what they share in a JVM. */
  private List<TaskRequest> launched(
      List<TaskRequest> tasks, JvmChoice jvms, Map<String, TimeShare> shares) {
    List<TaskRequest> launched =
        jvms.withTests(LaunchTasks.of(tasks, project.project(), ranking, jvms.kinds()));
    // What is run again keeps its order.
    return request.past() != null
        ? launched
        : AffinityTasks.of(
            launched,
            affinities.apply(tasksetClass()),
            request.extras().order(),
            SplitTasks.plan(request.slaves(), tasks, shares).share());
  }

  /** With which class files they run, and have passed before. */
  PassedClasses passed(List<TaskRequest> tasks) {
    return request.isRecorded()
        ? PassedClasses.of(project, tasks, tasksetClass(), database)
        : PassedClasses.NONE;
  }

  /**
   * In which kinds of JVM they run. A repetition, and what somebody debugs, is as the project says.
   */
  private JvmChoice jvms(List<TaskRequest> tasks, PassedClasses passed) {
    boolean asIs = request.settings().get(SettingsTable.JVM).equals("as-is");
    if (asIs || !request.isRecorded()) {
      return JvmChoice.NONE;
    }
    List<String> specFiles = tasks.stream().map(TaskRequest::specFile).toList();
    JvmHistory history = new JvmHistory(database);
    Map<String, PastTests> tests = history.tests(tasksetClass());
    return JvmChoice.of(
            tasks,
            project.project(),
            spec -> passed.areAsTheyPassed(spec) && tests.containsKey(spec),
            affinities.apply(tasksetClass()),
            history.of(tasksetClass(), specFiles),
            System.getenv())
        .with(tests);
  }

  /** Whether nobody has said how this run, of a whole project, uses the machine. */
  private boolean choosesItsWay(List<TaskRequest> tasks) {
    return request.slaves().auto()
        && request.settings().get(SettingsTable.JVM).equals("auto")
        && request.settings().get(SettingsTable.SPLIT).equals("auto")
        && request.isRecorded()
        && request.patterns().isEmpty()
        && !request.failedOnly()
        && changed == null
        && request.extras().order().kind() == OrderChoice.Kind.LONGEST
        && !isPartial(tasks);
  }

  /** A plain run comes before one that measures kinds of JVM: that is done in the next one. */
  private PlainChoice plain(List<TaskRequest> tasks, Map<String, TimeShare> shares) {
    boolean may =
        request.settings().get(SettingsTable.PLAIN).equals("auto")
            && PlainChoice.mayMatter(tasks, shares);
    if (!may) {
      return PlainChoice.NO;
    }
    int processors = request.slaves().number();
    // A run of many more or fewer classes is no measure.
    int others = tasks.size() / 20;
    return PlainChoice.of(
        new RunCosts(database)
            .newest(
                tasksetClass(),
                processors,
                tasks.size() - others,
                tasks.size() + others,
                PlainChoice.RUNS),
        processors,
        PlainChoice.expected(tasks, processors));
  }

  /**
   * The same tasks, some of them in parts. A repetition, what somebody debugs and what runs some of
   * its tests alone is whole.
   *
   * @param known how they may be divided
   * @param shares what they do with their time
   */
  private List<TaskRequest> split(
      List<TaskRequest> tasks,
      PassedClasses passed,
      Function<String, Map<String, KnownParts>> known,
      Map<String, TimeShare> shares) {
    boolean off = request.settings().get(SettingsTable.SPLIT).equals("off");
    if (off || !request.isRecorded() || isPartial(tasks)) {
      return tasks;
    }
    Predicate<String> whole =
        WholeClasses.of(
            request.settings().get(SettingsTable.WHOLE),
            TaskPatterns.ofClasses(project.project(), project.dir()),
            warnings);
    String tasksetClass = tasksetClass();
    SplitTasks split = new SplitTasks(known.apply(tasksetClass), passed.now());
    SplitPlan plan = SplitTasks.plan(request.slaves(), tasks, shares);
    // What has changed runs whole once: its tests may have other names now.
    // What stands behind a gate is whole: its goals may end before all parts have run.
    List<TaskRequest> planned =
        split.of(
            GatedTasks.behindGates(project.project(), tasks),
            request.extras().order(),
            plan,
            spec -> passed.areAsTheyPassed(spec) && !whole.test(spec));
    boolean divides = request.extras().order().kind() == OrderChoice.Kind.LONGEST;
    if (divides) {
      NotSplit stayWhole = new NotSplit(split, plan, whole, passed::areAsTheyPassed);
      boolean all = request.detail() == Detail.ALL;
      (all ? stayWhole.lines(planned) : stayWhole.linesOfThisRun(planned)).forEach(warnings);
    }
    return planned;
  }

  private boolean isPartial(List<TaskRequest> tasks) {
    List<String> names = tasks.stream().map(TaskRequest::specFile).toList();
    return !choice()
        .selection(names)
        .withTags(request.tags().includeTags(), request.tags().excludeTags())
        .isAll();
  }

  /** What is run again; null if this is no such run. */
  @Nullable PastJvm pastJvm() {
    FromPast past = request.past();
    return past == null ? null : PastJvm.find(past, choice().tasks(), database, tasksetClass());
  }

  private List<String> failedOf(List<String> selected, String tasksetClass) {
    Set<String> failed = new ClassHistory(database).failedLast(tasksetClass);
    List<String> both = selected.stream().filter(failed::contains).toList();
    if (both.isEmpty() && !failed.isEmpty()) {
      throw new UsageException(
          "--failed: none of the classes that you ask for failed when it last ran on this machine, but "
              + failed.size()
              + (failed.size() == 1 ? " other" : " others")
              + " did: leave the pattern out");
    }
    if (both.isEmpty()) {
      throw new UsageException(
          "--failed: no class of "
              + tasksetClass
              + " failed when it last ran on this machine: leave --failed out");
    }
    return both;
  }

  private static String slaveCommand() {
    String home = System.getProperty("rrrspec.home");
    if (home == null) {
      throw new UsageException("rrrspec.home is not set: start with scripts/rrrspec-java");
    }
    return "exec " + quoted(Path.of(home, "bin", "rrrspec-java").toString()) + " slave";
  }

  private static String quoted(String word) {
    return "'" + word.replace("'", "'\\''") + "'";
  }
}
