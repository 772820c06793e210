package io.rrrspec.experiments.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rrrspec.common.UsageException;
import org.junit.jupiter.api.Test;

class PlacementFleetMainTest {
  @Test
  void modesKeepTheirOrder() {
    assertThat(PlacementFleetMain.modes("on,off")).containsExactly(Mode.ON, Mode.OFF);
    assertThat(PlacementFleetMain.modes(null)).containsExactly(Mode.values());
  }

  @Test
  void anUnknownModeIsRefusedByName() {
    assertThatThrownBy(() -> PlacementFleetMain.modes("on,of"))
        .isInstanceOf(UsageException.class)
        .hasMessage("--modes has 'of': write some of off,on,setup_artifact");
  }
}
