package io.rrrspec.common.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.rrrspec.common.model.KnownParts;
import io.rrrspec.common.model.PartTimes;
import io.rrrspec.testing.TestRedis;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class PartTimesStoreTest {
  @RegisterExtension static final TestRedis testRedis = new TestRedis();

  private static final PartTimes TIMES =
      new PartTimes(
          Duration.ofMillis(120), new TreeMap<>(Map.of("Inner#adds", Duration.ofSeconds(3))), 4, 1);

  @Test
  void whatIsKnownComesBackAndReplacesWhatWas() {
    PartTimesStore store = new PartTimesStore(testRedis.connection(), testRedis.keys());
    Map<String, KnownParts> known =
        Map.of(
            "a.A",
            KnownParts.of(TIMES).withPassedWith("ab12"),
            "a.B",
            KnownParts.of(TIMES).with("ordered methods", "cd34").withPassedWith("ef56"),
            "a.C",
            KnownParts.refused("its tests run at the same time"));
    store.save("shop", Map.of("a.Old", KnownParts.of(TIMES)));
    store.save("shop", known);
    assertThat(store.find("shop")).isEqualTo(known);
    assertThat(store.find("other")).isEmpty();
  }

  @Test
  void whatCannotBeReadIsNotKnown() {
    PartTimesStore store = new PartTimesStore(testRedis.connection(), testRedis.keys());
    store.save("shop", Map.of("a.A", KnownParts.of(TIMES)));
    testRedis
        .connection()
        .commands()
        .hset(
            testRedis.keys().partTimes("shop"),
            Map.of("a.B", "no JSON", "a.C", "{\"methods\":{\"#a\":-1},\"setup_ms\":1}"));
    assertThat(store.find("shop")).isEqualTo(Map.of("a.A", KnownParts.of(TIMES)));
  }
}
