package io.rrrspec.common.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProcessTreeTest {
  @TempDir Path dir;

  @Test
  void aChildThatHidesIsKilledToo() {
    ProcessTree tree =
        ProcessTree.start(
            Program.bash(HiddenChild.SCRIPT).directory(dir), UUID.randomUUID().toString());
    ProcessHandle hidden = HiddenChild.await(dir);
    tree.kill();
    HiddenChild.awaitEnd(hidden);
    assertThat(tree.run().child().onExit().join()).isEqualTo(137);
    tree.kill();
  }
}
