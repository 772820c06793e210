package io.rrrspec.worker.agent.workspace;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RsyncTest {
  @Test
  void namesAreReadAsRsyncWritesThem() {
    assertThat(Rsync.unescaped("a\\#012b")).isEqualTo("a\nb");
    assertThat(Rsync.unescaped("\\#303\\#274 \\#134#012")).isEqualTo("ü \\#012");
    assertThat(Rsync.unescaped("plain ü")).isEqualTo("plain ü");
  }
}
