package io.rrrspec.server.model;

import io.rrrspec.common.model.TaskStatus;
import io.rrrspec.common.model.TasksetStatus;
import io.rrrspec.common.model.TrialStatus;
import io.rrrspec.common.model.TrialVerdict;
import io.rrrspec.server.arbiter.Arbiter;
import io.rrrspec.server.model.World.Task;
import io.rrrspec.server.model.World.Trial;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What must hold in every world, and of every step. */
final class Rules {
  private final Bounds bounds;
  private final PartRules parts;

  Rules(Bounds bounds) {
    this.bounds = bounds;
    this.parts = new PartRules(bounds);
  }

  /** The rule that a step breaks, in words; or null. */
  @Nullable String brokenBy(World before, World after) {
    String broken = brokenIn(after);
    if (broken != null) {
      return broken;
    }
    if (before.hasLost != after.hasLost) {
      // Redis is where it was a few steps ago. What was told meanwhile may be told again.
      return null;
    }
    if (before.status.isFinal() && !sameEnd(before, after)) {
      return "nothing changes after the end";
    }
    for (int t = 0; t < before.tasks.size(); t++) {
      broken = brokenBy(t, before.tasks.get(t), after.tasks.get(t), parts.ofParts(after, t));
      if (broken != null) {
        return broken;
      }
    }
    return parts.brokenBy(before, after);
  }

  private static boolean sameEnd(World before, World after) {
    for (int t = 0; t < before.tasks.size(); t++) {
      if (before.tasks.get(t).status != after.tasks.get(t).status
          || before.tasks.get(t).dropped != after.tasks.get(t).dropped) {
        return false;
      }
    }
    return before.status == after.status
        && before.ends == after.ends
        && before.succeeded == after.succeeded
        && before.failed == after.failed
        && before.pending == after.pending;
  }

  /**
   * The rule that a step breaks.
   *
   * @param ofParts how many of the bad trials are those of its parts
   */
  private @Nullable String brokenBy(int t, Task before, Task after, int ofParts) {
    if (before.isOver() && (before.status != after.status || before.dropped != after.dropped)) {
      return "a task is decided once";
    }
    if (before.status != TaskStatus.FAILED
        && after.status == TaskStatus.FAILED
        && after.trials.stream().anyMatch(trial -> trial.verdict == null)) {
      return "nothing is given up while a trial may still pass";
    }
    String broken = brokenByALook(t, before, after, after.bad - ofParts);
    if (broken != null) {
      return broken;
    }
    for (int n = 0; n < before.trials.size(); n++) {
      Trial was = before.trials.get(n);
      Trial is = after.trials.get(n);
      if (was.verdict != null && was.verdict != is.verdict) {
        return "a verdict is written once";
      }
      boolean counted = was.verdict != null && was.verdict != TrialVerdict.SUPERSEDED;
      // A foreign slave writes whatever stands there: only the verdict counts.
      if (counted && was.status != is.status && !isForeign(was)) {
        return "what was judged does not change";
      }
      if (was.status.isFinal() && was.status != is.status && !isForeign(was)) {
        return "a result is written once";
      }
    }
    boolean grows = after.trials.size() > before.trials.size();
    Trial last = grows ? after.trials.get(after.trials.size() - 1) : null;
    if ((before.isOver() || !before.left)
        && last != null
        // What its parts have brought has its verdict.
        && last.verdict == null
        && !isForeign(last)) {
      return "no trial begins of what is decided";
    }
    return null;
  }

  private @Nullable String brokenByALook(int t, Task before, Task after, int bad) {
    boolean decided = !before.status.isFinal() && after.status.isFinal();
    boolean green = decided && after.status != TaskStatus.FAILED;
    // With a copy, one may be bad and the other good.
    if (green && bad >= bounds.maxTrials && !(after.shared && before.look == null)) {
      if (bounds.looksFail || !after.evidence.isEnough()) {
        return "a failure turns green only if others explain it, five times each way";
      }
    }
    if (decided
        && before.look != null
        && after.lost > before.lost
        && after.lost <= Arbiter.MOST_LOST) {
      return "a lost probe decides nothing";
    }
    if (bounds.victim
        && bounds.crashes == 0
        && bounds.budget < 0
        && decided
        && !green
        && after.outcome != Look.Outcome.TIME) {
      return "a class that fails only after another one is found";
    }
    for (int n = before.trials.size(); n < after.trials.size(); n++) {
      Trial begun = after.trials.get(n);
      List<Integer> ran = begun.before;
      if (begun.probe != World.Probe.NO && !List.of().equals(ran)) {
        return "a probe runs in a fresh JVM";
      }
      List<Integer> culprits = bounds.culprits(t);
      if (begun.probe == World.Probe.NO
          && bounds.apartConfirmed
          && !culprits.isEmpty()
          && ran != null
          && Look.haveRun(ran, culprits)) {
        return "a known pair is kept apart";
      }
    }
    return null;
  }

  private boolean isForeign(Trial trial) {
    return trial.slave >= 0 && bounds.isForeign(trial.slave);
  }

  private @Nullable String brokenIn(World w) {
    int good = 0;
    int pending = 0;
    int failed = 0;
    for (int t = 0; t < w.tasks.size(); t++) {
      Task task = w.tasks.get(t);
      String broken = brokenIn(w, t, task);
      if (broken != null) {
        return broken;
      }
      if (bounds.isPart(t)) {
        // No counter knows it.
        continue;
      }
      good += task.status == TaskStatus.PASSED || task.status == TaskStatus.PENDING ? 1 : 0;
      pending += task.status == TaskStatus.PENDING ? 1 : 0;
      failed += task.status == TaskStatus.FAILED ? 1 : 0;
    }
    if (good != w.succeeded || pending != w.pending || failed != w.failed) {
      return "the counters are the decisions";
    }
    if (w.probing != w.tasks.stream().filter(task -> task.look != null).count()) {
      return "what is looked at again is counted, and nothing is when all is decided";
    }
    if (w.ends > 1) {
      return "the taskset ends once";
    }
    if (w.status == TasksetStatus.SUCCEEDED && good != bounds.tasks) {
      return "a green end only if every task was decided as good";
    }
    return parts.brokenIn(w);
  }

  private @Nullable String brokenIn(World w, int t, Task task) {
    if (task.decisions != (task.isOver() ? 1 : 0)) {
      return "a task is decided once";
    }
    if (task.look != null && task.status.isFinal()) {
      return "nobody looks at what is decided";
    }
    if (task.left && task.isOver()) {
      return "what is left is undecided";
    }
    boolean stopped = bounds.failFast > 0 && w.failed >= bounds.failFast;
    boolean waits = parts.waitsForItsParts(w, t);
    if (!task.left && !task.isOver() && !stopped && !waits) {
      return "what is undecided is left";
    }
    if (!task.left && !task.isOver() && task.bad > 0 && !waits) {
      return "what has failed is not called not run";
    }
    int bad = task.settledBad;
    int lost = task.settledLost;
    int good = 0;
    int open = 0;
    int unjudged = 0;
    for (int n = 0; n < task.trials.size(); n++) {
      Trial trial = task.trials.get(n);
      bad += trial.verdict == TrialVerdict.BAD ? 1 : 0;
      lost += trial.verdict == TrialVerdict.LOST ? 1 : 0;
      unjudged += trial.verdict == null ? 1 : 0;
      if ((trial.verdict == TrialVerdict.BAD && trial.lost)
          || (trial.verdict == TrialVerdict.LOST && !trial.lost)) {
        return "lost is what was lost, and nothing else is";
      }
      if (trial.verdict == TrialVerdict.PASSED || trial.verdict == TrialVerdict.PENDING) {
        good++;
        if (!trial.truth.isGood() || !trial.verdict.name().equals(task.status.name())) {
          return "good is only what ran to a good end";
        }
      }
      if (trial.status == TrialStatus.OPEN && trial.verdict == null) {
        open++;
        if (!isForeign(trial) && (trial.slave < 0 || !w.slaves.get(trial.slave).holds(t, n))) {
          return "an open trial is in the hands of its slave";
        }
      }
    }
    if (good != (task.status == TaskStatus.PASSED || task.status == TaskStatus.PENDING ? 1 : 0)) {
      return "a good task has one good trial";
    }
    // A bad trial of a part counts for its class.
    if ((bad != task.bad && !bounds.isPart(t)) || lost != task.lost) {
      return "the counts of a task are the verdicts of its trials";
    }
    return brokenIn(w, t, task, open, unjudged);
  }

  private @Nullable String brokenIn(World w, int t, Task task, int open, int unjudged) {
    // With a copy, or where a foreign implementation takes what is put back, two trials may be bad
    // at once.
    int more = task.shared ? 1 : 0;
    int ofParts = parts.ofParts(w, t);
    // However many parts fail, they are one try of their class.
    int tries = task.bad - Math.max(0, ofParts - 1);
    if (tries > Math.max(bounds.maxTrials, ofParts == 0 ? 1 : 2) + more) {
      return "at most max_trials tries with a bad trial";
    }
    if (task.lost > Arbiter.MOST_LOST + 1 + more
        || (task.lost > Arbiter.MOST_LOST && unjudged == 0 && !task.isOver())) {
      return "at most five lost trials, and the next one decides";
    }
    boolean stopped = bounds.failFast > 0 && w.failed >= bounds.failFast;
    // What fails in parts runs whole before that decides.
    int least = stopped ? 1 : Math.max(bounds.maxTrials, ofParts == 0 ? 1 : 2);
    if (task.status == TaskStatus.FAILED
        && !bounds.isPart(t)
        && tries < least
        && task.lost <= Arbiter.MOST_LOST) {
      return "red only after max_trials bad tries, or the sixth lost trial";
    }
    int queued = Collections.frequency(w.queue, t) + Collections.frequency(w.retry, t);
    // Only where a foreign implementation takes part may a task be in two hands: it is decided once
    // all the
    // same.
    boolean ours = bounds.foreignSlaves == 0;
    if (ours && (queued + Math.min(unjudged, 1) > 1 || unjudged > (task.copied ? 2 : 1))) {
      return "a task is in one hand at a time";
    }
    if (task.isOver() && task.copied && ours && open > 0) {
      return "with the decision nothing is left to run";
    }
    return null;
  }
}
