package io.rrrspec.server.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.rrrspec.common.model.CaseResult;
import io.rrrspec.common.model.PartReport;
import io.rrrspec.common.model.SlaveStatus;
import io.rrrspec.common.model.TrialResult;
import io.rrrspec.common.model.TrialStatus;
import io.rrrspec.common.redis.Keys;
import io.rrrspec.common.store.SlaveStore;
import io.rrrspec.common.store.TrialStore;
import io.rrrspec.common.store.TrialStore.Milestone;
import io.rrrspec.server.arbiter.Arbiter;
import io.rrrspec.server.model.World.Mail;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Takes each step in the model and in a real Redis, and compares the answers. */
final class RealScripts extends Scripts {
  private final RealRedis redis;
  private final Scripts model;

  /** What was called at least once. */
  private final Set<String> called;

  RealScripts(RealRedis redis, Set<String> called) {
    super(redis.bounds);
    this.redis = redis;
    this.model = new Scripts(redis.bounds);
    this.called = called;
  }

  static Set<String> allCalls() {
    return new TreeSet<>(
        Set.of(
            "register_slave",
            "claim_task",
            "finish_trial",
            "finish_and_claim",
            "reach_trial",
            "end_slave",
            "take_messages",
            "judge_trials",
            "end_taskset cancel",
            "end_taskset check",
            "take_over_messages",
            "put_back_tasks",
            "offer_copies",
            "look: FOUND",
            "look: ALONE",
            "look: CHANCE",
            "look: TIME",
            "look: BUDGET",
            "parts: merged",
            "parts: void",
            "parts: whole",
            "foreign begin",
            "loss of writes"));
  }

  @Override
  void copy(World w) {
    model.copy(w);
    redis.copy();
  }

  @Override
  void lose(World w) {
    called.add("loss of writes");
    model.lose(w);
    redis.lose();
  }

  @Override
  void endStray(World w, int place) {
    model.endStray(w, place);
    end(redis.stray(place), true, 0);
  }

  /** What the process of a place calls itself. */
  private String key(World w, int place) {
    return w.slaves.get(place).stray ? redis.stray(place) : redis.slave(place);
  }

  @Override
  void freshKey(World w, int place) {
    model.freshKey(w, place);
    redis.freshKey(place);
  }

  @Override
  int register(World w, int place) {
    called.add("register_slave");
    int life = model.register(w, place);
    OptionalLong real = redis.slaves.register(redis.slave(place), redis.taskset, "host", true);
    assertThat(real.orElse(0)).as("life").isEqualTo(life);
    return life;
  }

  @Override
  Claim claim(World w, int place, int life, boolean late) {
    called.add("claim_task");
    redis.ageRetries(late);
    String key = key(w, place);
    Claim claim = model.claim(w, place, life, late);
    compare(w, place, claim, redis.trials.claim(redis.taskset, key, life));
    return claim;
  }

  private void compare(World w, int place, Claim claim, TrialStore.Claim real) {
    String kind = real instanceof TrialStore.Claim.Run ? "TASK" : real.getClass().getSimpleName();
    assertThat(kind).as("claim").isEqualToIgnoringCase(claim.name());
    if (real instanceof TrialStore.Claim.Run run) {
      World.Slave s = w.slaves.get(place);
      assertThat(run.trial()).isEqualTo(redis.trial(s.openTask, s.openTrial));
    }
  }

  @Override
  boolean finish(World w, int place, int task, int trial, TrialStatus result, World.Report report) {
    called.add("finish_trial");
    reach(w, task, trial, result);
    boolean done = model.finish(w, place, task, trial, result, report);
    TrialResult brought = result(result).withPart(report(task, report));
    boolean real =
        redis.trials.finish(redis.trial(task, trial), key(w, place), redis.taskset, brought);
    assertThat(real).as("done").isEqualTo(done);
    return done;
  }

  @Override
  Claim finishAndClaim(
      World w,
      int place,
      int task,
      int trial,
      TrialStatus result,
      World.Report report,
      int life,
      boolean late) {
    called.add("finish_and_claim");
    redis.ageRetries(late);
    String key = redis.trial(task, trial);
    String slave = key(w, place);
    reach(w, task, trial, result);
    Claim claim = model.finishAndClaim(w, place, task, trial, result, report, life, late);
    TrialResult brought = result(result).withPart(report(task, report));
    compare(w, place, claim, redis.trials.finishAndClaim(key, slave, redis.taskset, brought, life));
    return claim;
  }

  /** Where a probe has run others first and its class has come to an end, it had begun. */
  private void reach(World w, int task, int trial, TrialStatus result) {
    if (LostWrites.isKnown(w, task, trial)
        && w.trial(task, trial).probe == World.Probe.AFTER
        && result != TrialStatus.ERROR) {
      called.add("reach_trial");
      redis.trials.reach(redis.trial(task, trial), Milestone.REACHED);
    }
  }

  /** A failure names its test; an error names none. */
  private static TrialResult result(TrialStatus status) {
    List<CaseResult> cases =
        status == TrialStatus.FAILED
            ? List.of(
                new CaseResult("class", "test", CaseResult.Outcome.FAILED, 1, null, null, null))
            : List.of();
    return new TrialResult(status, "", "", 1, 0, 0, cases, null, 0);
  }

  /** What a part says: one test of each part, or something else of each of them. */
  private @Nullable PartReport report(int task, World.Report report) {
    if (report == World.Report.NONE) {
      return null;
    }
    PartReport fits = new PartReport(bounds.parts, RealRedis.DIGEST, 1, 1, null);
    if (report == World.Report.REFUSED) {
      return fits.withRefused("ordered methods");
    }
    PartReport odd =
        task == bounds.tasks
            ? new PartReport(bounds.parts, RealRedis.OTHER_DIGEST, 1, 1, null)
            : new PartReport(bounds.parts, RealRedis.DIGEST, 1, 0, null);
    return report == World.Report.FITS ? fits : odd;
  }

  @Override
  void endSlave(World w, int place, boolean lost, int life) {
    called.add("end_slave");
    model.endSlave(w, place, lost, life);
    end(redis.slave(place), lost, life);
  }

  private void end(String slave, boolean lost, int life) {
    redis.slaves.end(
        slave,
        redis.taskset,
        new SlaveStore.End(
            SlaveStatus.FAILURE_EXIT,
            TrialStatus.ERROR,
            lost,
            "it ended",
            "",
            life == 0 ? null : (long) life),
        RealRedis.LIFE);
  }

  @Override
  void take(World w, int server, Mail mail) {
    called.add("take_messages");
    String message = redis.message(w, mail);
    // The model's queue has no order: the one that it takes comes first.
    redis.commands.lrem(redis.keys.arbiterQueue(), 1, message);
    redis.commands.lpush(redis.keys.arbiterQueue(), message);
    int held = w.processing(server);
    model.take(w, server, mail);
    assertThat(redis.queue(server).take(held + 1)).hasSize(held + 1).contains(message);
  }

  @Override
  void judge(World w, int server, int task, int trial, boolean timeIsUp) {
    called.add("judge_trials");
    if (bounds.looks) {
      redis.limitSearch(timeIsUp);
    }
    model.judge(w, server, task, trial, timeIsUp);
    if (bounds.isPart(task)) {
      noteParts(w.tasks.get(PartScripts.CLASS));
    }
    Look.Outcome outcome = w.tasks.get(task).outcome;
    if (outcome != null) {
      called.add("look: " + outcome);
    }
    redis.judgements.judge(
        redis.queue(server).processing(),
        Arbiter.MOST_LOST,
        List.of("trial\t" + redis.trial(task, trial)));
  }

  private void noteParts(World.Task whole) {
    if (whole.whole) {
      called.add("parts: void");
      called.addAll(whole.partsLeft == 0 ? Set.of("parts: whole") : Set.of());
    } else if (whole.status.isFinal()) {
      called.add("parts: merged");
    }
  }

  @Override
  void cancel(World w, int server) {
    called.add("end_taskset cancel");
    model.cancel(w, server);
    end(server, "cancel");
  }

  @Override
  void check(World w, int server) {
    called.add("end_taskset check");
    model.check(w, server);
    end(server, "check");
  }

  private void end(int server, String verb) {
    redis.judgements.end(
        redis.taskset, redis.queue(server).processing(), verb, "", verb + "\t" + redis.taskset);
  }

  @Override
  void askToCancel(World w) {
    model.askToCancel(w);
    redis.judgements.requestCancel(redis.taskset);
  }

  @Override
  void duplicate(World w, Mail mail) {
    redis.commands.rpush(redis.keys.arbiterQueue(), redis.message(w, mail));
    model.duplicate(w, mail);
  }

  @Override
  void serverBeats(World w, int server, boolean beats) {
    model.serverBeats(w, server, beats);
    beat(redis.server(server), beats);
  }

  private void beat(String owner, boolean beats) {
    if (beats) {
      redis.commands.set(Keys.heartbeat(owner), "alive");
    } else {
      redis.commands.del(Keys.heartbeat(owner));
    }
  }

  @Override
  void takeOver(World w, int server) {
    called.add("take_over_messages");
    model.takeOver(w, server);
    redis.queue(0).takeOverFrom(redis.server(server));
  }

  @Override
  void putBack(World w, int task) {
    called.add("put_back_tasks");
    model.putBack(w, task);
    redis.lives.putBack(redis.taskset, List.of(redis.task(task)), true);
  }

  @Override
  void offerCopy(World w, int task) {
    called.add("offer_copies");
    model.offerCopy(w, task);
    redis.speculation.offer(redis.taskset, List.of(redis.task(task)));
  }

  @Override
  int foreignPop(World w) {
    int task = model.foreignPop(w);
    assertThat(redis.commands.lpop(Keys.taskQueue(redis.taskset))).isEqualTo(redis.task(task));
    return task;
  }

  @Override
  void foreignPushBack(World w, int task) {
    model.foreignPushBack(w, task);
    redis.commands.rpush(Keys.taskQueue(redis.taskset), redis.task(task));
  }

  @Override
  void foreignBegin(World w, int place, int task) {
    called.add("foreign begin");
    model.foreignBegin(w, place, task);
    String trial = Keys.trial(redis.task(task), "foreign-" + w.tasks.get(task).trials.size());
    redis.commands.hset(
        trial, Map.of("task", redis.task(task), "slave", redis.slave(place), "status", ""));
    redis.commands.rpush(Keys.trials(redis.task(task)), trial);
    redis.commands.rpush(Keys.trials(redis.slave(place)), trial);
  }

  @Override
  void foreignWrite(World w, int task, int trial, TrialStatus result) {
    model.foreignWrite(w, task, trial, result);
    redis.commands.hset(redis.trial(task, trial), "status", result.text());
  }

  @Override
  void foreignTell(World w, int task, int trial) {
    model.foreignTell(w, task, trial);
    redis.commands.rpush(redis.keys.arbiterQueue(), "trial\t" + redis.trial(task, trial));
  }

  @Override
  void foreignCheck(World w) {
    model.foreignCheck(w);
    redis.judgements.requestCheck(redis.taskset);
  }

  @Override
  void foreignBeats(World w, int place, boolean beats) {
    model.foreignBeats(w, place, beats);
    beat(redis.slave(place), beats);
  }
}
