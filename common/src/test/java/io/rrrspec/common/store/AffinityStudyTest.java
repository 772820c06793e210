package io.rrrspec.common.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.rrrspec.common.store.AffinityRule.Load;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What the rule brings: generated suites of 40 classes and 6 keys, as projects with contexts are,
 * on 2 to 8 JVMs. Beside it: longest first without regard to keys, and a bound that no order can
 * beat.
 */
class AffinityStudyTest {
  private static final int SUITES = 400;
  private static final int CLASSES = 40;

  private record Suite(List<Queued> classes, Map<String, Double> costs) {
    double bound(int jvms) {
      double sum = costs.values().stream().mapToDouble(cost -> cost).sum();
      double longest = 0;
      for (Queued each : classes) {
        double cost = each.key == null ? 0 : Objects.requireNonNull(costs.get(each.key));
        sum += each.ms;
        longest = Math.max(longest, cost + each.ms);
      }
      return Math.max(longest, sum / jvms);
    }
  }

  private record Queued(@Nullable String key, double ms) {}

  private static final class Jvm {
    private final Set<String> has = new HashSet<>();
    private double freeAt;
  }

  private static Suite suite(Random random) {
    Map<String, Double> costs = new TreeMap<>();
    for (int key = 0; key < 6; key++) {
      costs.put("k" + key, 500.0 + random.nextInt(2_500));
    }
    List<Queued> classes = new ArrayList<>();
    for (int n = 0; n < CLASSES; n++) {
      String key = n < 6 ? "k" + n : random.nextInt(5) == 0 ? null : "k" + random.nextInt(6);
      classes.add(new Queued(key, Math.exp(random.nextGaussian()) * 300));
    }
    Set<String> used = new HashSet<>();
    classes.stream().filter(each -> each.key != null).forEach(each -> used.add("" + each.key));
    costs.keySet().retainAll(used);
    classes.sort(Comparator.comparingDouble(each -> -each.ms));
    return new Suite(classes, costs);
  }

  /** The time of a run and how often something was started. */
  private record Outcome(double ms, int starts) {}

  private static Outcome run(Suite suite, int count, boolean byRule) {
    List<Queued> queue = new ArrayList<>(suite.classes);
    List<Jvm> jvms = new ArrayList<>();
    for (int n = 0; n < count; n++) {
      jvms.add(new Jvm());
    }
    Set<Jvm> waiting = new HashSet<>();
    double end = 0;
    int starts = 0;
    while (!queue.isEmpty()) {
      Jvm jvm =
          jvms.stream()
              .filter(each -> !waiting.contains(each))
              .min(Comparator.comparingDouble(each -> each.freeAt))
              .orElseThrow(() -> new AssertionError("all wait, and classes are left"));
      double now = jvm.freeAt;
      Optional<Queued> next =
          byRule ? chosen(suite, queue, jvms, jvm, now) : Optional.of(queue.get(0));
      if (next.isEmpty()) {
        // It looks again when another one is free.
        waiting.add(jvm);
        continue;
      }
      Queued task = next.get();
      queue.remove(task);
      double takes = task.ms;
      if (task.key != null && jvm.has.add(task.key)) {
        takes += Objects.requireNonNull(suite.costs.get(task.key));
        starts++;
      }
      jvm.freeAt = now + takes;
      end = Math.max(end, jvm.freeAt);
      for (Jvm waits : waiting) {
        waits.freeAt = Math.max(waits.freeAt, now);
      }
      waiting.clear();
    }
    return new Outcome(end, starts);
  }

  private static Optional<Queued> chosen(
      Suite suite, List<Queued> queue, List<Jvm> jvms, Jvm asks, double now) {
    Map<String, List<Queued>> byKey = new TreeMap<>();
    Double plain = null;
    double rest = 0;
    for (Queued each : queue) {
      rest += each.ms;
      if (each.key == null) {
        plain = plain == null ? Double.valueOf(each.ms) : plain;
      } else {
        byKey.computeIfAbsent(each.key, key -> new ArrayList<>()).add(each);
      }
    }
    Map<String, Integer> having = new HashMap<>();
    for (Jvm jvm : jvms) {
      rest += jvm == asks ? 0 : Math.max(0, jvm.freeAt - now);
      jvm.has.forEach(key -> having.merge(key, 1, Integer::sum));
    }
    List<Load> loads = new ArrayList<>();
    for (Map.Entry<String, List<Queued>> entry : byKey.entrySet()) {
      String key = entry.getKey();
      double cost = Objects.requireNonNull(suite.costs.get(key));
      int with = having.getOrDefault(key, 0);
      double work = 0;
      for (Jvm jvm : jvms) {
        if (jvm != asks && jvm.has.contains(key)) {
          work += Math.max(0, jvm.freeAt - now);
          for (String other : jvm.has) {
            work += sum(byKey.getOrDefault(other, List.of())) / having.getOrDefault(other, 1);
          }
        }
      }
      rest += with == 0 ? cost : 0;
      loads.add(
          new Load(
              key,
              sum(entry.getValue()),
              entry.getValue().get(0).ms,
              cost,
              with,
              asks.has.contains(key),
              work));
    }
    return AffinityRule.choose(loads, plain, rest / jvms.size(), jvms.size())
        .map(
            name ->
                queue.stream()
                    .filter(each -> name.equals(each.key == null ? AffinityRule.PLAIN : each.key))
                    .findFirst()
                    .orElseThrow());
  }

  private static double sum(List<Queued> tasks) {
    return tasks.stream().mapToDouble(Queued::ms).sum();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 6, 8})
  void theRunEndsSoonerThanWithoutRegardToKeys(int jvms) {
    Random random = new Random(23);
    double rule = 0;
    double blind = 0;
    int starts = 0;
    int blindStarts = 0;
    double worst = 0;
    for (int n = 0; n < SUITES; n++) {
      Suite suite = suite(random);
      double bound = suite.bound(jvms);
      Outcome ours = run(suite, jvms, true);
      Outcome others = run(suite, jvms, false);
      rule += Math.log(ours.ms / bound);
      blind += Math.log(others.ms / bound);
      worst = Math.max(worst, ours.ms / others.ms);
      starts += ours.starts;
      blindStarts += others.starts;
    }
    double toBound = Math.exp(rule / SUITES);
    double blindToBound = Math.exp(blind / SUITES);
    String figures =
        "%d JVMs: %.3f of the bound, without keys %.3f; starts %.1f and %.1f; worst %.3f"
            .formatted(
                jvms,
                toBound,
                blindToBound,
                (double) starts / SUITES,
                (double) blindStarts / SUITES,
                worst);
    assertThat(toBound).as(figures).isLessThan(1.25);
    assertThat(worst).as(figures).isLessThan(1.000_001);
    if (jvms > 1) {
      assertThat(blindToBound / toBound).as(figures).isGreaterThan(1.3);
      assertThat(starts).as(figures).isLessThan(2 * blindStarts / 3);
    }
  }
}
