package io.rrrspec.common.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.rrrspec.testing.SmallDisk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReplacedFileTest {
  @TempDir Path directory;

  @Test
  void anOlderFileStaysIfTheDiskIsFull() throws Exception {
    Path big = Files.write(directory.resolve("big"), new byte[1 << 20]);
    try (SmallDisk disk = SmallDisk.mount(Files.createDirectory(directory.resolve("disk")), 1)) {
      Path file = Files.writeString(disk.directory().resolve("a"), "old");
      disk.fill();

      IOException e =
          catchThrowableOfType(
              IOException.class, () -> ReplacedFile.write(file, fresh -> Files.copy(big, fresh)));

      assertThat(IoReason.of(e)).isEqualTo("No space left on device");
      assertThat(file).hasContent("old");
      assertThat(disk.directory())
          .isDirectoryContaining("glob:**/a")
          .isDirectoryNotContaining("glob:**/.rrrspec*");
    }
  }

  @Test
  void theNameMayBeAsLongAsNamesAreAndALinkIsReplacedNotFollowed() throws IOException {
    Path other = Files.writeString(directory.resolve("other"), "other");
    Path file = directory.resolve("x".repeat(255));
    Files.createSymbolicLink(file, other);
    ReplacedFile.write(file, fresh -> Files.writeString(fresh, "new"));
    assertThat(file).isRegularFile().hasContent("new");
    assertThat(Files.isSymbolicLink(file)).isFalse();
    assertThat(other).hasContent("other");
  }
}
