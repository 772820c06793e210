package io.rrrspec.experiments.chaos;

import io.rrrspec.common.model.Affinity;
import io.rrrspec.common.model.ResourceLimit;
import io.rrrspec.common.model.Runner;
import io.rrrspec.common.model.TasksetRequest;
import io.rrrspec.common.model.TasksetRequest.TaskRequest;
import io.rrrspec.common.store.TasksetStore;
import io.rrrspec.experiments.chaos.DividedProject.Wide;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A run of classes most of which are divided, with isolated ones and ones that share something in a
 * JVM. It is written into Redis as a client would: which classes are divided is drawn here, and not
 * learned from the record.
 */
final class DividedRun implements Started {
  static final String NAME = "divided";

  /** As a client calls the host that an isolated class has to itself. */
  private static final String HOST = "!isolated";

  private static final int UNKNOWN_TIMEOUT_SEC = 300;
  private static final int LEAST_TIMEOUT_SEC = 60;

  private final String key;

  private DividedRun(String key) {
    this.key = key;
  }

  /**
   * Starts one.
   *
   * @param name what tests know it by, different from all others
   * @param queue from which it is served; null: from the default one
   */
  static DividedRun start(Cluster cluster, String name, @Nullable String queue, Random random) {
    DividedProject.install(cluster.place().directory("files/" + NAME));
    TasksetRequest request = request(cluster.place(), name, queue, random);
    TasksetStore store = cluster.view().tasksets();
    String key = "";
    try {
      key = store.create(request, Instant.now());
      store.activate(key, request.tasks().size());
    } catch (RuntimeException e) {
      // Redis is away. It may be active all the same: then the next look at the slot sees that.
      return new DividedRun(key);
    }
    return new DividedRun(key);
  }

  private static TasksetRequest request(
      Place place, String name, @Nullable String queue, Random random) {
    List<TaskRequest> tasks = new ArrayList<>();
    List<Wide> classes = new ArrayList<>(DividedProject.draw(random));
    Collections.shuffle(classes, random);
    boolean isolates = random.nextInt(3) == 0;
    boolean shares = random.nextInt(3) == 0;
    for (Wide wide : classes) {
      TaskRequest task = new TaskRequest(wide.specFile(), wide.estimate());
      int dice = random.nextInt(10);
      // As with a client, what needs a resource or shares something is not divided.
      if (dice < 2 && isolates) {
        task = task.withResources(Set.of(HOST));
      } else if (dice < 5 && shares) {
        task = task.withAffinity(new Affinity("context " + dice % 2, Duration.ofMillis(300)));
      } else if (dice < 9) {
        task = task.withSplit(wide.split(random));
      }
      tasks.add(task);
    }
    boolean isolated = tasks.stream().anyMatch(task -> !task.resources().isEmpty());
    return new TasksetRequest(
        NAME,
        "rrrspec-java prepare",
        "rrrspec-java slave",
        "default",
        2,
        KnownTasks.MAX_TRIALS,
        "chaos-divided",
        UNKNOWN_TIMEOUT_SEC,
        LEAST_TIMEOUT_SEC,
        Runner.JUNIT,
        "chaos",
        null,
        tasks,
        new TasksetRequest.Extras(
                Map.of("CHAOS_STATE", place.path("state").toString(), "CHAOS_RUN", name),
                false,
                false,
                1_000)
            .withQueue(queue)
            .withResources(
                isolated
                    ? Map.of(HOST, new ResourceLimit(1, ResourceLimit.Scope.HOST))
                    : Map.of()));
  }

  @Override
  public boolean isAlive() {
    return false;
  }

  @Override
  public String key() {
    return key;
  }
}
