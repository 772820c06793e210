package io.rrrspec.server.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.rrrspec.server.model.Step.Kind;
import io.rrrspec.testing.TestRedis;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Random walks through the model, each step of which is taken on a real Redis with the real
 * scripts, too; after each of them the two must be the same. That is what makes the model worth
 * believing. {@code -Drrrspec.model.walks=N} walks more, {@code -Drrrspec.model.seed=S} from
 * elsewhere.
 */
class ModelConformanceTest {
  @RegisterExtension static final TestRedis testRedis = new TestRedis();

  private static final int MOST_STEPS = 90;

  /** A look takes ten probes or more, each in a JVM of its own. */
  private static final int MOST_STEPS_OF_LOOKS = 250;

  private static final int FAULTS_PERCENT = 15;

  /** Where processes may die: so few that a search comes to its end. */
  private static final int FAULTS_PERCENT_OF_VICTIMS = 2;

  private static List<Bounds> bounds() {
    return List.of(
        Bounds.of("everything of ours").workers(2, 1).servers(3).tasks(3, 2).faults(6, 4, 2),
        Bounds.of("copies").workers(2, 1).servers(2).tasks(2, 2).faults(3, 4, 2).withCopies(),
        Bounds.of("skips").workers(2, 2).servers(2).tasks(3, 1).faults(4, 4, 0).withSkips(),
        Bounds.of("lost writes").workers(2, 2).tasks(3, 2).faults(3, 2, 1).losesWrites(25),
        Bounds.of("lost").workers(2, 1).tasks(1, 3).faults(14, 0, 0).withStaleLooks(),
        Bounds.of("dispatch").workers(3, 1).tasks(2, 2).faults(4, 4, 1).dispatched(2).cancelled(),
        Bounds.of("fail fast").workers(2, 1).servers(2).tasks(4, 2).faults(4, 3, 1).failFast(1),
        Bounds.of("fail fast and copies")
            .workers(2, 2)
            .tasks(4, 2)
            .faults(3, 2, 1)
            .withCopies()
            .failFast(2),
        Bounds.of("looks").workers(1, 2).tasks(4, 1).faults(1, 1, 1).looksAgain(),
        Bounds.of("looks, two workers").workers(2, 1).tasks(3, 2).faults(3, 1, 1).looksAgain(),
        Bounds.of("looks, and skips").workers(1, 1).tasks(2, 1).looksFail().withSkips(),
        Bounds.of("victim").workers(1, 1).tasks(2, 1).victim(),
        Bounds.of("victim of one of three").workers(1, 2).tasks(4, 1).faults(1, 1, 1).victim(),
        Bounds.of("victim, two workers").workers(2, 1).tasks(2, 2).faults(2, 1, 0).victim(),
        Bounds.of("victim without retries").workers(1, 1).tasks(2, 1).victim().budget(1),
        Bounds.of("victim, in one JVM").workers(1, 1).tasks(4, 1).victim(),
        Bounds.of("victim and lost writes").workers(1, 2).tasks(3, 1).losesWrites(25).victim(),
        Bounds.of("known pair").workers(2, 1).tasks(3, 1).faults(2, 1, 0).knownPair(true),
        Bounds.of("suspected pair").workers(1, 1).tasks(3, 1).knownPair(false).budget(3),
        Bounds.of("parts").workers(2, 1).servers(2).tasks(3, 2).faults(4, 3, 2).inOddParts(3),
        Bounds.of("parts and copies")
            .workers(2, 2)
            .tasks(2, 1)
            .faults(2, 2, 1)
            .inOddParts(2)
            .withCopies(),
        Bounds.of("parts and skips").workers(1, 2).tasks(2, 1).inParts(2).withSkips(),
        Bounds.of("parts and lost writes")
            .workers(2, 1)
            .tasks(2, 2)
            .faults(2, 1, 0)
            .inOddParts(2)
            .losesWrites(25),
        Bounds.of("parts, fail fast, and a cancel")
            .workers(2, 1)
            .tasks(3, 1)
            .faults(2, 1, 1)
            .inOddParts(2)
            .failFast(1)
            .cancelled(),
        Bounds.of("lost parts").workers(2, 1).tasks(1, 1).faults(14, 0, 0).inParts(2),
        Bounds.of("foreign").workers(1, 1).foreignSlaves(2).servers(2).tasks(3, 2).faults(4, 1, 2));
  }

  @Test
  void everyStepChangesARealRedisAsItChangesTheModel() {
    int walks = Integer.getInteger("rrrspec.model.walks", 130);
    long seed = Long.getLong("rrrspec.model.seed", 1);
    Set<String> called = new TreeSet<>();
    int steps = 0;
    for (int n = 0; n < walks; n++) {
      steps += walk(bounds().get(n % bounds().size()), seed + n, called);
    }
    System.out.printf("conformance: %d walks, %d steps%n", walks, steps);
    assertThat(called).containsExactlyElementsOf(RealScripts.allCalls());
  }

  private static int walk(Bounds bounds, long seed, Set<String> called) {
    RealRedis redis = new RealRedis(bounds, testRedis);
    Scripts model = new Scripts(bounds);
    Cluster cluster = new Cluster(new RealScripts(redis, called), new RealWorkerScripts(redis));
    Random random = new Random(seed);
    List<String> words = new ArrayList<>();
    World world = cluster.begin();
    int most = bounds.looks ? MOST_STEPS_OF_LOOKS : MOST_STEPS;
    while (words.size() < most && !Cluster.isHome(world)) {
      int faults = bounds.victim && bounds.crashes > 0 ? FAULTS_PERCENT_OF_VICTIMS : FAULTS_PERCENT;
      Step step = pick(cluster.steps(world), faults, random);
      words.add(words.size() + 1 + ". " + step.words().get());
      World next = world.copy();
      try {
        step.effect().accept(next);
        assertThat(redis.describe()).isEqualTo(redis.describe(next, model));
      } catch (AssertionError | RuntimeException e) {
        throw new AssertionError(
            "seed " + seed + ", " + bounds + "\n" + String.join("\n", words) + "\n" + e, e);
      }
      world = next;
    }
    return words.size();
  }

  /** Mostly what has to happen, so that walks get far. */
  private static Step pick(List<Step> steps, int faults, Random random) {
    boolean fault = random.nextInt(100) < faults;
    List<Step> some = steps.stream().filter(step -> (step.kind() == Kind.FAULT) == fault).toList();
    List<Step> from = some.isEmpty() ? steps : some;
    return from.get(random.nextInt(from.size()));
  }
}
