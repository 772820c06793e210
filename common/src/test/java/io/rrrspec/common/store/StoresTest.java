package io.rrrspec.common.store;

import static io.rrrspec.testing.TasksetBuilder.aTaskset;
import static org.assertj.core.api.Assertions.assertThat;

import io.rrrspec.testing.TestRedis;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class StoresTest {
  @RegisterExtension static final TestRedis testRedis = new TestRedis();

  @Test
  void allStoresThereAreCanBeHad() throws Exception {
    Path classes = Path.of(Stores.class.getResource("Stores.class").toURI()).getParent();
    List<String> offered =
        Stream.of(Stores.class.getDeclaredMethods())
            .map(method -> method.getReturnType().getSimpleName())
            .filter(name -> name.endsWith("Store"))
            .toList();
    try (Stream<Path> files = Files.list(classes)) {
      assertThat(files.map(file -> file.getFileName().toString()))
          .filteredOn(name -> name.matches("[A-Za-z]+Store\\.class"))
          .map(name -> name.replace(".class", ""))
          .containsExactlyInAnyOrderElementsOf(offered);
    }
  }

  @Test
  void theyAreOfOneRedisAndOneNamespace() {
    Stores stores = new Stores(testRedis.connection(), testRedis.keys());
    String key = aTaskset().withTasks("a").activatedIn(stores.tasksets());
    assertThat(stores.tasksets().active()).containsExactly(key);
    assertThat(new TasksetStore(testRedis.connection(), testRedis.keys()).active())
        .containsExactly(key);
  }
}
