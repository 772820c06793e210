package io.rrrspec.common.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.rrrspec.common.model.Culprits;
import io.rrrspec.common.model.Relation;
import io.rrrspec.testing.TestRedis;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class CulpritStoreTest {
  @RegisterExtension static final TestRedis testRedis = new TestRedis();

  private final CulpritStore store = new CulpritStore(testRedis.connection(), testRedis.keys());

  @Test
  void whatIsSavedReplacesWhatWasThereAndDoesNotLiveForEver() {
    Map<String, List<Culprits>> sets =
        Map.of(
            "V",
            List.of(
                new Culprits(List.of("A", "B"), true, Relation.AFTER),
                new Culprits(List.of("C"), false, Relation.AFTER)),
            "W",
            List.of(new Culprits(List.of("a command with blanks"), true, Relation.AFTER)),
            "X",
            List.of(
                new Culprits(List.of("A", "B"), true, Relation.WHILE),
                new Culprits(List.of("C"), false, Relation.SINCE)));
    store.save("mine", sets);
    assertThat(store.find("mine")).isEqualTo(sets);
    assertThat(store.find("another")).isEmpty();
    assertThat(testRedis.connection().commands().ttl(testRedis.keys().culprits("mine")))
        .isPositive();

    store.save("mine", Map.of());
    assertThat(store.find("mine")).isEmpty();
  }
}
