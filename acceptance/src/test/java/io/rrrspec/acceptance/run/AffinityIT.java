package io.rrrspec.acceptance.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.rrrspec.common.model.KnownAffinity;
import io.rrrspec.persister.record.database.Database;
import io.rrrspec.persister.record.database.JdbcUrl;
import io.rrrspec.persister.record.history.ClassHistory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A real project whose classes share contexts of Spring. */
class AffinityIT {
  private static final String CLASS = "affinity";

  @TempDir Path scratch;

  /** The contexts that a run starts, as the project itself counts them. */
  private static long contexts(RealRun run) throws Exception {
    Path counted = run.project().resolve("contexts.log");
    try (Stream<String> lines = Files.lines(counted)) {
      return lines.count();
    } finally {
      Files.delete(counted);
    }
  }

  private Map<String, KnownAffinity> known(RealRun run) throws Exception {
    try (Database history = Database.open(JdbcUrl.ofFile(run.data().resolve("history")))) {
      return new TreeMap<>(new ClassHistory(history).affinities(CLASS));
    }
  }

  private static Map<String, String> keys(Map<String, KnownAffinity> known) {
    return known.entrySet().stream()
        .collect(Collectors.toMap(Map.Entry::getKey, each -> each.getValue().affinity().key()));
  }

  @Test
  void theSecondRunKnowsWhichClassesShareAContext() throws Exception {
    RealRun run = new RealRun(scratch, "spring");
    run.settings(Files.writeString(scratch.resolve("run.yml"), "taskset_class: " + CLASS + "\n"));

    RealRun.Result first = run.runBare("--slaves", "2");
    assertThat(first.code()).as(first.err() + first.out()).isZero();
    Map<String, KnownAffinity> known = known(run);
    contexts(run);

    Map<String, String> keys = keys(known);
    assertThat(keys)
        .as("neither a class without a context nor one that dirties it shares any")
        .containsOnlyKeys(
            "shop.CartTest",
            "shop.DepotTest",
            "shop.OrderTest",
            "shop.PriceTest",
            "shop.ShelfTest",
            "shop.StockTest");
    assertThat(keys.get("shop.CartTest")).startsWith("spring Shop [sales] ");
    assertThat(new TreeSet<>(keys.values())).hasSize(2);

    // With one slave nothing depends on who is faster.
    RealRun.Result second = run.runBare("--slaves", "1");
    assertThat(second.code()).as(second.err() + second.out()).isZero();
    assertThat(keys(known(run))).isEqualTo(keys);
    // The class that dirties its context may be the first to start that.
    assertThat(contexts(run)).isBetween(2L, 3L);
  }
}
