package io.rrrspec.common.project;

import static org.assertj.core.api.Assertions.assertThat;

import io.rrrspec.common.model.JvmKind;
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
  void nothingButAKindMadeForSpeedEndsAsOne() {
    for (JvmKind kind : JvmKind.FOR_SPEED) {
      String own = "core" + kind.suffix();
      assertThat(JvmKind.ofLaunch(own)).isEqualTo(kind);
      assertThat(JvmKind.ofLaunch(Launch.nameOf(own, null))).isEqualTo(JvmKind.AS_IS);
      assertThat(JvmKind.ofLaunch(Launch.nameOf("core", "it" + kind.suffix())))
          .isEqualTo(JvmKind.AS_IS);
      assertThat(Launch.nameOf(own, null)).isNotEqualTo(own);
    }
  }
}
