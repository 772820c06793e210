package io.rrrspec.common.model;

import io.rrrspec.common.ServiceException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The quarantined tests of a run, as they were when it was created: its client decides that once,
 * so that all slaves and all trials of the run mute the same tests, also beyond midnight.
 *
 * @param muted those whose failures are muted
 * @param ended those whose quarantine is over: their failures count, and say so
 */
public record Quarantine(List<QuarantinedTest> muted, List<QuarantinedTest> ended) {
  /** Of a run that mutes nothing. */
  public static final Quarantine NONE = new Quarantine(List.of(), List.of());

  /** The name of a project's file of them; no build reads it. */
  public static final String FILE = ".rrrspec-quarantine.yml";

  /** No run has more of them. */
  public static final int MOST = 500;

  private static final String MUTED = "muted\t";
  private static final String ENDED = "ended\t";

  public Quarantine {
    muted = List.copyOf(muted);
    ended = List.copyOf(ended);
  }

  /** Sorts tests by whether their quarantine is over. */
  public static Quarantine on(LocalDate today, Collection<QuarantinedTest> tests) {
    return new Quarantine(
        tests.stream().filter(test -> !test.hasEnded(today)).toList(),
        tests.stream().filter(test -> test.hasEnded(today)).toList());
  }

  /** Whether no test has been quarantined. */
  public boolean isNone() {
    return muted.isEmpty() && ended.isEmpty();
  }

  /** Whether another run mutes the same tests. */
  public boolean mutesTheSame(Quarantine other) {
    return tests(muted).equals(tests(other.muted));
  }

  private static Set<TestMethod> tests(List<QuarantinedTest> quarantined) {
    return quarantined.stream().map(QuarantinedTest::test).collect(Collectors.toSet());
  }

  /** Returns all of them, those that are muted first. */
  public List<QuarantinedTest> all() {
    List<QuarantinedTest> all = new ArrayList<>(muted);
    all.addAll(ended);
    return all;
  }

  /**
   * How a failure of a test is taken: null if nobody has quarantined the test.
   *
   * @param names of the test and of what makes several tests of it, as its engine has them
   */
  public @Nullable Finding find(TestId task, String className, Collection<String> names) {
    QuarantinedTest found = first(muted, task, className, names);
    if (found != null) {
      return new Finding(true, found.note(true));
    }
    found = first(ended, task, className, names);
    return found == null ? null : new Finding(false, found.note(false));
  }

  /**
   * What is to be said of a failed test.
   *
   * @param muted whether its failure does not count
   * @param note why, or when that ended
   */
  public record Finding(boolean muted, String note) {}

  private static @Nullable QuarantinedTest first(
      List<QuarantinedTest> tests, TestId task, String className, Collection<String> names) {
    for (QuarantinedTest one : tests) {
      if (one.test().names(task, className, names)) {
        return one;
      }
    }
    return null;
  }

  /** The field of a taskset, a line for each test; "" if there is none. */
  public String text() {
    List<String> lines = new ArrayList<>();
    muted.forEach(test -> lines.add(MUTED + test.text()));
    ended.forEach(test -> lines.add(ENDED + test.text()));
    return String.join("\n", lines);
  }

  /**
   * Reads the field; null and "" mean that there is none.
   *
   * @throws ServiceException if it cannot be read: nobody knows what is muted, then
   */
  public static Quarantine parse(@Nullable String text) {
    if (text == null || text.isEmpty()) {
      return NONE;
    }
    List<QuarantinedTest> muted = new ArrayList<>();
    List<QuarantinedTest> ended = new ArrayList<>();
    try {
      for (String line : text.split("\n", -1)) {
        QuarantinedTest test = QuarantinedTest.parse(line.substring(MUTED.length()));
        (line.startsWith(MUTED) ? muted : ended).add(test);
      }
    } catch (RuntimeException e) {
      throw new ServiceException("the quarantine of the taskset cannot be read", e);
    }
    return new Quarantine(muted, ended);
  }
}
