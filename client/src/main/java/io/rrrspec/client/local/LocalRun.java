package io.rrrspec.client.local;

import io.rrrspec.client.command.FromPast;
import io.rrrspec.client.command.Run;
import io.rrrspec.client.command.RunRequest;
import io.rrrspec.client.quarantine.QuarantineFile;
import io.rrrspec.client.quarantine.ReleaseProposals;
import io.rrrspec.client.quarantine.RunQuarantine;
import io.rrrspec.client.record.HtmlOutput;
import io.rrrspec.client.report.AgainCommand;
import io.rrrspec.client.report.ClassLinks;
import io.rrrspec.client.report.Detail;
import io.rrrspec.client.report.PastHints;
import io.rrrspec.client.report.RunJson;
import io.rrrspec.client.report.SingleTest;
import io.rrrspec.client.report.SummaryTable;
import io.rrrspec.client.report.ci.BuildServer;
import io.rrrspec.client.report.junitxml.JUnitXmlWriter;
import io.rrrspec.client.report.junitxml.ReportsPlace;
import io.rrrspec.client.report.progress.Console;
import io.rrrspec.client.report.progress.ProgressView;
import io.rrrspec.client.report.result.RunSummary;
import io.rrrspec.client.report.result.TaskRun;
import io.rrrspec.client.report.terminal.Terminal;
import io.rrrspec.client.source.AffinityTasks;
import io.rrrspec.client.source.BuildReports;
import io.rrrspec.client.source.ChangedFiles;
import io.rrrspec.client.source.ModuleOrder;
import io.rrrspec.client.source.ModuleRanking;
import io.rrrspec.client.source.PreparedProject;
import io.rrrspec.client.source.RunExtras;
import io.rrrspec.client.source.TestChoice;
import io.rrrspec.client.source.WholeBuild;
import io.rrrspec.client.watch.LiveProgress;
import io.rrrspec.client.watch.Observed;
import io.rrrspec.client.watch.Unmatched;
import io.rrrspec.client.watch.Verdicts;
import io.rrrspec.common.ExitCode;
import io.rrrspec.common.ServiceException;
import io.rrrspec.common.config.ClientSettings;
import io.rrrspec.common.config.PrepareSettings;
import io.rrrspec.common.config.SettingsTable;
import io.rrrspec.common.config.SharedSettings;
import io.rrrspec.common.coverage.RunCoverage;
import io.rrrspec.common.model.PassStreak;
import io.rrrspec.common.model.Quarantine;
import io.rrrspec.common.model.QuarantinedTest;
import io.rrrspec.common.model.Taskset;
import io.rrrspec.common.model.TasksetRequest;
import io.rrrspec.common.model.TasksetRequest.TaskRequest;
import io.rrrspec.common.model.TestMethod;
import io.rrrspec.common.project.Project;
import io.rrrspec.persister.record.history.PassStreaks;
import io.rrrspec.persister.record.save.TasksetArchive;
import io.rrrspec.persister.viewer.source.SourceLinks;
import io.rrrspec.worker.agent.load.C2Priority;
import io.rrrspec.worker.build.ProjectPreparer;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Runs a project's tests on this machine, from nothing to the table. */
public final class LocalRun implements Run {
  private static final Duration RECORD_LIMIT = Duration.ofSeconds(60);

  /** Another run that ends hands the file over within this; a full disk stays full for longer. */
  private static final Duration FAILURE_LIMIT = Duration.ofSeconds(10);

  private final InstantSource clock = InstantSource.system();

  @Override
  public ExitCode run(RunRequest request) {
    String since = request.extras().changedSince();
    ChangedFiles changed = since == null ? null : ChangedFiles.since(since, request.project());
    DataDirectory data = DataDirectory.at(request.settings().sources().dataDir());
    RunExtras.Listing listing = request.extras().listing();
    if (listing != null) {
      return new LocalListing(request, changed, Console.of(System.out, System.err))
          .print(listing, data);
    }
    Path xml = request.junitXml();
    if (xml != null) {
      new JUnitXmlWriter(xml, BuildReports.read(request.project())).prepare();
    }
    Path html = request.html();
    if (html != null) {
      new HtmlOutput(html).prepare();
    }
    DebugPort.of(request.debugPort()).requireFree();
    Quarantine quarantine = quarantine(request);
    // Maven takes seconds: Redis and the database start meanwhile.
    CompletableFuture<LocalService> opening =
        CompletableFuture.supplyAsync(() -> LocalService.open(data));
    RepeatReport repeats = new RepeatReport(Console.of(System.out, System.err));
    AtomicBoolean cancelled = new AtomicBoolean();
    Thread onExit =
        new Thread(
            () -> {
              cancelled.set(true);
              repeats.tell();
              closeIfOpen(opening);
            },
            "close-on-exit");
    Runtime.getRuntime().addShutdownHook(onExit);
    try {
      Terminal terminal = Terminal.ofStderr();
      try (ProgressView view = ProgressView.on(System.err, terminal, clock)) {
        if (xml != null) {
          ReportsPlace.warning("--junit-xml", xml, request.project()).ifPresent(view::say);
        }
        if (html != null) {
          ReportsPlace.warning("--html", html, request.project()).ifPresent(view::say);
        }
        Project project =
            new ProjectPreparer(PrepareSettings.of(request.settings()))
                .prepare(request.project(), request.forcePrepare(), view::say);
        project.notes().forEach(view::say);
        PreparedProject prepared = new PreparedProject(request.project(), project);
        return run(request, prepared, quarantine, changed, join(opening), view, repeats);
      }
    } catch (RuntimeException e) {
      if (!cancelled.get()) {
        throw e;
      }
      // Redis, Maven, whatever was in use, was taken away by the hook.
      System.err.println("rrrspec-java: cancelled");
      return ExitCode.CANCELLED;
    } finally {
      closeIfOpen(opening);
    }
  }

  /** What is repeated, replayed or debugged is to show its failures. */
  private Quarantine quarantine(RunRequest request) {
    LocalDate today = LocalDate.ofInstant(clock.instant(), ZoneOffset.UTC);
    List<QuarantinedTest> ofFile = QuarantineFile.in(request.project(), today).read();
    return request.isRecorded() ? RunQuarantine.of(ofFile, List.of(), today) : Quarantine.NONE;
  }

  private static LocalService join(CompletableFuture<LocalService> opening) {
    try {
      return opening.join();
    } catch (CompletionException e) {
      throw e.getCause() instanceof RuntimeException cause ? cause : e;
    }
  }

  private static void closeIfOpen(CompletableFuture<LocalService> opening) {
    try {
      LocalService service = opening.join();
      service.close();
      service.tellOfGoals(System.err::println);
    } catch (CompletionException e) {
      // It never opened; whoever waits for it is told.
      return;
    }
  }

  private ExitCode run(
      RunRequest request,
      PreparedProject project,
      Quarantine quarantine,
      @Nullable ChangedFiles changed,
      LocalService service,
      ProgressView view,
      RepeatReport repeats) {
    if (!service.historyTrouble().isEmpty()) {
      view.say("warning: " + service.historyTrouble());
    }
    ModuleRanking ranking = ModuleRanking.of(ModuleOrder.of(request.settings()), project);
    // A run of what has failed, or ran before, has nothing to run without the history.
    boolean needed = request.failedOnly() || request.past() != null;
    Set<String> told = new HashSet<>();
    Consumer<String> once =
        line -> {
          if (told.add(line)) {
            view.say(line);
          }
        };
    Planned plans =
        LocalHistory.planned(
            needed,
            () -> Planned.of(request, project, ranking, changed, service, once),
            trouble -> {
              service.forgetHistory(trouble);
              view.say("warning: " + service.historyTrouble());
            });
    LocalTaskset plan = plans.plan;
    PassedClasses passed = plans.passed;
    PlannedRun how = plans.how;
    List<TaskRequest> tasks = how.tasks();
    JvmChoice jvms = how.jvms();
    Integer failFast = ClientSettings.forRun(request.settings(), request.project()).failFast();
    WholeBuild.require(project.project().whyBroken(), failFast, tasks.size());
    if (tasks.isEmpty() && changed != null) {
      view.say(changed.nothing());
      return ExitCode.SUCCEEDED;
    }
    request.extras().order().note().ifPresent(view::say);
    jvms.notes().forEach(view::say);
    how.plain().notes().forEach(view::say);
    String notifyList = service.keys().notifyList(UUID.randomUUID().toString());
    TasksetRequest planned = plan.request(notifyList, tasks);
    TasksetRequest wanted =
        planned.with(planned.extras().withQuarantine(quarantine).withWay(how.way()));
    RunCoverage coverage = RunCoverage.begin(project.project(), service.coverage());
    LocalFiles files = LocalFiles.before(request);
    LocalReports reports = LocalReports.before(request, project);
    reports.begin(tasks, view::say);
    DebugPort debug = DebugPort.of(request.debugPort());
    Map<String, String> environment = new HashMap<>(debug.environment());
    environment.putAll(ModuleGates.environment(service));
    service.start(
        request.project(),
        how.plain().slaves(request.slaves()),
        C2Priority.of(request.settings().get(SettingsTable.COMPILER_PRIORITY)),
        environment);
    if (request.isRecorded()) {
      service.record();
    }
    service.deleteOldRuns(request.settings());
    String key = service.stores().tasksets().create(wanted, clock.instant());
    Search search = Search.of(request.past(), plan, service, key);
    search.begin();
    ModuleGates goals =
        ModuleGates.start(request, project, wanted.tasks(), service, key, view::say);
    service.stores().tasksets().activate(key, wanted.tasks().size());
    if (goals != null) {
      goals.begin();
    }
    Map<String, @Nullable Duration> remaining = AffinityTasks.expected(wanted.tasks());
    Observed observed = Observed.of(service.redis(), service.keys());
    if (request.repeat() != null) {
      repeats.of(observed, key);
    }
    try (LiveProgress live = new LiveProgress(found(service, key), remaining, observed, clock)) {
      LocalViewer pages =
          service.show(
              SharedSettings.of(request.settings()),
              SourceLinks.of(request.settings(), request.project()),
              key);
      live.watch(
          view,
          limit -> {
            pages.tellAddress(view::say);
            debug.look(view::say);
            tell(goals, view);
            return service.stores().tasksets().awaitEnd(notifyList, limit);
          });
    }
    tell(goals, view);
    view.close();
    Console afterwards = Console.of(System.out, System.err);
    // What the tests have said stays true.
    coverage.write().forEach(line -> afterwards.say("warning: " + line));
    if (request.repeat() != null) {
      repeats.tell();
      return Verdicts.exitCode(found(service, key));
    }
    Taskset over = found(service, key);
    if (request.past() instanceof FromPast.Bisect) {
      if (search.hasFound()) {
        // The next runs keep them apart. What was not found tells nothing about the class.
        service.record();
        warnIfNotRecorded(service, over, afterwards);
      }
      return search.tell(over, afterwards);
    }
    if (request.isRecorded()) {
      ranking.ended(
          over,
          wanted.tasks().stream().map(TaskRequest::specFile).toList(),
          Console.of(System.out, System.err)::say);
    }
    passed.note(over, observed.runs(over), service.database(), afterwards::say);
    ExitCode code = report(request, reports, service, observed, over, plan.choice(), jvms);
    if (!quarantine.isNone()) {
      propose(quarantine, service, over.tasksetClass(), afterwards);
    }
    files.tell(afterwards);
    return code;
  }

  /** What the history and the project say about the run. */
  private record Planned(LocalTaskset plan, PassedClasses passed, PlannedRun how) {
    static Planned of(
        RunRequest request,
        PreparedProject project,
        ModuleRanking ranking,
        @Nullable ChangedFiles changed,
        LocalService service,
        Consumer<String> warnings) {
      LocalTaskset plan =
          new LocalTaskset(
              request,
              project,
              ranking,
              changed,
              service.database(),
              service::estimates,
              service::affinities,
              warnings);
      List<TaskRequest> chosen = plan.tasks();
      PassedClasses passed = plan.passed(chosen);
      return new Planned(
          plan, passed, plan.planned(chosen, passed, service::partTimes, service::timeShares));
    }
  }

  private static void tell(@Nullable ModuleGates goals, ProgressView view) {
    if (goals != null) {
      goals.tell(view::say);
    }
  }

  private static Taskset found(LocalService service, String key) {
    return service
        .stores()
        .tasksets()
        .find(key)
        .orElseThrow(() -> new ServiceException("the run " + key + " is lost: start it again"));
  }

  private static ExitCode report(
      RunRequest request,
      LocalReports reports,
      LocalService service,
      Observed observed,
      Taskset taskset,
      TestChoice choice,
      JvmChoice jvms) {
    List<TaskRun> runs = observed.runs(taskset);
    Console console = Console.of(System.out, System.err);
    reports.write(taskset, runs, console::say);
    String slaves = service.slavesUsed(taskset);
    if (slaves != null) {
      console.say(slaves);
    }
    RunSummary summary = RunSummary.of(taskset, runs).saving(jvms.saved());
    String single =
        "rrrspec-java run" + projectOption(request.project()) + integrationOption(request);
    if (request.extras().json()) {
      Writer out = new OutputStreamWriter(console.out(), StandardCharsets.UTF_8);
      RunJson.write(observed.run(taskset), request.detail() == Detail.ALL, out);
    } else {
      console.answer(
          SummaryTable.render(
              summary,
              console.outTerminal().style(),
              AgainCommand.of(summary, single, request.isRecorded() ? single + " --failed" : ""),
              single,
              request.isRecorded()
                  ? PastHints.of(taskset, projectOption(request.project()), runs)
                  : PastHints.NONE,
              request.detail(),
              ClassLinks.sources(request.project())));
    }
    BuildServer.tell(summary, request.project(), console);
    Path html = request.html();
    if (html != null) {
      new HtmlOutput(html).write(taskset, service.redis(), service.keys(), console::say);
    }
    if (request.isRecorded()) {
      warnIfNotRecorded(service, taskset, console);
    }
    return Unmatched.told(Verdicts.exitCode(taskset), choice, request.tags(), runs, console::say);
  }

  private static void propose(
      Quarantine quarantine, LocalService service, String tasksetClass, Console console) {
    List<TestMethod> muted = quarantine.muted().stream().map(QuarantinedTest::test).toList();
    List<PassStreak> streaks;
    try {
      streaks = new PassStreaks(service.database()).find(tasksetClass, muted);
    } catch (ServiceException e) {
      // What the tests have said stays true.
      console.say("warning: no test is proposed for release: " + e.getMessage());
      return;
    }
    ReleaseProposals.lines(quarantine, streaks, "--file").forEach(console::say);
  }

  private static void warnIfNotRecorded(LocalService service, Taskset taskset, Console console) {
    String trouble = awaitRecord(service, taskset);
    if (!trouble.isEmpty()) {
      // What the tests have said stays true.
      console.say("warning: this run is not in the history: " + trouble);
    }
  }

  /** What a command needs behind it to mean the project, from where this one was started. */
  private static String projectOption(Path project) {
    boolean here = project.equals(Path.of("").toAbsolutePath().normalize());
    return here ? "" : " --project " + SingleTest.quoted(project.toString());
  }

  /** What a command needs to know the classes of this one. */
  private static String integrationOption(RunRequest request) {
    return PrepareSettings.of(request.settings()).integrationTests() ? " --integration-tests" : "";
  }

  /**
   * The history must hold this run before Redis, which ends with us, is gone.
   *
   * @return why it does not, in one line; "" if it does
   */
  private static String awaitRecord(LocalService service, Taskset taskset) {
    TasksetArchive archive = new TasksetArchive(service.database());
    long begin = System.nanoTime();
    long wellAt = begin;
    String trouble = "it was not written within " + RECORD_LIMIT.toSeconds() + " s";
    try {
      while (System.nanoTime() - begin < RECORD_LIMIT.toNanos()) {
        String failure;
        try {
          if (archive.areLogsSaved(taskset.id())) {
            return "";
          }
          failure = service.persistingFailure();
        } catch (ServiceException e) {
          failure = String.valueOf(e.getMessage());
        }
        if (failure.isEmpty()) {
          wellAt = System.nanoTime();
        } else if (System.nanoTime() - wellAt > FAILURE_LIMIT.toNanos()) {
          return failure;
        }
        Thread.sleep(20);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return trouble;
  }
}
