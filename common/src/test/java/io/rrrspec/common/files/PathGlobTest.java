package io.rrrspec.common.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PathGlobTest {
  @ParameterizedTest
  @CsvSource({
    "build.sh, build.sh, true",
    "build.sh, a/build.sh, false",
    "build.sh, buildxsh, false",
    "src/*, src/a, true",
    "src/*, src/a/b, false",
    "src/**, src/a/b, true",
    "src/**, src, false",
    "**/a.txt, a.txt, true",
    "**/a.txt, x/y/a.txt, true",
    "**/a.txt, xa.txt, false",
    "src/**/a.txt, src/a.txt, true",
    "src/**/a.txt, src/x/a.txt, true",
    "src/**/a.txt, src/xa.txt, false",
    "a?c, abc, true",
    "a?c, a/c, false",
    "a?c, aüc, true",
    "a?c, a😀c, true",
    "*.jar, .jar, true",
    "**, any/thing, true",
    "a[b].c, a[b].c, true"
  })
  void starsAndQuestionMarksStandForCharacters(String glob, String path, boolean matches) {
    assertThat(PathGlob.of(glob).matches(path)).isEqualTo(matches);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "/etc/passwd", "..", "a/../b", "../a", "a//b", "a/", "./a", "a\nb", "a\0b"})
  void whatIsNoPathBelowTheDirectoryIsRefused(String glob) {
    assertThatThrownBy(() -> PathGlob.of(glob)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void nothingLongerThanTheLimitIsTaken() {
    assertThat(PathGlob.mistake("a".repeat(PathGlob.LONGEST))).isEmpty();
    assertThat(PathGlob.mistake("a".repeat(PathGlob.LONGEST + 1))).isPresent();
  }

  @Test
  void manyStarsTakeNoLongerThanFew() {
    PathGlob stars = PathGlob.of("*a".repeat(300));
    Assertions.assertTimeoutPreemptively(
        Duration.ofSeconds(20), () -> assertThat(stars.matches("a".repeat(250) + "b")).isFalse());
  }
}
