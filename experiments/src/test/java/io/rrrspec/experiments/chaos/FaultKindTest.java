package io.rrrspec.experiments.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumSet;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class FaultKindTest {
  private static Set<FaultKind> of(boolean sentinel, boolean network) {
    return Stream.of(FaultKind.values())
        .filter(kind -> kind.fits(new Shape(sentinel, network, false)))
        .collect(Collectors.toSet());
  }

  @Test
  void oneHostWithOneRedisHasTheFaultsThatASeedWasKeptFor() {
    assertThat(of(false, false))
        .isEqualTo(EnumSet.range(FaultKind.SLAVE_KILLED, FaultKind.CLIENT_KILLED));
  }

  @Test
  void eachKindBelongsToSomeInstallation() {
    Set<FaultKind> all = of(false, false);
    all.addAll(of(false, true));
    all.addAll(of(true, true));
    assertThat(all).containsExactlyInAnyOrder(FaultKind.values());
  }

  @Test
  void noCutIsTriedWithoutANetwork() {
    assertThat(of(true, false))
        .contains(FaultKind.FAILOVER, FaultKind.REDIS_EMPTIED)
        .doesNotContain(FaultKind.WORKER_CUT, FaultKind.PRIMARY_CUT, FaultKind.REDIS_KILLED);
    assertThat(of(false, true))
        .contains(FaultKind.WORKER_CUT, FaultKind.REDIS_KILLED)
        .doesNotContain(FaultKind.PRIMARY_CUT, FaultKind.FAILOVER);
  }
}
