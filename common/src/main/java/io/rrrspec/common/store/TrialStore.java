package io.rrrspec.common.store;

import io.rrrspec.common.model.CaseResult;
import io.rrrspec.common.model.ClassPart;
import io.rrrspec.common.model.PartReport;
import io.rrrspec.common.model.ProcessorTime;
import io.rrrspec.common.model.RanTests;
import io.rrrspec.common.model.SlaveStatus;
import io.rrrspec.common.model.Trial;
import io.rrrspec.common.model.TrialResult;
import io.rrrspec.common.model.TrialStatus;
import io.rrrspec.common.model.TrialVerdict;
import io.rrrspec.common.redis.Keys;
import io.rrrspec.common.redis.RedisConnection;
import io.rrrspec.common.redis.RedisConnection.Call;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.AbstractPipeline;
import redis.clients.jedis.Response;

/** Trials: the claim that makes one, the result that ends it. */
public final class TrialStore {
  /** The fields of a key that is no trial at all. */
  private static final List<@Nullable String> NO_FIELDS = List.of("", "", "", "");

  private static final String[] OUTLINE = {
    "task",
    "slave",
    "started_at",
    "started_ms",
    "finished_at",
    "finished_ms",
    "status",
    "verdict",
    "passed",
    "pending",
    "failed",
    "reason",
    "threads_left",
    "cpu_ms",
    "thread_cpu_ms",
    "affinity",
    "affinity_started",
    "thread_ready_ms",
    "took_ms"
  };

  private final RedisConnection redis;
  private final Keys keys;

  public TrialStore(RedisConnection redis, Keys keys) {
    this.redis = redis;
    this.keys = keys;
  }

  /** What a slave that asks for work is told. */
  public sealed interface Claim {
    /**
     * Run this.
     *
     * @param trial the key of the trial: the lease
     * @param task the key of the task
     * @param specFile what to run
     * @param estimate what it is expected to take, or null if nobody knows
     * @param others how many other trials the task has; 0 for most: then nobody has tried it
     * @param after the tasks to run before it, in order; what comes of them counts nowhere. Empty
     *     but for probes
     * @param company what another JVM of its host has to do with it; null but for probes of a
     *     conflict
     * @param part which tests of its class it runs; null: all
     */
    record Run(
        String trial,
        String task,
        String specFile,
        @Nullable Duration estimate,
        int others,
        List<String> after,
        @Nullable Company company,
        @Nullable ClassPart part)
        implements Claim {
      public Run {
        after = List.copyOf(after);
      }
    }

    /** Two trials at the same time, to see whether they disturb each other. */
    sealed interface Company {
      /**
       * Run what stands before the task, and not the task, which another JVM runs; stay until that
       * has ended.
       *
       * @param first how many of them have to end before the other one begins; 0 or more
       */
      record Companion(int first) implements Company {}

      /**
       * Run the task when its companion says so.
       *
       * @param companion the key of that trial
       * @param delay how long after that
       */
      record Beside(String companion, Duration delay) implements Company {}
    }

    /**
     * The result was not taken: a copy of the trial has failed meanwhile. Compare the result with
     * that one, and report again.
     */
    record Compare() implements Claim {}

    /**
     * Nothing now; wait for a wake-up.
     *
     * @param atMost look again after this long in any case, or null for the usual time
     */
    record Wait(@Nullable Duration atMost) implements Claim {}

    /**
     * Nothing for now, whatever comes: the worker is suspected. Ask again after this long, without
     * listening for wake-ups, which are meant for others.
     *
     * @param time how long
     */
    record Pause(Duration time) implements Claim {}

    /** What is left should run in a fresh JVM: end, so that the worker starts another slave. */
    record Fresh() implements Claim {}

    /** Only JVMs of other launches can take what is left: end, so that the worker starts one. */
    record Change() implements Claim {}

    /** The taskset is over. */
    record Over() implements Claim {}

    /** The worker of this slave was asked to leave the taskset: end. */
    record Leave() implements Claim {}

    /** This slave was given up: end. */
    record Gone() implements Claim {}
  }

  /**
   * Makes ready what a report needs: a test may leave a JVM in which nobody may load or read
   * anything, or whose heap has no room for it.
   */
  public void prepare() {
    redis.prepare(List.of("claim_task", "finish_trial", "finish_and_claim", "reach_trial"));
    String unused =
        CasesJson.write(
            List.of(new CaseResult("", "", CaseResult.Outcome.PASSED, 0, null, null, null)));
  }

  /** Asks for a task. A call that is made again returns the trial that is still open. */
  public Claim claim(String tasksetKey, String slaveKey, long life) {
    return claim(redis.runTogether(List.of(claimCall(tasksetKey, slaveKey, life))).get(0));
  }

  private static Call claimCall(String tasksetKey, String slaveKey, long life) {
    return new Call(
        "claim_task", List.of(tasksetKey, slaveKey), List.of(newId(), Long.toString(life)));
  }

  /**
   * Makes an id. It tells the few trials of one task apart and guards nothing, so it need not come
   * from the generator of {@link UUID#randomUUID}, which takes a new JVM longer than a trivial
   * test.
   */
  private static String newId() {
    ThreadLocalRandom random = ThreadLocalRandom.current();
    long first = (random.nextLong() & ~0xf000L) | 0x4000L;
    long second = (random.nextLong() >>> 2) | Long.MIN_VALUE;
    return new UUID(first, second).toString();
  }

  private static Claim claim(Object answer) {
    List<?> parts = (List<?>) answer;
    String kind = (String) parts.get(0);
    return switch (kind) {
      case "task" ->
          new Claim.Run(
              (String) parts.get(1),
              (String) parts.get(2),
              (String) parts.get(3),
              duration((String) parts.get(4)),
              Integer.parseInt((String) parts.get(5)),
              ((String) parts.get(6)).lines().toList(),
              company((String) parts.get(7)),
              part((String) parts.get(8)));
      case "compare" -> new Claim.Compare();
      case "wait" -> {
        String seconds = (String) parts.get(1);
        yield new Claim.Wait(
            seconds.isEmpty() ? null : Duration.ofSeconds(Long.parseLong(seconds)));
      }
      case "pause" -> new Claim.Pause(seconds((String) parts.get(1)));
      case "fresh" -> new Claim.Fresh();
      case "change" -> new Claim.Change();
      case "over" -> new Claim.Over();
      case "leave" -> new Claim.Leave();
      case "gone" -> new Claim.Gone();
      default -> throw new IllegalStateException("claim_task answered " + kind);
    };
  }

  private static Duration seconds(String decimal) {
    return Duration.ofMillis(Math.round(Double.parseDouble(decimal) * 1_000));
  }

  private static Claim.@Nullable Company company(String text) {
    List<String> words = Arrays.asList(text.split("\t"));
    return switch (words.get(0)) {
      case "companion" -> new Claim.Company.Companion(Integer.parseInt(words.get(1)));
      case "beside" ->
          new Claim.Company.Beside(words.get(1), Duration.ofMillis(Long.parseLong(words.get(2))));
      default -> null;
    };
  }

  private static @Nullable ClassPart part(String tests) {
    return tests.isEmpty() ? null : ClassPart.parse(tests);
  }

  private static @Nullable Duration duration(String millis) {
    return new Fields(Map.of("estimate_ms", millis)).estimate();
  }

  /**
   * What tasks are expected to take if they pay for their affinity, in their order; empty where
   * nobody knows.
   */
  public List<Optional<Duration>> estimates(String tasksetKey, List<String> specFiles) {
    List<Response<List<String>>> millis = new ArrayList<>();
    try (AbstractPipeline pipeline = redis.commands().pipelined()) {
      specFiles.forEach(
          spec ->
              millis.add(
                  pipeline.hmget(Keys.task(tasksetKey, spec), "estimate_ms", "affinity_ms")));
      pipeline.sync();
    }
    return millis.stream()
        .map(answer -> Optional.ofNullable(longestEstimate(PipelineAnswer.of(answer, List.of()))))
        .toList();
  }

  private static @Nullable Duration longestEstimate(List<@Nullable String> answer) {
    Fields f = new Fields(new HashMap<>());
    if (answer.size() == 2) {
      f.put("estimate_ms", answer.get(0));
      f.put("affinity_ms", answer.get(1));
    }
    return f.longestEstimate();
  }

  /** How far the trial of a probe is. */
  public enum Milestone {
    /** What a probe runs before its own task is done, and its own task begins. */
    REACHED,
    /** Who runs beside this companion is there. */
    READY,
    /** Who runs beside this companion may begin. */
    BEGUN,
    /** Who ran beside this companion has ended; written by the arbiter. */
    RELEASED
  }

  /** Tells how far a trial is. */
  public void reach(String trialKey, Milestone milestone) {
    Object unused = redis.run("reach_trial", List.of(trialKey), List.of(field(milestone)));
  }

  private static String field(Milestone milestone) {
    return milestone.name().toLowerCase(Locale.ROOT);
  }

  /** How far the companion of a probe has come. */
  public enum CompanionState {
    /** It waits for who runs beside it, or has not come so far. */
    WAITS,
    /** It has reached what was asked for. */
    REACHED,
    /** It is over. */
    OVER
  }

  /** Whether a companion has come to a milestone, or has ended. */
  public CompanionState companion(String trialKey, Milestone milestone) {
    List<@Nullable String> trial =
        redis.commands().hmget(trialKey, "status", "verdict", field(milestone));
    if (!orEmpty(trial.get(0)).isEmpty() || !orEmpty(trial.get(1)).isEmpty()) {
      return CompanionState.OVER;
    }
    return "1".equals(trial.get(2)) ? CompanionState.REACHED : CompanionState.WAITS;
  }

  /** How Redis answers a reported result. */
  public enum Finish {
    /** It stands. */
    DONE,
    /** Somebody else closed the trial meanwhile: the result changes nothing. */
    LATE,
    /** As {@link Claim.Compare}. */
    COMPARE
  }

  /**
   * Reports a result that needs no comparison with other trials.
   *
   * @return false if somebody else closed the trial meanwhile: the result changes nothing
   */
  public boolean finish(String trialKey, String slaveKey, String tasksetKey, TrialResult result) {
    return finish(finishCall(trialKey, slaveKey, tasksetKey, result, "")) == Finish.DONE;
  }

  /**
   * Reports a result that was compared with the bad trials of its task.
   *
   * @param compared with how many
   */
  public Finish finish(
      String trialKey, String slaveKey, String tasksetKey, TrialResult result, int compared) {
    return finish(finishCall(trialKey, slaveKey, tasksetKey, result, Integer.toString(compared)));
  }

  private Finish finish(Call call) {
    return switch ((String) redis.runTogether(List.of(call)).get(0)) {
      case "done" -> Finish.DONE;
      case "compare" -> Finish.COMPARE;
      default -> Finish.LATE;
    };
  }

  /**
   * Ends a slave that cannot begin the trial that it holds: that is lost, and says nothing about
   * its test.
   *
   * @return the key of the trial; empty if it held none
   */
  public String giveBack(String slaveKey, String tasksetKey, long life, String reason) {
    SlaveStore.End end =
        new SlaveStore.End(SlaveStatus.FAILURE_EXIT, TrialStatus.ERROR, true, reason, "", life);
    return new SlaveStore(redis).end(slaveKey, tasksetKey, end, Lifetimes.PERSISTED);
  }

  /** Reports a result that needs no comparison, and asks for the next task, in one command. */
  public Claim finishAndClaim(
      String trialKey, String slaveKey, String tasksetKey, TrialResult result, long life) {
    return finishAndClaim(finishCall(trialKey, slaveKey, tasksetKey, result, ""), life);
  }

  /** {@link #finish} and {@link #claim} in one command: the way of a busy slave. */
  public Claim finishAndClaim(
      String trialKey,
      String slaveKey,
      String tasksetKey,
      TrialResult result,
      int compared,
      long life) {
    return finishAndClaim(
        finishCall(trialKey, slaveKey, tasksetKey, result, Integer.toString(compared)), life);
  }

  private Claim finishAndClaim(Call finish, long life) {
    String tasksetKey = finish.keys().get(3);
    String slaveKey = finish.keys().get(1);
    List<String> args = new ArrayList<>(claimCall(tasksetKey, slaveKey, life).args());
    args.addAll(finish.args());
    return claim(redis.run("finish_and_claim", finish.keys(), args));
  }

  private Call finishCall(
      String trialKey, String slaveKey, String tasksetKey, TrialResult result, String compared) {
    String reason = result.reason();
    PartReport part = result.part();
    return new Call(
        "finish_trial",
        List.of(trialKey, slaveKey, keys.arbiterQueue(), tasksetKey),
        Arrays.asList(
            result.status().text(),
            result.stdout(),
            result.stderr(),
            Integer.toString(result.passed()),
            Integer.toString(result.pending()),
            Integer.toString(result.failed()),
            CasesJson.write(result.cases()),
            reason == null ? "" : reason,
            Integer.toString(result.threadsLeft()),
            compared,
            millis(result.processorTime().process()),
            millis(result.processorTime().thread()),
            orEmpty(result.affinity().key()),
            result.affinity().started() ? "1" : "",
            String.join("\n", result.affinity().held()),
            millis(result.processorTime().ready()),
            part == null ? "" : Integer.toString(part.whole()),
            part == null ? "" : part.digest(),
            part == null ? "" : Integer.toString(part.given()),
            part == null ? "" : Integer.toString(part.ran()),
            part == null ? "" : orEmpty(part.refused()),
            part == null ? "" : millisOfTests(result),
            orEmpty(result.classFiles()),
            result.muted() == 0 ? "" : Integer.toString(result.muted()),
            result.cases().isEmpty() ? "" : Long.toString(RanTests.of(result.cases()))));
  }

  private static String millisOfTests(TrialResult result) {
    return Long.toString(result.cases().stream().mapToLong(CaseResult::millis).sum());
  }

  private static String millis(@Nullable Duration time) {
    return time == null ? "" : Long.toString(time.toMillis());
  }

  /**
   * A trial that counts against its task.
   *
   * @param number which trial of the task it is, from 1, as people see it
   * @param cases its tests; of one whose JVM died what ran then; empty if nobody knows that, or a
   *     foreign slave ran it
   */
  public record Bad(int number, List<CaseResult> cases) {
    public Bad {
      cases = List.copyOf(cases);
    }
  }

  /** The other trials of a task that count against it, judged or not, oldest first. */
  public List<Bad> badBeside(String trialKey, String taskKey) {
    List<String> all = redis.commands().lrange(Keys.trials(taskKey), 0, -1);
    List<Response<List<@Nullable String>>> hashes = new ArrayList<>();
    try (AbstractPipeline pipeline = redis.commands().pipelined()) {
      all.forEach(key -> hashes.add(pipeline.hmget(key, "status", "verdict", "lost", "cases")));
      pipeline.sync();
    }
    List<Bad> bad = new ArrayList<>();
    for (int i = 0; i < all.size(); i++) {
      List<@Nullable String> trial = PipelineAnswer.of(hashes.get(i), NO_FIELDS);
      if (!all.get(i).equals(trialKey) && isBad(trial.get(0), trial.get(1), trial.get(2))) {
        bad.add(new Bad(i + 1, CasesJson.read(orEmpty(trial.get(3)))));
      }
    }
    return bad;
  }

  /** As {@code finish_trial} counts them. */
  private static boolean isBad(
      @Nullable String status, @Nullable String verdict, @Nullable String lost) {
    return !List.of("", "passed", "pending").contains(orEmpty(status))
        && List.of("", "bad").contains(orEmpty(verdict))
        && !"1".equals(lost);
  }

  private static String orEmpty(@Nullable String text) {
    return text == null ? "" : text;
  }

  /** Waits for a wake-up of an idle slave; returns when one came or the time is over. */
  public void awaitWake(String tasksetKey, Duration limit) {
    redis.commands().blpop(limit.toMillis() / 1000.0, Keys.wake(tasksetKey));
  }

  /** Reads trials; those that do not exist are left out. */
  public List<Trial> find(List<String> trialKeys) {
    List<Response<Map<String, String>>> hashes = new ArrayList<>();
    try (AbstractPipeline pipeline = redis.commands().pipelined()) {
      trialKeys.forEach(key -> hashes.add(pipeline.hgetAll(key)));
      pipeline.sync();
    }
    List<Trial> trials = new ArrayList<>();
    for (int i = 0; i < hashes.size(); i++) {
      Fields f = new Fields(PipelineAnswer.of(hashes.get(i), Map.of()));
      if (!f.isEmpty()) {
        trials.add(trial(trialKeys.get(i), f));
      }
    }
    return trials;
  }

  /**
   * Reads trials without their outputs and tests, which are nearly all of them, for those who list
   * many; those that do not exist are left out.
   */
  public List<Trial> findOutlines(List<String> trialKeys) {
    List<Response<List<String>>> hashes = new ArrayList<>();
    try (AbstractPipeline pipeline = redis.commands().pipelined()) {
      trialKeys.forEach(key -> hashes.add(pipeline.hmget(key, OUTLINE)));
      pipeline.sync();
    }
    List<Trial> trials = new ArrayList<>();
    for (int i = 0; i < hashes.size(); i++) {
      List<String> values = PipelineAnswer.of(hashes.get(i), List.of());
      Map<String, String> hash = new HashMap<>();
      for (int j = 0; j < values.size(); j++) {
        if (values.get(j) != null) {
          hash.put(OUTLINE[j], values.get(j));
        }
      }
      if (!hash.isEmpty()) {
        trials.add(trial(trialKeys.get(i), new Fields(hash)));
      }
    }
    return trials;
  }

  private static Trial trial(String key, Fields f) {
    return new Trial(
        key,
        f.text("task"),
        f.text("slave"),
        f.time("started"),
        f.time("finished"),
        status(f.text("status")),
        verdict(f.text("verdict")),
        f.text("stdout"),
        f.text("stderr"),
        f.number("passed", 0),
        f.number("pending", 0),
        f.number("failed", 0),
        CasesJson.read(f.text("cases")),
        f.orNull("reason"),
        f.number("threads_left", 0),
        new ProcessorTime(
            f.duration("cpu_ms"), f.duration("thread_cpu_ms"), f.duration("thread_ready_ms")),
        f.orNull("affinity"),
        f.text("affinity_started").equals("1"),
        f.orNull("class_files"),
        f.duration("took_ms"));
  }

  private static TrialStatus status(String text) {
    try {
      return TrialStatus.parse(text);
    } catch (IllegalArgumentException e) {
      return TrialStatus.ERROR;
    }
  }

  private static @Nullable TrialVerdict verdict(String text) {
    try {
      return TrialVerdict.parse(text);
    } catch (IllegalArgumentException e) {
      return null;
    }
  }
}
