package io.rrrspec.client.quarantine;

import io.rrrspec.common.UsageException;
import io.rrrspec.common.model.Quarantine;
import io.rrrspec.common.model.QuarantinedTest;
import io.rrrspec.common.model.TestMethod;
import java.time.LocalDate;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Decides which tests a run mutes. */
public final class RunQuarantine {
  private RunQuarantine() {}

  /**
   * Joins what the project's file says with what the fleet says. Of two entries for one test that
   * of the file counts, unless it alone is over.
   *
   * @param ofFile from {@link QuarantineFile}
   * @param ofFleet of the taskset class; none on one machine
   * @throws UsageException if these are too many
   */
  public static Quarantine of(
      Collection<QuarantinedTest> ofFile, Collection<QuarantinedTest> ofFleet, LocalDate today) {
    Map<TestMethod, QuarantinedTest> byTest = new LinkedHashMap<>();
    ofFile.forEach(test -> byTest.put(test.test(), test));
    for (QuarantinedTest test : ofFleet) {
      byTest.merge(
          test.test(),
          test,
          (file, fleet) -> file.hasEnded(today) && !fleet.hasEnded(today) ? fleet : file);
    }
    if (byTest.size() > Quarantine.MOST) {
      throw new UsageException(
          byTest.size()
              + " tests are in quarantine, and a run takes at most "
              + Quarantine.MOST
              + ": release some first (`client quarantine list`)");
    }
    return Quarantine.on(today, List.copyOf(byTest.values()));
  }
}
