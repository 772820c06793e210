package io.rrrspec.server.flow;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.rrrspec.common.flow.FlowKeys;
import io.rrrspec.common.flow.FlowState;
import io.rrrspec.common.flow.FlowStep;
import io.rrrspec.common.redis.Fate;
import io.rrrspec.common.redis.SimulatedRedis;
import io.rrrspec.common.store.FlowStore;
import io.rrrspec.testing.TestRedis;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Random graphs, served by two engines that die between any two round trips, or in one, and are
 * followed by others.
 */
class FlowSimulationTest {
  @RegisterExtension static final TestRedis testRedis = new TestRedis();

  private static final FlowKeys KEYS = new FlowKeys("sim:flow:");
  private static final int GRAPHS = 40;
  private static final int MOST_STEPS = 20_000;

  private final Map<Integer, Integer> effects = new HashMap<>();
  private Random random = new Random();
  private double danger;
  private int deaths;

  /** What the present step still sends does not arrive. */
  private boolean dying;

  private List<FlowType> types() {
    Duration pause = Duration.ofSeconds(1);
    return List.of(
        FlowType.task(
                "leaf",
                task -> {
                  effects.merge(task.args().get(0).asInt(), 1, Integer::sum);
                  task.addProgress(random.nextInt(2) == 0 ? 0 : 1);
                  return RandomGraph.resultOf(task.args());
                })
            .withPause(pause),
        FlowType.task(
                "broken",
                task -> {
                  effects.merge(task.args().get(0).asInt(), 1, Integer::sum);
                  throw new IllegalStateException("broken");
                })
            .withPause(pause),
        FlowType.iterator("numbers", RandomGraph::iterate).withPause(pause));
  }

  private Fate fate() {
    if (dying) {
      return Fate.DIES_BEFORE;
    }
    if (random.nextDouble() >= danger) {
      return Fate.ARRIVES;
    }
    deaths++;
    Fate[] bad = {
      Fate.DIES_BEFORE, Fate.DIES_AFTER, Fate.NEVER_ARRIVES, Fate.ANSWER_IS_LOST, Fate.ARRIVES_TWICE
    };
    Fate fate = bad[random.nextInt(bad.length)];
    dying = fate == Fate.DIES_BEFORE || fate == Fate.DIES_AFTER;
    return fate;
  }

  private FlowEngine engine(SimulatedRedis redis) {
    return new FlowEngine(
        redis.connection(), KEYS, types(), Map.of("default", 3), Runnable::run, true);
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, 0.01, 0.1, 0.3})
  void everyRootEndsAsItMustWhoeverDies(double chanceOfDeath) {
    try (SimulatedRedis redis = new SimulatedRedis(testRedis.url(), commands -> fate())) {
      for (int seed = 0; seed < GRAPHS; seed++) {
        run(redis, seed, chanceOfDeath);
      }
    }
    assertThat(deaths > 0).isEqualTo(chanceOfDeath > 0);
  }

  private void run(SimulatedRedis redis, int seed, double chanceOfDeath) {
    random = new Random(seed);
    effects.clear();
    long now = 1_700_000_000_000L;
    redis.clear(now);
    redis.forgetScripts();
    RandomGraph graph = new RandomGraph(random);
    FlowStep root = graph.step(4);
    FlowStore store = new FlowStore(redis.connection(), KEYS);
    danger = 0;
    String id = store.start(root);
    danger = chanceOfDeath;
    List<FlowEngine> engines = new ArrayList<>(List.of(engine(redis), engine(redis)));
    int steps = 0;
    while (!isOver(redis, id)) {
      assertThat(steps++).as("seed %s", seed).isLessThan(MOST_STEPS);
      int which = random.nextInt(2);
      boolean did;
      try {
        FlowEngine engine = engines.get(which);
        did =
            switch (random.nextInt(3)) {
              case 0 -> engine.work("default");
              case 1 -> engine.take("default");
              default -> engine.tick();
            };
      } catch (RuntimeException | Error e) {
        // It is dead, or as good as dead.
        dying = true;
        did = true;
      }
      if (dying) {
        dying = false;
        engines.set(which, engine(redis));
      }
      if (!did && random.nextInt(4) == 0) {
        now += 1 + random.nextInt(10_000);
        redis.advance(now);
      }
    }
    danger = 0;
    check(redis, graph, root, id, "seed " + seed + ", deaths " + chanceOfDeath);
    // All that is left over is forgotten.
    for (int i = 0; i < 50; i++) {
      now += Duration.ofMinutes(30).toMillis();
      redis.advance(now);
      engines.forEach(FlowEngine::tick);
      engines.forEach(engine -> engine.work("default"));
      engines.forEach(engine -> engine.take("default"));
    }
    // A key with a lifetime goes with the next look.
    redis.connection().commands().exists("any");
    assertThat(redis.behind().keys(KEYS.namespace() + "*"))
        .as("seed %s", seed)
        .isSubsetOf(Set.of(KEYS.wake()));
  }

  private static boolean isOver(SimulatedRedis redis, String id) {
    return "\"finished\"".equals(redis.behind().hget(KEYS.task(id), "state"));
  }

  private void check(
      SimulatedRedis redis, RandomGraph graph, FlowStep step, String id, String what) {
    FlowState root = new FlowState(redis.behind().hgetAll(KEYS.task(id)));
    if (graph.fails()) {
      assertThat(root.errorText()).as(what).isEqualTo("broken");
      return;
    }
    assertThat(root.errorText()).as(what).isEmpty();
    JsonNode expected = RandomGraph.expected(step, null);
    assertThat(root.result()).as(what).isEqualTo(expected);
    assertThat(effects.keySet()).as(what).isEqualTo(graph.leaves());
    assertThat(root.progress()).as(what).isEqualTo(root.total()).isEqualTo(graph.total());
    if (deaths == 0 && !graph.leaves().isEmpty()) {
      assertThat(effects.values()).as(what).containsOnly(1);
    }
  }
}
