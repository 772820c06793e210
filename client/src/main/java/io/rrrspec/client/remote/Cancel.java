package io.rrrspec.client.remote;

import io.rrrspec.client.report.progress.Console;
import io.rrrspec.common.ExitCode;
import io.rrrspec.common.config.Settings;
import io.rrrspec.common.model.Taskset;
import java.util.Optional;

/** Asks for the end of runs. */
public final class Cancel {
  private final Console console;

  public Cancel(Console console) {
    this.console = console;
  }

  /**
   * Of one.
   *
   * @param run its key or UUID
   * @throws io.rrrspec.common.UsageException if there is no such run
   */
  public ExitCode one(Settings settings, String run) {
    try (Fleet fleet = Fleet.open(settings)) {
      String key = fleet.key(run);
      Taskset taskset = fleet.stores().tasksets().find(key).orElseThrow(() -> fleet.unknown(key));
      if (taskset.status().isFinal()) {
        console.say(key + " is over already: it " + ended(taskset));
      } else {
        fleet.stores().clients().cancel(key);
        console.say("asked for the end of " + key);
      }
      return ExitCode.SUCCEEDED;
    }
  }

  private static String ended(Taskset taskset) {
    return taskset.status().text().equals("cancelled") ? "was cancelled" : taskset.status().text();
  }

  /** Of all that use an rsync_name; their keys are the answer, one a line. */
  public ExitCode all(Settings settings, String rsyncName) {
    try (Fleet fleet = Fleet.open(settings)) {
      int cancelled = 0;
      for (String key : fleet.stores().tasksets().active()) {
        Optional<Taskset> taskset = fleet.stores().tasksets().find(key);
        if (taskset.isPresent() && taskset.get().rsyncName().equals(rsyncName)) {
          fleet.stores().clients().cancel(key);
          console.answer(key + "\n");
          cancelled++;
        }
      }
      if (cancelled == 0) {
        console.say("no run of rsync_name '" + rsyncName + "' goes on; `client actives` lists all");
      }
      return ExitCode.SUCCEEDED;
    }
  }
}
