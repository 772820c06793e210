package io.rrrspec.server.collect;

import static org.assertj.core.api.Assertions.assertThat;

import io.rrrspec.common.model.RsyncInfo;
import io.rrrspec.common.store.CollectStore;
import io.rrrspec.common.store.Stores;
import io.rrrspec.testing.TestRedis;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** With a real rsync. */
class CollectedSweepTest {
  @RegisterExtension static final TestRedis redis = new TestRedis();

  private static final Duration DAY = Duration.ofDays(1);

  @TempDir Path place;

  private Instant now = Instant.parse("2024-01-01T00:00:00Z");
  private Stores stores;
  private CollectStore collected;
  private CollectedSweep sweep;

  @BeforeEach
  void open() {
    stores = new Stores(redis.connection(), redis.keys());
    collected = stores.collected();
    sweep = new CollectedSweep(stores, () -> now);
    publish(place.toString());
  }

  private void publish(String directory) {
    stores.rsyncInfo().publish(new RsyncInfo(directory, "--recursive --links --times"));
  }

  private Path directory(String name) throws IOException {
    Path file = place.resolve(name).resolve("target/a.png");
    Files.createDirectories(file.getParent());
    Files.writeString(file, "a");
    return place.resolve(name);
  }

  private void pass(Duration time) {
    now = now.plus(time);
    sweep.step();
  }

  @Test
  void whatIsDueIsRemovedAndNothingElse() throws IOException {
    Path due = directory("collected-1-w");
    Path later = directory("collected-1-w.2");
    Path unknown = directory("collected-1");
    Path sources = directory("ann");
    collected.removeAt("collected-1-w", now.plus(DAY));
    collected.removeAt("collected-1-w.2", now.plus(DAY.multipliedBy(2)));

    pass(DAY.minusSeconds(1));
    assertThat(due).exists();
    pass(Duration.ofSeconds(1));
    assertThat(due).doesNotExist();
    assertThat(later.resolve("target/a.png")).exists();
    assertThat(unknown.resolve("target/a.png")).exists();
    assertThat(sources.resolve("target/a.png")).exists();
    assertThat(collected.due(now.plus(DAY.multipliedBy(9)), 9)).containsExactly("collected-1-w.2");
  }

  @Test
  void sourcesAreNotRemovedWhoeverHasNamedThem() throws IOException {
    Path sources = directory("ann");
    for (String name : new String[] {"ann", "collected-/../ann", "collected-x/../../ann", "*"}) {
      collected.removeAt(name, now);
    }

    pass(Duration.ofSeconds(1));
    assertThat(sources.resolve("target/a.png")).exists();
    assertThat(collected.due(now.plus(DAY), 9)).isEmpty();
  }

  @Test
  void whatCannotBeRemovedIsTriedAgainHalfADayLater() throws IOException {
    Path due = directory("collected-1-w");
    collected.removeAt("collected-1-w", now);
    publish(place + "/none/none");
    pass(Duration.ofSeconds(1));
    publish(place.toString());

    pass(Duration.ofHours(12).minusSeconds(1));
    assertThat(due).exists();
    pass(Duration.ofSeconds(1));
    assertThat(due).doesNotExist();
  }

  @Test
  void aDirectoryThatIsGoneAlreadyIsForgotten() {
    collected.removeAt("collected-1-w", now);
    pass(Duration.ofSeconds(1));
    assertThat(collected.due(now.plus(DAY), 9)).isEmpty();
  }
}
