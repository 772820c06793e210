package io.rrrspec.worker.slave;

import io.rrrspec.common.model.Taskset;
import io.rrrspec.common.model.TimeLimits;
import io.rrrspec.common.model.TrialResult;
import io.rrrspec.common.store.TrialStore;
import io.rrrspec.common.store.TrialStore.Claim;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/**
 * Claims tasks one after the other, has them run, reports; on the main thread, as Surefire does.
 */
final class Slave {
  private static final long SHORTEST_WAIT_MILLIS = 5_000;
  private static final long LONGEST_WAIT_MILLIS = 10_000;

  private final TrialStore trials;
  private final Taskset taskset;
  private final String slaveKey;
  private final long life;
  private final Patience patience;
  private volatile @Nullable String openTrial;

  Slave(TrialStore trials, Taskset taskset, String slaveKey, long life, Patience patience) {
    this.trials = trials;
    this.taskset = taskset;
    this.slaveKey = slaveKey;
    this.life = life;
    this.patience = patience;
  }

  /** Works until there is a reason to end. */
  SlaveExit work(Runner runner) {
    Claim claim = patience.insist(() -> trials.claim(taskset.key(), slaveKey, life));
    while (true) {
      if (claim instanceof Claim.Run run) {
        openTrial = run.trial();
        TrialResult result = run(runner, run);
        openTrial = null;
        ParentWatch.holdOrphans();
        if (!runner.reusable()) {
          report(run.trial(), result);
          return SlaveExit.SPOILT;
        }
        claim =
            patience.insist(
                () -> trials.finishAndClaim(run.trial(), slaveKey, taskset.key(), result, life));
      } else if (claim instanceof Claim.Wait wait) {
        patience.insist(
            () -> {
              trials.awaitWake(taskset.key(), waitFor(wait));
              return "";
            });
        claim = patience.insist(() -> trials.claim(taskset.key(), slaveKey, life));
      } else if (claim instanceof Claim.Pause pause) {
        sleep(pause.time());
        claim = patience.insist(() -> trials.claim(taskset.key(), slaveKey, life));
      } else if (claim instanceof Claim.Fresh) {
        return SlaveExit.FRESH;
      } else {
        return SlaveExit.NORMAL;
      }
    }
  }

  private TrialResult run(Runner runner, Claim.Run run) {
    TimeLimits limits =
        TimeLimits.of(
            run.estimate(),
            Duration.ofSeconds(taskset.leastTimeoutSec()),
            Duration.ofSeconds(taskset.unknownSpecTimeoutSec()));
    try {
      return runner.run(run.specFile(), limits);
    } catch (Exception | LinkageError e) {
      return TrialResult.error("it could not be run: " + e, "", Traces.of(e));
    }
  }

  /** The hard limit has passed: reports what there is. The caller ends the JVM. */
  void reportTimeout(TrialResult partial) {
    String trial = openTrial;
    if (trial != null) {
      report(trial, partial);
    }
  }

  private void report(String trial, TrialResult result) {
    patience.insist(() -> trials.finish(trial, slaveKey, taskset.key(), result));
  }

  private static void sleep(Duration time) {
    try {
      Thread.sleep(time.toMillis());
    } catch (InterruptedException e) {
      // A test may have left an interrupt for us: then it asks again a moment early.
      return;
    }
  }

  private static Duration waitFor(Claim.Wait wait) {
    Duration atMost = wait.atMost();
    // Spread, so that many idle slaves do not look all at once.
    return atMost != null
        ? atMost
        : Duration.ofMillis(
            ThreadLocalRandom.current().nextLong(SHORTEST_WAIT_MILLIS, LONGEST_WAIT_MILLIS));
  }
}
