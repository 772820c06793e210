package io.rrrspec.client.local;

import io.rrrspec.client.command.RunRequest;
import io.rrrspec.client.report.TaskListing;
import io.rrrspec.client.report.progress.Console;
import io.rrrspec.client.source.ChangedFiles;
import io.rrrspec.client.source.ModuleOrder;
import io.rrrspec.client.source.ModuleRanking;
import io.rrrspec.client.source.PreparedProject;
import io.rrrspec.client.source.RunExtras.Listing;
import io.rrrspec.client.source.TestChoice;
import io.rrrspec.common.ExitCode;
import io.rrrspec.common.config.PrepareSettings;
import io.rrrspec.common.model.TasksetRequest.TaskRequest;
import io.rrrspec.common.project.Project;
import io.rrrspec.common.store.CulpritStore;
import io.rrrspec.persister.record.database.Database;
import io.rrrspec.persister.record.database.JdbcUrl;
import io.rrrspec.persister.record.history.ClassHistory;
import io.rrrspec.worker.build.ProjectPreparer;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Prints what a run on this machine would run, and starts nothing but prepare. */
record LocalListing(RunRequest request, @Nullable ChangedFiles changed, Console console) {

  /** Prints it; the list goes to standard output. */
  ExitCode print(Listing listing, DataDirectory data) {
    Project project =
        new ProjectPreparer(PrepareSettings.of(request.settings()))
            .prepare(request.project(), request.forcePrepare(), console::say);
    project.notes().forEach(console::say);
    PreparedProject prepared = new PreparedProject(request.project(), project);
    Open open = new Open(LocalHistory.open(JdbcUrl.ofFile(data.history())));
    Planned planned;
    try {
      planned =
          LocalHistory.planned(
              request.failedOnly() || request.past() != null,
              () -> plan(prepared, open.history.database()),
              trouble -> {
                open.history.database().close();
                open.history = LocalHistory.inMemory(trouble);
              });
    } finally {
      open.history.database().close();
    }
    List<TaskRequest> tasks = planned.tasks;
    TestChoice choice = planned.choice;
    if (tasks.isEmpty() && changed != null) {
      console.say(changed.nothing());
    }
    request.extras().order().note().ifPresent(console::say);
    TaskListing list = TaskListing.of(request.extras().order(), tasks, choice, request.tags());
    console.answer(listing == Listing.JSON ? list.json() : list.text());
    return ExitCode.SUCCEEDED;
  }

  /** The history that is open now. */
  private static final class Open {
    LocalHistory history;

    Open(LocalHistory history) {
      this.history = history;
    }
  }

  private record Planned(List<TaskRequest> tasks, TestChoice choice) {}

  private Planned plan(PreparedProject prepared, Database database) {
    ClassHistory past = new ClassHistory(database);
    LocalTaskset plan =
        new LocalTaskset(
            request,
            prepared,
            ModuleRanking.of(ModuleOrder.of(request.settings()), prepared),
            changed,
            database,
            past::estimates,
            past::affinities,
            console::say);
    List<TaskRequest> chosen = plan.tasks();
    return new Planned(
        plan.planned(
                chosen,
                plan.passed(chosen),
                name -> past.parts(name, Instant.now().minus(CulpritStore.LIFE)),
                past::shares)
            .tasks(),
        plan.choice());
  }
}
