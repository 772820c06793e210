package io.rrrspec.client.remote;

import io.rrrspec.client.report.Detail;
import io.rrrspec.client.report.progress.Console;
import io.rrrspec.client.source.TestChoice;
import io.rrrspec.common.ExitCode;
import io.rrrspec.common.config.ClientSettings;
import io.rrrspec.common.config.Settings;
import io.rrrspec.common.model.CollectRequest;
import io.rrrspec.common.model.Taskset;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Waits for the end of a run that somebody started. */
public final class WaitforRun {
  /** Who started the run knows what its patterns were. */
  private static final TestChoice NO_CHOICE = new TestChoice(List.of(), Map.of(), List.of());

  private final Console console;
  private final EndRequests end;

  public WaitforRun(Console console, EndRequests end) {
    this.console = console;
    this.end = end;
  }

  /**
   * Does it.
   *
   * @param run its key or UUID
   * @param poll how often to look
   * @return how it ended
   * @throws io.rrrspec.common.UsageException if there is no such run
   */
  public ExitCode run(Settings settings, String run, Duration poll) {
    ClientSettings own = ClientSettings.forStart(settings);
    Path sources = own.packagingDir().toAbsolutePath().normalize();
    try (Fleet fleet = Fleet.open(settings)) {
      return end.during(
          () ->
              untilOver(
                  fleet,
                  fleet.key(run),
                  poll,
                  sources,
                  WantedReports.NONE,
                  Detail.USUAL,
                  own.collect()));
    }
  }

  /**
   * Waits for a run, and tells its end.
   *
   * @param key its key
   * @param reports which reports are wanted
   * @param table how much of the result is printed; null: nothing
   * @param files which files come back
   */
  ExitCode untilOver(
      Fleet fleet,
      String key,
      Duration poll,
      Path sources,
      WantedReports reports,
      @Nullable Detail table,
      CollectRequest files) {
    Taskset taskset = fleet.stores().tasksets().find(key).orElseThrow(() -> fleet.unknown(key));
    if (!end.hold()) {
      return ExitCode.CANCELLED;
    }
    RunEnding ending = new RunEnding(sources, reports, table, files, end.more(), NO_CHOICE, null);
    Optional<Taskset> over =
        taskset.status().isFinal()
            ? Optional.of(taskset)
            : new RunWait(fleet, console, end).untilOver(taskset, null, poll);
    return over.map(run -> ending.tell(run, fleet, console)).orElse(ExitCode.CANCELLED);
  }
}
