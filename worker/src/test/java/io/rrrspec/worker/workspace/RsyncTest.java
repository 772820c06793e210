package io.rrrspec.worker.workspace;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RsyncTest {
  @Test
  void optionsAreCutAsAShellWould() {
    assertThat(Rsync.words("  -a  --rsh='ssh -p 22' \"--exclude=a b\" --x=\\ y 'it'\\''s' "))
        .containsExactly("-a", "--rsh=ssh -p 22", "--exclude=a b", "--x= y", "it's");
    assertThat(Rsync.words(" ")).isEmpty();
  }

  @Test
  void namesAreReadAsRsyncWritesThem() {
    assertThat(Rsync.unescaped("a\\#012b")).isEqualTo("a\nb");
    assertThat(Rsync.unescaped("\\#303\\#274 \\#134#012")).isEqualTo("ü \\#012");
    assertThat(Rsync.unescaped("plain ü")).isEqualTo("plain ü");
  }
}
