package io.rrrspec.common.cron;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CronTimesTest {
  private static final ZoneId BERLIN = ZoneId.of("Europe/Berlin");

  private static List<String> from(String cron, ZoneId zone, String start, int count) {
    CronTimes times = CronTimes.parse(cron, zone);
    List<String> all = new ArrayList<>();
    Instant at = Instant.parse(start);
    for (int i = 0; i < count; i++) {
      at = times.next(at).orElseThrow();
      all.add(at.toString());
    }
    return all;
  }

  @Test
  void aTimeOfDayIsThatOfItsZone() {
    assertThat(from("0 3 * * MON-FRI", BERLIN, "2026-10-22T12:00:00Z", 3))
        .containsExactly("2026-10-23T01:00:00Z", "2026-10-26T02:00:00Z", "2026-10-27T02:00:00Z");
  }

  @Test
  void aTimeThatComesTwiceInAutumnCountsOnceAndOneThatIsPassedOverInSpringNot() {
    assertThat(from("30 2 * * *", BERLIN, "2026-10-24T12:00:00Z", 2))
        .containsExactly("2026-10-25T00:30:00Z", "2026-10-26T01:30:00Z");
    assertThat(from("30 2 * * *", BERLIN, "2026-03-28T12:00:00Z", 1))
        .containsExactly("2026-03-30T00:30:00Z");
  }

  @Test
  void everyHalfHourComesInEachOfTheTwoHours() {
    assertThat(from("*/30 * * * *", BERLIN, "2026-10-25T00:15:00Z", 4))
        .containsExactly(
            "2026-10-25T00:30:00Z",
            "2026-10-25T01:00:00Z",
            "2026-10-25T01:30:00Z",
            "2026-10-25T02:00:00Z");
  }

  @Test
  void theLastOneIsThisSecondIfItIsOne() {
    CronTimes times = CronTimes.parse("*/5 * * * * *", BERLIN);
    assertThat(times.last(Instant.parse("2026-11-23T12:00:05Z")))
        .contains(Instant.parse("2026-11-23T12:00:05Z"));
    assertThat(times.last(Instant.parse("2026-11-23T12:00:09.9Z")))
        .contains(Instant.parse("2026-11-23T12:00:05Z"));
    assertThat(times.last(Instant.parse("2026-11-23T12:00:04.9Z")))
        .contains(Instant.parse("2026-11-23T12:00:00Z"));
  }

  @ParameterizedTest
  @CsvSource({
    "61 * * * *, 'value 61 not in range [0, 59]'",
    "10-5 3 * * *, 'invalid range! [10,5]'",
    "every night, it has 2 fields instead of 5",
    "@daily, it has 1 field instead of 5",
    "0 0 30 2 *, there is no such day",
    "'0 3 \" * ; | -rf x..*', it has 8 fields instead of 5",
    "| | | | |, list of Cron cannot be null or empty",
  })
  void whatIsNoTimeSaysWhy(String cron, String reason) {
    assertThatThrownBy(() -> CronTimes.parse(cron, BERLIN))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(reason);
  }

  @Test
  void aZoneHasAName() {
    assertThat(CronTimes.zone("Europe/Berlin")).isEqualTo(BERLIN);
    assertThatThrownBy(() -> CronTimes.zone("Berlin")).hasMessage("there is no such time zone");
  }
}
