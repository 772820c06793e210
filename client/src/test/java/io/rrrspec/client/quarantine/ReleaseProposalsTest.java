package io.rrrspec.client.quarantine;

import static org.assertj.core.api.Assertions.assertThat;

import io.rrrspec.common.model.PassStreak;
import io.rrrspec.common.model.Quarantine;
import io.rrrspec.common.model.QuarantinedTest;
import io.rrrspec.common.model.TestMethod;
import java.time.LocalDate;
import java.util.List;
import org.junit.jupiter.api.Test;

class ReleaseProposalsTest {
  private static final LocalDate TODAY = LocalDate.of(2031, 5, 1);

  private static QuarantinedTest test(String name, LocalDate until) {
    return new QuarantinedTest(TestMethod.parse(name), "ann", "flaky", until);
  }

  @Test
  void whatIsMutedAndHasPassedFiftyTimesInARowIsProposedWithTheCommandThatReleasesIt() {
    QuarantinedTest ready = test("com.shop.CartTest$Empty#is free", TODAY);
    QuarantinedTest notYet = test("com.shop.CartTest#adds", TODAY);
    QuarantinedTest over = test("com.shop.CartTest#old", TODAY.minusDays(1));
    Quarantine quarantine = Quarantine.on(TODAY, List.of(ready, notYet, over));
    List<PassStreak> streaks =
        List.of(
            new PassStreak(ready.test(), PassStreak.RELEASE, true),
            new PassStreak(notYet.test(), PassStreak.RELEASE - 1, true),
            new PassStreak(over.test(), PassStreak.RELEASE, true),
            new PassStreak(TestMethod.parse("com.Other#x"), PassStreak.RELEASE, true));

    assertThat(ReleaseProposals.lines(quarantine, streaks, "--file"))
        .containsExactly(
            "quarantine: com.shop.CartTest$Empty#is free has passed 50 times in a row; release it:"
                + " rrrspec-java client quarantine remove 'com.shop.CartTest$Empty#is free'"
                + " --file");
    assertThat(ReleaseProposals.lines(quarantine, streaks, "").get(0)).endsWith("is free'");
  }
}
