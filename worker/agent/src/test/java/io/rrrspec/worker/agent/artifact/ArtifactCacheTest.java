package io.rrrspec.worker.agent.artifact;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rrrspec.common.ServiceException;
import io.rrrspec.common.artifact.Holding;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ArtifactCacheTest {
  private static final int KILLS = Integer.getInteger("rrrspec.artifact.kills", 5);

  @TempDir Path base;

  private Path dir;
  private Instant now = Instant.parse("2026-01-01T00:00:00Z");
  private ArtifactCache cache;

  @BeforeEach
  void open() {
    dir = base.resolve("artifacts");
    cache = ArtifactCache.open(dir, 1_000, () -> now);
  }

  @Test
  void whatWasCommittedIsThereAlsoAfterARestart() throws IOException {
    Holding.Content content = keep("setup-a", "hello");
    assertThat(read("setup-a")).isEqualTo("hello");
    cache = ArtifactCache.open(dir, 1_000, () -> now);
    assertThat(read("setup-a")).isEqualTo("hello");
    assertThat(cache.holdings()).containsExactly(new Holding("setup-a", content));
    assertThat(cache.bytes()).isEqualTo(5);
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(dir)))
        .isEqualTo("rwx------");
  }

  @Test
  void nobodySeesADraftAndNothingStaysOfOne() throws IOException {
    try (Draft draft = cache.begin("setup-a")) {
      draft.write("half".getBytes(StandardCharsets.UTF_8));
      assertThat(cache.use("setup-a")).isEmpty();
    }
    assertThat(cache.use("setup-a")).isEmpty();
    assertThat(files()).isEmpty();
  }

  @Test
  void theLastCommitOfANameWinsAndWhoUsesTheOneBeforeGoesOn() throws IOException {
    keep("setup-a", "first");
    try (Held held = cache.use("setup-a").orElseThrow()) {
      keep("setup-a", "second");
      assertThat(held.file()).hasContent("first");
      assertThat(read("setup-a")).isEqualTo("second");
    }
    assertThat(files()).as("the first one is gone").hasSize(2);
  }

  @Test
  void twoNamesMayHaveOneContent() throws IOException {
    keep("setup-a", "same");
    keep("setup-b", "same");
    assertThat(cache.bytes()).isEqualTo(4);
    assertThat(cache.remove("setup-a")).isTrue();
    assertThat(cache.remove("setup-a")).isFalse();
    assertThat(read("setup-b")).isEqualTo("same");
    cache.remove("setup-b");
    assertThat(files()).isEmpty();
  }

  @Test
  void whatWasNotUsedForTheLongestTimeGoesFirst() throws IOException {
    for (String name : List.of("a", "b", "c")) {
      keep(name, name.repeat(300));
      now = now.plusSeconds(1);
    }
    cache.use("a").orElseThrow().close();
    now = now.plusSeconds(1);
    keep("d", "d".repeat(300));
    assertThat(names()).containsExactly("d", "a", "c");
    // The order is known after a restart, too.
    cache = ArtifactCache.open(dir, 600, () -> now);
    assertThat(names()).containsExactly("d", "a");
  }

  @Test
  void whatIsInUseStaysAndGoesOnceItIsNot() throws IOException {
    keep("a", "a".repeat(600));
    Held held = cache.use("a").orElseThrow();
    List<Integer> told = new ArrayList<>();
    cache.onChange(() -> told.add(cache.holdings().size()));
    keep("b", "b".repeat(600));
    assertThat(names()).as("the new one had no room").containsExactly("a");
    keep("c", "c".repeat(300));
    assertThat(names()).containsExactly("c", "a");
    held.close();
    held.close();
    keep("d", "d".repeat(600));
    assertThat(names()).containsExactly("d", "c");
    assertThat(told).isNotEmpty();
  }

  @Test
  void whatIsLargerThanTheWholeCacheIsRefused() {
    assertThatThrownBy(() -> keep("a", "a".repeat(1_001)))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("artifact_cache_gb");
    assertThat(cache.holdings()).isEmpty();
    ArtifactCache nothing = ArtifactCache.open(base.resolve("nothing"), 0, () -> now);
    assertThatThrownBy(() -> nothing.begin("a").write(1)).isInstanceOf(IOException.class);
  }

  @Test
  void aNameThatIsAPathIsRefused() {
    for (String name : List.of("../a", "a/b", ".a", "", "a\nb", "/etc/passwd")) {
      assertThatThrownBy(() -> cache.begin(name)).as(name).isInstanceOf(ServiceException.class);
      assertThat(cache.use(name)).isEmpty();
    }
  }

  @Test
  void whatIsDamagedIsForgotten() throws IOException {
    Holding.Content cut = keep("cut", "cut off");
    Holding.Content gone = keep("gone", "gone away");
    keep("good", "good");
    Files.writeString(dir.resolve("content").resolve(cut.digest()), "cut");
    Files.delete(dir.resolve("content").resolve(gone.digest()));
    Files.writeString(dir.resolve("names/bad"), "../../etc/passwd 5");
    Files.writeString(dir.resolve("content/stray"), "stray");
    Files.writeString(dir.resolve("drafts/stray"), "stray");
    cache = ArtifactCache.open(dir, 1_000, () -> now);
    assertThat(names()).containsExactly("good");
    assertThat(files()).hasSize(2);
  }

  @Test
  void aWriterThatIsKilledLeavesOnlyWholeArtifacts() throws Exception {
    for (int kill = 0; kill < KILLS; kill++) {
      Process writer =
          new ProcessBuilder(
                  Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                  "-XX:TieredStopAtLevel=1",
                  "-cp",
                  System.getProperty("java.class.path"),
                  CacheWriterMain.class.getName(),
                  dir.toString())
              .redirectErrorStream(true)
              .start();
      // It says so when it has written the first ones.
      assertThat(writer.inputReader().readLine()).isEqualTo("writes");
      var unused = writer.waitFor(kill * 7L % 50, TimeUnit.MILLISECONDS);
      writer.destroyForcibly().waitFor();
      cache = ArtifactCache.open(dir, CacheWriterMain.LIMIT, () -> now);
      assertThat(cache.holdings()).isNotEmpty();
      for (Holding holding : cache.holdings()) {
        assertThat(read(holding.name())).as(holding.name()).isEqualTo(text(holding.name()));
      }
      assertThat(files()).hasSize(2 * cache.holdings().size());
    }
  }

  /** What the writer writes under a name. */
  static String text(String name) {
    return name.repeat(1_000);
  }

  private Holding.Content keep(String name, String text) throws IOException {
    try (Draft draft = cache.begin(name)) {
      draft.write(text.getBytes(StandardCharsets.UTF_8));
      return draft.commit();
    }
  }

  private String read(String name) throws IOException {
    try (Held held = cache.use(name).orElseThrow()) {
      return Files.readString(held.file());
    }
  }

  private List<String> names() {
    return cache.holdings().stream().map(Holding::name).toList();
  }

  private List<Path> files() throws IOException {
    try (Stream<Path> all = Files.walk(dir)) {
      return all.filter(Files::isRegularFile).toList();
    }
  }
}
