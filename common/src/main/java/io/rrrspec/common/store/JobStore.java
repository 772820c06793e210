package io.rrrspec.common.store;

import io.rrrspec.common.UsageException;
import io.rrrspec.common.files.Hex;
import io.rrrspec.common.files.Sha256;
import io.rrrspec.common.queue.Job;
import io.rrrspec.common.queue.Queue;
import io.rrrspec.common.queue.QueueConflictException;
import io.rrrspec.common.queue.QueueSetup;
import io.rrrspec.common.queue.Turn;
import io.rrrspec.common.redis.Keys;
import io.rrrspec.common.redis.RedisConnection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.AbstractPipeline;
import redis.clients.jedis.Response;

/** Jobs: pushed into queues, moved about there, and made into tasksets. */
public final class JobStore {
  /** As often nobody sets queues up while one job is pushed. */
  private static final int MOST_TRIES = 100;

  /** How many jobs a destroyed queue hands over in one script. */
  private static final int DRAIN_CHUNK = 200;

  private final RedisConnection redis;
  private final Keys keys;
  private final QueueStore queues;

  public JobStore(RedisConnection redis, Keys keys) {
    this.redis = redis;
    this.keys = keys;
    this.queues = new QueueStore(redis, keys);
  }

  /**
   * A job to push.
   *
   * @param queue the name of its queue
   * @param module see {@link Job}
   * @param text see {@link Job}
   * @param user who asks
   * @param identity what makes it the same as another one in a queue of the discipline {@code set};
   *     null: module and text
   * @param caller who waits for its end, or null; then it is the same as no other
   */
  public record Push(
      String queue,
      String module,
      String text,
      String user,
      @Nullable String identity,
      @Nullable Caller caller) {
    /** One that is the same as others of its module and text. */
    public Push(String queue, String module, String text, String user) {
      this(queue, module, text, user, null, null);
    }
  }

  /**
   * Somebody who waits for the end of a job.
   *
   * @param notifyList the list that is told of it
   * @param patience after that it is not begun any more
   */
  public record Caller(String notifyList, Duration patience) {}

  /**
   * Where a push has led to.
   *
   * @param number of the job
   * @param duplicate whether it is the number of an equal job, and nothing was queued
   */
  public record Pushed(long number, boolean duplicate) {}

  /** A key for a taskset that a job is to become. */
  public String newTaskset() {
    return keys.taskset(UUID.randomUUID().toString());
  }

  /**
   * Puts a job into a queue.
   *
   * @throws UsageException if there is no such queue, or it is full
   */
  public Pushed push(Push push) {
    return push(push, newTaskset());
  }

  /**
   * The same.
   *
   * @param taskset the key of the taskset that it becomes: made by {@link #newTaskset}, once for
   *     each push
   */
  public Pushed push(Push push, String taskset) {
    List<?> answer =
        current(
            read -> {
              Queue queue = read.setup().get(push.queue());
              Caller caller = push.caller();
              Duration window = caller == null ? queue.discipline().window() : null;
              List<String> keysOfQueue = new ArrayList<>();
              keysOfQueue.add(keys.queues());
              keysOfQueue.add(keys.jobCount());
              keysOfQueue.add(keys.waitingJobs(queue.serial()));
              keysOfQueue.add(keys.queueTags(queue.serial()));
              keysOfQueue.add(keys.pushed(Keys.lastPart(taskset)));
              keysOfQueue.add(keys.dispatcherQueue());
              if (window != null) {
                keysOfQueue.add(keys.sameJob(queue.serial(), digest(push)));
              }
              return (List<?>)
                  redis.run(
                      "push_job",
                      keysOfQueue,
                      List.of(
                          read.version(),
                          window == null ? "" : Long.toString(window.toMillis()),
                          jobPrefix(),
                          Integer.toString(queue.serial()),
                          push.module(),
                          push.text(),
                          push.user(),
                          taskset,
                          caller == null ? "" : caller.notifyList(),
                          caller == null ? "" : Long.toString(caller.patience().toMillis())));
            },
            answered -> answered.get(0).equals("changed"));
    return switch ((String) answer.get(0)) {
      case "queued" -> new Pushed(number(answer), false);
      case "same" -> new Pushed(number(answer), true);
      default ->
          throw new QueueConflictException(
              "queue full: "
                  + answer.get(1)
                  + " jobs wait in '"
                  + push.queue()
                  + "': push it later, or raise queue_limit");
    };
  }

  private static long number(List<?> answer) {
    return Long.parseLong((String) answer.get(1));
  }

  private static String digest(Push push) {
    String same =
        push.identity() == null
            ? "job\n" + push.module() + "\n" + push.text()
            : "identity\n" + push.identity();
    return Hex.of(Sha256.ofText(same), 20);
  }

  /** Does something on the queues as they are set up, again if that changes meanwhile. */
  private <T> T current(Function<QueueStore.Read, T> action, Function<T, Boolean> hasChanged) {
    T answer = action.apply(queues.read());
    for (int i = 1; hasChanged.apply(answer) && i < MOST_TRIES; i++) {
      answer = action.apply(queues.read());
    }
    return answer;
  }

  private String jobPrefix() {
    String any = keys.job(0);
    return any.substring(0, any.length() - 1);
  }

  private String queuePrefix() {
    String any = keys.waitingJobs(0);
    return any.substring(0, any.lastIndexOf("0:"));
  }

  /** One job; empty if it is not known, or no more: a day after its end. */
  public Optional<Job> find(long number) {
    Fields fields = new Fields(redis.commands().hgetAll(keys.job(number)));
    return fields.isEmpty() ? Optional.empty() : Optional.of(job(number, fields));
  }

  /** Some jobs, in that order; null for one that is not known. */
  public List<@Nullable Job> find(List<Long> numbers) {
    List<Response<Map<String, String>>> hashes = new ArrayList<>();
    try (AbstractPipeline pipeline = redis.commands().pipelined()) {
      numbers.forEach(number -> hashes.add(pipeline.hgetAll(keys.job(number))));
      pipeline.sync();
    }
    List<@Nullable Job> jobs = new ArrayList<>();
    for (int i = 0; i < numbers.size(); i++) {
      Fields fields = new Fields(PipelineAnswer.of(hashes.get(i), Map.of()));
      jobs.add(fields.isEmpty() ? null : job(numbers.get(i), fields));
    }
    return jobs;
  }

  /** The numbers of all jobs that wait in a queue, in the order of service. */
  public long[] waitingNumbers(int queue) {
    return redis.commands().zrange(keys.waitingJobs(queue), 0, -1).stream()
        .map(Fields::parseLong)
        .filter(Objects::nonNull)
        .mapToLong(Long::longValue)
        .toArray();
  }

  private static Job job(long number, Fields f) {
    return new Job(
        number,
        f.text("module"),
        f.text("text"),
        f.number("queue", 0),
        f.text("user"),
        f.text("taskset"),
        Job.Status.parse(f.text("status")),
        f.time("queued"),
        f.time("admitted"),
        f.time("ended"),
        f.orNull("ahead") != null,
        f.orNull("reason"));
  }

  /**
   * The first jobs that wait in some queues, in the order of service; in two round trips. What is
   * no job that waits there is left out.
   *
   * @param counts how many of each, by the queue's serial number; 1 or more
   */
  public Map<Integer, List<Job>> waiting(Map<Integer, Integer> counts) {
    Map<Integer, Response<List<String>>> members = new HashMap<>();
    try (AbstractPipeline pipeline = redis.commands().pipelined()) {
      counts.forEach(
          (queue, count) ->
              members.put(queue, pipeline.zrange(keys.waitingJobs(queue), 0, count - 1)));
      pipeline.sync();
    }
    List<Long> numbers = new ArrayList<>();
    members
        .values()
        .forEach(
            some ->
                PipelineAnswer.of(some, List.<String>of()).stream()
                    .map(Fields::parseLong)
                    .filter(Objects::nonNull)
                    .forEach(numbers::add));
    Map<Integer, List<Job>> waiting = new HashMap<>();
    for (Job job : find(numbers)) {
      if (job != null && canBeServed(job) && members.containsKey(job.queue())) {
        waiting.computeIfAbsent(job.queue(), q -> new ArrayList<>()).add(job);
      }
    }
    return waiting;
  }

  /** Whether a job waits and names a run that it can become. */
  boolean canBeServed(Job job) {
    return job.status() == Job.Status.WAITING && keys.isTaskset(job.taskset());
  }

  /** What a wish about a job has come to. */
  public enum Done {
    /** It is done. */
    DONE,
    /** The job is a taskset already. */
    RUNNING,
    /** The job is over. */
    OVER,
    /** There is no such job, or no more. */
    UNKNOWN,
    /** As many jobs wait in the queue as may. */
    FULL
  }

  /**
   * Cancels a job that waits or is being started, or its taskset; for one that is over already the
   * answer is OVER.
   */
  public Done cancel(long number) {
    Done done = cancelWaiting(number);
    if (done != Done.RUNNING) {
      return done;
    }
    find(number).ifPresent(job -> new ClientStore(redis, keys).cancel(job.taskset()));
    return Done.DONE;
  }

  private Done cancelWaiting(long number) {
    return done(
        redis.run(
            "cancel_job",
            List.of(keys.job(number), keys.startingJobs()),
            List.of(
                Long.toString(number),
                queuePrefix(),
                Long.toString(Lifetimes.PERSISTED.toSeconds()))));
  }

  /** Puts a job that waits at the head of its queue. */
  public Done prefer(long number) {
    return done(
        redis.run(
            "prefer_job",
            List.of(keys.job(number)),
            List.of(Long.toString(number), queuePrefix())));
  }

  /**
   * Puts a job that waits into another queue.
   *
   * @throws UsageException if there is no such queue
   */
  public Done move(long number, String queue) {
    return done(
        current(
            read ->
                redis.run(
                    "move_job",
                    List.of(keys.job(number), keys.queues(), keys.dispatcherQueue()),
                    List.of(
                        Long.toString(number),
                        read.version(),
                        queuePrefix(),
                        Integer.toString(read.setup().get(queue).serial()))),
            "changed"::equals));
  }

  private static Done done(Object answer) {
    return switch ((String) answer) {
      case "cancelled", "preferred", "moved" -> Done.DONE;
      default -> Done.valueOf(((String) answer).toUpperCase(Locale.ROOT));
    };
  }

  /**
   * Hands the jobs that wait in destroyed queues to those that take them over, to the end; what
   * somebody else has begun is gone on with.
   */
  public void drain(QueueSetup setup) {
    setup
        .moved()
        .forEach(
            (from, to) -> {
              long left;
              do {
                left =
                    (Long)
                        redis.run(
                            "drain_queue",
                            List.of(
                                keys.waitingJobs(from),
                                keys.queueTags(from),
                                keys.waitingJobs(to),
                                keys.queueTags(to),
                                keys.dispatcherQueue()),
                            List.of(
                                Integer.toString(DRAIN_CHUNK), jobPrefix(), Integer.toString(to)));
              } while (left > 0);
              queues.change(now -> now.moved().containsKey(from) ? now.drained(from) : now);
            });
  }

  /**
   * Makes an active taskset of a job that waits.
   *
   * @param specFile its only task
   * @param fields what the taskset's hash has besides what every one has
   * @return false if it does not wait any more
   */
  public boolean admit(Job job, String specFile, Map<String, String> fields) {
    List<String> arguments = new ArrayList<>();
    arguments.add(Long.toString(job.number()));
    arguments.add(queuePrefix());
    arguments.add(specFile);
    fields.forEach(
        (name, value) -> {
          arguments.add(name);
          arguments.add(value);
        });
    return "admitted"
        .equals(
            redis.run(
                "admit_job",
                List.of(keys.job(job.number()), job.taskset(), keys.activeTasksets()),
                arguments));
  }

  /**
   * Has a server start the run of a job that waits.
   *
   * @param turn whose turn is over with it
   * @return false if it does not wait any more
   */
  public boolean start(Job job, String serverKey, Turn turn) {
    List<String> arguments =
        new ArrayList<>(List.of(Long.toString(job.number()), queuePrefix(), serverKey));
    arguments.addAll(TurnFields.of(turn));
    return "started"
        .equals(
            redis.run(
                "start_job",
                List.of(keys.job(job.number()), keys.startingJobs(), keys.turns()),
                arguments));
  }

  /** How many runs of jobs are being started. */
  public long startingCount() {
    return redis.commands().hlen(keys.startingJobs());
  }

  /** The servers that start runs of jobs, by the numbers of the jobs. */
  public Map<Long, String> starting() {
    Map<Long, String> starting = new HashMap<>();
    redis
        .commands()
        .hgetAll(keys.startingJobs())
        .forEach(
            (number, server) -> {
              if (number.matches("\\d{1,15}")) {
                starting.put(Long.parseLong(number), server);
              }
            });
    return starting;
  }

  /** Takes over a job that another server was starting; false if that lives, or somebody has it. */
  public boolean takeOver(long number, String from, String serverKey) {
    return Long.valueOf(1)
        .equals(
            redis.run(
                "take_over_job",
                List.of(keys.startingJobs(), Keys.heartbeat(from)),
                List.of(Long.toString(number), from, serverKey)));
  }

  /** Ends a job whose run this server could not start; does nothing if its run is active. */
  public boolean fail(long number, String serverKey, String reason) {
    return "failed"
        .equals(
            redis.run(
                "fail_job",
                List.of(keys.job(number), keys.startingJobs()),
                List.of(
                    Long.toString(number),
                    serverKey,
                    reason,
                    Long.toString(Lifetimes.PERSISTED.toSeconds()))));
  }
}
