package io.rrrspec.persister.viewer.page;

import io.rrrspec.common.model.Taskset;
import io.rrrspec.common.run.CauseGroup;
import io.rrrspec.persister.viewer.run.RunView;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The failures of a run test by test: all of them, or those of one cause behind the one that stands
 * for all.
 *
 * @param taskset the run
 * @param flaky whether they are those that passed in the end
 * @param card the cause with its first test; null: all causes
 * @param listed how many tests the list has
 * @param from how many of them are before this part
 * @param lines the tests of this part, those of one cause together
 */
public record FailuresPage(
    Taskset taskset,
    boolean flaky,
    @Nullable CauseCard card,
    int listed,
    int from,
    List<FailurePage> lines) {
  private static final int LINES = 1_000;

  /**
   * As it is now; empty if nothing failed for that reason.
   *
   * @param flaky whether to list those that passed in the end
   * @param cause the {@link CauseCard#id} of the cause; null: all
   * @param from how many tests to leave out
   */
  public static Optional<FailuresPage> of(
      RunView run, boolean flaky, @Nullable String cause, int from) {
    RunFailures failures = RunFailures.of(run);
    List<FailurePage> failed = FailurePage.of(flaky ? failures.flaky() : failures.red());
    List<CauseGroup<FailurePage>> groups = CauseGroup.of(failed, failure -> failure.test().cause());
    if (cause == null) {
      List<FailurePage> all = groups.stream().flatMap(group -> group.failures().stream()).toList();
      return Optional.of(part(run, flaky, null, all, from));
    }
    return groups.stream()
        .filter(group -> CauseCard.id(group.cause()).equals(cause))
        .findFirst()
        .map(
            group -> {
              FailurePage first = group.first().inFull(run, new HashMap<>());
              return part(run, flaky, CauseCard.of(group, first, 0), group.others(), from);
            });
  }

  private static FailuresPage part(
      RunView run, boolean flaky, @Nullable CauseCard card, List<FailurePage> all, int from) {
    int first = Math.min(from, all.size());
    return new FailuresPage(
        run.taskset(),
        flaky,
        card,
        all.size(),
        first,
        all.subList(first, (int) Math.min(all.size(), (long) first + LINES)));
  }

  /** How many tests it is about. */
  public int tests() {
    return card == null ? listed : card.tests();
  }

  /** Where the list goes on; null if it ends. */
  public @Nullable Integer next() {
    int next = from + lines.size();
    return next < listed ? next : null;
  }

  /** The address of another part. */
  public String part(int start) {
    return address(taskset, flaky, card == null ? null : card.id(), start);
  }

  /**
   * The address of the first part.
   *
   * @param cause the id of a cause; null: all
   */
  public static String address(Taskset taskset, boolean flaky, @Nullable String cause) {
    return address(taskset, flaky, cause, 0);
  }

  private static String address(Taskset taskset, boolean flaky, @Nullable String cause, int from) {
    List<String> query = new ArrayList<>();
    if (flaky) {
      query.add("of=flaky");
    }
    if (cause != null) {
      query.add("cause=" + cause);
    }
    if (from > 0) {
      query.add("from=" + from);
    }
    return "/runs/"
        + taskset.id()
        + "/failures"
        + (query.isEmpty() ? "" : "?" + String.join("&", query));
  }
}
