package io.rrrspec.common.rsync;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RsyncItemTest {
  @Test
  void namesAreReadAsRsyncWritesThem() {
    assertThat(RsyncItem.unescaped("a\\#012b")).isEqualTo("a\nb");
    assertThat(RsyncItem.unescaped("\\#303\\#274 \\#134#012")).isEqualTo("ü \\#012");
    assertThat(RsyncItem.unescaped("plain ü")).isEqualTo("plain ü");
  }

  @Test
  void aLineOfRsyncTellsOfAFileOrOfNothing() {
    assertThat(RsyncItem.parse("rrrspec:>f+++++++++|a|b.txt"))
        .contains(new RsyncItem(">f+++++++++", "a|b.txt"));
    assertThat(RsyncItem.parse("sending incremental file list")).isEmpty();

    assertThat(new RsyncItem(".f          ", "a").isChanged()).isFalse();
    assertThat(new RsyncItem(">fc........", "a").isChanged()).isTrue();
    assertThat(new RsyncItem("*deleting", "a").isOfSource()).isFalse();
    assertThat(new RsyncItem(">fc........", "a").isOfSource()).isTrue();
  }
}
