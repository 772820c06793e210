package io.rrrspec.common.model;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One try at a task by one slave.
 *
 * @param key its Redis key
 * @param taskKey the key of its task
 * @param slaveKey the key of the slave that has or had it
 * @param startedAt when it began, in milliseconds where one of our slaves ran it; null if unknown
 * @param finishedAt when it ended, or null
 * @param status how it ended as its slave saw it
 * @param verdict what the arbiter made of it, or null while that is open
 * @param stdout captured standard output, bounded
 * @param stderr captured standard error, bounded
 * @param passed how many tests passed
 * @param pending how many were skipped
 * @param failed how many failed
 * @param cases the tests one by one; empty if a foreign implementation ran it
 * @param reason one line on what ended it where no test says it, or null
 * @param threadsLeft how many threads it left running
 * @param processorTime what it took of the processors; unknown if a foreign implementation ran it
 * @param affinity the key of what it shared with others in its JVM, or null
 * @param affinityStarted whether it made that, and paid for it
 * @param classFiles a digest of the class files that it ran with, as in {@link TrialResult}; null
 *     if nobody knows, or the trial was read from the record
 * @param took how long it took, if that is not the time from its start to its end; of the trial
 *     that parts of a class have made together, which ran side by side, what the class would have
 *     taken; else null
 */
public record Trial(
    String key,
    String taskKey,
    String slaveKey,
    @Nullable Instant startedAt,
    @Nullable Instant finishedAt,
    TrialStatus status,
    @Nullable TrialVerdict verdict,
    String stdout,
    String stderr,
    int passed,
    int pending,
    int failed,
    List<CaseResult> cases,
    @Nullable String reason,
    int threadsLeft,
    ProcessorTime processorTime,
    @Nullable String affinity,
    boolean affinityStarted,
    @Nullable String classFiles,
    @Nullable Duration took) {
  public Trial {
    cases = List.copyOf(cases);
  }

  /** One of unknown processor time that shared nothing. */
  public Trial(
      String key,
      String taskKey,
      String slaveKey,
      @Nullable Instant startedAt,
      @Nullable Instant finishedAt,
      TrialStatus status,
      @Nullable TrialVerdict verdict,
      String stdout,
      String stderr,
      int passed,
      int pending,
      int failed,
      List<CaseResult> cases,
      @Nullable String reason,
      int threadsLeft) {
    this(
        key,
        taskKey,
        slaveKey,
        startedAt,
        finishedAt,
        status,
        verdict,
        stdout,
        stderr,
        passed,
        pending,
        failed,
        cases,
        reason,
        threadsLeft,
        ProcessorTime.UNKNOWN,
        null,
        false,
        null,
        null);
  }

  /** The same with what it took of the processors. */
  public Trial withProcessorTime(ProcessorTime time) {
    return new Trial(
        key,
        taskKey,
        slaveKey,
        startedAt,
        finishedAt,
        status,
        verdict,
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
        affinityStarted,
        classFiles,
        took);
  }

  /**
   * The same, sharing something.
   *
   * @param shared the key of that; null: nothing
   * @param started whether it made that
   */
  public Trial withAffinity(@Nullable String shared, boolean started) {
    return new Trial(
        key,
        taskKey,
        slaveKey,
        startedAt,
        finishedAt,
        status,
        verdict,
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
        started,
        classFiles,
        took);
  }

  /** The same with a digest of the class files that it ran with. */
  public Trial withClassFiles(@Nullable String digest) {
    return new Trial(
        key,
        taskKey,
        slaveKey,
        startedAt,
        finishedAt,
        status,
        verdict,
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
        affinityStarted,
        digest,
        took);
  }

  /** The same of a class whose parts ran side by side, with what it would have taken. */
  public Trial withTook(@Nullable Duration time) {
    return new Trial(
        key,
        taskKey,
        slaveKey,
        startedAt,
        finishedAt,
        status,
        verdict,
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
        affinityStarted,
        classFiles,
        time);
  }

  /** How long it took; zero while that is unknown. */
  public Duration duration() {
    if (took != null) {
      return took;
    }
    return startedAt == null || finishedAt == null
        ? Duration.ZERO
        : Duration.between(startedAt, finishedAt);
  }
}
