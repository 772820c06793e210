package io.rrrspec.worker.agent.workspace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.rrrspec.common.UsageException;
import io.rrrspec.common.process.MarkedProcesses;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WorkingDirTest {
  @TempDir Path base;

  @Test
  void oneWorkerAtATimeHasIt() {
    try (WorkingDir first = WorkingDir.open(base)) {
      assertThat(first.root()).isEqualTo(base.toAbsolutePath());
      assertThatThrownBy(() -> WorkingDir.open(base))
          .isInstanceOf(UsageException.class)
          .hasMessage(
              "working_dir "
                  + base
                  + " is used by another worker that runs: give this one its own with"
                  + " --working-dir");
    }
    WorkingDir.open(base).close();
  }

  @Test
  void oneThatCannotBeWrittenIsNamed() throws IOException {
    Path file = Files.createFile(base.resolve("file"));
    assertThatThrownBy(() -> WorkingDir.open(file.resolve("dir")))
        .isInstanceOf(UsageException.class)
        .hasMessageStartingWith("working_dir " + file + "/dir cannot be written (");
    assertThatThrownBy(() -> WorkingDir.open(file)).isInstanceOf(UsageException.class);
  }

  @Test
  void whatAKilledWorkerHasLeftRunningIsEnded() throws Exception {
    String mark;
    try (WorkingDir killed = WorkingDir.open(base)) {
      mark = killed.mark();
    }
    ProcessBuilder builder = new ProcessBuilder("setsid", "sleep", "300");
    builder.environment().put(MarkedProcesses.VARIABLE, mark + ".of-some-taskset");
    Process orphan = builder.start();
    Process other = new ProcessBuilder("sleep", "300").start();
    try (WorkingDir next = WorkingDir.open(base)) {
      assertThat(next.mark()).isEqualTo(mark);
      await().atMost(Duration.ofSeconds(10)).until(() -> !orphan.isAlive());
      assertThat(other.isAlive()).isTrue();
    } finally {
      other.destroyForcibly();
      orphan.destroyForcibly();
    }
  }

  /** It holds the password of Redis. */
  @Test
  void whatAKilledWorkerToldItsSlavesIsDeleted() throws IOException {
    Path file;
    Path other;
    try (WorkingDir killed = WorkingDir.open(base)) {
      file = Files.createFile(killed.runtime().resolve("slave-some-worker.json"));
      other = Files.createFile(killed.runtime().resolve("other.json"));
    }
    WorkingDir.open(base).close();
    assertThat(file).doesNotExist();
    assertThat(other).exists();
  }
}
