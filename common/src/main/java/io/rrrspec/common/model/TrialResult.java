package io.rrrspec.common.model;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What one trial brought, as its slave reports it.
 *
 * @param status how it ended; never {@link TrialStatus#OPEN}
 * @param stdout what was written to standard output meanwhile, the middle cut out if it was long
 * @param stderr the same for standard error; holds the thread dump of a time-out
 * @param passed how many tests passed; 0 or more
 * @param pending how many were skipped, or failed and are muted; 0 or more
 * @param failed how many failed, in or outside of a test; 0 or more
 * @param cases the tests one by one, in the order in which they ended
 * @param reason one line on what ended the trial where no test says it (a class that does not load,
 *     a time-out), or null
 * @param threadsLeft how many threads the trial started and left running; 0 or more
 * @param processorTime what it took of the processors
 * @param affinity what it shared with others in its JVM
 * @param part what it says of the split, if it was of a {@link ClassPart}; else null, and null if
 *     it ended before that was known: then it is bad
 * @param classFiles a digest of the class files that it ran with, of a good trial of a whole class
 *     that took long enough to be divided; else null, and null if nobody knows
 */
public record TrialResult(
    TrialStatus status,
    String stdout,
    String stderr,
    int passed,
    int pending,
    int failed,
    List<CaseResult> cases,
    @Nullable String reason,
    int threadsLeft,
    ProcessorTime processorTime,
    TrialAffinity affinity,
    @Nullable PartReport part,
    @Nullable String classFiles) {

  /**
   * What the reason begins with if a class has tests that no engine runs: neither does Surefire,
   * but somebody should know.
   */
  public static final String NOT_RUN = "not run: ";

  /**
   * What the reason begins with if something that was asked for by method or by tag fits no test of
   * the class.
   */
  public static final String NOT_SELECTED = "not selected: ";

  /** How such a reason names a part of a method pattern of which other parts fit. */
  public static String partOf(String part, String pattern) {
    return "'" + part + "' (of " + pattern + ")";
  }

  public TrialResult {
    if (!status.isFinal()) {
      throw new IllegalArgumentException("a trial's result needs a final status");
    }
    cases = List.copyOf(cases);
  }

  /** One of a whole task, of unknown processor time, that shared nothing. */
  public TrialResult(
      TrialStatus status,
      String stdout,
      String stderr,
      int passed,
      int pending,
      int failed,
      List<CaseResult> cases,
      @Nullable String reason,
      int threadsLeft) {
    this(
        status,
        stdout,
        stderr,
        passed,
        pending,
        failed,
        cases,
        reason,
        threadsLeft,
        ProcessorTime.UNKNOWN,
        TrialAffinity.NONE,
        null,
        null);
  }

  /** How many tests failed and are muted: they stand among the pending ones. */
  public int muted() {
    return (int) cases.stream().filter(test -> test.outcome() == CaseResult.Outcome.MUTED).count();
  }

  /** The same with what it took of the processors. */
  public TrialResult withProcessorTime(ProcessorTime time) {
    return new TrialResult(
        status,
        stdout,
        stderr,
        passed,
        pending,
        failed,
        cases,
        reason,
        threadsLeft,
        time,
        affinity,
        part,
        classFiles);
  }

  /** The same, sharing this. */
  public TrialResult with(TrialAffinity shared) {
    return new TrialResult(
        status,
        stdout,
        stderr,
        passed,
        pending,
        failed,
        cases,
        reason,
        threadsLeft,
        processorTime,
        shared,
        part,
        classFiles);
  }

  /** The same of a part of a class; null: of a whole class. */
  public TrialResult withPart(@Nullable PartReport report) {
    return new TrialResult(
        status,
        stdout,
        stderr,
        passed,
        pending,
        failed,
        cases,
        reason,
        threadsLeft,
        processorTime,
        affinity,
        report,
        classFiles);
  }

  /** The same with a digest of the class files that it ran with; null: nobody knows. */
  public TrialResult withClassFiles(@Nullable String digest) {
    return new TrialResult(
        status,
        stdout,
        stderr,
        passed,
        pending,
        failed,
        cases,
        reason,
        threadsLeft,
        processorTime,
        affinity,
        part,
        digest);
  }

  /** A result without any test: what failed before one could run. */
  public static TrialResult error(String reason, String stdout, String stderr) {
    return new TrialResult(TrialStatus.ERROR, stdout, stderr, 0, 0, 0, List.of(), reason, 0);
  }
}
