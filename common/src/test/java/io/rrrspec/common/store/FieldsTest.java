package io.rrrspec.common.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;

class FieldsTest {
  private static final Instant TIME = Instant.parse("2013-07-11T15:43:36Z");

  @Test
  void timesAreReadWithUtcAndWithAnOffset() {
    assertThat(Fields.parseTime("2013-07-11 15:43:36 UTC")).isEqualTo(TIME);
    assertThat(Fields.parseTime("2013-07-12 00:43:36 +0900")).isEqualTo(TIME);
    assertThat(Fields.parseTime(Fields.formatTime(TIME))).isEqualTo(TIME);
  }

  @Test
  void millisecondsWinOverSeconds() {
    Fields f = new Fields(Map.of("a_ms", "1500", "a_at", "2013-07-11 15:43:36 UTC"));

    assertThat(f.time("a")).isEqualTo(Instant.ofEpochMilli(1_500));
    assertThat(new Fields(Map.of("a_ms", "", "a_at", "2013-07-11 15:43:36 UTC")).time("a"))
        .isEqualTo(TIME);
  }

  @Test
  void emptyIsAbsentAndSoIsWhatCannotBeRead() {
    Fields f = new Fields(Map.of("empty", "", "bad", "x", "bad_ms", "x", "bad_at", "yesterday"));

    assertThat(f.text("empty", "none")).isEqualTo("none");
    assertThat(f.orNull("empty")).isNull();
    assertThat(f.number("empty", 3)).isEqualTo(3);
    assertThat(f.number("bad", 3)).isEqualTo(3);
    assertThat(f.number("absent", 3)).isEqualTo(3);
    assertThat(f.millis("bad")).isNull();
    assertThat(f.time("bad")).isNull();
    assertThat(f.time("absent")).isNull();
  }

  @Test
  void anEstimateThatIsNoneCountsAsAbsent() {
    assertThat(new Fields(Map.of("estimate_ms", "", "estimate_sec", "2")).estimate()).hasSeconds(2);
    assertThat(new Fields(Map.of("estimate_ms", "20", "estimate_sec", "2")).estimate())
        .hasMillis(20);
    assertThat(new Fields(Map.of("estimate_sec", "-1")).estimate()).isNull();
    assertThat(new Fields(Map.of("estimate_sec", "9223372036854775807")).estimate()).isNull();
  }
}
