package io.rrrspec.client.local;

import io.rrrspec.client.command.RunRequest;
import io.rrrspec.client.source.PatternSelection;
import io.rrrspec.client.source.PreparedProject;
import io.rrrspec.client.source.TaskOrder;
import io.rrrspec.client.source.TestChoice;
import io.rrrspec.client.source.TestClass;
import io.rrrspec.common.UsageException;
import io.rrrspec.common.config.ClientSettings;
import io.rrrspec.common.config.SettingsTable;
import io.rrrspec.common.model.Runner;
import io.rrrspec.common.model.TasksetRequest;
import io.rrrspec.common.model.TasksetRequest.Extras;
import io.rrrspec.common.model.TasksetRequest.TaskRequest;
import io.rrrspec.common.model.TestSelection;
import io.rrrspec.persister.record.history.ClassHistory;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Makes the taskset of a run on one machine: which classes, in which order, with which limits. */
record LocalTaskset(RunRequest request, PreparedProject project, LocalService service) {
  TasksetRequest request(String notifyList) {
    ClientSettings settings = ClientSettings.forRun(request.settings(), project.dir());
    // Two projects may lie in directories of one name: the build's own name tells them apart.
    String tasksetClass = or(request.settings().find(SettingsTable.TASKSET_CLASS), project.name());
    Integer maxTrials = settings.maxTrials();
    List<TaskRequest> tasks = tasks(tasksetClass);
    TestSelection selection =
        choice()
            .selection(tasks.stream().map(TaskRequest::specFile).toList())
            .withTags(request.tags().includeTags(), request.tags().excludeTags());
    return new TasksetRequest(
        "local",
        "",
        slaveCommand(),
        "",
        1,
        maxTrials == null ? project.maxTrials() : maxTrials,
        tasksetClass,
        settings.unknownSpecTimeoutSec(),
        settings.leastTimeoutSec(),
        Runner.JUNIT,
        System.getProperty("user.name"),
        notifyList,
        tasks,
        Extras.NONE
            .withMaxRetriesTotal(settings.retryBudget(tasks.size()))
            .withSources(project.sources(selection))
            .withSelection(selection));
  }

  /** What the patterns choose, without regard to {@code --failed}. */
  TestChoice choice() {
    return PatternSelection.choose(
        TestClass.of(project.project()), request.patterns(), project.dir());
  }

  private static String or(@Nullable String text, String fallback) {
    return text == null || text.isEmpty() ? fallback : text;
  }

  private List<TaskRequest> tasks(String tasksetClass) {
    List<String> selected = choice().tasks();
    if (request.failedOnly()) {
      selected = failedOf(selected, tasksetClass);
    }
    service.persister().refillEstimates(tasksetClass);
    Map<String, Duration> estimates = new HashMap<>(project.surefireTimes());
    estimates.putAll(service.stores().estimates().find(tasksetClass));
    return TaskOrder.order(selected, estimates, project::size);
  }

  private List<String> failedOf(List<String> selected, String tasksetClass) {
    Set<String> failed = new ClassHistory(service.database()).failedLast(tasksetClass);
    List<String> both = selected.stream().filter(failed::contains).toList();
    if (both.isEmpty()) {
      throw new UsageException(
          "--failed: no class of "
              + tasksetClass
              + " failed when it last ran here: leave --failed out");
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
