package io.rrrspec.client.local;

import io.rrrspec.client.command.Run;
import io.rrrspec.client.command.RunRequest;
import io.rrrspec.client.report.JUnitXmlWriter;
import io.rrrspec.client.report.ProgressView;
import io.rrrspec.client.report.RunSummary;
import io.rrrspec.client.report.SummaryTable;
import io.rrrspec.client.report.TaskRun;
import io.rrrspec.client.report.Terminal;
import io.rrrspec.common.ExitCode;
import io.rrrspec.common.ServiceException;
import io.rrrspec.common.model.Task;
import io.rrrspec.common.model.Taskset;
import io.rrrspec.common.model.TasksetRequest;
import io.rrrspec.common.model.TasksetRequest.TaskRequest;
import io.rrrspec.common.model.Trial;
import io.rrrspec.common.project.Project;
import io.rrrspec.persister.db.TasksetArchive;
import io.rrrspec.worker.prepare.ProjectPreparer;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicBoolean;

/** Runs a project's tests on this machine, from nothing to the table. */
public final class LocalRun implements Run {
  private static final Duration RECORD_LIMIT = Duration.ofSeconds(60);

  private final InstantSource clock = InstantSource.system();

  @Override
  public ExitCode run(RunRequest request) {
    Path xml = request.junitXml();
    if (xml != null) {
      new JUnitXmlWriter(xml).prepare();
    }
    DataDirectory data = DataDirectory.ofUser(System.getenv());
    // Maven takes seconds: Redis and the database start meanwhile.
    CompletableFuture<LocalService> opening =
        CompletableFuture.supplyAsync(() -> LocalService.open(data));
    AtomicBoolean cancelled = new AtomicBoolean();
    Thread onExit =
        new Thread(
            () -> {
              cancelled.set(true);
              closeIfOpen(opening);
            },
            "close-on-exit");
    Runtime.getRuntime().addShutdownHook(onExit);
    try {
      Terminal terminal = Terminal.ofStderr();
      try (ProgressView view = ProgressView.on(System.err, terminal, clock)) {
        Project project =
            new ProjectPreparer().prepare(request.project(), request.forcePrepare(), view::say);
        project.warnings().forEach(warning -> view.say("warning: " + warning));
        return run(request, new LocalProject(request.project(), project), join(opening), view);
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

  private static LocalService join(CompletableFuture<LocalService> opening) {
    try {
      return opening.join();
    } catch (CompletionException e) {
      throw e.getCause() instanceof RuntimeException cause ? cause : e;
    }
  }

  private static void closeIfOpen(CompletableFuture<LocalService> opening) {
    try {
      opening.join().close();
    } catch (CompletionException e) {
      // It never opened; whoever waits for it is told.
      return;
    }
  }

  private ExitCode run(
      RunRequest request, LocalProject project, LocalService service, ProgressView view) {
    LocalTaskset plan = new LocalTaskset(request, project, service);
    String notifyList = service.keys().notifyList(UUID.randomUUID().toString());
    TasksetRequest wanted = plan.request(notifyList);
    service.start(request.project(), request.slaves());
    String key = service.tasksets().create(wanted, clock.instant());
    service.tasksets().activate(key, wanted.tasks().size());
    List<TaskRequest> tasks = wanted.tasks();
    new LiveProgress(found(service, key), tasks, notifyList, service, clock).watch(view);
    view.close();
    return report(request, service, found(service, key));
  }

  private static Taskset found(LocalService service, String key) {
    return service
        .tasksets()
        .find(key)
        .orElseThrow(() -> new ServiceException("the run " + key + " is lost: start it again"));
  }

  private ExitCode report(RunRequest request, LocalService service, Taskset taskset) {
    List<TaskRun> runs = new ArrayList<>();
    service.tasksets().eachTask(taskset.key(), tasks -> runs.addAll(withTrials(service, tasks)));
    Path xml = request.junitXml();
    if (xml != null) {
      new JUnitXmlWriter(xml).write(taskset, runs);
    }
    System.out.print(
        SummaryTable.render(RunSummary.of(taskset, runs), Terminal.ofStdout().style()));
    System.out.flush();
    awaitRecord(service, taskset);
    return switch (taskset.status()) {
      case SUCCEEDED -> ExitCode.SUCCEEDED;
      case CANCELLED -> ExitCode.CANCELLED;
      case FAILED -> taskset.failedCount() > 0 ? ExitCode.FAILED : ExitCode.SERVICE;
      case WAITING, RUNNING ->
          throw new ServiceException("the run " + taskset.key() + " is not over");
    };
  }

  private static List<TaskRun> withTrials(LocalService service, List<Task> tasks) {
    List<String> keys = tasks.stream().flatMap(task -> task.trials().stream()).toList();
    Map<String, Trial> trials = new HashMap<>();
    service.trials().find(keys).forEach(trial -> trials.put(trial.key(), trial));
    return tasks.stream()
        .map(
            task ->
                new TaskRun(
                    task,
                    task.trials().stream().filter(trials::containsKey).map(trials::get).toList()))
        .toList();
  }

  /** The history must hold this run before Redis, which ends with us, is gone. */
  private static void awaitRecord(LocalService service, Taskset taskset) {
    TasksetArchive archive = new TasksetArchive(service.database());
    long end = System.nanoTime() + RECORD_LIMIT.toNanos();
    while (!archive.areLogsSaved(taskset.id())) {
      if (System.nanoTime() > end) {
        throw new ServiceException("the run is over, but could not be written into the history");
      }
      try {
        Thread.sleep(20);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return;
      }
    }
  }
}
