package io.rrrspec.client.command;

import io.rrrspec.client.report.Detail;
import io.rrrspec.client.source.RunExtras;
import io.rrrspec.common.config.Settings;
import io.rrrspec.common.config.SlaveNumber;
import io.rrrspec.common.model.TestSelection;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What {@code run} was asked for.
 *
 * @param project the directory of the project; absolute, exists
 * @param slaves how many slave JVMs
 * @param junitXml where JUnit reports go, absolute; null if none are wanted
 * @param html where the pages of the run go, absolute; null if none are wanted
 * @param failedOnly only what failed last time
 * @param patterns which tests; empty: all. See {@link io.rrrspec.client.source.PatternSelection}
 * @param forcePrepare whether the build is asked even if nothing has changed since
 * @param repeat how often each class is run; null: once, as always
 * @param debugPort where the JVM of the tests waits for a debugger; null: it does not
 * @param extras order, listing, changes and reports
 * @param settings everything else, with {@code --max-trials} in it
 * @param tags which tests by their tags
 * @param past what of a past run is run again; null: nothing
 * @param detail how much its end tells
 */
public record RunRequest(
    Path project,
    SlaveNumber slaves,
    @Nullable Path junitXml,
    @Nullable Path html,
    boolean failedOnly,
    List<String> patterns,
    boolean forcePrepare,
    @Nullable Repeat repeat,
    @Nullable Integer debugPort,
    RunExtras extras,
    Settings settings,
    TestSelection tags,
    @Nullable FromPast past,
    Detail detail) {

  public RunRequest {
    patterns = List.copyOf(patterns);
  }

  /**
   * Whether the history keeps the run: one that repeats others on purpose would be taken for proof
   * that a test is flaky, and the times under a debugger say nothing.
   */
  public boolean isRecorded() {
    return repeat == null && past == null && debugPort == null;
  }
}
