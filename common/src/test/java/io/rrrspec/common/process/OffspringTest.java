package io.rrrspec.common.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OffspringTest {
  @TempDir Path dir;

  private ProcessGroup start(String script) {
    return ProcessGroup.bash(script, new ProcessBuilder().directory(dir.toFile()));
  }

  @Test
  void anOrphanThatWasSeenBeforeItsParentEndedIsEnded() throws IOException {
    ProcessGroup group = start(HiddenChild.SCRIPT);
    try (Offspring offspring = Offspring.of(group.id())) {
      ProcessHandle child = HiddenChild.await(dir);
      offspring.look();
      HiddenChild.orphan(dir, group);
      assertThat(child.isAlive()).isTrue();

      offspring.kill();
      HiddenChild.awaitEnd(child);
    }
  }

  @Test
  void anOrphanThatStaysInItsSessionIsFoundAfterwards() throws IOException {
    ProcessGroup group = start("set -m; " + HiddenChild.SCRIPT.replace("env -i setsid", ""));
    try (Offspring offspring = Offspring.of(group.id())) {
      ProcessHandle child = HiddenChild.await(dir);
      HiddenChild.orphan(dir, group);

      offspring.kill();
      HiddenChild.awaitEnd(child);
    }
  }

  @Test
  void nobodyElseIsEnded() throws IOException {
    ProcessGroup group = start("exec sleep 600");
    ProcessGroup other = start("exec sleep 601");
    try (Offspring offspring = Offspring.of(group.id())) {
      offspring.look();
      offspring.kill();

      assertThat(group.isAlive()).as("its leader is left to others").isTrue();
      assertThat(other.isAlive()).isTrue();
      assertThat(ProcessHandle.current().isAlive()).isTrue();
    } finally {
      group.kill();
      other.kill();
    }
  }
}
