package io.rrrspec.common.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class NearestNameTest {
  private static final List<String> NAMES = List.of("redis", "max_workers", "max_trials");

  @Test
  void aSlipOfTheFingerIsUnderstood() {
    assertThat(NearestName.to("rediss", NAMES)).isEqualTo("redis");
    assertThat(NearestName.to("rdeis", NAMES)).isEqualTo("redis");
    assertThat(NearestName.to("MAX-WORKER", NAMES)).isEqualTo("max_workers");
    assertThat(NearestName.to("max_trails", NAMES)).isEqualTo("max_trials");
  }

  @Test
  void whatIsFarFromEverythingHasNoNeighbour() {
    assertThat(NearestName.to("something", NAMES)).isNull();
    assertThat(NearestName.closest("max_jobs_here", NAMES)).isEqualTo("max_workers");
    assertThat(NearestName.closest("x", List.of())).isNull();
  }

  @Test
  void aNameOfMegabytesIsNearToNothingAndCostsNothing() {
    String megabytes = "a".repeat(10_000_000);

    assertThat(NearestName.to(megabytes, NAMES)).isNull();
    assertThat(NearestName.closest(megabytes, NAMES)).isIn(NAMES);
    assertThat(NearestName.to(megabytes, List.of(megabytes))).isEqualTo(megabytes);
  }

  @Test
  void whatIsFartherButAlikeIsFoundBesideAShorterNameThatIsNearer() {
    assertThat(NearestName.to("abcdefghi", List.of("abcdefghijkl"))).isEqualTo("abcdefghijkl");
  }

  @Test
  void aSwapOfNeighboursCountsAsOneEdit() {
    assertThat(NearestName.distance("ab", "ba")).isEqualTo(1);
    assertThat(NearestName.distance("", "abc")).isEqualTo(3);
    assertThat(NearestName.distance("kitten", "sitting")).isEqualTo(3);
  }
}
