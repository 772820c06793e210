package io.rrrspec.common.model;

import java.time.Instant;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * One run of a project's tests.
 *
 * @param key its Redis key, {@code N:taskset:$ID}
 * @param rsyncName the directory of its sources below the rsync path
 * @param setupCommand shell text that prepares a workspace; may be empty
 * @param slaveCommand shell text that starts a slave
 * @param workerType which workers may serve it; empty stands for {@code default}
 * @param maxWorkers at most so many workers serve it at once; 1 or more
 * @param maxTrials so many bad trials decide a task as failed; 1 or more
 * @param tasksetClass the name under which estimates are kept
 * @param unknownSpecTimeoutSec time-out of a task without an estimate, in seconds; 1 or more
 * @param leastTimeoutSec no time-out is shorter, in seconds; 1 or more
 * @param createdAt when its client made it; null if that cannot be read
 * @param status where it stands
 * @param finishedAt when it ended, or null
 * @param succeededCount how many tasks are decided as passed or pending
 * @param failedCount how many tasks are decided as failed
 * @param taskCount how many tasks were asked for
 * @param runner what its tasks are
 * @param user who asked for it, or null
 * @param reason why it ended as it did where counts do not say it, or null
 * @param sources a digest of what it runs: two runs with the same one run the same tests on the
 *     same sources; null if its client did not say; {@link #NO_SOURCES} if it has none
 * @param partial whether it runs only some tests of its tasks: what its tasks came to says nothing
 *     about whole classes
 * @param preferredWorker the name of the worker that serves it if that is idle when it gets one, or
 *     null
 * @param cached whether it was not run, but given the result that a worker had
 * @param way how it used its machine; null if somebody has said how, or it was no run of a whole
 *     project on one
 */
public record Taskset(
    String key,
    String rsyncName,
    String setupCommand,
    String slaveCommand,
    String workerType,
    int maxWorkers,
    int maxTrials,
    String tasksetClass,
    int unknownSpecTimeoutSec,
    int leastTimeoutSec,
    @Nullable Instant createdAt,
    TasksetStatus status,
    @Nullable Instant finishedAt,
    int succeededCount,
    int failedCount,
    int taskCount,
    Runner runner,
    @Nullable String user,
    @Nullable String reason,
    @Nullable String sources,
    boolean partial,
    @Nullable String preferredWorker,
    boolean cached,
    @Nullable RunWay way) {
  /** In the place of a digest: there is nothing to fetch, its tasks run in an empty directory. */
  public static final String NO_SOURCES = "none";

  private static final String FAIL_FAST = "--fail-fast";
  private static final String GOAL_FAILED = "a goal before them failed";

  /**
   * One of which only the key is said so far: it waits, has no tasks, and runs classes of JUnit.
   *
   * @param key as in {@link Taskset}
   */
  public static Builder of(String key) {
    return new Builder(key);
  }

  /**
   * Whether it ended before all of its tasks were run: as many had failed as its client allows, or
   * goals of the build that they need had. Its undecided tasks were not run then.
   */
  public boolean leftTasksOut() {
    return whyNotRun() != null;
  }

  /** Why its undecided tasks were not run; null if that is no reason of its own. */
  public @Nullable String whyNotRun() {
    // The script that ends it writes the reason.
    String why = status == TasksetStatus.FAILED ? reason : null;
    return why == null
        ? null
        : Stream.of(FAIL_FAST, GOAL_FAILED)
            .filter(end -> why.endsWith(" not run: " + end))
            .findFirst()
            .orElse(null);
  }

  /** Whether there is nothing to fetch: its tasks run in an empty directory. */
  public boolean hasNoSources() {
    return NO_SOURCES.equals(sources);
  }

  /** Whether only our own workers can serve it. */
  public boolean needsOurWorkers() {
    return runner.needsOurWorkers() || hasNoSources();
  }

  /** The last part of the key: what people call the run. */
  public String id() {
    return key.substring(key.lastIndexOf(':') + 1);
  }

  /** Makes one; its methods set the components of these names. It checks nothing. */
  public static final class Builder {
    private final String key;
    private String rsyncName = "";
    private String setupCommand = "";
    private String slaveCommand = "";
    private String workerType = "";
    private int maxWorkers = 10;
    private int maxTrials = 1;
    private String tasksetClass = "";
    private int unknownSpecTimeoutSec = 300;
    private int leastTimeoutSec = 30;
    private @Nullable Instant createdAt;
    private TasksetStatus status = TasksetStatus.WAITING;
    private @Nullable Instant finishedAt;
    private int succeededCount;
    private int failedCount;
    private int taskCount;
    private Runner runner = Runner.JUNIT;
    private @Nullable String user;
    private @Nullable String reason;
    private @Nullable String sources;
    private boolean partial;
    private @Nullable String preferredWorker;
    private boolean cached;
    private @Nullable RunWay way;

    private Builder(String key) {
      this.key = key;
    }

    public Builder rsyncName(String rsyncName) {
      this.rsyncName = rsyncName;
      return this;
    }

    public Builder commands(String setupCommand, String slaveCommand) {
      this.setupCommand = setupCommand;
      this.slaveCommand = slaveCommand;
      return this;
    }

    public Builder workers(String workerType, int maxWorkers) {
      this.workerType = workerType;
      this.maxWorkers = maxWorkers;
      return this;
    }

    public Builder maxTrials(int maxTrials) {
      this.maxTrials = maxTrials;
      return this;
    }

    public Builder tasksetClass(String tasksetClass) {
      this.tasksetClass = tasksetClass;
      return this;
    }

    /** In seconds. */
    public Builder timeouts(int unknownSpecTimeoutSec, int leastTimeoutSec) {
      this.unknownSpecTimeoutSec = unknownSpecTimeoutSec;
      this.leastTimeoutSec = leastTimeoutSec;
      return this;
    }

    public Builder createdAt(@Nullable Instant createdAt) {
      this.createdAt = createdAt;
      return this;
    }

    public Builder status(TasksetStatus status) {
      this.status = status;
      return this;
    }

    public Builder finishedAt(@Nullable Instant finishedAt) {
      this.finishedAt = finishedAt;
      return this;
    }

    /** How many tasks are decided as passed or pending, how many as failed, how many there are. */
    public Builder counts(int succeededCount, int failedCount, int taskCount) {
      this.succeededCount = succeededCount;
      this.failedCount = failedCount;
      this.taskCount = taskCount;
      return this;
    }

    public Builder runner(Runner runner) {
      this.runner = runner;
      return this;
    }

    public Builder user(@Nullable String user) {
      this.user = user;
      return this;
    }

    public Builder reason(@Nullable String reason) {
      this.reason = reason;
      return this;
    }

    public Builder sources(@Nullable String sources) {
      this.sources = sources;
      return this;
    }

    public Builder partial(boolean partial) {
      this.partial = partial;
      return this;
    }

    public Builder preferredWorker(@Nullable String preferredWorker) {
      this.preferredWorker = preferredWorker;
      return this;
    }

    public Builder cached(boolean cached) {
      this.cached = cached;
      return this;
    }

    public Builder way(@Nullable RunWay way) {
      this.way = way;
      return this;
    }

    public Taskset build() {
      return new Taskset(
          key,
          rsyncName,
          setupCommand,
          slaveCommand,
          workerType,
          maxWorkers,
          maxTrials,
          tasksetClass,
          unknownSpecTimeoutSec,
          leastTimeoutSec,
          createdAt,
          status,
          finishedAt,
          succeededCount,
          failedCount,
          taskCount,
          runner,
          user,
          reason,
          sources,
          partial,
          preferredWorker,
          cached,
          way);
    }
  }
}
