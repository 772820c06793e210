package io.rrrspec.client.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rrrspec.common.UsageException;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;

class GlobPatternTest {
  private static boolean fits(String glob, String text) {
    return GlobPattern.of(glob).matches(text);
  }

  private static boolean fits(String glob, char separator, String text) {
    return GlobPattern.of(glob, separator).matches(text);
  }

  @Test
  void withoutASeparatorAStarIsAnyText() {
    assertThat(fits("*.sh", "spec/a.sh")).isTrue();
    assertThat(fits("make * test", "make -C a/b\n test")).isTrue();
    assertThat(fits("a?c", "a/c")).isTrue();
    assertThat(fits("a?c", "ac")).isFalse();
    assertThat(fits("**", "")).isTrue();
  }

  @Test
  void withASeparatorAStarStaysWithinAPart() {
    assertThat(fits("a/*", '/', "a/b")).isTrue();
    assertThat(fits("a/*", '/', "a/b/c")).isFalse();
    assertThat(fits("a/**", '/', "a/b/c")).isTrue();
    assertThat(fits("**/c", '/', "c")).isTrue();
    assertThat(fits("**/c", '/', "a/b/c")).isTrue();
    assertThat(fits("**/c", '/', "abc")).isFalse();
    assertThat(fits("a.?", '.', "a..")).isFalse();
  }

  @Test
  void everythingElseStandsForItself() {
    assertThat(fits("a[1](x)\\E.$", "a[1](x)\\E.$")).isTrue();
    assertThat(fits("a.b", '/', "axb")).isFalse();
    assertThat(fits("\uD83D\uDE00?", "\uD83D\uDE00\uD83D\uDE01")).isTrue();
  }

  @Test
  void aPatternOfMegabytesIsRefused() {
    assertThatThrownBy(() -> GlobPattern.of("*x".repeat(5_000_000), '.'))
        .isInstanceOf(UsageException.class)
        .hasMessageMatching("the pattern '[*x]{40}…' has more than 10,000 characters: write a .*");
  }

  /** One that goes back and tries again would need years. */
  @Test
  void aPatternOfManyStarsEndsForALongName() {
    TestClass test = TestClass.ofTask("com." + "a".repeat(5_000) + "Test");
    TestPattern pattern = TestPattern.of("**a".repeat(12) + "b", Path.of("/src"));
    Assertions.assertTimeoutPreemptively(
        Duration.ofMinutes(2), () -> assertThat(pattern.test(test)).isFalse());
  }
}
