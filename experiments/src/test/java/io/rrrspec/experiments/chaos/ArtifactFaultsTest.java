package io.rrrspec.experiments.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ArtifactFaultsTest {
  @TempDir Path directory;

  @Test
  void oneByteOfAFileIsDamaged() throws Exception {
    Path file = Files.write(directory.resolve("setup-a"), new byte[100]);

    assertThat(ArtifactFaults.corrupt(file, new Random(1))).isTrue();

    int damaged = 0;
    for (byte value : Files.readAllBytes(file)) {
      damaged += value == 0 ? 0 : 1;
    }
    assertThat(damaged).isEqualTo(1);
    assertThat(Files.size(file)).isEqualTo(100);
  }

  @Test
  void aFileThatIsEmptyOrGoneIsNobodyToHit() throws Exception {
    Path empty = Files.createFile(directory.resolve("setup-b"));

    assertThat(ArtifactFaults.corrupt(empty, new Random(1))).isFalse();
    assertThat(ArtifactFaults.corrupt(directory.resolve("gone"), new Random(1))).isFalse();
  }

  @Test
  void onlyFilesOfTheCacheAreHit() throws Exception {
    assertThat(ArtifactFaults.cached(directory)).isEmpty();
    Path cache = Files.createDirectories(directory.resolve(".rrrspec-java/artifacts/content"));
    Path file = Files.createFile(cache.resolve("setup-a"));
    Files.createDirectory(cache.resolve("incoming"));
    Files.createFile(directory.resolve(".rrrspec-java/lock"));

    assertThat(ArtifactFaults.cached(directory)).containsExactly(file);
  }
}
