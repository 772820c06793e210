package io.rrrspec.persister.viewer.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DisplayTextTest {
  @ParameterizedTest
  @CsvSource({
    "0, 0 ms",
    "999, 999 ms",
    "1000, 1.0 s",
    "59949, 59.9 s",
    "60000, 1 min 0 s",
    "185000, 3 min 5 s",
    "3600000, 1 h 0 min",
    "-5, 0 ms",
  })
  void durations(long millis, String text) {
    assertThat(DisplayText.duration(Duration.ofMillis(millis))).isEqualTo(text);
  }

  @Test
  void theUnknownIsADash() {
    assertThat(DisplayText.duration(null)).isEqualTo("–");
    assertThat(DisplayText.between(null, Instant.EPOCH)).isEqualTo("–");
    assertThat(DisplayText.time(null)).isEqualTo("–");
  }

  @Test
  void countsHaveTheirNoun() {
    assertThat(DisplayText.count(1, "test")).isEqualTo("1 test");
    assertThat(DisplayText.count(50_000, "test")).isEqualTo("50\u202f000 tests");
    assertThat(DisplayText.count(2, "class")).isEqualTo("2 classes");
  }

  @ParameterizedTest
  @CsvSource({
    "com.foo.BarTest, BarTest",
    "core:com.foo.BarTest, BarTest",
    "spec/models/user_spec.rb, user_spec.rb",
    "Plain, Plain",
    "mod/dir:com.foo.BarTest, BarTest",
    "src/test/java/com/foo/BarTest.java, BarTest.java",
  })
  void theLastPartOfAName(String spec, String simple) {
    assertThat(DisplayText.simple(spec)).isEqualTo(simple);
  }

  @Test
  void slavesAreNamedByTheirWorker() {
    assertThat(DisplayText.slave("rrrspec:worker:build-1:slave:4711")).isEqualTo("build-1 · 4711");
    assertThat(DisplayText.slave("nonsense")).isEqualTo("nonsense");
  }

  @Test
  void anExecutionStaysBehindTheNameOfItsClass() {
    assertThat(DisplayText.simple("web/ui:com.foo.BarTest@it#2/4")).isEqualTo("BarTest@it#2/4");
    assertThat(DisplayText.simple("com.foo.BarTest#2/4")).isEqualTo("BarTest#2/4");
    assertThat(DisplayText.simple("com.foo.BarTest@it.slow")).isEqualTo("BarTest@it.slow");
    assertThat(DisplayText.simple("web/ui:com.foo.BarTest@it")).isEqualTo("BarTest@it");
    assertThat(DisplayText.simple("com.foo.Bar$Inner", "com.foo.Bar@it")).isEqualTo("Bar$Inner@it");
    assertThat(DisplayText.simple("com.foo.Bar", "com.foo.Bar")).isEqualTo("Bar");
    assertThat(DisplayText.simple("mail jane@example.org")).isEqualTo("mail jane@example.org");
  }
}
