package io.rrrspec.persister.viewer.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DiffTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "expected: <one two three> but was: <one 2 three>",
        "the sum ==> expected: <one two three> but was: <one 2 three>",
        "expected:<one two three> but was:<one 2 three>",
        "expected: one two three\n but was: one 2 three",
        "expected [one two three] but found [one 2 three]",
      })
  void whatTheUsualLibrariesSayIsReadAndNarrowedToTheDifference(String message) {
    assertThat(Diff.of(message)).contains(new Diff("one ", "two", "2", " three"));
  }

  @Test
  void charactersOutsideOfTheBasicPlaneStayWhole() {
    assertThat(Diff.of("expected: <a\ud83d\ude00z> but was: <a\ud83d\ude01z>"))
        .contains(new Diff("a", "\ud83d\ude00", "\ud83d\ude01", "z"));
  }

  @Test
  void oneMayBeginWithTheOther() {
    assertThat(Diff.of("expected: <aa> but was: <aaa>")).contains(new Diff("aa", "", "a", ""));
    assertThat(Diff.of("expected: <> but was: <x>")).contains(new Diff("", "", "x", ""));
  }

  @Test
  void allOtherMessagesCompareNothing() {
    assertThat(Diff.of("no such file")).isEmpty();
    assertThat(Diff.of("")).isEmpty();
    assertThat(Diff.of("expected: <" + "x".repeat(30_000) + "> but was: <y>")).isEmpty();
  }
}
