package io.rrrspec.persister.viewer.page;

import io.rrrspec.common.UsageException;
import io.rrrspec.common.model.TasksetStatus;
import io.rrrspec.persister.record.run.RecentRuns;
import io.rrrspec.persister.record.run.RunFilter;
import io.rrrspec.persister.record.run.SavedRun;
import io.rrrspec.persister.record.run.SavedRun.Position;
import io.rrrspec.persister.viewer.run.Records;
import io.rrrspec.persister.viewer.text.DisplayText;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The first page: what goes on, and what was.
 *
 * @param active what goes on
 * @param asked what the list is filtered by, as it was asked for; without what was left empty
 * @param runs runs that are over, the one that ended last first
 * @param older the address of the runs before those; null if there are none
 * @param first whether this is the beginning of the list
 */
public record Overview(
    ActiveRuns active,
    Map<String, String> asked,
    List<SavedRun> runs,
    @Nullable String older,
    boolean first) {
  private static final int RUNS = 50;
  private static final String DAY = "2026-01-31";
  private static final List<String> NAMES =
      List.of("name", "user", "class", "status", "since", "until");

  /**
   * As it is now.
   *
   * @param query the value of a name in the address, or null
   * @throws UsageException if a value cannot be understood
   */
  public static Overview of(Records records, Function<String, @Nullable String> query) {
    Map<String, String> asked = new TreeMap<>();
    for (String name : NAMES) {
      String value = query.apply(name);
      if (value != null && !value.isBlank()) {
        asked.put(name, value.strip());
      }
    }
    Position after = position(query.apply("after"));
    List<SavedRun> runs = new RecentRuns(records.database()).after(filter(asked), after, RUNS + 1);
    boolean more = runs.size() > RUNS;
    List<SavedRun> shown = more ? runs.subList(0, RUNS) : runs;
    return new Overview(
        ActiveRuns.of(records),
        asked,
        shown,
        more ? address(asked, shown.get(RUNS - 1).position()) : null,
        after == null);
  }

  /** Whether some run has a class of another name than its own. */
  public boolean hasClasses() {
    return runs.stream()
        .map(SavedRun::taskset)
        .anyMatch(taskset -> !taskset.tasksetClass().equals(DisplayText.run(taskset)));
  }

  /** What was asked for by this name; empty if nothing. */
  public String value(String name) {
    return asked.getOrDefault(name, "");
  }

  private static String address(Map<String, String> asked, Position after) {
    StringBuilder address = new StringBuilder("/?");
    asked.forEach(
        (name, value) ->
            address.append(name).append('=').append(DisplayText.query(value)).append('&'));
    return address + "after=" + after.endedMillis() + "-" + after.number();
  }

  private static @Nullable Position position(@Nullable String text) {
    if (text == null || text.isEmpty()) {
      return null;
    }
    try {
      int cut = text.indexOf('-');
      return new Position(
          Long.parseLong(text.substring(0, Math.max(0, cut))),
          Long.parseLong(text.substring(cut + 1)));
    } catch (NumberFormatException e) {
      throw new UsageException("after=" + text + " is no place in the list: follow its own links");
    }
  }

  private static RunFilter filter(Map<String, String> asked) {
    String until = asked.get("until");
    return new RunFilter(
        asked.get("class"),
        asked.get("name"),
        asked.get("user"),
        status(asked.get("status")),
        asked.containsKey("since") ? day("since", asked.get("since"), 0) : null,
        until == null ? null : day("until", until, 1));
  }

  private static @Nullable TasksetStatus status(@Nullable String text) {
    if (text == null) {
      return null;
    }
    try {
      return TasksetStatus.valueOf(text.toUpperCase(Locale.ROOT));
    } catch (IllegalArgumentException e) {
      throw new UsageException("status=" + text + " is none: write succeeded, failed or cancelled");
    }
  }

  private static java.time.@Nullable Instant day(String name, @Nullable String text, int plus) {
    if (text == null) {
      return null;
    }
    // Without a sign and with four digits alone: other years leave the range of what is stored.
    if (text.length() == DAY.length() && Character.isDigit(text.charAt(0))) {
      try {
        return LocalDate.parse(text).plusDays(plus).atStartOfDay(ZoneOffset.UTC).toInstant();
      } catch (DateTimeParseException e) {
        // As what does not look like a day.
      }
    }
    throw new UsageException(name + "=" + text + " is no day: write it as " + DAY);
  }
}
