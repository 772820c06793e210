package io.rrrspec.worker.extension;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TestClassPathTest {
  @ParameterizedTest
  @CsvSource({
    "junit, junit, true",
    "junit, junit4, false",
    "jun*, junit, true",
    "*it, junit, true",
    "*un*it*, junit, true",
    "j*n*n*, junit, false",
    "*ab, aab, true",
    "a*bc*d, abcbcd, true",
    "a*bc*d, abcbc, false",
    "**, junit, true",
    "'', a, false",
    "a.c, abc, false",
  })
  void starsStandForAnyText(String pattern, String text, boolean matches) {
    assertThat(TestClassPath.matches(pattern, text)).isEqualTo(matches);
  }

  /** One that goes back and tries again would need years. */
  @Test
  void manyStarsEnd() {
    Assertions.assertTimeoutPreemptively(
        Duration.ofMinutes(2),
        () ->
            assertThat(TestClassPath.matches("*a".repeat(12) + "b", "a".repeat(5_000))).isFalse());
  }
}
