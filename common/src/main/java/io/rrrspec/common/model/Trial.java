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
    @Nullable String classFiles) {
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
        classFiles);
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
        classFiles);
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
        digest);
  }

  /** How long it took; zero while that is unknown. */
  public Duration duration() {
    return startedAt == null || finishedAt == null
        ? Duration.ZERO
        : Duration.between(startedAt, finishedAt);
  }
}
