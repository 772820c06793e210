package io.rrrspec.common.store;

import io.rrrspec.common.ServiceException;
import io.rrrspec.common.UsageException;
import io.rrrspec.common.artifact.Artifact;
import io.rrrspec.common.artifact.JobFields;
import io.rrrspec.common.collect.CollectFields;
import io.rrrspec.common.model.ClassPart;
import io.rrrspec.common.model.CollectRequest;
import io.rrrspec.common.model.JobArtifacts;
import io.rrrspec.common.model.JvmKind;
import io.rrrspec.common.model.OrderDependence;
import io.rrrspec.common.model.OrderDependent;
import io.rrrspec.common.model.PartsEnded;
import io.rrrspec.common.model.Quarantine;
import io.rrrspec.common.model.Repetition;
import io.rrrspec.common.model.RunWay;
import io.rrrspec.common.model.Runner;
import io.rrrspec.common.model.SetupWishes;
import io.rrrspec.common.model.Task;
import io.rrrspec.common.model.TaskJvm;
import io.rrrspec.common.model.TaskSplit;
import io.rrrspec.common.model.TaskStatus;
import io.rrrspec.common.model.Taskset;
import io.rrrspec.common.model.TasksetRequest;
import io.rrrspec.common.model.TasksetStatus;
import io.rrrspec.common.model.TestSelection;
import io.rrrspec.common.model.WantedWorkspace;
import io.rrrspec.common.redis.Keys;
import io.rrrspec.common.redis.RawMembers;
import io.rrrspec.common.redis.RedisConnection;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.AbstractPipeline;
import redis.clients.jedis.Response;
import redis.clients.jedis.util.KeyValue;

/** Tasksets with their tasks. */
public final class TasksetStore {
  /** How many tasks go into one round trip. */
  static final int CHUNK = 500;

  /** How many tasks go into one script: 500 of them would keep Redis busy for more than 5 ms. */
  private static final int SCRIPT_CHUNK = 100;

  /** What an activation answers in which another taskset stands for this one, before its key. */
  private static final String SAME = "same ";

  /** What limits a run to some tests of its tasks. */
  private static final List<String> SELECTION = List.of("methods", "include_tags", "exclude_tags");

  private static final Duration UNACTIVATED_LIFE = Duration.ofDays(1);

  /** How long the keys of tasks live once they may be activated: longer than any run waits. */
  private static final Duration LONGEST_RUN = Duration.ofDays(30);

  private final RedisConnection redis;
  private final Keys keys;

  public TasksetStore(RedisConnection redis, Keys keys) {
    this.redis = redis;
    this.keys = keys;
  }

  /**
   * Creates a taskset that nobody sees yet; it lives for a day unless it is activated.
   *
   * @return its key
   */
  public String create(TasksetRequest request, Instant now) {
    String key = keys.taskset(UUID.randomUUID().toString());
    Map<String, String> hash = new HashMap<>();
    hash.put("rsync_name", request.rsyncName());
    hash.put("setup_command", request.setupCommand());
    hash.put("slave_command", request.slaveCommand());
    hash.put("worker_type", request.workerType());
    hash.put("max_workers", Integer.toString(request.maxWorkers()));
    hash.put("max_trials", Integer.toString(request.maxTrials()));
    hash.put("taskset_class", request.tasksetClass());
    hash.put("unknown_spec_timeout_sec", Integer.toString(request.unknownSpecTimeoutSec()));
    hash.put("least_timeout_sec", Integer.toString(request.leastTimeoutSec()));
    hash.put("created_at", Fields.formatTime(now));
    hash.put("created_ms", Long.toString(now.toEpochMilli()));
    hash.put("runner", request.runner().name());
    putUnlessNull(hash, "user", request.user());
    putUnlessNull(hash, "notify", request.notifyList());
    putExtras(hash, request.extras());
    if (request.tasks().stream().anyMatch(task -> task.affinity() != null)) {
      hash.put("affinity", "1");
    }
    List<String> args = new ArrayList<>();
    args.add(Long.toString(UNACTIVATED_LIFE.toSeconds()));
    hash.forEach(
        (field, value) -> {
          args.add(field);
          args.add(value);
        });
    redis.run("create_taskset", List.of(key), args);
    addTasks(key, request.tasks());
    return key;
  }

  private static void putUnlessNull(
      Map<String, String> hash, String field, @Nullable String value) {
    if (value != null) {
      hash.put(field, value);
    }
  }

  private static void putExtras(Map<String, String> hash, TasksetRequest.Extras extras) {
    if (!extras.env().isEmpty()) {
      hash.put("env", Fields.json(extras.env()));
    }
    if (extras.setupAlways()) {
      hash.put("setup", "always");
    }
    if (extras.waited()) {
      hash.put("wait", "1");
    }
    putUnlessNull(hash, "sources", extras.sources());
    putUnlessNull(hash, "broken", extras.broken());
    if (!extras.jdks().isEmpty()) {
      hash.put("jdks", JdkField.write(extras.jdks()));
    }
    if (!extras.resources().isEmpty()) {
      hash.put("resources", ResourceFields.write(extras.resources()));
    }
    putUnlessNull(hash, "queue", extras.queue());
    putUnlessNull(hash, "identity", extras.identity());
    putUnlessNull(hash, "prefer_worker", extras.preferredWorker());
    WantedWorkspace workspace = extras.workspace();
    if (workspace != null) {
      hash.put("workspace", workspace.name());
      if (workspace.shared()) {
        hash.put("setup_artifact", "1");
      }
    }
    hash.putAll(CollectFields.write(extras.collect()));
    hash.putAll(JobFields.write(extras.job()));
    if (extras.noCache()) {
      hash.put("no_cache", "1");
    }
    if (extras.orderDependent() != OrderDependent.WARN) {
      hash.put("order_dependent", extras.orderDependent().text());
    }
    Repetition.Jvm repeat = extras.repeat();
    if (repeat != null) {
      hash.put("repeat", repeat.name().toLowerCase(Locale.ROOT));
    }
    if (extras.once()) {
      hash.put("once", "1");
    }
    Integer failFast = extras.failFast();
    if (failFast != null) {
      hash.put("fail_fast", failFast.toString());
    }
    hash.putAll(extras.selection().fields());
    if (!extras.quarantine().isNone()) {
      hash.put("quarantine", extras.quarantine().text());
    }
    RunWay way = extras.way();
    if (way != null) {
      hash.put("way", way.text());
    }
    Integer retries = extras.maxRetriesTotal();
    if (retries != null) {
      hash.put("max_retries_total", retries.toString());
    }
  }

  private void addTasks(String key, List<TasksetRequest.TaskRequest> tasks) {
    List<List<String>> all = TaskArguments.of(tasks);
    for (int from = 0; from < all.size(); from += SCRIPT_CHUNK) {
      List<String> args = new ArrayList<>();
      args.add(Long.toString(UNACTIVATED_LIFE.toSeconds()));
      args.add(Integer.toString(from));
      all.subList(from, Math.min(all.size(), from + SCRIPT_CHUNK)).forEach(args::addAll);
      redis.run("add_tasks", List.of(key), args);
    }
  }

  /**
   * Which files its client wants back.
   *
   * @throws ServiceException if that cannot be understood
   */
  public CollectRequest collect(String key) {
    List<@Nullable String> fields =
        redis
            .commands()
            .hmget(key, CollectFields.GLOBS, CollectFields.MAX_FILES, CollectFields.MAX_BYTES);
    return CollectFields.parse(fields.get(0), fields.get(1), fields.get(2));
  }

  /** Whether its test JVMs are not all started alike, so that each of its tasks has a launch. */
  public boolean hasLaunches(String key) {
    return "1".equals(redis.commands().hget(key, "launches"));
  }

  /** Whether a task of it needs its host to itself, so that starts of JVMs are to be announced. */
  public boolean isolates(String key) {
    return ResourceFields.haveHost(redis.commands().hget(key, "resources"));
  }

  /**
   * Has a task of a created taskset looked at as if it had failed after others, until they are
   * found, however long that takes.
   *
   * @param before what had run before it, in order; not empty
   */
  public void searchCulprits(String tasksetKey, String specFile, List<String> before) {
    Map<String, Object> plan = new HashMap<>();
    plan.put("before", before);
    plan.put("mode", "begin");
    plan.put("kind", "alone");
    plan.put("list", List.of());
    plan.put("alone", 0);
    plan.put("after", 0);
    redis
        .commands()
        .hset(
            Keys.task(tasksetKey, specFile),
            Map.of("probe", "alone", "probe_after", "", "probe_plan", Fields.json(plan)));
    redis
        .commands()
        .hset(
            tasksetKey,
            Map.of("probing", "1", "probe_limit_ms", Long.toString(LONGEST_RUN.toMillis())));
  }

  /** Whether a class of a taskset is looked at again, which may take several JVMs. */
  public boolean isProbing(String tasksetKey) {
    Long probing = Fields.parseLong(redis.commands().hget(tasksetKey, "probing"));
    return probing != null && probing > 0;
  }

  /** Whether classes of a taskset run in parts, for each of which a slave may be of use. */
  public boolean isDivided(String tasksetKey) {
    return "1".equals(redis.commands().hget(tasksetKey, "parts"));
  }

  /**
   * How far classes are that run in parts; in one round trip.
   *
   * @param taskKeys their tasks
   * @return by task; without those that are decided, or run whole after all
   */
  public Map<String, PartsEnded> partsEnded(Collection<String> taskKeys) {
    Map<String, Response<List<String>>> fields = new LinkedHashMap<>();
    if (!taskKeys.isEmpty()) {
      try (AbstractPipeline pipeline = redis.commands().pipelined()) {
        for (String task : taskKeys) {
          fields.put(task, pipeline.hmget(task, "parts", "parts_left", "void", "status"));
        }
        pipeline.sync();
      }
    }
    Map<String, PartsEnded> ended = new LinkedHashMap<>();
    fields.forEach(
        (task, answer) -> {
          List<String> values = answer.get();
          int parts = Fields.count(values.get(0), 0);
          boolean over = !orEmpty(values.get(2)).isEmpty() || !orEmpty(values.get(3)).isEmpty();
          if (parts > 0 && !over) {
            int left = Math.min(parts, Fields.count(values.get(1), 0));
            ended.put(task, new PartsEnded(1, parts - left, parts));
          }
        });
    return ended;
  }

  /** How second looks at a task have ended; empty while they go on, or if there are none. */
  public ProbeOutcome probeOutcome(String tasksetKey, String specFile) {
    return ProbeOutcome.of(
        orEmpty(redis.commands().hget(Keys.task(tasksetKey, specFile), "probe_outcome")));
  }

  /** How many of some tasks are looked at again after they failed. */
  public int probed(List<String> taskKeys) {
    List<Response<String>> probes = new ArrayList<>();
    try (AbstractPipeline pipeline = redis.commands().pipelined()) {
      taskKeys.forEach(task -> probes.add(pipeline.hget(task, "probe")));
      pipeline.sync();
    }
    return (int)
        probes.stream()
            .map(probe -> orEmpty(probe.get()))
            .filter(probe -> !probe.isEmpty() && !probe.equals("over"))
            .count();
  }

  /** What second looks at a class have found. */
  public enum ProbeOutcome {
    /** The classes after which it fails. */
    FOUND,
    /** It fails alone, too. */
    ALONE,
    /** It failed and passed under the same conditions. */
    CHANCE,
    /** They did not come to their end. */
    NONE;

    private static ProbeOutcome of(String text) {
      return switch (text) {
        case "found" -> FOUND;
        case "alone" -> ALONE;
        case "chance" -> CHANCE;
        default -> NONE;
      };
    }
  }

  /**
   * Hands a created taskset to the service; one that was cancelled meanwhile stays over.
   *
   * @throws ServiceException if tasks of it are missing: it was not created whole
   */
  public void activate(String key, int taskCount) {
    activate(key, taskCount, Activation.ALWAYS);
  }

  /**
   * Hands a created taskset to the service, unless another one stands for it.
   *
   * @return its key, or that of the one that stands for it
   * @throws UsageException if the job that it is the run of is over
   * @throws ServiceException if tasks of it are missing: it was not created whole
   */
  public String activate(String key, int taskCount, Activation activation) {
    for (int from = 0; from < taskCount; from += CHUNK) {
      redis.run(
          "keep_tasks",
          List.of(key),
          List.of(
              Integer.toString(from),
              Integer.toString(from + CHUNK - 1),
              Long.toString(LONGEST_RUN.toSeconds())));
    }
    Long job = activation.job();
    List<String> all =
        new ArrayList<>(
            List.of(
                key,
                keys.activeTasksets(),
                keys.dispatcherQueue(),
                keys.job(job == null ? 0 : job),
                keys.startingJobs()));
    String same = activation.sameKey(keys);
    if (same != null) {
      all.add(same);
    }
    Duration window = activation.window();
    String answer =
        (String)
            redis.run(
                "activate_taskset",
                all,
                List.of(
                    Integer.toString(taskCount),
                    job == null ? "" : Long.toString(job),
                    window == null ? "" : Long.toString(window.toMillis()),
                    activation.serial()));
    if (answer.equals("incomplete")) {
      throw new ServiceException("the taskset " + key + " is not complete: start it again");
    }
    if (answer.equals("unwanted")) {
      throw new UsageException("job " + job + " is over: push it again");
    }
    return answer.startsWith(SAME) ? answer.substring(SAME.length()) : key;
  }

  /** The taskset that stands for another one before that is created; empty if none does. */
  public Optional<String> standsFor(Activation activation) {
    String same = activation.sameKey(keys);
    return same == null ? Optional.empty() : Optional.ofNullable(redis.commands().get(same));
  }

  /** Whether a taskset says that it runs these sources; null: nobody knows which. */
  public boolean hasSources(String key, @Nullable String digest) {
    return digest != null && digest.equals(redis.commands().hget(key, "sources"));
  }

  /** The name of the queue of a taskset; empty if it names none. */
  public String queue(String key) {
    return orEmpty(redis.commands().hget(key, "queue"));
  }

  /** Reads one; empty if there is no such taskset. */
  public Optional<Taskset> find(String key) {
    if (!keys.isTaskset(key)) {
      return Optional.empty();
    }
    Fields fields = new Fields(redis.commands().hgetAll(key));
    return fields.isEmpty() ? Optional.empty() : Optional.of(taskset(key, fields));
  }

  private static Taskset taskset(String key, Fields f) {
    return Taskset.of(key)
        .rsyncName(f.text("rsync_name"))
        .commands(f.text("setup_command"), f.text("slave_command"))
        .workers(f.text("worker_type"), Math.max(1, f.number("max_workers", 10)))
        .maxTrials(Math.max(1, f.number("max_trials", 1)))
        .tasksetClass(f.text("taskset_class"))
        .timeouts(
            Math.max(1, f.number("unknown_spec_timeout_sec", 300)),
            Math.max(1, f.number("least_timeout_sec", 30)))
        .createdAt(f.time("created"))
        .status(statusOf(f.text("status")))
        .finishedAt(f.time("finished"))
        .counts(
            f.number("succeeded_count", 0), f.number("failed_count", 0), f.number("task_count", 0))
        .runner(Runner.of(f.text("runner", "")))
        .user(f.orNull("user"))
        .reason(f.orNull("reason"))
        .sources(f.orNull("sources"))
        .partial(SELECTION.stream().anyMatch(field -> f.orNull(field) != null))
        .preferredWorker(f.orNull("prefer_worker"))
        .cached(f.text("cached").equals("1"))
        .way(RunWay.parse(f.orNull("way")))
        .build();
  }

  private static TasksetStatus statusOf(String text) {
    try {
      return TasksetStatus.parse(text);
    } catch (IllegalArgumentException e) {
      // Nobody may go on with what cannot be understood.
      return TasksetStatus.FAILED;
    }
  }

  /**
   * What a taskset asks of the workspace.
   *
   * @throws ServiceException if its env or its artifacts cannot be understood
   */
  public SetupWishes setupWishes(String key) {
    List<String> fields =
        redis
            .commands()
            .hmget(
                key,
                "runner",
                "setup",
                "env",
                "workspace",
                "setup_artifact",
                JobFields.RESULT,
                JobFields.OUTPUTS,
                JobFields.USES);
    String workspace = workspace(fields.get(3));
    return new SetupWishes(
        !orEmpty(fields.get(0)).isEmpty(),
        orEmpty(fields.get(1)).equals("always"),
        SetupWishes.parseEnvironment(orEmpty(fields.get(2))),
        workspace == null
            ? null
            : new WantedWorkspace(workspace, orEmpty(fields.get(4)).equals("1")),
        JobFields.parse(fields.get(5), fields.get(6), fields.get(7)));
  }

  private static @Nullable String workspace(@Nullable String field) {
    return Artifact.isWorkspace(field) ? field : null;
  }

  /** The versions of the JDKs that a worker must have to serve a taskset. */
  public Set<Integer> jdks(String key) {
    return JdkField.parse(orEmpty(redis.commands().hget(key, "jdks")));
  }

  /** In which JVM the tasks of a taskset run that are repetitions; empty if they are none. */
  public Optional<Repetition.Jvm> repeat(String key) {
    String jvm = orEmpty(redis.commands().hget(key, "repeat"));
    return jvm.isEmpty()
        ? Optional.empty()
        : Optional.of(jvm.equals("same") ? Repetition.Jvm.SAME : Repetition.Jvm.FRESH);
  }

  /**
   * Which tests of its tasks a taskset runs.
   *
   * @throws ServiceException if that cannot be understood
   */
  public TestSelection selection(String key) {
    List<String> fields = redis.commands().hmget(key, SELECTION.toArray(new String[0]));
    return TestSelection.parse(fields.get(0), fields.get(1), fields.get(2));
  }

  /**
   * The tests of a taskset whose failures are muted.
   *
   * @throws ServiceException if that cannot be understood
   */
  public Quarantine quarantine(String key) {
    return Quarantine.parse(redis.commands().hget(key, "quarantine"));
  }

  /** Where a taskset stands; empty if there is no such taskset. */
  public Optional<TasksetStatus> status(String key) {
    List<String> answer = redis.commands().hmget(key, "status", "rsync_name");
    String status = answer.get(0);
    return status == null && answer.get(1) == null
        ? Optional.empty()
        : Optional.of(statusOf(status == null ? "" : status));
  }

  /** The tasksets that are not over, oldest first. */
  public List<String> active() {
    return redis.commands().lrange(keys.activeTasksets(), 0, -1);
  }

  /**
   * An active taskset, as the dispatcher looks at it.
   *
   * @param key its key
   * @param workerType which workers may serve it; empty: it does not say
   * @param maxWorkers at most so many, 1 or more
   * @param needsOurs whether only workers that announce the protocol can serve it
   * @param user whose it is: its user, else its rsync_name
   * @param queue the name of its queue; empty: it does not say
   * @param queueSerial the serial number of its queue; -1: it does not say
   * @param left how many of its tasks are not decided; -1: nobody can tell
   * @param rsyncName the directory of its sources
   * @param job the number of the job that it is; null if it is none
   * @param preferredWorker the name of the worker that serves it if that is idle; null: any
   * @param workspace the artifact that a workspace is once it is set up for it; null: unknown
   * @param artifacts what it makes, and what of others it needs
   * @param wantsResult whether nobody serves it yet, and it need not run if somebody has its result
   * @param jdks the versions of the JDKs that a worker must have to serve it
   */
  public record Active(
      String key,
      String workerType,
      int maxWorkers,
      boolean needsOurs,
      String user,
      String queue,
      int queueSerial,
      long left,
      String rsyncName,
      @Nullable Long job,
      @Nullable String preferredWorker,
      @Nullable String workspace,
      JobArtifacts artifacts,
      boolean wantsResult,
      Set<Integer> jdks) {}

  /**
   * Where a taskset came from.
   *
   * @param job the number of the job that it is; null if it is none
   * @param queue the name of its queue; empty: it does not say
   */
  public record Origin(@Nullable Long job, String queue) {
    /** Nothing is known. */
    public static final Origin NONE = new Origin(null, "");
  }

  /** Reads where a taskset came from; {@link Origin#NONE} if it is gone. */
  public Origin origin(String key) {
    List<String> fields = redis.commands().hmget(key, "job", "queue");
    String queue = fields.get(1);
    return new Origin(Fields.parseLong(fields.get(0)), queue == null ? "" : queue);
  }

  private static final String[] OF_ACTIVE = {
    "status",
    "rsync_name",
    "worker_type",
    "max_workers",
    "runner",
    "sources",
    "launches",
    "resources",
    "user",
    "queue",
    "queue_serial",
    "job",
    "prefer_worker",
    "workspace",
    JobFields.RESULT,
    JobFields.OUTPUTS,
    JobFields.USES,
    "no_cache",
    "jdks"
  };

  /**
   * Reads active tasksets, in as few round trips as chunks.
   *
   * @return by key; without those that are over, gone or damaged
   */
  public Map<String, Active> active(List<String> tasksetKeys) {
    Map<String, Active> found = new HashMap<>();
    for (int from = 0; from < tasksetKeys.size(); from += CHUNK) {
      List<String> some = tasksetKeys.subList(from, Math.min(tasksetKeys.size(), from + CHUNK));
      List<Response<List<String>>> hashes = new ArrayList<>();
      List<Response<Long>> left = new ArrayList<>();
      try (AbstractPipeline pipeline = redis.commands().pipelined()) {
        for (String key : some) {
          hashes.add(pipeline.hmget(key, OF_ACTIVE));
          left.add(pipeline.llen(Keys.tasksLeft(key)));
        }
        pipeline.sync();
      }
      for (int i = 0; i < some.size(); i++) {
        Map<String, String> hash = new HashMap<>();
        List<String> values = PipelineAnswer.of(hashes.get(i), List.of());
        for (int j = 0; j < values.size(); j++) {
          if (values.get(j) != null) {
            hash.put(OF_ACTIVE[j], values.get(j));
          }
        }
        Fields f = new Fields(hash);
        if (!f.isEmpty() && !statusOf(f.text("status")).isFinal()) {
          found.put(some.get(i), active(some.get(i), f, PipelineAnswer.of(left.get(i), -1L)));
        }
      }
    }
    return found;
  }

  private static Active active(String key, Fields f, long left) {
    JobArtifacts artifacts = artifacts(f);
    return new Active(
        key,
        f.text("worker_type"),
        Math.max(1, f.number("max_workers", 10)),
        Runner.of(f.text("runner")).needsOurWorkers()
            || f.text("sources").equals(Taskset.NO_SOURCES)
            || f.text("launches").equals("1")
            || !f.text("resources").isEmpty(),
        f.text("user", f.text("rsync_name")),
        f.text("queue"),
        f.number("queue_serial", -1),
        left,
        f.text("rsync_name"),
        Fields.parseLong(f.text("job")),
        f.orNull("prefer_worker"),
        workspace(f.orNull("workspace")),
        artifacts,
        artifacts.result() != null
            && f.text("status").isEmpty()
            && f.text("no_cache").isEmpty()
            && Runner.of(f.text("runner")).equals(Runner.COMMAND),
        JdkField.parse(f.text("jdks")));
  }

  /** What cannot be understood counts as nothing here: the worker says so when it gets that. */
  private static JobArtifacts artifacts(Fields f) {
    try {
      return JobFields.parse(
          f.orNull(JobFields.RESULT), f.orNull(JobFields.OUTPUTS), f.orNull(JobFields.USES));
    } catch (ServiceException e) {
      return JobArtifacts.NONE;
    }
  }

  /** Takes an entry that cannot name a taskset off the list of active ones; true if it was that. */
  public boolean dropIfNone(String key) {
    if (keys.isTaskset(key)) {
      return false;
    }
    redis.commands().lrem(keys.activeTasksets(), 0, key);
    RawMembers.remove(redis, keys.activeTasksets(), List.of(key));
    return true;
  }

  /** Ends a taskset of which nobody can tell any more how it went; does nothing if it is over. */
  public void fail(String key, String reason) {
    end(key, "fail", reason);
  }

  /** Ends a taskset that nobody wants any more; does nothing if it is over. */
  public void cancel(String key, String reason) {
    end(key, "cancel", reason);
  }

  private void end(String key, String verb, String reason) {
    // No message asks for this, so there is none to take out of a processing list.
    String none = keys.arbiterQueue() + ":none";
    redis.run(
        "end_taskset",
        List.of(key, none, keys.activeTasksets(), keys.persisterQueue()),
        List.of(verb, reason, ""));
  }

  /** How far a taskset is; one round trip. */
  public Progress progress(String key) {
    return Objects.requireNonNull(progress(List.of(key)).get(key));
  }

  /** How far each of some tasksets is; one round trip for all. */
  public Map<String, Progress> progress(Collection<String> tasksets) {
    Map<String, Response<List<String>>> fields = new LinkedHashMap<>();
    Map<String, Response<Long>> left = new HashMap<>();
    if (!tasksets.isEmpty()) {
      try (AbstractPipeline pipeline = redis.commands().pipelined()) {
        for (String key : tasksets) {
          fields.put(
              key, pipeline.hmget(key, "status", "succeeded_count", "failed_count", "task_count"));
          left.put(key, pipeline.llen(Keys.tasksLeft(key)));
        }
      }
    }
    Map<String, Progress> all = new LinkedHashMap<>();
    fields.forEach(
        (key, answer) -> {
          List<String> values = answer.get();
          all.put(
              key,
              new Progress(
                  statusOf(orEmpty(values.get(0))),
                  Fields.count(values.get(1), 0),
                  Fields.count(values.get(2), 0),
                  Fields.count(values.get(3), 0),
                  Objects.requireNonNull(left.get(key)).get()));
        });
    return all;
  }

  /**
   * How far a taskset is.
   *
   * @param status where it stands
   * @param succeeded tasks decided as passed or pending
   * @param failed tasks decided as failed
   * @param asked tasks asked for
   * @param left tasks not decided
   */
  public record Progress(TasksetStatus status, int succeeded, int failed, int asked, long left) {}

  private static String orEmpty(@Nullable String text) {
    return text == null ? "" : text;
  }

  /** How many tasks a taskset has. */
  public long taskCount(String key) {
    return redis.commands().llen(Keys.tasks(key));
  }

  /** Hands over all tasks with the keys of their trials, in chunks, in the order of creation. */
  public void eachTask(String key, Consumer<List<Task>> chunks) {
    for (long from = 0; ; from += CHUNK) {
      List<Task> tasks = tasks(key, from, CHUNK);
      if (tasks.isEmpty()) {
        return;
      }
      chunks.accept(tasks);
    }
  }

  /** Some of the tasks of a taskset; empty behind the last one. */
  public List<Task> tasks(String key, long from, int count) {
    return tasks(taskKeys(key, from, count));
  }

  /** The keys of some of the tasks, also of those that do not exist; empty behind the last one. */
  public List<String> taskKeys(String key, long from, int count) {
    return redis.commands().lrange(Keys.tasks(key), from, from + count - 1);
  }

  /** Reads tasks with the keys of their trials; those that do not exist are left out. */
  public List<Task> tasks(List<String> taskKeys) {
    List<Response<Map<String, String>>> hashes = new ArrayList<>();
    List<Response<List<String>>> trials = new ArrayList<>();
    try (AbstractPipeline pipeline = redis.commands().pipelined()) {
      for (String task : taskKeys) {
        hashes.add(pipeline.hgetAll(task));
        trials.add(pipeline.lrange(Keys.trials(task), 0, -1));
      }
      pipeline.sync();
    }
    List<Task> tasks = new ArrayList<>();
    for (int i = 0; i < taskKeys.size(); i++) {
      Fields f = new Fields(PipelineAnswer.of(hashes.get(i), Map.of()));
      if (!f.isEmpty()) {
        tasks.add(task(taskKeys.get(i), f, PipelineAnswer.of(trials.get(i), List.of())));
      }
    }
    return tasks;
  }

  /** The keys of the trials of each part of a class, in the order of the parts. */
  public List<List<String>> partTrials(String taskKey, int parts) {
    List<Response<List<String>>> answers = new ArrayList<>();
    try (AbstractPipeline pipeline = redis.commands().pipelined()) {
      for (int part = 1; part <= parts; part++) {
        String key = ClassPart.taskOf(taskKey, part, parts);
        answers.add(pipeline.lrange(Keys.trials(key), 0, -1));
      }
      pipeline.sync();
    }
    return answers.stream().map(answer -> PipelineAnswer.of(answer, List.<String>of())).toList();
  }

  private static Task task(String key, Fields f, List<String> trials) {
    return new Task(
        key,
        f.text("taskset"),
        f.text("spec_file"),
        taskStatus(f.text("status")),
        f.estimate(),
        trials,
        OrderDependence.parse(f.text("order_dependence")),
        f.duration("cpu_estimate_ms"),
        jvm(f),
        TaskSplit.parse(f.number("parts", 0), f.text("void"), f.text("class_files")));
  }

  /** The launch that is made for speed is the task's own until it has failed there. */
  private static @Nullable TaskJvm jvm(Fields f) {
    String failedThere = f.text("quick_launch");
    String launch = failedThere.isEmpty() ? f.text("launch") : failedThere;
    return TaskJvm.of(JvmKind.ofLaunch(launch), f.text("quick"));
  }

  private static TaskStatus taskStatus(String text) {
    try {
      return TaskStatus.parse(text);
    } catch (IllegalArgumentException e) {
      return TaskStatus.FAILED;
    }
  }

  /** What happened to a taskset, line by line. */
  public String log(String key) {
    return orEmpty(redis.commands().get(Keys.log(key)));
  }

  /** The keys of its slaves. */
  public List<String> slaves(String key) {
    return redis.commands().lrange(Keys.slaves(key), 0, -1);
  }

  /** The keys of its worker logs. */
  public List<String> workerLogs(String key) {
    return redis.commands().lrange(Keys.workerLogs(key), 0, -1);
  }

  /**
   * Starts the time to live of everything that belongs to a persisted taskset and its tasks; the
   * taskset's own key comes last, since {@code waitfor} takes its expiry as the sign that all is
   * done.
   */
  public void expire(String key, Duration life) {
    String seconds = Long.toString(life.toSeconds());
    long count = taskCount(key);
    for (long from = 0; from < count; from += SCRIPT_CHUNK) {
      redis.run(
          "expire_tasks",
          List.of(key),
          List.of(Long.toString(from), Long.toString(from + SCRIPT_CHUNK - 1), seconds));
    }
    expireWithoutTasks(key, life);
  }

  /** Starts the time to live of a taskset whose tasks cannot be read. */
  public void expireWithoutTasks(String key, Duration life) {
    try (AbstractPipeline pipeline = redis.commands().pipelined()) {
      for (String list :
          List.of(
              Keys.tasks(key),
              Keys.tasksLeft(key),
              Keys.taskQueue(key),
              Keys.retryQueue(key),
              Keys.copies(key),
              Keys.health(key),
              Keys.launches(key),
              Keys.starting(key),
              Keys.lanes(key),
              Keys.affinities(key),
              Keys.resourceHolders(key),
              Keys.startMs(key),
              Keys.slaves(key),
              Keys.workerLogs(key),
              Keys.wake(key),
              Keys.waiting(key),
              Keys.collected(key),
              Keys.log(key))) {
        pipeline.expire(list, life.toSeconds());
      }
      // For eyes: whoever decides by it looks only whether it is there.
      pipeline.hset(key, "persisted_ms", Long.toString(System.currentTimeMillis()));
      pipeline.expire(key, life.toSeconds());
      pipeline.sync();
    }
  }

  /** Waits for the end of a taskset that was created with this list as {@code notify}. */
  public boolean awaitEnd(String notifyList, Duration limit) {
    return redis.commands().blpop(limit.toMillis() / 1000.0, notifyList) != null;
  }

  /** Waits for the next end that is told in a list; empty if none comes in time. */
  public Optional<String> nextEnd(String notifyList, Duration limit) {
    return Optional.ofNullable(redis.commands().blpop(limit.toMillis() / 1000.0, notifyList))
        .map(KeyValue::getValue);
  }

  /** Takes ends that have been told in a list. */
  public List<String> ends(String notifyList, int most) {
    List<String> ends = redis.commands().lpop(notifyList, most);
    return ends == null ? List.of() : ends;
  }
}
