package io.rrrspec.persister.viewer.page;

import io.rrrspec.common.run.CauseGroup;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.UUID;

/**
 * The tests of a run that failed for the same reason.
 *
 * @param cause the reason, see {@link io.rrrspec.common.run.FailureCause}
 * @param first the test that stands for all
 * @param tests how many there are
 * @param classes of how many classes
 * @param others those after the first, as many as there is room for
 */
public record CauseCard(
    String cause, FailurePage first, int tests, int classes, List<FailurePage> others) {
  private static final int FEW = 10;

  /** Makes one with room for so many others. */
  static CauseCard of(CauseGroup<FailurePage> group, FailurePage first, int room) {
    List<FailurePage> all = group.failures();
    return new CauseCard(
        group.cause(),
        first,
        all.size(),
        (int) all.stream().map(failure -> failure.test().taskNo()).distinct().count(),
        all.subList(1, Math.min(all.size(), 1 + room)));
  }

  /** Names the cause in an address. */
  public String id() {
    return id(cause);
  }

  static String id(String cause) {
    return UUID.nameUUIDFromBytes(cause.getBytes(StandardCharsets.UTF_8)).toString();
  }

  /** How many of the others are not listed. */
  public int more() {
    return tests - 1 - others.size();
  }

  /** Whether the others are so few that they are shown at once. */
  public boolean few() {
    return tests <= FEW;
  }
}
