package io.rrrspec.client.remote;

import io.rrrspec.client.quarantine.QuarantineFile;
import io.rrrspec.client.quarantine.RunQuarantine;
import io.rrrspec.client.record.PastRuns;
import io.rrrspec.client.report.Detail;
import io.rrrspec.client.report.progress.Console;
import io.rrrspec.client.source.AffinityTasks;
import io.rrrspec.client.source.ApartTasks;
import io.rrrspec.client.source.ChangedFiles;
import io.rrrspec.client.source.IsolatedTasks;
import io.rrrspec.client.source.ModuleOrder;
import io.rrrspec.client.source.NotSplit;
import io.rrrspec.client.source.OrderChoice;
import io.rrrspec.client.source.Preparer;
import io.rrrspec.client.source.ResourceTasks;
import io.rrrspec.client.source.SplitPlan;
import io.rrrspec.client.source.SplitTasks;
import io.rrrspec.client.source.TaskDiscovery;
import io.rrrspec.client.source.TaskList;
import io.rrrspec.client.source.WholeClasses;
import io.rrrspec.common.config.BuildArguments;
import io.rrrspec.common.config.ClientSettings;
import io.rrrspec.common.config.PrepareSettings;
import io.rrrspec.common.config.SettingsTable;
import io.rrrspec.common.jdk.Jdks;
import io.rrrspec.common.model.Quarantine;
import io.rrrspec.common.model.ResourceLimit;
import io.rrrspec.common.model.TasksetRequest;
import io.rrrspec.common.model.TasksetRequest.TaskRequest;
import io.rrrspec.common.model.TestSelection;
import java.nio.file.Path;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Makes requests of runs: which tasks, in which order, and how they are carried out. */
final class RunRequests {
  private final Preparer preparer;
  private final Console console;
  private final InstantSource clock = InstantSource.system();

  RunRequests(Preparer preparer, Console console) {
    this.preparer = preparer;
    this.console = console;
  }

  /** The tasks that a request means. */
  TaskList find(
      StartRequest request, ClientSettings settings, Path sources, @Nullable ChangedFiles changed) {
    return new TaskDiscovery(
            sources,
            preparer,
            hereOf(PrepareSettings.of(request.settings())),
            ModuleOrder.of(request.settings()),
            console::say)
        .find(settings.runner(), settings.specFiles(), request.patterns(), changed);
  }

  /** No test runs on this machine, so it need not have the JDK of the tests. */
  private static PrepareSettings hereOf(PrepareSettings settings) {
    Integer jdk = settings.jdk();
    return jdk == null || Jdks.here(settings.jdks()).has(jdk)
        ? settings
        : settings.withJdkOfBuild();
  }

  /** What the tests need besides the JDK of the workers' Maven. */
  private static Set<Integer> jdks(StartRequest request, TaskList tasks) {
    Set<Integer> jdks = new TreeSet<>(tasks.jdks());
    Integer jdk = PrepareSettings.of(request.settings()).jdk();
    if (jdk != null) {
      jdks.add(jdk);
    }
    return jdks;
  }

  /** In the order in which they are served. */
  private List<TaskRequest> ordered(
      StartRequest request, ClientSettings settings, TaskList tasks, Fleet fleet) {
    request.extras().order().note().ifPresent(console::say);
    List<TaskRequest> ordered =
        tasks.ordered(
            fleet.stores().estimates().find(settings.tasksetClass()),
            request.extras().order(),
            () -> {
              try (PastRuns past = PastRuns.open(request.settings(), false)) {
                return past.failedLast(settings.tasksetClass());
              }
            });
    ResourceTasks limited = new ResourceTasks(settings.resources(), tasks.patterns(), console::say);
    List<TaskRequest> isolated =
        IsolatedTasks.of(
            limited.of(ordered, request.extras().order(), settings.maxWorkers()),
            settings.isolated(),
            tasks.patterns(),
            console::say);
    List<TaskRequest> launched =
        tasks
            .launched()
            .apply(
                ApartTasks.of(
                    isolated,
                    fleet.stores().culprits().find(settings.tasksetClass()),
                    request.extras().order()));
    return AffinityTasks.of(
        launched,
        fleet.stores().affinities().find(settings.tasksetClass()),
        request.extras().order());
  }

  /** The tasks in their order, some of them in parts. */
  List<TaskRequest> planned(
      StartRequest request,
      ClientSettings settings,
      TaskList tasks,
      QueueChoice queue,
      Fleet fleet) {
    List<TaskRequest> inOrder = ordered(request, settings, tasks, fleet);
    List<TaskRequest> tried =
        settings.maxTrials() == null ? tasks.trials().apply(inOrder) : inOrder;
    return split(request, settings, tasks, tried, queue, fleet);
  }

  /** The same tasks, some of them in parts. What runs some of its tests alone is whole. */
  private List<TaskRequest> split(
      StartRequest request,
      ClientSettings settings,
      TaskList tasks,
      List<TaskRequest> ordered,
      QueueChoice queue,
      Fleet fleet) {
    boolean off = request.settings().get(SettingsTable.SPLIT).equals("off");
    if (off || settings.runner().runsCommands() || !selection(request, tasks).isAll()) {
      return ordered;
    }
    Predicate<String> whole =
        WholeClasses.of(
            request.settings().get(SettingsTable.WHOLE), tasks.patterns(), console::say);
    int slaves =
        FleetSlaves.of(
            fleet.stores().nodes().all(),
            queue.workerType(),
            jdks(request, tasks),
            settings.maxWorkers());
    SplitTasks split =
        SplitTasks.byRecord(fleet.stores().partTimes().find(settings.tasksetClass()));
    SplitPlan plan = SplitPlan.ofSlaves(Math.max(1, slaves), ordered);
    List<TaskRequest> planned = split.of(ordered, request.extras().order(), plan, whole.negate());
    if (request.extras().order().kind() == OrderChoice.Kind.LONGEST) {
      // Whether a class has changed is seen where it runs.
      NotSplit stayWhole = new NotSplit(split, plan, whole, spec -> true);
      boolean all = request.detail() == Detail.ALL;
      (all ? stayWhole.lines(planned) : stayWhole.linesOfThisRun(planned)).forEach(console::say);
    }
    return planned;
  }

  /** What is asked of the service. */
  TasksetRequest request(
      StartRequest request,
      ClientSettings settings,
      TaskList tasks,
      @Nullable String notifyList,
      @Nullable String sources,
      Quarantine quarantine,
      QueueChoice queue,
      Fleet fleet) {
    Integer maxTrials = settings.maxTrials();
    List<TaskRequest> ordered = planned(request, settings, tasks, queue, fleet);
    return new TasksetRequest(
        settings.rsyncName(),
        settings.setupCommand(),
        settings.slaveCommand(),
        queue.workerType(),
        settings.maxWorkers(),
        maxTrials == null ? tasks.trials().least() : maxTrials,
        settings.tasksetClass(),
        settings.unknownSpecTimeoutSec(),
        settings.leastTimeoutSec(),
        settings.runner(),
        request.user(),
        notifyList,
        ordered,
        new TasksetRequest.Extras(
                env(request, settings),
                // What -U looks for is not in the sources.
                settings.setupAlways()
                    || BuildArguments.asksForUpdates(
                        PrepareSettings.of(request.settings()).buildArguments()),
                request.waits() && !request.detach(),
                settings.retryBudget(tasks.names().size()),
                sources)
            .withOrderDependent(settings.orderDependent())
            .withFailFast(settings.failFast())
            .withBroken(tasks.broken())
            .withJdks(jdks(request, tasks))
            .withSelection(selection(request, tasks))
            .withQuarantine(quarantine)
            .withQueue(queue.name())
            .withCollect(settings.collect())
            .withResources(limits(settings, ordered))
            .withIdentity(settings.identity()));
  }

  /** The tests that a run mutes: a command has none. */
  Quarantine quarantine(ClientSettings settings, Path sources, Fleet fleet) {
    if (settings.runner().runsCommands()) {
      return Quarantine.NONE;
    }
    LocalDate today = LocalDate.ofInstant(clock.instant(), ZoneOffset.UTC);
    return RunQuarantine.of(
        QuarantineFile.in(sources, today).read(),
        fleet.stores().quarantine().of(settings.tasksetClass()),
        today);
  }

  private static Map<String, ResourceLimit> limits(
      ClientSettings settings, List<TaskRequest> tasks) {
    Map<String, ResourceLimit> limits =
        new HashMap<>(ResourceTasks.limits(settings.resources(), tasks));
    limits.putAll(IsolatedTasks.limits(tasks));
    return limits;
  }

  /** What decides how the tests go besides the files. */
  static List<String> wishes(
      StartRequest request, ClientSettings settings, TaskList tasks, QueueChoice queue) {
    List<String> wishes =
        new ArrayList<>(
            List.of(
                settings.runner().name(),
                settings.setupCommand(),
                settings.slaveCommand(),
                queue.workerType(),
                new TreeMap<>(env(request, settings)).toString()));
    TestSelection selection = selection(request, tasks);
    if (!selection.isAll()) {
      wishes.add(selection.fields().toString());
    }
    return wishes;
  }

  /** What decides how a workspace is set up besides the files: for all runs from it alike. */
  static List<String> workspace(StartRequest request, ClientSettings settings) {
    return List.of(
        "workspace",
        settings.rsyncName(),
        settings.setupCommand(),
        new TreeMap<>(env(request, settings)).toString());
  }

  private static TestSelection selection(StartRequest request, TaskList tasks) {
    return tasks
        .choice()
        .selection(tasks.names())
        .withTags(request.tags().includeTags(), request.tags().excludeTags());
  }

  /** The set-up must decide about the build as the prepare here did. */
  private static Map<String, String> env(StartRequest request, ClientSettings settings) {
    Map<String, String> env = new HashMap<>(PrepareSettings.of(request.settings()).variables());
    env.putAll(settings.env());
    return env;
  }
}
