package io.rrrspec.common.project;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LaunchNameTest {
  @Test
  void isTheDirectoryOfTheModuleAndTheExecution() {
    assertThat(Launch.nameOf("", null)).isEqualTo(".");
    assertThat(Launch.nameOf("core", null)).isEqualTo("core");
    assertThat(Launch.nameOf("core", "it")).isEqualTo("core@it");
    assertThat(Launch.nameOf("a@b", null)).isEqualTo("a%40b");
  }

  @Test
  void nothingButAQuickVariantEndsAsOne() {
    assertThat(QuickJvm.isName(Launch.nameOf("core~quick", null))).isFalse();
    assertThat(QuickJvm.isName(Launch.nameOf("core", "it~quick"))).isFalse();
    assertThat(Launch.nameOf("core~quick", null)).isNotEqualTo("core" + QuickJvm.SUFFIX);
  }
}
