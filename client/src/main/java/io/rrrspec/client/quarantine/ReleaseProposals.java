package io.rrrspec.client.quarantine;

import io.rrrspec.client.report.SingleTest;
import io.rrrspec.common.model.PassStreak;
import io.rrrspec.common.model.Quarantine;
import io.rrrspec.common.model.QuarantinedTest;
import io.rrrspec.common.model.TestMethod;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** The last lines of a run that mutes tests which seem to be sound again. */
public final class ReleaseProposals {
  private static final int MOST = 5;

  private ReleaseProposals() {}

  /**
   * A line for each of the first tests that are ready.
   *
   * @param quarantine what the run mutes
   * @param streaks what the record says of its tests
   * @param place the option that says where they are listed; empty: in the fleet's list
   */
  public static List<String> lines(
      Quarantine quarantine, Collection<PassStreak> streaks, String place) {
    Set<TestMethod> muted =
        quarantine.muted().stream().map(QuarantinedTest::test).collect(Collectors.toSet());
    return streaks.stream()
        .filter(streak -> streak.isReady() && muted.contains(streak.test()))
        .limit(MOST)
        .map(
            streak ->
                "quarantine: "
                    + streak.test()
                    + " has passed "
                    + PassStreak.RELEASE
                    + " times in a row; release it: rrrspec-java client quarantine remove "
                    + SingleTest.quoted(streak.test().toString())
                    + (place.isEmpty() ? "" : " " + place))
        .toList();
  }
}
