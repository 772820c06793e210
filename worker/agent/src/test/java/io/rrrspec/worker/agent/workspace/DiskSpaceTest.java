package io.rrrspec.worker.agent.workspace;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DiskSpaceTest {
  @TempDir Path base;

  private WorkerDirectory dir;

  @BeforeEach
  void threeWorkspacesOfAThousandBytes() throws IOException {
    dir = WorkerDirectory.open(base.resolve("work"));
    workspace("new", 3);
    workspace("old", 1);
    workspace("middle", 2);
    Files.createDirectories(dir.root().resolve("not-ours"));
    Files.write(dir.root().resolve("not-ours/file"), new byte[1_000_000]);
  }

  @AfterEach
  void close() {
    dir.close();
  }

  private void workspace(String name, long used) throws IOException {
    Workspace workspace = dir.workspace(name);
    Files.createDirectories(workspace.tree().resolve("deep"));
    Files.write(workspace.tree().resolve("deep/file"), new byte[1_000]);
    Files.createSymbolicLink(workspace.tree().resolve("link"), base);
    workspace.use(Instant.ofEpochSecond(used));
  }

  @Test
  void nothingGoesWithoutALimitAndWithFreeSpace() {
    assertThat(new DiskSpace(dir, null, () -> 0).makeRoomFor("new")).isEmpty();
  }

  @Test
  void theOldestGoUntilTheRestIsBelowTheLimit() {
    assertThat(new DiskSpace(dir, 2_500L, () -> 0).makeRoomFor("new")).containsExactly("old");
    assertThat(dir.names()).containsExactly("middle", "new");
    assertThat(dir.root().resolve("old")).doesNotExist();
    assertThat(base).isNotEmptyDirectory();
  }

  @Test
  void theOneInUseAndWhatIsNotOursStay() {
    assertThat(new DiskSpace(dir, 1L, () -> 0).makeRoomFor("old")).containsExactly("middle", "new");
    assertThat(dir.root().resolve("old/deep/file")).exists();
    assertThat(dir.root().resolve("not-ours/file")).exists();
  }

  @Test
  void aDiskThatIsFullMakesThemGoUntilThereIsRoom() {
    AtomicLong missing = new AtomicLong(2);
    assertThat(new DiskSpace(dir, null, missing::getAndDecrement).makeRoomFor("new"))
        .containsExactly("old");
  }
}
