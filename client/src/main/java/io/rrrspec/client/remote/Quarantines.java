package io.rrrspec.client.remote;

import io.rrrspec.client.quarantine.QuarantineFile;
import io.rrrspec.client.quarantine.QuarantineTable;
import io.rrrspec.client.record.PastRuns;
import io.rrrspec.client.report.SingleTest;
import io.rrrspec.client.report.progress.Console;
import io.rrrspec.client.source.PreparedProject;
import io.rrrspec.common.ExitCode;
import io.rrrspec.common.RrrspecException;
import io.rrrspec.common.UsageException;
import io.rrrspec.common.config.ClientSettings;
import io.rrrspec.common.config.Settings;
import io.rrrspec.common.config.SettingsTable;
import io.rrrspec.common.model.PassStreak;
import io.rrrspec.common.model.QuarantinedTest;
import io.rrrspec.common.model.TestMethod;
import io.rrrspec.common.project.Project;
import io.rrrspec.common.store.QuarantineStore;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;

/** Lists and changes the quarantined tests of a project: in its file, or in the fleet's list. */
public final class Quarantines {
  private final Console console;
  private final LocalDate today;

  public Quarantines(Console console, LocalDate today) {
    this.console = console;
    this.today = today;
  }

  /**
   * Quarantines a test.
   *
   * @param inFile whether in the file of the project
   * @param replace whether an earlier entry for the test is replaced
   */
  public ExitCode add(Settings settings, QuarantinedTest test, boolean inFile, boolean replace) {
    ClientSettings client = ClientSettings.forStart(settings);
    if (inFile) {
      QuarantineFile file = file(client);
      file.add(test, replace);
      console.answer(test.test() + " is " + test.note(true) + ", in " + file + "\n");
      return ExitCode.SUCCEEDED;
    }
    try (Fleet fleet = Fleet.open(settings)) {
      QuarantineStore store = fleet.stores().quarantine();
      String tasksetClass = client.tasksetClass();
      Optional<QuarantinedTest> before =
          replace ? store.find(tasksetClass, test.test()) : Optional.empty();
      if (before.isPresent()) {
        store.replace(tasksetClass, before.get(), test, today);
      } else {
        store.add(tasksetClass, test, today);
      }
      if (!fleet.stores().estimates().find(tasksetClass).containsKey(test.test().task())) {
        console.say(
            "warning: no run of the taskset_class "
                + tasksetClass
                + " has had "
                + test.test().task()
                + ": is this the name that `client flaky` prints?");
      }
      console.answer(test.test() + " is " + test.note(true) + ", for " + tasksetClass + "\n");
      return ExitCode.SUCCEEDED;
    }
  }

  /** Ends the quarantine of a test. */
  public ExitCode remove(Settings settings, TestMethod test, boolean inFile) {
    ClientSettings client = ClientSettings.forStart(settings);
    if (inFile) {
      QuarantineFile file = file(client);
      if (file.remove(test) == null) {
        throw unknown(test, file.toString());
      }
      console.answer(test + " is in no quarantine any more, in " + file + "\n");
      return ExitCode.SUCCEEDED;
    }
    try (Fleet fleet = Fleet.open(settings)) {
      QuarantineStore store = fleet.stores().quarantine();
      QuarantinedTest before =
          store.find(client.tasksetClass(), test).orElseThrow(() -> unknownInFleet(test, client));
      store.remove(client.tasksetClass(), before, today);
      console.answer(test + " is in no quarantine any more, for " + client.tasksetClass() + "\n");
      return ExitCode.SUCCEEDED;
    }
  }

  private UsageException unknownInFleet(TestMethod test, ClientSettings client) {
    boolean inFile = file(client).read().stream().anyMatch(one -> one.test().equals(test));
    return inFile
        ? new UsageException(
            test
                + " is in quarantine by the file "
                + QuarantineFile.NAME
                + ": write `client quarantine remove "
                + SingleTest.quoted(test.toString())
                + " --file`")
        : unknown(test, "the fleet's list for the taskset_class " + client.tasksetClass());
  }

  private static UsageException unknown(TestMethod test, String where) {
    return new UsageException(
        test + " is not in " + where + ": `client quarantine list` prints what is");
  }

  /**
   * Prints the list.
   *
   * @param fileOnly whether the fleet is left out; the passes are those of this machine, then
   */
  public ExitCode list(Settings settings, boolean fileOnly, boolean json) {
    ClientSettings client = ClientSettings.forStart(settings);
    List<QuarantinedTest> ofFile = file(client).read();
    QuarantineTable table = new QuarantineTable(today);
    if (fileOnly) {
      table.add(ofFile, "file", ofThisMachine(settings, client, ofFile));
    } else {
      try (Fleet fleet = Fleet.open(settings)) {
        List<PassStreak> streaks = fleet.stores().passStreaks().find(client.tasksetClass());
        table.add(ofFile, "file", streaks);
        table.add(fleet.stores().quarantine().of(client.tasksetClass()), "fleet", streaks);
      }
    }
    if (json) {
      console.answer(table.json());
    } else if (table.isEmpty()) {
      console.say("no test is in quarantine");
    } else {
      console.answer(table.render(console.outTerminal().style()));
    }
    return ExitCode.SUCCEEDED;
  }

  private QuarantineFile file(ClientSettings client) {
    return QuarantineFile.in(client.packagingDir().toAbsolutePath().normalize(), today);
  }

  /** What `run` has recorded, if it has run the project. */
  private static List<PassStreak> ofThisMachine(
      Settings settings, ClientSettings client, List<QuarantinedTest> tests) {
    Path dir = client.packagingDir().toAbsolutePath().normalize();
    try (PastRuns past = PastRuns.open(settings, true)) {
      String given = settings.find(SettingsTable.TASKSET_CLASS);
      String name = given == null ? new PreparedProject(dir, Project.read(dir)).name() : given;
      return past.passStreaks(name, tests.stream().map(QuarantinedTest::test).toList());
    } catch (RrrspecException e) {
      // No run yet: then nobody knows.
      return List.of();
    }
  }
}
