package io.rrrspec.common.model;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What a client asks for. The tasks are served in the order given: longest first.
 *
 * @param rsyncName see {@link Taskset}
 * @param setupCommand see {@link Taskset}
 * @param slaveCommand see {@link Taskset}
 * @param workerType see {@link Taskset}
 * @param maxWorkers 1 or more
 * @param maxTrials a task fails after this number of bad trials, unless it has its own; 1 or more
 * @param tasksetClass see {@link Taskset}
 * @param unknownSpecTimeoutSec seconds, 1 or more
 * @param leastTimeoutSec seconds, 1 or more
 * @param runner what its tasks are
 * @param user who asks, or null
 * @param notifyList the list that is told of the end, or null
 * @param tasks what to run, each spec_file once
 * @param extras what foreign implementations know nothing of
 */
public record TasksetRequest(
    String rsyncName,
    String setupCommand,
    String slaveCommand,
    String workerType,
    int maxWorkers,
    int maxTrials,
    String tasksetClass,
    int unknownSpecTimeoutSec,
    int leastTimeoutSec,
    Runner runner,
    @Nullable String user,
    @Nullable String notifyList,
    List<TaskRequest> tasks,
    Extras extras) {

  /**
   * One task that is asked for.
   *
   * @param specFile what to run
   * @param estimate what it is expected to take, or null if nobody knows
   * @param culprits after which tasks it is known to fail
   * @param launch what its test JVM is started with; null if all tasks of the taskset have the same
   * @param resources the names of the resources that it needs
   * @param rank 0 or more, the same for all tasks of its launch: launches of lower ranks are served
   *     first
   * @param maxTrials it fails after this number of bad trials, 1 or more; null: as the taskset
   * @param asIs the launch in which it runs again if it fails in its own, which only makes it
   *     quicker; null: it is judged by its own
   * @param affinity what it shares with others in a JVM; null: nothing. With it the estimate is
   *     what it takes where somebody has paid for that
   * @param split in which parts it runs; null: whole
   * @param past what it must have in its launch if that only makes it quicker; null: nobody knows
   */
  public record TaskRequest(
      String specFile,
      @Nullable Duration estimate,
      List<Culprits> culprits,
      @Nullable String launch,
      Set<String> resources,
      int rank,
      @Nullable Integer maxTrials,
      @Nullable String asIs,
      @Nullable Affinity affinity,
      @Nullable SplitRequest split,
      @Nullable PastTests past) {
    public TaskRequest {
      if (rank < 0) {
        throw new IllegalArgumentException("a rank is 0 or more, not " + rank);
      }
      culprits = List.copyOf(culprits);
      resources = Set.copyOf(resources);
    }

    /** One that may run after any other. */
    public TaskRequest(String specFile, @Nullable Duration estimate) {
      this(specFile, estimate, List.of(), null, Set.of(), 0, null, null, null, null, null);
    }

    /** The same, known to fail after others. */
    public TaskRequest with(List<Culprits> others) {
      return new TaskRequest(
          specFile, estimate, others, launch, resources, rank, maxTrials, asIs, affinity, split,
          past);
    }

    /** The same, in a JVM that is started with this. */
    public TaskRequest withLaunch(@Nullable String name) {
      return new TaskRequest(
          specFile, estimate, culprits, name, resources, rank, maxTrials, asIs, affinity, split,
          past);
    }

    /** The same, which runs only while these are free. */
    public TaskRequest withResources(Set<String> names) {
      return new TaskRequest(
          specFile, estimate, culprits, launch, names, rank, maxTrials, asIs, affinity, split,
          past);
    }

    /** The same with another rank of its launch. */
    public TaskRequest withRank(int ofLaunch) {
      return new TaskRequest(
          specFile, estimate, culprits, launch, resources, ofLaunch, maxTrials, asIs, affinity,
          split, past);
    }

    /**
     * The same in another kind of JVM of its launch, which still decides whether it fails.
     *
     * @throws IllegalStateException if it has no launch
     */
    public TaskRequest in(JvmKind kind) {
      if (launch == null) {
        throw new IllegalStateException("a task without a launch has one kind of JVM");
      }
      String other = launch + kind.suffix();
      return new TaskRequest(
          specFile, estimate, culprits, other, resources, rank, maxTrials, launch, affinity, split,
          past);
    }

    /** The same with its own number of bad trials after which it fails. */
    public TaskRequest withMaxTrials(@Nullable Integer trials) {
      return new TaskRequest(
          specFile, estimate, culprits, launch, resources, rank, trials, asIs, affinity, split,
          past);
    }

    /** The same, sharing something with others; null: nothing. */
    public TaskRequest withAffinity(@Nullable Affinity shared) {
      return new TaskRequest(
          specFile, estimate, culprits, launch, resources, rank, maxTrials, asIs, shared, split,
          past);
    }

    /** The same in parts; null: whole. */
    public TaskRequest withSplit(@Nullable SplitRequest parts) {
      return new TaskRequest(
          specFile, estimate, culprits, launch, resources, rank, maxTrials, asIs, affinity, parts,
          past);
    }

    /** The same with what it had when it last passed; null: nobody knows. */
    public TaskRequest withPast(@Nullable PastTests tests) {
      return new TaskRequest(
          specFile, estimate, culprits, launch, resources, rank, maxTrials, asIs, affinity, split,
          tests);
    }
  }

  /**
   * What only our workers and servers heed.
   *
   * @param env variables for set-up and tests
   * @param setupAlways whether set-up runs even where nothing has changed
   * @param waited whether the run is cancelled when nobody waits for it any more
   * @param maxRetriesTotal so many bad trials are followed by another one, 0 or more; null: every
   *     one that max_trials allows
   * @param sources see {@link Taskset}; null: unknown, {@link Taskset#NO_SOURCES}: there are none
   * @param orderDependent what becomes of a class that fails only after others
   * @param failFast nothing begins any more once so many tasks have failed, 1 or more; null: all
   *     tasks are run
   * @param repeat in which JVM its tasks run, which are repetitions; null: they are none
   * @param selection which tests of the tasks run
   * @param queue the name of the queue that it is served from; null: the queue default
   * @param once whether no task is begun a second time, whatever happens to its trial
   * @param identity runs with the same one are the same in a queue of the discipline {@code set};
   *     null: it is like no other
   * @param preferredWorker the name of the worker that serves it if that is idle when it gets one;
   *     null: any
   * @param workspace the workspace that it needs; null: unknown
   * @param job what it makes, and what of others it needs
   * @param noCache whether it is run although somebody holds its result
   * @param collect which files come back
   * @param broken why the run fails although all its tasks pass, in one line: modules that could
   *     not be built; null: nothing is broken
   * @param jdks the versions of the JDKs that a worker must have to serve it; none: any worker may
   * @param resources the limits of the resources that its tasks need, by name
   * @param quarantine the tests whose failures are muted
   * @param way how it uses the machine; null: somebody has said how, or it is for a fleet
   */
  public record Extras(
      Map<String, String> env,
      boolean setupAlways,
      boolean waited,
      @Nullable Integer maxRetriesTotal,
      @Nullable String sources,
      OrderDependent orderDependent,
      @Nullable Integer failFast,
      Repetition.@Nullable Jvm repeat,
      TestSelection selection,
      boolean once,
      @Nullable String queue,
      @Nullable String identity,
      @Nullable String preferredWorker,
      @Nullable WantedWorkspace workspace,
      JobArtifacts job,
      boolean noCache,
      CollectRequest collect,
      @Nullable String broken,
      Set<Integer> jdks,
      Map<String, ResourceLimit> resources,
      Quarantine quarantine,
      @Nullable RunWay way) {
    /** Nothing of it. */
    public static final Extras NONE = new Extras(Map.of(), false, false);

    public Extras {
      env = Map.copyOf(env);
      jdks = Set.copyOf(jdks);
      resources = Map.copyOf(resources);
      if (maxRetriesTotal != null && maxRetriesTotal < 0) {
        throw new IllegalArgumentException(
            "max_retries_total must be 0 or more, not " + maxRetriesTotal);
      }
      if (failFast != null) {
        atLeastOne("fail_fast", failFast);
      }
    }

    /** With every retry that max_trials allows. */
    public Extras(Map<String, String> env, boolean setupAlways, boolean waited) {
      this(env, setupAlways, waited, null);
    }

    /** Of unknown sources. */
    public Extras(
        Map<String, String> env,
        boolean setupAlways,
        boolean waited,
        @Nullable Integer maxRetriesTotal) {
      this(env, setupAlways, waited, maxRetriesTotal, null);
    }

    /** With all tasks, however many fail, and classes that fail only after others listed. */
    public Extras(
        Map<String, String> env,
        boolean setupAlways,
        boolean waited,
        @Nullable Integer maxRetriesTotal,
        @Nullable String sources) {
      this(
          env,
          setupAlways,
          waited,
          maxRetriesTotal,
          sources,
          OrderDependent.WARN,
          null,
          null,
          TestSelection.ALL,
          false,
          null,
          null,
          null,
          null,
          JobArtifacts.NONE,
          false,
          CollectRequest.NONE,
          null,
          Set.of(),
          Map.of(),
          Quarantine.NONE,
          null);
    }

    private Extras with(Consumer<Draft> change) {
      Draft draft = new Draft(this);
      change.accept(draft);
      return draft.extras();
    }

    /**
     * The same of a project of which a part could not be built, in one line; null: all was built.
     */
    public Extras withBroken(@Nullable String why) {
      return with(draft -> draft.broken = why);
    }

    /** The same for workers that have all these JDKs. */
    public Extras withJdks(Set<Integer> versions) {
      return with(draft -> draft.jdks = versions);
    }

    /** The same with resources of its tests. */
    public Extras withResources(Map<String, ResourceLimit> limits) {
      return with(draft -> draft.resources = limits);
    }

    /** The same with tests whose failures are muted. */
    public Extras withQuarantine(Quarantine tests) {
      return with(draft -> draft.quarantine = tests);
    }

    /** The same with what is told of how it uses the machine; null: nothing. */
    public Extras withWay(@Nullable RunWay how) {
      return with(draft -> draft.way = how);
    }

    /** The same with files that come back. */
    public Extras withCollect(CollectRequest files) {
      return with(draft -> draft.collect = files);
    }

    /** The same with other variables. */
    public Extras withEnv(Map<String, String> variables) {
      return with(draft -> draft.env = variables);
    }

    /** The same with a budget of retries. */
    public Extras withMaxRetriesTotal(int retries) {
      return with(draft -> draft.maxRetriesTotal = retries);
    }

    /** The same with what is known of the sources; null: nothing. */
    public Extras withSources(@Nullable String digest) {
      return with(draft -> draft.sources = digest);
    }

    /** The same with another answer to classes that fail only after others. */
    public Extras withOrderDependent(OrderDependent answer) {
      return with(draft -> draft.orderDependent = answer);
    }

    /** The same, stopped after so many failed tasks; null: after none. */
    public Extras withFailFast(@Nullable Integer failedTasks) {
      return with(draft -> draft.failFast = failedTasks);
    }

    /** The same of tasks that are repetitions. */
    public Extras withRepeat(Repetition.Jvm jvm) {
      return with(draft -> draft.repeat = jvm);
    }

    /** The same of tasks that are never begun a second time. */
    public Extras withOnce() {
      return with(draft -> draft.once = true);
    }

    /** The same with only some of the tests. */
    public Extras withSelection(TestSelection tests) {
      return with(draft -> draft.selection = tests);
    }

    /** The same, served from a queue; null: from the queue default. */
    public Extras withQueue(@Nullable String name) {
      return with(draft -> draft.queue = name);
    }

    /**
     * The same, taken for the first of those of its identity in a queue that holds each only once;
     * null: one of its own.
     */
    public Extras withIdentity(@Nullable String text) {
      return with(draft -> draft.identity = text);
    }

    /** The same, served by this worker if that is idle when a worker is chosen; null: by any. */
    public Extras withPreferredWorker(@Nullable String name) {
      return with(draft -> draft.preferredWorker = name);
    }

    /** The same in this workspace; null: in an unknown one. */
    public Extras withWorkspace(@Nullable WantedWorkspace wanted) {
      return with(draft -> draft.workspace = wanted);
    }

    /**
     * The same with artifacts of its own.
     *
     * @param always whether it is run although somebody holds its result
     */
    public Extras withJob(JobArtifacts artifacts, boolean always) {
      return with(
          draft -> {
            draft.job = artifacts;
            draft.noCache = always;
          });
    }
  }

  /** The same with other extras. */
  public TasksetRequest with(Extras others) {
    return new TasksetRequest(
        rsyncName,
        setupCommand,
        slaveCommand,
        workerType,
        maxWorkers,
        maxTrials,
        tasksetClass,
        unknownSpecTimeoutSec,
        leastTimeoutSec,
        runner,
        user,
        notifyList,
        tasks,
        others);
  }

  /** Without extras. */
  public TasksetRequest(
      String rsyncName,
      String setupCommand,
      String slaveCommand,
      String workerType,
      int maxWorkers,
      int maxTrials,
      String tasksetClass,
      int unknownSpecTimeoutSec,
      int leastTimeoutSec,
      Runner runner,
      @Nullable String user,
      @Nullable String notifyList,
      List<TaskRequest> tasks) {
    this(
        rsyncName,
        setupCommand,
        slaveCommand,
        workerType,
        maxWorkers,
        maxTrials,
        tasksetClass,
        unknownSpecTimeoutSec,
        leastTimeoutSec,
        runner,
        user,
        notifyList,
        tasks,
        Extras.NONE);
  }

  public TasksetRequest {
    atLeastOne("max_workers", maxWorkers);
    atLeastOne("max_trials", maxTrials);
    atLeastOne("unknown_spec_timeout_sec", unknownSpecTimeoutSec);
    atLeastOne("least_timeout_sec", leastTimeoutSec);
    tasks = List.copyOf(tasks);
    long distinct = tasks.stream().map(TaskRequest::specFile).distinct().count();
    if (distinct != tasks.size()) {
      throw new IllegalArgumentException("a task may stand in a taskset only once");
    }
  }

  private static void atLeastOne(String name, int value) {
    if (value < 1) {
      throw new IllegalArgumentException(name + " must be 1 or more, not " + value);
    }
  }

  /** Extras while one value of them is replaced. */
  private static final class Draft {
    Map<String, String> env;
    boolean setupAlways;
    boolean waited;
    @Nullable Integer maxRetriesTotal;
    @Nullable String sources;
    OrderDependent orderDependent;
    @Nullable Integer failFast;
    Repetition.@Nullable Jvm repeat;
    TestSelection selection;
    boolean once;
    @Nullable String queue;
    @Nullable String identity;
    @Nullable String preferredWorker;
    @Nullable WantedWorkspace workspace;
    JobArtifacts job;
    boolean noCache;
    CollectRequest collect;
    @Nullable String broken;
    Set<Integer> jdks;
    Map<String, ResourceLimit> resources;
    Quarantine quarantine;
    @Nullable RunWay way;

    Draft(Extras from) {
      this.env = from.env;
      this.setupAlways = from.setupAlways;
      this.waited = from.waited;
      this.maxRetriesTotal = from.maxRetriesTotal;
      this.sources = from.sources;
      this.orderDependent = from.orderDependent;
      this.failFast = from.failFast;
      this.repeat = from.repeat;
      this.selection = from.selection;
      this.once = from.once;
      this.queue = from.queue;
      this.identity = from.identity;
      this.preferredWorker = from.preferredWorker;
      this.workspace = from.workspace;
      this.job = from.job;
      this.noCache = from.noCache;
      this.collect = from.collect;
      this.broken = from.broken;
      this.jdks = from.jdks;
      this.resources = from.resources;
      this.quarantine = from.quarantine;
      this.way = from.way;
    }

    Extras extras() {
      return new Extras(
          env,
          setupAlways,
          waited,
          maxRetriesTotal,
          sources,
          orderDependent,
          failFast,
          repeat,
          selection,
          once,
          queue,
          identity,
          preferredWorker,
          workspace,
          job,
          noCache,
          collect,
          broken,
          jdks,
          resources,
          quarantine,
          way);
    }
  }
}
