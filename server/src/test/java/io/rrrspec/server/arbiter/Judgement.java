package io.rrrspec.server.arbiter;

import io.rrrspec.common.model.TaskStatus;
import io.rrrspec.common.model.TasksetStatus;
import io.rrrspec.common.model.TrialStatus;
import io.rrrspec.common.model.TrialVerdict;
import org.jspecify.annotations.Nullable;

/**
 * Says what a trial's end means, as a pure function: the oracle for {@code judge_trials.lua}, which
 * decides inside Redis. {@code JudgementParityTest} drives every combination of states through
 * both.
 *
 * @param verdict what the trial gets; null: none, the message changes nothing
 * @param decision what its task becomes; {@link TaskStatus#UNDECIDED} if nothing is decided
 * @param retry whether its task goes back into the queue
 */
public record Judgement(@Nullable TrialVerdict verdict, TaskStatus decision, boolean retry) {
  /** No budget of retries. */
  public static final int UNLIMITED = Integer.MAX_VALUE;

  private static final Judgement NOTHING = new Judgement(null, TaskStatus.UNDECIDED, false);

  /**
   * What is known when the message arrives.
   *
   * @param trial how the trial ended
   * @param judged whether it has a verdict already
   * @param lostByOthers whether it was closed because its host or connection went, or its worker
   *     was taken off the taskset by the time of this judgement, see {@link WorkerHealth}
   * @param taskset where its taskset stands
   * @param task where its task stands
   * @param otherOpen whether another trial of the task has no verdict yet: it runs, or its message
   *     is on the way
   * @param bad how many trials of the task were bad before
   * @param lost how many were lost before
   * @param maxTrials so many bad ones decide
   * @param retries how many bad trials of the taskset were followed by another one
   * @param maxRetriesTotal so many may be; {@link #UNLIMITED} if nobody said
   * @param once whether no task of the taskset is begun a second time
   */
  public record Facts(
      TrialStatus trial,
      boolean judged,
      boolean lostByOthers,
      TasksetStatus taskset,
      TaskStatus task,
      boolean otherOpen,
      int bad,
      int lost,
      int maxTrials,
      int retries,
      int maxRetriesTotal,
      boolean once) {
    /** Without a budget of retries. */
    public Facts(
        TrialStatus trial,
        boolean judged,
        boolean lostByOthers,
        TasksetStatus taskset,
        TaskStatus task,
        boolean otherOpen,
        int bad,
        int lost,
        int maxTrials) {
      this(
          trial,
          judged,
          lostByOthers,
          taskset,
          task,
          otherOpen,
          bad,
          lost,
          maxTrials,
          0,
          UNLIMITED,
          false);
    }

    private boolean budgetIsSpent() {
      return retries >= maxRetriesTotal;
    }
  }

  /** Judges. */
  public static Judgement of(Facts f) {
    if (!f.trial().isFinal() || f.judged()) {
      return NOTHING;
    }
    if (f.taskset() != TasksetStatus.RUNNING || f.task().isFinal()) {
      return new Judgement(TrialVerdict.SUPERSEDED, TaskStatus.UNDECIDED, false);
    }
    if (f.trial() == TrialStatus.PASSED) {
      return new Judgement(TrialVerdict.PASSED, TaskStatus.PASSED, false);
    }
    if (f.trial() == TrialStatus.PENDING) {
      return new Judgement(TrialVerdict.PENDING, TaskStatus.PENDING, false);
    }
    TrialVerdict verdict = f.lostByOthers() ? TrialVerdict.LOST : TrialVerdict.BAD;
    if (f.otherOpen()) {
      return new Judgement(verdict, TaskStatus.UNDECIDED, false);
    }
    int bad = f.bad() + (f.lostByOthers() ? 0 : 1);
    int lost = f.lost() + (f.lostByOthers() ? 1 : 0);
    // What was lost says nothing about the build: it is tried again whatever the budget.
    boolean spent = !f.lostByOthers() && f.budgetIsSpent();
    boolean failed = f.once() || bad >= f.maxTrials() || lost > Arbiter.MOST_LOST || spent;
    return new Judgement(verdict, failed ? TaskStatus.FAILED : TaskStatus.UNDECIDED, !failed);
  }
}
