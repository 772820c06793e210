package io.rrrspec.server;

import io.rrrspec.common.model.SlaveStatus;
import io.rrrspec.common.model.TrialResult;
import io.rrrspec.common.model.TrialStatus;
import io.rrrspec.common.redis.Keys;
import io.rrrspec.common.store.SlaveStore;
import io.rrrspec.common.store.TrialStore.Claim;
import java.time.Duration;
import java.util.OptionalLong;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * A slave that calls the stores as a real one does, one call a step, some of them twice; and that
 * dies now and then, with or without its worker seeing it.
 */
final class FakeSlave {
  private final ServerScene scene;
  private final Random random;
  private final String worker;
  private final String taskset;
  private String key = "";
  private long life;
  private Claim.@Nullable Run holds;
  private int lives;

  FakeSlave(ServerScene scene, Random random, String worker, String taskset) {
    this.scene = scene;
    this.random = random;
    this.worker = worker;
    this.taskset = taskset;
  }

  /** Does one call; the place is filled again when the slave in it has ended. */
  void step() {
    if (key.isEmpty()) {
      register();
    } else if (random.nextInt(25) == 0) {
      die(false);
    } else if (holds == null) {
      take(twice() ? claimTwice() : claim());
    } else {
      finish(holds);
    }
  }

  private void register() {
    String fresh = Keys.slave(worker, System.identityHashCode(this) + "-" + lives++);
    OptionalLong answer = scene.slaves.register(fresh, taskset, "host", true);
    if (answer.isPresent() && twice()) {
      answer = scene.slaves.register(fresh, taskset, "host", true);
    }
    if (answer.isPresent()) {
      key = fresh;
      life = answer.getAsLong();
    }
  }

  private boolean twice() {
    return random.nextInt(4) == 0;
  }

  private Claim claim() {
    return scene.trials.claim(taskset, key, life);
  }

  private Claim claimTwice() {
    claim();
    return claim();
  }

  private void take(Claim claim) {
    if (claim instanceof Claim.Run run) {
      holds = run;
    } else if (claim instanceof Claim.Fresh) {
      die(false);
    } else if (claim instanceof Claim.Gone) {
      forget();
    }
  }

  private void finish(Claim.Run run) {
    TrialResult result = ServerScene.result(outcome(run.specFile()));
    holds = null;
    if (twice()) {
      scene.trials.finish(run.trial(), key, taskset, result);
    }
    take(scene.trials.finishAndClaim(run.trial(), key, taskset, result, life));
  }

  /** task-0 always fails, task-1 skips, task-2 fails now and then, the others pass. */
  private TrialStatus outcome(String specFile) {
    return switch (specFile) {
      case "task-0" -> TrialStatus.FAILED;
      case "task-1" -> TrialStatus.PENDING;
      case "task-2" -> random.nextBoolean() ? TrialStatus.ERROR : TrialStatus.PASSED;
      default -> TrialStatus.PASSED;
    };
  }

  private void die(boolean lost) {
    SlaveStore.End end =
        new SlaveStore.End(SlaveStatus.FAILURE_EXIT, TrialStatus.ERROR, lost, "it died", "", life);
    for (int times = twice() ? 2 : 1; times > 0; times--) {
      scene.slaves.end(key, taskset, end, Duration.ofHours(1));
    }
    forget();
  }

  /** Vanishes without a word; somebody else has to see it. */
  void forget() {
    key = "";
    holds = null;
  }
}
