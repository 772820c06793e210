package io.rrrspec.server.model;

import static io.rrrspec.server.model.World.NONE;
import static io.rrrspec.server.model.World.PAST;

import io.rrrspec.common.model.TaskStatus;
import io.rrrspec.common.model.TrialStatus;
import io.rrrspec.common.model.TrialVerdict;
import io.rrrspec.server.arbiter.Arbiter;
import io.rrrspec.server.model.World.Closed;
import io.rrrspec.server.model.World.Report;
import io.rrrspec.server.model.World.Slave;
import io.rrrspec.server.model.World.Task;
import io.rrrspec.server.model.World.Trial;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What {@link Scripts} do about a class that runs in parts: {@code include/parts.lua}, and the part
 * of {@code claim_task} that gives no JVM two parts of it.
 */
final class PartScripts {
  /** The class that runs in parts, where there is one. */
  static final int CLASS = 0;

  private final Scripts scripts;
  private final Bounds bounds;

  PartScripts(Scripts scripts) {
    this.scripts = scripts;
    this.bounds = scripts.bounds;
  }

  // The claim

  /** Whether a task is the class, or a part of it, and its JVM has run one of these. */
  boolean hasRunOfTheClass(World w, int place, int task) {
    return scripts.holds(Guard.CLAIM_KEEPS_PARTS_APART) && followsOneOfTheClass(w, place, task);
  }

  /** The same where the task is taken for a second trial beside the first one. */
  boolean copyWouldFollowAPart(World w, int place, int task) {
    return scripts.holds(Guard.CLAIM_KEEPS_A_COPY_FROM_PARTS)
        && followsOneOfTheClass(w, place, task);
  }

  private boolean followsOneOfTheClass(World w, int place, int task) {
    return isOfTheClass(task) && w.slaves.get(place).ran.contains(CLASS);
  }

  private boolean isOfTheClass(int task) {
    return bounds.isPart(task) || bounds.isDivided(task);
  }

  /** A part counts as its class. What else a JVM has run makes no difference here. */
  void taken(World w, int place, int task, Trial trial) {
    if (isOfTheClass(task)) {
      Slave s = w.slaves.get(place);
      trial.before = s.ran;
      s.ran = List.of(CLASS);
    }
  }

  // The arbiter

  /**
   * Judges a trial of a part.
   *
   * @param verdict what it would get as that of any task
   */
  void judge(World w, int task, int trial, TrialVerdict verdict) {
    Task part = w.tasks.get(task);
    Trial t = part.trials.get(trial);
    Task whole = w.tasks.get(CLASS);
    if (verdict == TrialVerdict.SUPERSEDED) {
      t.verdict = verdict;
    } else if (verdict == TrialVerdict.LOST) {
      t.verdict = verdict;
      part.lost++;
      boolean tooLost = part.lost > Arbiter.MOST_LOST;
      if (tooLost) {
        voidParts(w, part);
      }
      if (tooLost || scripts.stopped(w) || whole.whole) {
        end(w, part, null);
      } else {
        w.queue.add(0, task);
      }
    } else if (t.report == Report.REFUSED) {
      t.verdict = TrialVerdict.SUPERSEDED;
      voidParts(w, part);
      end(w, part, null);
    } else if (t.status.isGood()) {
      t.verdict = TrialVerdict.valueOf(t.status.name());
      end(w, part, TaskStatus.valueOf(t.status.name()));
    } else if (scripts.stopped(w) && whole.bad > 0) {
      t.verdict = TrialVerdict.SUPERSEDED;
      end(w, part, null);
    } else {
      t.verdict = TrialVerdict.BAD;
      whole.bad++;
      passOn(w, whole, t);
      voidParts(w, part);
      end(w, part, TaskStatus.FAILED);
    }
  }

  /** How many of the bad trials of a task are no try: parts of a class that fail are one. */
  int beyondOneTry(World w, Task of) {
    boolean divided = bounds.parts > 0 && of == w.tasks.get(CLASS);
    return divided ? Math.max(0, PartRules.failedParts(w, bounds) - 1) : 0;
  }

  /** Whether the class has failed in its parts and not whole: a lost trial does not make it red. */
  boolean hasFailedInPartsAlone(World w, int task) {
    Task whole = w.tasks.get(task);
    return bounds.isDivided(task)
        && scripts.holds(Guard.JUDGE_WANTS_A_FAILURE_OF_THE_CLASS)
        && whole.bad > 0
        && whole.bad == PartRules.failedParts(w, bounds);
  }

  /** A part that is queued no more, since the taskset is stopped. */
  void drop(World w, Task part) {
    w.tasks.get(CLASS).whole = true;
    end(w, part, null);
  }

  /** A bad trial of a part is one of its class, too. */
  private static void passOn(World w, Task whole, Trial bad) {
    Trial copy = new Trial(bad.slave, bad.worker, w.servers.size());
    copy.status = bad.status;
    copy.verdict = bad.verdict;
    copy.closed = bad.closed;
    copy.truth = bad.truth;
    copy.report = bad.report;
    whole.trials.add(copy);
  }

  /**
   * The class runs whole: what nobody runs of its parts is dropped.
   *
   * @param ended the part that has just ended; null if all have
   */
  private void voidParts(World w, @Nullable Task ended) {
    Task whole = w.tasks.get(CLASS);
    if (whole.whole) {
      return;
    }
    whole.whole = scripts.holds(Guard.VOID_IS_KEPT);
    for (int p = bounds.tasks; p < bounds.allTasks(); p++) {
      Task part = w.tasks.get(p);
      boolean held =
          scripts.holds(Guard.VOID_SPARES_WHAT_RUNS)
              && part.trials.stream().anyMatch(t -> t.verdict == null);
      if (part != ended && !part.isOver() && !held) {
        w.queue.remove((Integer) p);
        w.retry.remove((Integer) p);
        isOver(whole, part, null);
      }
    }
  }

  private static void isOver(Task whole, Task part, @Nullable TaskStatus status) {
    part.status = Objects.requireNonNullElse(status, TaskStatus.UNDECIDED);
    part.dropped = status == null;
    part.decisions++;
    part.left = false;
    whole.partsLeft--;
  }

  /**
   * After a part has ended: the last one decides the class, or has it run whole.
   *
   * @param status null: what it brought does not count
   */
  private void end(World w, Task part, @Nullable TaskStatus status) {
    Task whole = w.tasks.get(CLASS);
    isOver(whole, part, status);
    boolean others = whole.partsLeft > 0 && scripts.holds(Guard.END_OF_A_PART_WAITS_FOR_THE_OTHERS);
    if (others || whole.status.isFinal()) {
      return;
    }
    List<Trial> good = good(w);
    boolean fits =
        (good.size() == bounds.parts || !scripts.holds(Guard.END_OF_A_PART_COUNTS_THE_PARTS))
            && (good.stream().allMatch(t -> t.report == Report.FITS)
                || !scripts.holds(Guard.END_OF_A_PART_COMPARES_THE_PARTS));
    if (!fits) {
      voidParts(w, null);
    }
    if (fits && !whole.whole) {
      TaskStatus merged = merge(whole, good, w.servers.size());
      scripts.decide(w, whole, merged);
    } else if (scripts.stopped(w)) {
      scripts.drop(w, whole);
    } else {
      whole.left = true;
      w.queue.add(0, CLASS);
    }
  }

  /** The good trial of each part that has one. */
  private List<Trial> good(World w) {
    List<Trial> good = new ArrayList<>();
    for (int p = bounds.tasks; p < bounds.allTasks(); p++) {
      for (Trial t : w.tasks.get(p).trials) {
        if (isGood(t)) {
          good.add(t);
        }
      }
    }
    return good;
  }

  static boolean isGood(Trial t) {
    return t.verdict == TrialVerdict.PASSED || t.verdict == TrialVerdict.PENDING;
  }

  /** Makes the trial that decides the class. Whose slave it names makes no difference. */
  private static TaskStatus merge(Task whole, List<Trial> good, int servers) {
    boolean skipped = good.stream().anyMatch(t -> t.status == TrialStatus.PENDING);
    Trial merged = new Trial(PAST, NONE, servers);
    merged.status = skipped ? TrialStatus.PENDING : TrialStatus.PASSED;
    merged.verdict = TrialVerdict.valueOf(merged.status.name());
    merged.closed = Closed.BY_SLAVE;
    merged.truth =
        good.stream().allMatch(t -> t.truth.isGood()) ? merged.status : TrialStatus.ERROR;
    merged.merged = true;
    whole.trials.add(merged);
    return TaskStatus.valueOf(merged.status.name());
  }
}
