package io.rrrspec.experiments.record;

import io.rrrspec.common.model.TrialResult;
import io.rrrspec.common.model.TrialStatus;
import io.rrrspec.common.redis.Keys;
import io.rrrspec.common.redis.RedisConnection;
import io.rrrspec.common.store.MessageQueue;
import io.rrrspec.common.store.Stores;
import io.rrrspec.experiments.record.Made.Kind;
import io.rrrspec.persister.mover.Persister;
import io.rrrspec.persister.record.database.Database;
import io.rrrspec.persister.record.history.ClassHistory;
import io.rrrspec.persister.record.history.ClassWindow;
import io.rrrspec.persister.record.history.FlakyTest;
import io.rrrspec.persister.record.history.FlakyTests;
import io.rrrspec.persister.record.save.TasksetArchive;
import java.io.PrintStream;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Plays runs of a generated suite through the real persister into a real database, and holds what
 * is called flaky against what is.
 */
final class FlakyBench {
  private final RedisConnection redis;
  private final Keys keys;
  private final Database database;
  private final List<Made> suite = Made.suite();
  private final Map<String, int[]> fates = new TreeMap<>();
  private final Set<String> shown = new HashSet<>();

  FlakyBench(RedisConnection redis, Keys keys, Database database) {
    this.redis = redis;
    this.keys = keys;
    this.database = database;
  }

  /**
   * What came out.
   *
   * @param flaky how many tests are flaky
   * @param shown how many of them failed and passed on the same sources, so that anybody could know
   * @param found how many of them were found
   * @param accused stable tests that were called flaky
   */
  record Score(int flaky, int shown, int found, List<String> accused) {
    double precision() {
      int all = found + accused.size();
      return all == 0 ? 1 : (double) found / all;
    }

    double recall() {
      return (double) found / flaky;
    }

    double recallOfShown() {
      return shown == 0 ? 1 : (double) found / shown;
    }
  }

  /**
   * Plays them all.
   *
   * @param versions the sources change so often that there are so many
   * @param out where the tests are listed, or null
   */
  Score run(long seed, int runs, int versions, @Nullable PrintStream out) {
    Persister persister = persister();
    PlayedRun player = new PlayedRun(redis, keys);
    List<Made> order = new ArrayList<>(suite);
    Map<String, Set<Boolean>> onVersion = new HashMap<>();
    for (int run = 0; run < runs; run++) {
      int version = run * versions / runs;
      Collections.shuffle(order, new Random(seed + run));
      note(player.play(order, seed, run, version, 1 + run % 2), version, onVersion);
      for (int step = 0; step < 10 && persister.step(); step++) {
        continue;
      }
    }
    return score(out, runs);
  }

  private void note(
      Map<String, List<TrialResult>> played, int version, Map<String, Set<Boolean>> onVersion) {
    for (Made made : suite) {
      if (made.kind() == Kind.FLAKY) {
        List<TrialResult> trials = played.getOrDefault(made.name(), List.of());
        boolean failed = trials.stream().anyMatch(t -> t.status() == TrialStatus.FAILED);
        int[] fate = fates.computeIfAbsent(made.test(), test -> new int[2]);
        fate[failed ? 1 : 0]++;
        Set<Boolean> seen =
            onVersion.computeIfAbsent(made.name() + version, key -> new HashSet<>());
        trials.forEach(t -> seen.add(t.status() == TrialStatus.FAILED));
        if (seen.size() == 2) {
          shown.add(made.test());
        }
      }
    }
  }

  private Score score(@Nullable PrintStream out, int runs) {
    Map<String, FlakyTest> found = new TreeMap<>();
    for (FlakyTest test : new FlakyTests(database).find(null, ClassWindow.ofRuns(runs), 10_000)) {
      found.put(test.className() + "#" + test.name(), test);
    }
    int right = 0;
    int flaky = 0;
    for (Made made : suite) {
      if (made.kind() == Kind.FLAKY) {
        flaky++;
        FlakyTest test = found.remove(made.test());
        right += test == null ? 0 : 1;
        if (out != null) {
          out.printf(
              Locale.ROOT,
              "%-26s fails in %4.0f%%  failed in %2d of %d runs  %s%n",
              made.test(),
              100 * made.rate(),
              fates.getOrDefault(made.test(), new int[2])[1],
              runs,
              test == null
                  ? shown.contains(made.test()) ? "NOT FOUND" : "never failed and passed: unknown"
                  : "called flaky in %d of %d (%.0f%%)"
                      .formatted(test.flakyRuns(), test.runs(), 100 * test.rate()));
        }
      }
    }
    return new Score(flaky, shown.size(), right, List.copyOf(found.keySet()));
  }

  /** How many tests are stable. */
  int stable() {
    return suite.stream()
        .mapToInt(made -> made.kind() == Kind.FLAKY ? made.tests() - 1 : made.tests())
        .sum();
  }

  private Persister persister() {
    return new Persister(
        new Stores(redis, keys),
        MessageQueue.persister(redis, keys, keys.server("persister")),
        new TasksetArchive(database),
        new ClassHistory(database),
        InstantSource.system());
  }
}
