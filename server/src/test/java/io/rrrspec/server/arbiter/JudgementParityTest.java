package io.rrrspec.server.arbiter;

import static org.assertj.core.api.Assertions.assertThat;

import io.rrrspec.common.model.TaskStatus;
import io.rrrspec.common.model.TasksetStatus;
import io.rrrspec.common.model.TrialStatus;
import io.rrrspec.common.model.TrialVerdict;
import io.rrrspec.common.redis.Keys;
import io.rrrspec.common.store.JudgementStore;
import io.rrrspec.common.store.MessageQueue;
import io.rrrspec.server.arbiter.Judgement.Facts;
import io.rrrspec.testing.TestRedis;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import redis.clients.jedis.AbstractPipeline;
import redis.clients.jedis.Response;

/** Every combination of states, through the pure function and through the script. */
class JudgementParityTest {
  @RegisterExtension static final TestRedis redis = new TestRedis();

  private static final int CHUNK = 2_000;
  private static final int BATCH = 100;

  private final Keys keys = redis.keys();

  /** What was left behind by a judgement, as far as the two have to agree on it. */
  private record Outcome(
      String verdict,
      String task,
      int succeeded,
      int failed,
      int bad,
      int lost,
      int retries,
      long queued) {}

  @Test
  void theScriptDecidesAsThePureFunctionInEveryState() {
    List<Facts> all = allFacts();
    assertThat(all).hasSize(224_640);
    for (int from = 0; from < all.size(); from += CHUNK) {
      List<Facts> facts = all.subList(from, Math.min(all.size(), from + CHUNK));
      redis.connection().commands().flushAll();
      write(facts);
      judge(facts.size());
      List<Outcome> outcomes = read(facts.size());
      for (int n = 0; n < facts.size(); n++) {
        assertThat(outcomes.get(n)).as("%s", facts.get(n)).isEqualTo(expected(facts.get(n)));
      }
    }
  }

  private static Outcome expected(Facts f) {
    Judgement j = Judgement.of(f);
    String verdict = f.judged() ? "bad" : text(j.verdict());
    boolean good = j.decision() == TaskStatus.PASSED || j.decision() == TaskStatus.PENDING;
    return new Outcome(
        verdict,
        j.decision().isFinal() ? j.decision().text() : f.task().text(),
        good ? 1 : 0,
        j.decision() == TaskStatus.FAILED ? 1 : 0,
        f.bad() + (j.verdict() == TrialVerdict.BAD ? 1 : 0),
        f.lost() + (j.verdict() == TrialVerdict.LOST ? 1 : 0),
        f.retries() + (j.retry() && j.verdict() == TrialVerdict.BAD ? 1 : 0),
        j.retry() ? 1 : 0);
  }

  private static String text(@Nullable TrialVerdict verdict) {
    return verdict == null ? "" : verdict.text();
  }

  private static List<Facts> allFacts() {
    List<Facts> all = new ArrayList<>();
    for (int most = 1; most <= 3; most++) {
      for (int bad = 0; bad <= most; bad++) {
        for (int lost = 0; lost <= Arbiter.MOST_LOST + 1; lost++) {
          addStates(all, bad, lost, most, 0, Judgement.UNLIMITED);
        }
        // None allowed, one left, all used up.
        for (int[] budget : new int[][] {{0, 0}, {1, 2}, {2, 2}}) {
          for (int lost : new int[] {0, Arbiter.MOST_LOST}) {
            addStates(all, bad, lost, most, budget[0], budget[1]);
          }
        }
      }
    }
    return all;
  }

  private static void addStates(
      List<Facts> all, int bad, int lost, int most, int retries, int budget) {
    for (TrialStatus trial : TrialStatus.values()) {
      for (TasksetStatus taskset : TasksetStatus.values()) {
        for (TaskStatus task : TaskStatus.values()) {
          for (int bits = 0; bits < 16; bits++) {
            all.add(
                new Facts(
                    trial,
                    (bits & 1) != 0,
                    (bits & 2) != 0,
                    taskset,
                    task,
                    (bits & 4) != 0,
                    bad,
                    lost,
                    most,
                    retries,
                    budget,
                    (bits & 8) != 0));
          }
        }
      }
    }
  }

  private String taskset(int n) {
    return keys.taskset(Integer.toString(n));
  }

  private String task(int n) {
    return Keys.task(taskset(n), "spec");
  }

  private String trial(int n) {
    return Keys.trial(task(n), "this");
  }

  private MessageQueue queue() {
    return MessageQueue.arbiter(redis.connection(), keys, keys.server("a"));
  }

  private void write(List<Facts> facts) {
    try (AbstractPipeline p = redis.connection().commands().pipelined()) {
      for (int n = 0; n < facts.size(); n++) {
        Facts f = facts.get(n);
        String most = Integer.toString(f.maxTrials());
        p.hset(taskset(n), Map.of("status", f.taskset().text(), "max_trials", most));
        p.hset(taskset(n), "retries", Integer.toString(f.retries()));
        if (f.once()) {
          p.hset(taskset(n), "once", "1");
        }
        if (f.maxRetriesTotal() != Judgement.UNLIMITED) {
          p.hset(taskset(n), "max_retries_total", Integer.toString(f.maxRetriesTotal()));
        }
        p.hset(
            task(n),
            Map.of(
                "taskset", taskset(n),
                "status", f.task().text(),
                "bad", Integer.toString(f.bad()),
                "lost", Integer.toString(f.lost())));
        p.hset(
            trial(n),
            Map.of(
                "task",
                task(n),
                "status",
                f.trial().text(),
                "verdict",
                f.judged() ? "bad" : "",
                "lost",
                f.lostByOthers() ? "1" : ""));
        String other = Keys.trial(task(n), "other");
        p.hset(other, Map.of("task", task(n), "verdict", f.otherOpen() ? "" : "bad"));
        p.rpush(Keys.trials(task(n)), trial(n), other);
        // A second task that is left: the end of the taskset is not what is compared here.
        p.rpush(Keys.tasksLeft(taskset(n)), task(n), "left");
        p.rpush(queue().processing(), "trial\t" + trial(n));
      }
      p.sync();
    }
  }

  private void judge(int count) {
    JudgementStore store = new JudgementStore(redis.connection(), keys);
    for (int from = 0; from < count; from += BATCH) {
      List<String> messages = new ArrayList<>();
      for (int n = from; n < Math.min(count, from + BATCH); n++) {
        messages.add("trial\t" + trial(n));
      }
      store.judge(queue().processing(), Arbiter.MOST_LOST, messages);
    }
  }

  private List<Outcome> read(int count) {
    List<Response<List<String>>> tasksets = new ArrayList<>();
    List<Response<List<String>>> tasks = new ArrayList<>();
    List<Response<String>> verdicts = new ArrayList<>();
    List<Response<Long>> queued = new ArrayList<>();
    try (AbstractPipeline p = redis.connection().commands().pipelined()) {
      for (int n = 0; n < count; n++) {
        tasksets.add(p.hmget(taskset(n), "succeeded_count", "failed_count", "retries"));
        tasks.add(p.hmget(task(n), "status", "bad", "lost"));
        verdicts.add(p.hget(trial(n), "verdict"));
        queued.add(p.llen(Keys.taskQueue(taskset(n))));
      }
      p.sync();
    }
    List<Outcome> outcomes = new ArrayList<>();
    for (int n = 0; n < count; n++) {
      List<String> counts = tasksets.get(n).get();
      List<String> task = tasks.get(n).get();
      outcomes.add(
          new Outcome(
              verdicts.get(n).get(),
              task.get(0),
              number(counts.get(0)),
              number(counts.get(1)),
              number(task.get(1)),
              number(task.get(2)),
              number(counts.get(2)),
              queued.get(n).get()));
    }
    return outcomes;
  }

  private static int number(@Nullable String text) {
    return text == null ? 0 : Integer.parseInt(text);
  }
}
