package io.rrrspec.worker.agent.workspace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.rrrspec.common.UsageException;
import io.rrrspec.common.process.ChildEnvironment;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WorkerDirectoryTest {
  @TempDir Path base;

  @Test
  void oneWorkerAtATimeHasIt() {
    try (WorkerDirectory first = WorkerDirectory.open(base)) {
      assertThat(first.root()).isEqualTo(base.toAbsolutePath());
      assertThatThrownBy(() -> WorkerDirectory.open(base))
          .isInstanceOf(UsageException.class)
          .hasMessage(
              "working_dir "
                  + base
                  + " is used by another worker that runs: give this one its own with"
                  + " --working-dir");
    }
    WorkerDirectory.open(base).close();
  }

  @Test
  void oneThatCannotBeWrittenIsNamed() throws IOException {
    Path file = Files.createFile(base.resolve("file"));
    assertThatThrownBy(() -> WorkerDirectory.open(file.resolve("dir")))
        .isInstanceOf(UsageException.class)
        .hasMessageStartingWith("working_dir " + file + "/dir cannot be written (");
    assertThatThrownBy(() -> WorkerDirectory.open(file)).isInstanceOf(UsageException.class);
  }

  @Test
  void whatAKilledWorkerHasLeftRunningIsEnded() throws Exception {
    String mark;
    try (WorkerDirectory killed = WorkerDirectory.open(base)) {
      mark = killed.mark();
    }
    ProcessBuilder builder = new ProcessBuilder("setsid", "sleep", "300");
    builder.environment().put(ChildEnvironment.MARK, mark + ".of-some-taskset");
    Process orphan = builder.start();
    Process other = new ProcessBuilder("sleep", "300").start();
    try (WorkerDirectory next = WorkerDirectory.open(base)) {
      assertThat(next.mark()).isEqualTo(mark);
      await().atMost(Duration.ofSeconds(30)).until(() -> !orphan.isAlive());
      assertThat(other.isAlive()).isTrue();
    } finally {
      other.destroyForcibly();
      orphan.destroyForcibly();
    }
  }

  @Test
  void theListOfWhatAKilledWorkerWasSendingIsDeleted() throws IOException {
    Path list;
    try (WorkerDirectory killed = WorkerDirectory.open(base)) {
      list = Files.writeString(killed.sentList(), "target/a.png");
    }
    WorkerDirectory.open(base).close();
    assertThat(list).doesNotExist();
  }

  /** It holds the password of Redis. */
  @Test
  void whatAKilledWorkerToldItsSlavesIsDeleted() throws IOException {
    Path file;
    Path other;
    Path directory;
    try (WorkerDirectory killed = WorkerDirectory.open(base)) {
      file = Files.createFile(killed.runtime().resolve("slave-some-worker.json"));
      other = Files.createFile(killed.runtime().resolve("other.json"));
      directory = Files.createDirectory(killed.runtime().resolve("slave-files-of-7"));
      Files.createFile(directory.resolve("args.json"));
    }
    WorkerDirectory.open(base).close();
    assertThat(file).doesNotExist();
    assertThat(directory).doesNotExist();
    assertThat(other).exists();
  }
}
