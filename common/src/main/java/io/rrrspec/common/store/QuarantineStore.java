package io.rrrspec.common.store;

import io.rrrspec.common.UsageException;
import io.rrrspec.common.model.QuarantinedTest;
import io.rrrspec.common.model.TestMethod;
import io.rrrspec.common.redis.Keys;
import io.rrrspec.common.redis.RedisConnection;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The tests that the people of a fleet have quarantined, by taskset class. */
public final class QuarantineStore {
  /** So many there may be in all: each client reads them when it starts a run. */
  private static final int MOST = 2_000;

  /** What has ended is still listed for so long, so that its owner sees it. */
  private static final int DAYS_AFTER_END = 90;

  /** Longer than anything in it lasts. */
  private static final Duration LIFE =
      Duration.ofDays(QuarantinedTest.MOST_DAYS + DAYS_AFTER_END + 1L);

  private final RedisConnection redis;
  private final Keys keys;

  public QuarantineStore(RedisConnection redis, Keys keys) {
    this.redis = redis;
    this.keys = keys;
  }

  /**
   * A quarantined test of a taskset class.
   *
   * @param tasksetClass the name under which its runs are kept
   * @param test the test
   */
  public record Entry(String tasksetClass, QuarantinedTest test) {}

  /** All of them, by taskset class and test; what cannot be read is left out: it mutes nothing. */
  public List<Entry> all() {
    List<Entry> entries = new ArrayList<>();
    redis
        .commands()
        .hgetAll(keys.quarantine())
        .forEach(
            (field, value) ->
                read(value).ifPresent(test -> entries.add(new Entry(tasksetClass(field), test))));
    entries.sort(
        Comparator.comparing(Entry::tasksetClass)
            .thenComparing(entry -> entry.test().test().toString()));
    return entries;
  }

  private static String tasksetClass(String field) {
    int tab = field.lastIndexOf('\t');
    return tab < 0 ? field : field.substring(0, tab);
  }

  /** Those of one taskset class. */
  public List<QuarantinedTest> of(String tasksetClass) {
    return all().stream()
        .filter(entry -> entry.tasksetClass().equals(tasksetClass))
        .map(Entry::test)
        .toList();
  }

  private static Optional<QuarantinedTest> read(@Nullable String value) {
    if (value == null || value.isEmpty()) {
      return Optional.empty();
    }
    try {
      return Optional.of(QuarantinedTest.parse(value));
    } catch (UsageException | DateTimeException | IndexOutOfBoundsException e) {
      return Optional.empty();
    }
  }

  /**
   * Quarantines a test.
   *
   * @throws QuarantineConflictException if it is in quarantine already
   * @throws UsageException if there are too many
   */
  public void add(String tasksetClass, QuarantinedTest test, LocalDate today) {
    write(tasksetClass, test.test(), null, test, today);
  }

  /**
   * Changes the quarantine of a test.
   *
   * @param before how it was when somebody decided that
   * @throws QuarantineConflictException if it is different now
   */
  public void replace(
      String tasksetClass, QuarantinedTest before, QuarantinedTest test, LocalDate today) {
    write(tasksetClass, test.test(), before, test, today);
  }

  /**
   * Ends the quarantine of a test.
   *
   * @param before how it was when somebody decided that
   * @throws QuarantineConflictException if it is different now
   */
  public void remove(String tasksetClass, QuarantinedTest before, LocalDate today) {
    write(tasksetClass, before.test(), before, null, today);
  }

  /** The quarantine of a test; empty if it is in none. */
  public Optional<QuarantinedTest> find(String tasksetClass, TestMethod test) {
    return read(redis.commands().hget(keys.quarantine(), field(tasksetClass, test)));
  }

  private static String field(String tasksetClass, TestMethod test) {
    return tasksetClass + "\t" + test;
  }

  private void write(
      String tasksetClass,
      TestMethod test,
      @Nullable QuarantinedTest before,
      @Nullable QuarantinedTest after,
      LocalDate today) {
    List<?> answer =
        (List<?>)
            redis.run(
                "write_quarantine",
                List.of(keys.quarantine()),
                List.of(
                    field(tasksetClass, test),
                    before == null ? "" : before.text(),
                    after == null ? "" : after.text(),
                    today.minusDays(DAYS_AFTER_END).toString(),
                    Integer.toString(MOST),
                    Long.toString(LIFE.toSeconds())));
    String result = (String) answer.get(0);
    if (result.equals("full")) {
      throw new UsageException(
          MOST + " tests are in quarantine, and there may be no more: release some first");
    }
    if (result.equals("changed")) {
      throw new QuarantineConflictException(conflict(test, read((String) answer.get(1))));
    }
  }

  private static String conflict(TestMethod test, Optional<QuarantinedTest> now) {
    return now.map(other -> test + " is in quarantine already: " + other.note(true))
        .orElse(test + " is in no quarantine any more: somebody else has ended it");
  }
}
