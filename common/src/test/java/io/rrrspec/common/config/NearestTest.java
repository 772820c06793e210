package io.rrrspec.common.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class NearestTest {
  private static final List<String> NAMES = List.of("redis", "max_workers", "max_trials");

  @Test
  void a_slip_of_the_finger_is_understood() {
    assertThat(Nearest.to("rediss", NAMES)).isEqualTo("redis");
    assertThat(Nearest.to("rdeis", NAMES)).isEqualTo("redis");
    assertThat(Nearest.to("MAX-WORKER", NAMES)).isEqualTo("max_workers");
    assertThat(Nearest.to("max_trails", NAMES)).isEqualTo("max_trials");
  }

  @Test
  void what_is_far_from_everything_has_no_neighbour() {
    assertThat(Nearest.to("something", NAMES)).isNull();
    assertThat(Nearest.closest("max_jobs_here", NAMES)).isEqualTo("max_workers");
    assertThat(Nearest.closest("x", List.of())).isNull();
  }

  @Test
  void a_swap_of_neighbours_counts_as_one_edit() {
    assertThat(Nearest.distance("ab", "ba")).isEqualTo(1);
    assertThat(Nearest.distance("", "abc")).isEqualTo(3);
    assertThat(Nearest.distance("kitten", "sitting")).isEqualTo(3);
  }
}
