package io.rrrspec.worker.agent.workspace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rrrspec.common.ServiceException;
import io.rrrspec.common.artifact.Artifact;
import io.rrrspec.common.artifact.Holding;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

@ExtendWith(NeedsRsync.class)
class SyncedArtifactsTest {
  private static final String ONE = Artifact.workspace("1".repeat(64));
  private static final String TWO = Artifact.workspace("2".repeat(64));
  private static final String PROJECT = "project-shop";

  @TempDir Path base;

  private Sandbox box;

  @BeforeEach
  void open() throws IOException {
    box = new Sandbox(base);
    box.source("pom.xml", "<project/>");
  }

  @AfterEach
  void close() {
    box.close();
  }

  @Test
  void aWorkspaceIsWhatItWasSetUpForLast() throws Exception {
    assertThat(artifacts()).isEmpty();
    box.state = ONE;
    box.prepare();
    assertThat(artifacts()).containsExactly(ONE, PROJECT);

    box.source("pom.xml", "<project>2</project>");
    box.state = TWO;
    box.prepare();
    assertThat(artifacts()).containsExactly(TWO, PROJECT);
  }

  @Test
  void aRunThatDoesNotSayWhatItIsLeavesOnlyTheProject() throws Exception {
    box.state = ONE;
    box.prepare();
    box.state = null;
    box.prepare();
    assertThat(artifacts()).containsExactly(PROJECT);
  }

  @Test
  void aSetUpThatFailedHasMadeNothing() throws Exception {
    box.state = ONE;
    box.prepare();
    box.source("pom.xml", "<project>2</project>");
    box.state = TWO;
    box.setup = "exit 3";
    assertThatThrownBy(box::prepare).isInstanceOf(ServiceException.class);
    assertThat(artifacts()).containsExactly(PROJECT);
  }

  @Test
  void whatIsNotTrustedIsNotOffered() throws Exception {
    box.state = ONE;
    box.prepare();
    box.sources(false).distrust(box.request().taskset());
    assertThat(artifacts()).containsExactly(PROJECT);
  }

  private List<String> artifacts() {
    return box.sources(false).artifacts().stream().map(Holding::name).toList();
  }
}
