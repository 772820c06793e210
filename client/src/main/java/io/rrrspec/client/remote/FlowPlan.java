package io.rrrspec.client.remote;

import io.rrrspec.client.record.FlakyClasses;
import io.rrrspec.client.report.Detail;
import io.rrrspec.client.source.JobInputs;
import io.rrrspec.client.source.RunExtras;
import io.rrrspec.client.source.RunInputsDigest;
import io.rrrspec.client.source.TaskList;
import io.rrrspec.common.UsageException;
import io.rrrspec.common.config.ClientSettings;
import io.rrrspec.common.config.Settings;
import io.rrrspec.common.config.SettingsSources;
import io.rrrspec.common.config.SettingsTable;
import io.rrrspec.common.flow.FlowKeys;
import io.rrrspec.common.flow.FlowStep;
import io.rrrspec.common.flow.RunParts;
import io.rrrspec.common.flow.file.FileStep;
import io.rrrspec.common.flow.file.FlowFile;
import io.rrrspec.common.flow.file.RunLimits;
import io.rrrspec.common.flow.file.StepFiles;
import io.rrrspec.common.flow.file.StepWork;
import io.rrrspec.common.flow.file.StepWork.Shell;
import io.rrrspec.common.flow.file.When;
import io.rrrspec.common.model.JobArtifacts;
import io.rrrspec.common.model.Quarantine;
import io.rrrspec.common.model.Runner;
import io.rrrspec.common.model.Taskset;
import io.rrrspec.common.model.TasksetRequest;
import io.rrrspec.common.model.TasksetRequest.Extras;
import io.rrrspec.common.model.TasksetRequest.TaskRequest;
import io.rrrspec.common.model.TestId;
import io.rrrspec.common.model.TestSelection;
import io.rrrspec.common.store.GenerationStore;
import io.rrrspec.common.store.TasksetCopies;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Makes tasks of the steps of a file. Each run is created at once, so that what cannot be is said
 * before anything begins; the engine activates it when its turn comes.
 */
final class FlowPlan {
  /** After so long a step can begin no more. */
  private static final Duration RUNS_WAIT = Duration.ofDays(7);

  /** Of commands and requests that name none. */
  private static final Duration LIMIT = Duration.ofHours(1);

  /** Under this class of tasksets the durations of commands are remembered. */
  private static final String COMMANDS = "flow";

  private final FlowFile file;
  private final SettingsSources sources;
  private final String user;
  private final RunRequests requests;
  private final Path directory;
  private final Fleet fleet;
  private final InstantSource clock;
  private final FlowArtifacts artifacts;
  private final NewGenerations begun = new NewGenerations();
  private final boolean noCache;

  /** Of what is sent, read once, and only if some run has tests; null: it has none. */
  private @Nullable RunInputsDigest sent;

  private boolean sentIsRead;

  /**
   * Prepares.
   *
   * @param sources with the rsync_name of the flow
   * @param directory what is sent
   * @param noCache whether each step is run, also where a worker has its result
   */
  FlowPlan(
      FlowFile file,
      SettingsSources sources,
      String user,
      RunRequests requests,
      Path directory,
      Fleet fleet,
      InstantSource clock,
      boolean noCache) {
    GenerationStore generations = fleet.stores().generations();
    this.artifacts =
        new FlowArtifacts(
            () -> JobInputs.ofSent(directory, fleet.target()),
            noCache ? begun::of : generations::of);
    this.noCache = noCache;
    this.file = file;
    this.sources = sources;
    this.user = user;
    this.requests = requests;
    this.directory = directory;
    this.fleet = fleet;
    this.clock = clock;
  }

  /**
   * The whole flow.
   *
   * @param id which it gets
   */
  FlowStep root(String id) {
    return listed(file.steps())
        .withId(id)
        .with("title", file.name())
        .with("once", true)
        .with("user", user)
        .with("started_ms", clock.millis());
  }

  /**
   * To be called when the sources are sent.
   *
   * @throws UsageException if files from which results are named are not what they were
   */
  void requireUnchangedInputs() {
    artifacts.requireUnchanged();
  }

  /** To be called when nothing refuses the flow any more. */
  void beginGenerations() {
    begun.begin(fleet.stores().generations());
  }

  private FlowStep listed(List<FileStep> steps) {
    List<FlowStep> children = steps.stream().map(this::step).toList();
    return steps.stream().allMatch(step -> step.when() == When.SUCCEEDED)
        ? FlowStep.chain(children)
        : FlowStep.sequence(children);
  }

  private FlowStep step(FileStep step) {
    FlowStep made = work(step).with("title", step.name());
    return switch (step.when()) {
      case SUCCEEDED -> made;
      case ALWAYS -> made.when(FlowStep.When.ALWAYS);
      case FAILED -> made.when(FlowStep.When.FAILED);
    };
  }

  private FlowStep work(FileStep step) {
    StepWork work = step.work();
    if (work instanceof StepWork.Chain chain) {
      return listed(chain.steps());
    }
    if (work instanceof StepWork.Group group) {
      return FlowStep.group(group.steps().stream().map(this::step).toList());
    }
    if (work instanceof StepWork.Tests tests) {
      return tests(step, tests);
    }
    if (work instanceof StepWork.Flaky flaky) {
      return flaky(step, flaky);
    }
    if (work instanceof StepWork.Shell shell) {
      return command(step, shell.command(), Runner.COMMAND, shell, shell.limits());
    }
    StepWork.Http http = (StepWork.Http) work;
    return command(step, http.request(), Runner.HTTP, null, http.limits());
  }

  private Settings settings(RunLimits limits, @Nullable Integer maxWorkers) {
    return Settings.load(
        sources
            .with(SettingsTable.QUEUE, limits.queue())
            .with(SettingsTable.MAX_WORKERS, maxWorkers == null ? null : maxWorkers.toString()));
  }

  private FlowStep tests(FileStep step, StepWork.Tests tests) {
    Map<String, Object> more = new HashMap<>();
    Integer batch = tests.batch();
    if (batch != null) {
      more.put("batch", batch);
    }
    return classes(
        step, tests.patterns(), settings(tests.limits(), tests.maxWorkers()), tests.limits(), more);
  }

  private FlowStep flaky(FileStep step, StepWork.Flaky flaky) {
    Settings settings = settings(flaky.limits(), null);
    ClientSettings own = ClientSettings.forStart(settings);
    List<String> classes =
        FlakyClasses.of(settings, own.tasksetClass(), Duration.ofDays(flaky.days()));
    if (!classes.isEmpty()) {
      classes = stillThere(classes, settings, own);
    }
    if (classes.isEmpty()) {
      return FlowStep.iterator("runs", Map.of("run", "", "tasks", 0)).withTotal(0);
    }
    // A worker without a class would be missing in the run beside this one.
    int workers = Math.min(own.maxWorkers(), classes.size());
    return classes(
        step,
        classes,
        settings(flaky.limits(), workers),
        flaky.limits(),
        Map.of("times", flaky.times()));
  }

  /** Without those that the project has no more. */
  private List<String> stillThere(List<String> classes, Settings settings, ClientSettings own) {
    Set<String> all =
        requests.find(request(settings, List.of()), own, directory, null).names().stream()
            .map(spec -> TestId.parse(spec).withoutExecution())
            .collect(Collectors.toSet());
    return classes.stream().filter(all::contains).toList();
  }

  private FlowStep classes(
      FileStep step,
      List<String> patterns,
      Settings settings,
      RunLimits limits,
      Map<String, Object> more) {
    ClientSettings own = ClientSettings.forStart(settings);
    QueueChoice queue = QueueChoice.of(own, fleet.stores().queues().read().setup());
    StartRequest start = request(settings, patterns);
    TaskList tasks = requests.find(start, own, directory, null);
    TasksetRequest request =
        requests.request(
            start,
            own,
            tasks,
            FlowKeys.runsToldAt(fleet.keys()),
            digest(step, RunRequests.wishes(start, own, tasks, queue)),
            // Runs that measure how often tests fail mute none.
            more.containsKey("times")
                ? Quarantine.NONE
                : requests.quarantine(own, directory, fleet),
            queue,
            fleet);
    Map<String, Object> args = new HashMap<>(args(create(step, request), queue, limits));
    args.putAll(more);
    if (more.isEmpty()) {
      return FlowStep.task("taskset", args);
    }
    args.put("tasks", tasks.names().size());
    FlowStep iterator = FlowStep.iterator("runs", args);
    // Each run counts in the progress of the flow.
    return iterator.withTotal(RunParts.of(iterator.args().get(0)).count());
  }

  /** What equal runs have in common: as that of a run without a flow, unless the step has env. */
  private @Nullable String digest(FileStep step, List<String> wishes) {
    if (!sentIsRead) {
      sent = RunInputsDigest.ofSent(directory, fleet.target()).orElse(null);
      sentIsRead = true;
    }
    List<String> all = new ArrayList<>(wishes);
    Map<String, String> env = file.environment(step);
    if (!env.isEmpty()) {
      all.add(new TreeMap<>(env).toString());
    }
    return sent == null ? null : sent.with(all);
  }

  private StartRequest request(Settings settings, List<String> patterns) {
    return new StartRequest(
        settings,
        user,
        false,
        false,
        true,
        WantedReports.NONE,
        patterns,
        RunExtras.of("longest", false, false, null, false),
        TestSelection.ALL,
        null,
        Detail.USUAL);
  }

  private FlowStep command(
      FileStep step, String command, Runner runner, @Nullable Shell shell, RunLimits limits) {
    boolean inSources = shell != null && shell.sources();
    Settings settings = settings(limits, null);
    ClientSettings own = ClientSettings.forStart(settings);
    QueueChoice queue = QueueChoice.of(own, fleet.stores().queues().read().setup());
    Duration limit = Objects.requireNonNullElse(limits.timeout(), LIMIT);
    int seconds = (int) Math.max(1, limit.toSeconds());
    Extras extras =
        new Extras(Map.of(), false, false, null, inSources ? null : Taskset.NO_SOURCES)
            .withQueue(queue.name());
    if (shell != null && !shell.files().equals(StepFiles.NONE)) {
      JobArtifacts job = artifacts.of(step, shell, file.environment(step), queue.workerType());
      extras = extras.withJob(job, noCache);
    }
    boolean repeatable = !runner.equals(Runner.HTTP) || command.matches("(GET|HEAD) .*");
    TasksetRequest request =
        new TasksetRequest(
            own.rsyncName(),
            inSources ? "true" : "",
            own.slaveCommand(),
            queue.workerType(),
            1,
            1,
            COMMANDS,
            seconds,
            seconds,
            runner,
            user,
            FlowKeys.runsToldAt(fleet.keys()),
            List.of(new TaskRequest(command, null)),
            repeatable ? extras : extras.withOnce());
    return FlowStep.task("taskset", args(create(step, request), queue, limits));
  }

  private String create(FileStep step, TasksetRequest request) {
    Map<String, String> env = new HashMap<>(request.extras().env());
    env.putAll(file.environment(step));
    TasksetRequest whole = request.with(request.extras().withEnv(env));
    String key = fleet.stores().tasksets().create(whole, clock.instant());
    new TasksetCopies(fleet.stores().redis(), fleet.keys())
        .keep(key, whole.tasks().size(), RUNS_WAIT);
    return key;
  }

  private static Map<String, Object> args(String run, QueueChoice queue, RunLimits limits) {
    Map<String, Object> args = new HashMap<>();
    args.put("run", run);
    if (queue.name() != null) {
      args.put("queue", queue.name());
    }
    Duration timeout = limits.timeout();
    if (timeout != null) {
      args.put("limit_ms", timeout.toMillis());
    }
    args.put("attempts", limits.retries() + 1);
    return args;
  }
}
