package io.rrrspec.experiments.chaos;

import static io.rrrspec.experiments.chaos.FaultKind.CLIENT_KILLED;
import static io.rrrspec.experiments.chaos.FaultKind.FOREIGN_POP;

import io.rrrspec.common.redis.Keys;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Faults of a foreign slave and of clients. */
final class OtherFaults {
  private final Cluster cluster;
  private final View view;
  private final Load load;
  private final Random random;
  private final int run;

  OtherFaults(Cluster cluster, Load load, Random random, int run) {
    this.cluster = cluster;
    this.view = cluster.view();
    this.load = load;
    this.random = random;
    this.run = run;
  }

  /** As a foreign slave does that dies after its LPOP. */
  @Nullable Fault popTask() {
    for (String taskset : view.active()) {
      String task = view.redis().lpop(Keys.taskQueue(taskset));
      if (task != null) {
        long trials = view.redis().llen(Keys.trials(task));
        return new Fault(FOREIGN_POP, task, run).watch(() -> isInHands(taskset, task, trials));
      }
    }
    return null;
  }

  private boolean isInHands(String taskset, String task, long trials) {
    return view.redis().lpos(Keys.taskQueue(taskset), task) != null
        || view.redis().llen(Keys.trials(task)) > trials
        || !view.field(task, "status").isEmpty()
        || !view.field(taskset, "status").equals("running");
  }

  /** A client that waits for its run, or is just about to start it. */
  Fault killClient() {
    Client client = load.killedClient(random);
    Fault fault = new Fault(CLIENT_KILLED, client.name(), run);
    cluster.later(
        500 + random.nextInt(6_000),
        () -> {
          client.kill();
          String key = client.key();
          if (key.isEmpty()) {
            fault.unmeasured();
          } else {
            fault.watch(() -> !Set.of("", "running").contains(view.field(key, "status")));
          }
        });
    return fault;
  }
}
