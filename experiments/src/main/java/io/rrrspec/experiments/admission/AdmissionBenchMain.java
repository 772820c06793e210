package io.rrrspec.experiments.admission;

import io.rrrspec.common.queue.Discipline;
import io.rrrspec.common.queue.Queue;
import io.rrrspec.common.queue.Share;
import io.rrrspec.common.queue.Turns;
import io.rrrspec.server.admission.AdmissionPlan;
import io.rrrspec.server.admission.AdmissionPlan.Rules;
import io.rrrspec.server.admission.Demand;
import io.rrrspec.server.admission.Offer;
import io.rrrspec.server.admission.Offer.Stay;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * {@code scripts/admission-bench}: the pure function alone, for growing numbers of workers and
 * queues. In each queue wait runs and jobs of ten users for as many workers as there are.
 */
public final class AdmissionBenchMain {
  private static final String HELP =
      """
      Usage: scripts/admission-bench
      Measures one look at queues (no Redis), for 125 to 4,000 workers: all of them idle, and 5% of
      them. Prints a table in Markdown: median, 95th percentile and slowest of 200 looks, in ms.
      """;

  private static final int LOOKS = 200;

  private AdmissionBenchMain() {}

  /** Prints the table. */
  public static void main(String[] args) {
    if (args.length > 0) {
      System.out.print(HELP);
      System.exit(List.of("--help", "-h").contains(args[0]) ? 0 : 2);
    }
    System.out.println("| workers | queues | waiting | idle | p50 ms | p95 ms | slowest ms |");
    System.out.println("|---|---|---|---|---|---|---|");
    for (int workers : new int[] {125, 250, 500, 1_000, 2_000, 4_000}) {
      for (int percent : new int[] {100, 5}) {
        // The first measurement warms up.
        measure(workers, 50, percent);
        print(workers, 50, percent, measure(workers, 50, percent));
      }
    }
    measure(1_000, 200, 100);
    print(1_000, 200, 100, measure(1_000, 200, 100));
  }

  private static void print(int workers, int queues, int percent, double[] millis) {
    System.out.printf(
        Locale.ROOT,
        "| %,d | %d | %,d | %d%% | %.2f | %.2f | %.2f |%n",
        workers,
        queues,
        waiting(workers, queues),
        percent,
        millis[millis.length / 2],
        millis[millis.length * 95 / 100],
        millis[millis.length - 1]);
  }

  private static int waiting(int workers, int queues) {
    return queues * perQueue(workers, queues);
  }

  private static int perQueue(int workers, int queues) {
    return Math.max(1, 2 * workers / queues);
  }

  private static double[] measure(int workers, int queues, int percentIdle) {
    Random random = new Random(7);
    List<Queue> all = new ArrayList<>();
    for (int q = 0; q < queues; q++) {
      all.add(
          new Queue(
              q + 1,
              "queue-" + q,
              List.of(),
              "default",
              random.nextInt(5),
              new Share(random.nextInt(100 / queues + 1), true),
              new Share(50, true),
              Discipline.FIFO,
              true));
    }
    List<Demand> demands = new ArrayList<>();
    for (int n = 0; n < perQueue(workers, queues); n++) {
      for (int q = 0; q < queues; q++) {
        String key = "run-" + q + "-" + n;
        demands.add(
            new Demand(
                key, "default", 1 + n % 3, true, true, "queue-" + q, "user-" + random.nextInt(10)));
      }
    }
    List<Offer> offers = new ArrayList<>();
    for (int w = 0; w < workers; w++) {
      boolean idle = random.nextInt(100) < percentIdle;
      @Nullable String serves = idle ? null : demands.get(random.nextInt(demands.size())).key();
      offers.add(
          new Offer(
              "worker-" + w,
              "default",
              serves,
              true,
              true,
              Set.of(),
              false,
              Set.of(),
              Stay.MAY_LEAVE));
    }
    Rules rules = new Rules(all, List.of(), Duration.ofSeconds(5), Duration.ofSeconds(300));
    double[] millis = new double[LOOKS];
    Map<String, Turns> turns = Map.of();
    for (int i = 0; i < LOOKS; i++) {
      long begin = System.nanoTime();
      AdmissionPlan plan = AdmissionPlan.of(rules, demands, offers, turns, 1_000_000 + i * 1_000L);
      millis[i] = (System.nanoTime() - begin) / 1e6;
      turns = plan.turns();
      if (percentIdle == 100 && plan.assignments().isEmpty()) {
        throw new IllegalStateException("nothing was given away");
      }
    }
    Arrays.sort(millis);
    return millis;
  }
}
