package io.rrrspec.worker.agent.workspace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rrrspec.common.ServiceException;
import io.rrrspec.common.model.Taskset;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A taskset without sources has an empty directory of its own, which goes with it. */
class WithoutSourcesTest {
  @TempDir Path base;

  private Sandbox sandbox;

  @BeforeEach
  void open() throws IOException {
    sandbox = new Sandbox(base);
    sandbox.name = "job-12";
    sandbox.sources = Taskset.NO_SOURCES;
    sandbox.setup = "";
    // Nobody says where sources are.
    sandbox.remotePath = "/nowhere";
  }

  @AfterEach
  void close() {
    sandbox.close();
  }

  private void release() throws InterruptedException {
    sandbox.sources(false).release(sandbox.request().taskset());
  }

  @Test
  void itIsEmptyAndNamedByTheRun() throws Exception {
    Path dir = sandbox.prepare();

    assertThat(dir).isEmptyDirectory().hasFileName("job-12").startsWith(sandbox.work.toRealPath());
    assertThat(sandbox.log).containsExactly("SYNCED");
    assertThat(sandbox.dir.names()).as("no workspace that is kept").isEmpty();
  }

  @Test
  void setUpRunsThereIfThereIsOne() throws Exception {
    sandbox.setup = "echo made >file";
    assertThat(sandbox.prepare().resolve("file")).hasContent("made");

    assertThat(sandbox.prepare().resolve("file")).as("and each time").hasContent("made");
  }

  @Test
  void nothingOfAnEarlierServiceIsThere() throws Exception {
    Files.writeString(sandbox.prepare().resolve("left"), "behind");

    assertThat(sandbox.prepare()).isEmptyDirectory();
  }

  @Test
  void itGoesWithTheRunWhateverWasWritten() throws Exception {
    Path outside = Files.writeString(base.resolve("outside"), "kept");
    Path dir = sandbox.prepare();
    Path closed = Files.createDirectories(dir.resolve("a/closed/b"));
    Files.writeString(closed.resolve("file"), "text");
    Files.createSymbolicLink(dir.resolve("link"), outside);
    Files.createSymbolicLink(dir.resolve("-rf"), base);
    Files.setPosixFilePermissions(closed.getParent(), PosixFilePermissions.fromString("---------"));
    release();

    assertThat(dir).doesNotExist();
    assertThat(outside).hasContent("kept");
    release();
  }

  @Test
  void aWorkspaceOfTheSameNameIsAnotherOne() throws Exception {
    Path kept = Files.createDirectories(sandbox.work.resolve("job-12"));
    Files.writeString(kept.resolve("file"), "kept");
    sandbox.prepare();
    release();

    assertThat(kept.resolve("file")).hasContent("kept");
  }

  @Test
  void whatAKilledWorkerLeftIsRemovedWhenItStartsAgain() throws Exception {
    Path dir = sandbox.prepare();
    Files.writeString(dir.resolve("left"), "behind");
    sandbox.dir.close();

    try (WorkerDirectory again = WorkerDirectory.open(sandbox.work)) {
      assertThat(dir).doesNotExist();
      assertThat(again.names()).isEmpty();
    }
  }

  @Test
  void aNameThatIsAPathIsRefused() {
    sandbox.name = "../job";
    assertThatThrownBy(sandbox::prepare)
        .isInstanceOf(ServiceException.class)
        .hasMessageContaining("is not allowed");
  }
}
