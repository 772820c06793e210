package io.rrrspec.persister.mover;

import io.rrrspec.common.model.CaseResult;
import io.rrrspec.common.model.CaseResult.Outcome;
import io.rrrspec.common.model.OrderDependence;
import io.rrrspec.common.model.Runner;
import io.rrrspec.common.model.SlaveStatus;
import io.rrrspec.common.model.TasksetRequest;
import io.rrrspec.common.model.TasksetRequest.Extras;
import io.rrrspec.common.model.TasksetRequest.TaskRequest;
import io.rrrspec.common.model.TrialResult;
import io.rrrspec.common.model.TrialStatus;
import io.rrrspec.common.redis.Keys;
import io.rrrspec.common.redis.RedisConnection;
import io.rrrspec.common.store.JudgementStore;
import io.rrrspec.common.store.MessageQueue;
import io.rrrspec.common.store.SlaveStore;
import io.rrrspec.common.store.TasksetStore;
import io.rrrspec.common.store.TrialStore;
import io.rrrspec.common.store.TrialStore.Claim;
import io.rrrspec.common.store.WorkerStore;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A run in which everything happens that a reader has to tell of: retries, a lost trial, tests that
 * fail, odd texts, a large output; it is cancelled with one trial open and one task never tried.
 */
final class EventfulRun {
  static final String GOOD = "com.foo.GoodTest";
  static final String FLAKY = "com.foo.FlakyTest";
  static final String BAD = "com.foo.BadTest@it";
  static final String PENDING = "com.foo.PendingTest";
  static final String ODD = "echo 'ä/b:c' | \u001b[31m<cat> \u0001 \uD83D\uDE00";
  static final String LOST = "com.foo.LostTest";
  static final String HELD = "com.foo.HeldTest";
  static final String NEVER = "com.foo.NeverTest";
  static final List<String> TASKS = List.of(GOOD, FLAKY, BAD, PENDING, ODD, LOST, HELD, NEVER);

  static final String ODD_TEXT = "\u001b[1mbell \u0007 tab \t ä \uD83D\uDE00 ]]> \r\n";
  static final String LARGE = "0123456789abcde\n".repeat(100_000);
  static final String LONG_MESSAGE = "expected: <1> but was: <2> ".repeat(200);

  private final TasksetStore tasksets;
  private final TrialStore trials;
  private final WorkerStore workers;
  private final SlaveStore slaves;
  private final MessageQueue arbiter;
  private final JudgementStore judgements;
  private final Keys keys;
  private final Map<String, Long> lives = new LinkedHashMap<>();
  private final Map<String, Integer> tries = new HashMap<>();
  private final List<String> workerKeys = new ArrayList<>();
  final String key;
  private String held = "";
  private String holder = "";

  /** Plays it to its end; the workers have left. */
  EventfulRun(RedisConnection redis, Keys keys) {
    this.keys = keys;
    tasksets = new TasksetStore(redis, keys);
    trials = new TrialStore(redis, keys);
    workers = new WorkerStore(redis, keys);
    slaves = new SlaveStore(redis);
    arbiter = MessageQueue.arbiter(redis, keys, keys.server("judge"));
    judgements = new JudgementStore(redis, keys);
    key = tasksets.create(request(), Instant.parse("2026-03-01T10:00:00.123Z"));
    tasksets.activate(key, TASKS.size());
    for (String name : List.of("w2", "w1")) {
      join(name);
      awaitNextMillisecond();
    }
    for (String id : List.of("4711", "4712")) {
      workerKeys.forEach(worker -> register(Keys.slave(worker, id)));
    }
    play();
    String found = OrderDependence.after(List.of(GOOD, PENDING), true, 5, 5).text();
    redis.commands().hset(Keys.task(key, BAD), "order_dependence", found);
    tasksets.cancel(key, "enough " + ODD_TEXT.strip());
    for (String worker : workerKeys) {
      workers.leave(worker, key, "", true, Duration.ofDays(1));
    }
  }

  private static TasksetRequest request() {
    return new TasksetRequest(
        "alice",
        "mvn test-compile",
        "slave.sh",
        "big",
        3,
        2,
        "myclass",
        300,
        30,
        Runner.JUNIT,
        "älice \uD83D\uDE00",
        null,
        TASKS.stream()
            .map(spec -> new TaskRequest(spec, spec.equals(GOOD) ? Duration.ofMillis(2_700) : null))
            .toList(),
        Extras.NONE);
  }

  /** The order of workers that begin in the same millisecond is nobody's business. */
  private static void awaitNextMillisecond() {
    long now = System.currentTimeMillis();
    while (System.currentTimeMillis() == now) {
      Thread.onSpinWait();
    }
  }

  private void join(String name) {
    String worker = keys.worker(name);
    workerKeys.add(worker);
    workers.announce(worker, "big", name, Duration.ofMinutes(5));
    workers.assign(key, worker, 0, 1, Duration.ofMinutes(5));
    workers.take(worker, key);
    String log = Keys.workerLog(key, worker);
    workers.mark(log, "rsync_finished", Instant.parse("2026-03-01T10:00:02Z"));
    workers.mark(log, "setup_finished", Instant.parse("2026-03-01T10:00:03.5Z"));
    workers.log(log, Instant.parse("2026-03-01T10:00:03.5Z"), "set up " + ODD_TEXT);
  }

  private void register(String slave) {
    lives.put(slave, slaves.register(slave, key, "host", true).orElseThrow());
    slaves.appendLog(slave, "log of " + slave + ODD_TEXT, Duration.ofDays(1));
  }

  private void play() {
    for (Claim.Run run = claim(); !run.specFile().equals(HELD); run = claim()) {
      int attempt = tries.merge(run.specFile(), 1, Integer::sum);
      if (run.specFile().equals(LOST) && attempt == 1) {
        Long life = lives.remove(holder);
        slaves.end(
            holder,
            key,
            new SlaveStore.End(
                SlaveStatus.FAILURE_EXIT, TrialStatus.ERROR, true, "host went", "", life),
            Duration.ofDays(1));
      } else {
        trials.finish(run.trial(), holder, key, result(run.specFile(), attempt));
      }
      judgements.judge(arbiter.processing(), 5, arbiter.take(10));
    }
  }

  /** One slave after the other, of another worker each time: the next one takes a retry. */
  private Claim.Run claim() {
    for (Map.Entry<String, Long> slave : lives.entrySet()) {
      if (trials.claim(key, slave.getKey(), slave.getValue()) instanceof Claim.Run run) {
        held = run.trial();
        holder = slave.getKey();
        long life = slave.getValue();
        lives.remove(holder);
        lives.put(holder, life);
        return run;
      }
    }
    throw new AssertionError("nothing is left to run");
  }

  /** Ends the trial that was open when the run was cancelled. */
  void endHeld(TrialResult result) {
    trials.finish(held, holder, key, result);
  }

  private static TrialResult result(String spec, int attempt) {
    return switch (spec) {
      case FLAKY ->
          attempt == 1
              ? failed(testCase("a", Outcome.FAILED, "no a"), testCase("b", Outcome.PASSED, null))
              : passed(testCase("a", Outcome.PASSED, null), testCase("b", Outcome.PASSED, null));
      case BAD ->
          failed(
              testCase("first", Outcome.FAILED, LONG_MESSAGE),
              testCase("second", Outcome.ERROR, ODD_TEXT),
              testCase("third", Outcome.SKIPPED, "not today"));
      case PENDING ->
          new TrialResult(
              TrialStatus.PENDING,
              "",
              "",
              0,
              1,
              0,
              List.of(testCase("later", Outcome.SKIPPED, "not today")),
              "all skipped",
              0);
      case ODD ->
          new TrialResult(TrialStatus.PASSED, LARGE, ODD_TEXT, 1, 0, 0, List.of(), ODD_TEXT, 3);
      default -> passed(testCase("ok " + ODD_TEXT, Outcome.PASSED, null));
    };
  }

  private static TrialResult passed(CaseResult... cases) {
    return new TrialResult(
        TrialStatus.PASSED, "out <1>\n", "err 2", cases.length, 0, 0, List.of(cases), null, 0);
  }

  private static TrialResult failed(CaseResult... cases) {
    return new TrialResult(TrialStatus.FAILED, "out", "", 1, 0, 2, List.of(cases), null, 0);
  }

  private static CaseResult testCase(String name, Outcome outcome, @Nullable String message) {
    boolean red = outcome == Outcome.FAILED || outcome == Outcome.ERROR;
    return new CaseResult(
        "com.foo.SomeTest",
        name,
        outcome,
        12,
        message,
        red ? "java.lang.AssertionError" : null,
        red
            ? "java.lang.AssertionError: " + message + "\n\tat com.foo.SomeTest.a(S.java:1)"
            : null);
  }
}
