package io.rrrspec.experiments.simulation;

import io.rrrspec.common.artifact.Artifact;
import io.rrrspec.common.model.Affinity;
import io.rrrspec.common.model.ClassPart;
import io.rrrspec.common.model.JvmKind;
import io.rrrspec.common.model.ResourceLimit;
import io.rrrspec.common.model.Runner;
import io.rrrspec.common.model.SplitRequest;
import io.rrrspec.common.model.TasksetRequest;
import io.rrrspec.common.model.TasksetRequest.Extras;
import io.rrrspec.common.model.TasksetRequest.TaskRequest;
import io.rrrspec.common.model.WantedWorkspace;
import io.rrrspec.common.queue.QueueSetup;
import io.rrrspec.common.queue.Share;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What one simulation is about, drawn from its seed.
 *
 * @param tasksets what is asked for
 * @param outcomes what becomes of the tasks, by spec_file; those of a name are alike in all
 *     tasksets
 * @param maxTrials of all tasksets; a task may have its own
 * @param failFast after how many failed tasks a taskset begins nothing more; 0: never
 * @param foreign whether a host of a foreign implementation takes part
 * @param brokenWorker which worker cannot set up anything, or -1
 * @param resources the limits of what tasks need; none: nothing is limited
 * @param queues whether there are queues, to which the tasksets belong
 */
record Plan(
    List<TasksetRequest> tasksets,
    Map<String, Outcome> outcomes,
    int maxTrials,
    int failFast,
    boolean foreign,
    int brokenWorker,
    Map<String, ResourceLimit> resources,
    boolean queues) {
  /** Without an estimate a task has so many seconds. */
  private static final int UNKNOWN_TIMEOUT_SEC = 15;

  private static final Duration OF_SLOW_TASKS = Duration.ofSeconds(10);

  private static final List<String> QUEUES = List.of("guaranteed", "limited", "unknown");

  /** The queues that a plan with queues is about. */
  static QueueSetup setup(QueueSetup setup) {
    return setup
        .create("guaranteed")
        .rate("guaranteed", Share.parse("50%"))
        .create("limited")
        .ceil("limited", Share.parse("2"));
  }

  /** Runs of the same sources again, as they were or changed, so that workers have workspaces. */
  private static void repeat(List<TasksetRequest> tasksets, Chance chance) {
    tasksets.replaceAll(request -> inState(request, 0));
    List<TasksetRequest> first = List.copyOf(tasksets);
    long more = chance.hits(0.5) ? chance.between(1, 2) : 0;
    for (int n = 0; n < more; n++) {
      tasksets.add(inState(chance.oneOf(first), chance.hits(0.3) ? 1 : 0));
    }
  }

  /** The artifact is another one for each rsync_name and state. */
  private static TasksetRequest inState(TasksetRequest request, int state) {
    String digest = "%062x%02x".formatted(request.rsyncName().hashCode() & 0xffff, state);
    return request.with(
        request.extras().withWorkspace(new WantedWorkspace(Artifact.workspace(digest), false)));
  }

  /** Some begin in a JVM that is made for speed. */
  private static TaskRequest launched(TaskRequest task, long number, Chance forSpeed) {
    String launch = "launch-" + number;
    TaskRequest asIs = task.withLaunch(launch);
    JvmKind kind = number % 2 == 0 ? JvmKind.SERIAL : JvmKind.QUICK;
    return forSpeed.hits(0.3) ? asIs.in(kind) : asIs;
  }

  private static Map<String, ResourceLimit> resources(Chance chance) {
    Map<String, ResourceLimit> limits = new TreeMap<>();
    for (String name : List.of("database", "port")) {
      ResourceLimit.Scope scope =
          chance.oneOf(
              List.of(
                  ResourceLimit.Scope.RUN, ResourceLimit.Scope.WORKER, ResourceLimit.Scope.FLEET));
      limits.put(name, new ResourceLimit((int) chance.between(1, 2), scope));
    }
    if (chance.hits(0.5)) {
      limits.put("!isolated", new ResourceLimit(1, ResourceLimit.Scope.HOST));
    }
    return limits;
  }

  private static Set<String> needed(Map<String, ResourceLimit> resources, Chance chance) {
    Set<String> needed = new TreeSet<>();
    new TreeSet<>(resources.keySet())
        .forEach(
            name -> {
              if (chance.hits(0.4)) {
                needed.add(name);
              }
            });
    return needed;
  }

  /** What a task needs; tasks of a name need the same in all tasksets. */
  Set<String> needs(String specFile) {
    return task(specFile).map(TaskRequest::resources).orElse(Set.of());
  }

  /** How many bad trials decide a task; tasks of a name have the same number in all tasksets. */
  int trials(String specFile) {
    return task(specFile).map(TaskRequest::maxTrials).orElse(maxTrials);
  }

  private Optional<TaskRequest> task(String specFile) {
    return tasksets.stream()
        .flatMap(taskset -> taskset.tasks().stream())
        .filter(task -> task.specFile().equals(specFile))
        .findFirst();
  }

  /** What somebody believes that a task shares; {@link SimSlave} has another opinion of some. */
  private static Affinity affinity(Chance shared, int keys) {
    return new Affinity(
        "key " + shared.between(1, keys), Duration.ofMillis(shared.between(0, 4_000)));
  }

  /**
   * What the parts of a class say of it is up to {@link SimSlave}. Each part takes what a class
   * takes, so its estimate is that of the class.
   */
  private static SplitRequest split(int count, @Nullable Duration estimate) {
    Duration each = estimate == null ? Duration.ofSeconds(1) : estimate;
    List<SplitRequest.Part> parts = new ArrayList<>();
    List<String> named = new ArrayList<>();
    for (int i = 1; i <= count; i++) {
      String method = "#m" + i;
      boolean rest = i == count;
      ClassPart tests = new ClassPart(i, count, rest, rest ? named : List.of(method));
      parts.add(new SplitRequest.Part(each, tests));
      named.add(method);
    }
    // Each part says that it had one, and perhaps that it was skipped.
    return new SplitRequest(parts, count, 0, null);
  }

  static Plan of(Chance chance) {
    boolean foreign = chance.hits(0.3);
    int maxTrials = (int) chance.between(1, 3);
    Chance stop = chance.split();
    int failFast = stop.hits(0.3) ? (int) stop.between(1, 3) : 0;
    boolean classes = foreign || stop.hits(0.5);
    boolean untidy = stop.hits(0.4);
    Chance several = stop.split();
    int launches = several.hits(0.35) ? (int) several.between(2, 3) : 1;
    Chance scarce = several.split();
    Map<String, ResourceLimit> resources = scarce.hits(0.35) ? resources(scarce) : Map.of();
    Chance trials = scarce.split();
    Chance quick = trials.split();
    Chance shared = trials.split();
    int keys = shared.hits(0.35) ? (int) shared.between(1, 3) : 0;
    Chance divided = shared.split();
    boolean parts = classes && !foreign && divided.hits(0.4);
    boolean queues = stop.hits(0.5);
    boolean allPass = chance.hits(0.4);
    Map<String, Outcome> outcomes = new LinkedHashMap<>();
    List<TasksetRequest> tasksets = new ArrayList<>();
    long count = chance.between(1, 2);
    for (int n = 0; n < count; n++) {
      List<TaskRequest> tasks = new ArrayList<>();
      long size = chance.between(2, 8);
      for (int i = 0; i < size; i++) {
        String specFile = "t" + n + "-" + i;
        Outcome outcome =
            chance.hits(allPass ? 0.9 : 0.4)
                ? Outcome.PASSES
                : allPass ? Outcome.IS_SLOW : chance.oneOf(List.of(Outcome.values()));
        if (untidy && outcome == Outcome.PASSES && stop.hits(0.6)) {
          outcome =
              stop.hits(0.5)
                  ? Outcome.LITTERS
                  : stop.hits(0.5) ? Outcome.FAILS_AFTER_LITTER : Outcome.FAILS_BESIDE_LITTER;
        }
        outcomes.put(specFile, outcome);
        Duration estimate = outcome == Outcome.IS_SLOW ? OF_SLOW_TASKS : null;
        TaskRequest task = new TaskRequest(specFile, estimate);
        task = task.withResources(needed(resources, scarce));
        task = trials.hits(0.3) ? task.withMaxTrials((int) trials.between(1, 3)) : task;
        task = keys > 0 && shared.hits(0.7) ? task.withAffinity(affinity(shared, keys)) : task;
        if (parts && task.resources().isEmpty() && task.affinity() == null && divided.hits(0.5)) {
          task = task.withSplit(split((int) divided.between(2, 4), estimate));
        }
        tasks.add(launches == 1 ? task : launched(task, several.between(1, launches), quick));
      }
      tasksets.add(
          new TasksetRequest(
              "sources-" + n,
              "",
              "rrrspec-java slave",
              "",
              (int) chance.between(1, 4),
              maxTrials,
              "simulated",
              UNKNOWN_TIMEOUT_SEC,
              1,
              classes ? Runner.JUNIT : Runner.COMMAND,
              "simulation",
              null,
              tasks,
              Extras.NONE
                  .withFailFast(failFast == 0 ? null : failFast)
                  .withResources(resources)
                  .withQueue(queues ? stop.oneOf(QUEUES) : null)));
    }
    repeat(tasksets, stop.split());
    return new Plan(
        tasksets,
        outcomes,
        maxTrials,
        failFast,
        foreign,
        chance.hits(0.1) ? (int) chance.upTo(2) : -1,
        resources,
        queues);
  }
}
