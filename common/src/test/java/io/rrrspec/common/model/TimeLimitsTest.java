package io.rrrspec.common.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class TimeLimitsTest {
  private static final Duration LEAST = Duration.ofSeconds(30);
  private static final Duration UNKNOWN = Duration.ofSeconds(300);

  private static TimeLimits limits(long estimateSeconds) {
    return TimeLimits.of(Duration.ofSeconds(estimateSeconds), LEAST, UNKNOWN);
  }

  @Test
  void twiceAndThreeTimesTheEstimate() {
    assertThat(limits(60))
        .isEqualTo(new TimeLimits(Duration.ofSeconds(120), Duration.ofSeconds(180)));
  }

  @Test
  void notBelowTheLeastAndWithTenSecondsBetweenTheTwo() {
    assertThat(limits(1)).isEqualTo(new TimeLimits(LEAST, Duration.ofSeconds(40)));
    assertThat(limits(16))
        .isEqualTo(new TimeLimits(Duration.ofSeconds(32), Duration.ofSeconds(48)));
  }

  @Test
  void withoutAnEstimateTheTimeOutForUnknownTasks() {
    assertThat(TimeLimits.of(null, LEAST, UNKNOWN))
        .isEqualTo(new TimeLimits(UNKNOWN, Duration.ofSeconds(310)));
  }

  @Test
  void limitsInTheWrongOrderAreRefused() {
    assertThatThrownBy(() -> new TimeLimits(Duration.ofSeconds(2), Duration.ofSeconds(2)))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
