package io.rrrspec.common.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DescendantTrackerTest {
  @TempDir Path dir;

  private ChildProcess start(String script) {
    return Program.bash(script).directory(dir).start().child();
  }

  @Test
  void anOrphanThatWasSeenBeforeItsParentEndedIsEnded() throws IOException {
    ChildProcess group = start(HiddenChild.SCRIPT);
    try (DescendantTracker descendants = DescendantTracker.of(group.id())) {
      ProcessHandle child = HiddenChild.await(dir);
      descendants.look();
      HiddenChild.orphan(dir, group);
      assertThat(child.isAlive()).isTrue();

      descendants.kill();
      HiddenChild.awaitEnd(child);
    }
  }

  @Test
  void anOrphanThatStaysInItsSessionIsFoundAfterwards() throws IOException {
    ChildProcess group = start("set -m; " + HiddenChild.SCRIPT.replace("env -i setsid", ""));
    try (DescendantTracker descendants = DescendantTracker.of(group.id())) {
      ProcessHandle child = HiddenChild.await(dir);
      HiddenChild.orphan(dir, group);

      descendants.kill();
      HiddenChild.awaitEnd(child);
    }
  }

  @Test
  void nobodyElseIsEnded() throws IOException {
    ChildProcess group = start("exec sleep 600");
    ChildProcess other = start("exec sleep 601");
    try (DescendantTracker descendants = DescendantTracker.of(group.id())) {
      descendants.look();
      descendants.kill();

      assertThat(group.isAlive()).as("its leader is left to others").isTrue();
      assertThat(other.isAlive()).isTrue();
      assertThat(ProcessHandle.current().isAlive()).isTrue();
    } finally {
      group.kill();
      other.kill();
    }
  }
}
