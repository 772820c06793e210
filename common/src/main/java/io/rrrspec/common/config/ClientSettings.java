package io.rrrspec.common.config;

import io.rrrspec.common.model.CollectRequest;
import io.rrrspec.common.model.OrderDependent;
import io.rrrspec.common.model.Runner;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a client asks for.
 *
 * @param rsyncName the directory of the sources below the rsync path; a safe name
 * @param packagingDir whose content is sent; absolute
 * @param specFiles how tasks are found
 * @param runner what its tasks are
 * @param setupCommand shell text; may be empty
 * @param setupAlways whether set-up runs even if nothing has changed
 * @param setupArtifact whether a worker gives what it has set up to others
 * @param slaveCommand shell text
 * @param workerType which workers may serve the run
 * @param tasksetClass the name under which estimates are kept; safe, apart from colons
 * @param maxWorkers 1 or more
 * @param maxTrials 1 or more; null: the project's build decides
 * @param maxRetriesTotal 0 or more; null: see {@link #retryBudget}
 * @param failFast 1 or more; null: all tasks are run
 * @param unknownSpecTimeoutSec seconds, 1 or more
 * @param leastTimeoutSec seconds, 1 or more
 * @param env variables for set-up and tests
 * @param orderDependent what becomes of a class that fails only after others
 * @param queue the name of the queue that it is served from, or null
 * @param identity what makes two runs the same in a queue that holds each only once, or null
 * @param collect which files come back
 * @param resources what tests share, by name
 * @param isolated patterns of the classes that run alone on their host
 */
public record ClientSettings(
    String rsyncName,
    Path packagingDir,
    SpecFiles specFiles,
    Runner runner,
    String setupCommand,
    boolean setupAlways,
    boolean setupArtifact,
    String slaveCommand,
    String workerType,
    String tasksetClass,
    int maxWorkers,
    @Nullable Integer maxTrials,
    @Nullable Integer maxRetriesTotal,
    @Nullable Integer failFast,
    int unknownSpecTimeoutSec,
    int leastTimeoutSec,
    Map<String, String> env,
    OrderDependent orderDependent,
    @Nullable String queue,
    @Nullable String identity,
    CollectRequest collect,
    Map<String, TestResource> resources,
    List<String> isolated) {
  private static final int LEAST_RETRIES = 20;
  private static final long MEGABYTE = 1_000_000;

  /** For {@code client start}. */
  public static ClientSettings forStart(Settings settings) {
    return of(settings, settings.get(SettingsTable.PACKAGING_DIR), 300, 30);
  }

  /**
   * For {@code run}: nobody else waits for this machine, so time-outs are long.
   *
   * @param project the directory that is run in place
   */
  public static ClientSettings forRun(Settings settings, Path project) {
    return of(settings, project, 3_600, 300);
  }

  private static ClientSettings of(Settings settings, Path directory, int unknown, int least) {
    Path name = directory.getFileName();
    return new ClientSettings(
        or(settings.find(SettingsTable.RSYNC_NAME), SafeName.from(settings.sources().userName())),
        directory,
        or(settings.find(SettingsTable.SPEC_FILES), new SpecFiles.Discovered()),
        Runner.of(settings.get(SettingsTable.RUNNER)),
        settings.get(SettingsTable.SETUP_COMMAND),
        settings.get(SettingsTable.SETUP).equals("always"),
        settings.get(SettingsTable.SETUP_ARTIFACT).equals("true"),
        settings.get(SettingsTable.SLAVE_COMMAND),
        settings.get(SettingsTable.WORKER_TYPE),
        or(
            settings.find(SettingsTable.TASKSET_CLASS),
            SafeName.from(name == null ? "" : name.toString())),
        settings.get(SettingsTable.MAX_WORKERS),
        settings.find(SettingsTable.MAX_TRIALS),
        settings.find(SettingsTable.MAX_RETRIES_TOTAL),
        settings.find(SettingsTable.FAIL_FAST),
        or(settings.find(SettingsTable.UNKNOWN_SPEC_TIMEOUT_SEC), unknown),
        or(settings.find(SettingsTable.LEAST_TIMEOUT_SEC), least),
        settings.get(SettingsTable.ENV),
        OrderDependent.valueOf(
            settings.get(SettingsTable.ORDER_DEPENDENT).toUpperCase(Locale.ROOT)),
        settings.find(SettingsTable.QUEUE),
        settings.find(SettingsTable.IDENTITY),
        new CollectRequest(
            settings.get(SettingsTable.COLLECT),
            settings.get(SettingsTable.COLLECT_MAX_FILES),
            settings.get(SettingsTable.COLLECT_MAX_MB) * MEGABYTE),
        settings.get(SettingsTable.RESOURCES),
        settings.get(SettingsTable.ISOLATED));
  }

  /**
   * How many bad trials of a run are followed by another one. If nothing else is said, a tenth of
   * the tasks: more than that fails only when the build itself is broken, and then retries tell
   * nothing and cost max_trials times the run. But at least 20, so that a small run, where a tenth
   * is next to nothing, is not cut short by a few flaky tests.
   *
   * @param tasks how many tasks the run has
   */
  public int retryBudget(int tasks) {
    return or(maxRetriesTotal, Math.max(LEAST_RETRIES, tasks / 10));
  }

  private static <T> T or(@Nullable T given, T otherwise) {
    return given == null ? otherwise : given;
  }
}
