package io.rrrspec.worker.slave;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rrrspec.common.ServiceException;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SlaveFileTest {
  @TempDir Path dir;

  private final SlaveFile content =
      new SlaveFile(URI.create("redis://:secret@127.0.0.1:6379"), "n", "n:worker:w", 42);

  @Test
  void onlyItsOwnerMayReadIt() throws IOException {
    Path file = dir.resolve("slave.json");
    content.write(file);

    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-------");
    assertThat(SlaveFile.read(file)).isEqualTo(content);
  }

  @Test
  void anOlderOneWithWiderPermissionsIsReplaced() throws IOException {
    Path file = dir.resolve("slave.json");
    Files.writeString(file, "old");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-rw-rw-"));
    content.write(file);

    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-------");
  }

  @Test
  void oneThatIsMissingIsNamed() {
    Path file = dir.resolve("missing.json");
    assertThatThrownBy(() -> SlaveFile.read(file))
        .isInstanceOf(ServiceException.class)
        .hasMessageContaining(file.toString());
  }
}
