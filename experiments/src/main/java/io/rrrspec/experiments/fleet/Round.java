package io.rrrspec.experiments.fleet;

import java.io.IOException;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;

/** Goes through all stages once, on a fleet of its own. */
final class Round {
  private final Path directory;
  private final Path cache;
  private final Project project;
  private final int number;

  /**
   * Prepares it.
   *
   * @param directory where the fleet lies; empty
   * @param cache where the executable of Redis is kept
   * @param number of the round, from 1
   */
  Round(Path directory, Path cache, Project project, int number) {
    this.directory = directory;
    this.cache = cache;
    this.project = project;
    this.number = number;
  }

  /** Measures one run in each stage. */
  Map<Stage, Measured> run(Mode mode) throws IOException, InterruptedException {
    Map<Stage, Measured> measured = new EnumMap<>(Stage.class);
    try (Fleet fleet = Fleet.start(directory, cache, mode)) {
      Client client = new Client(fleet, project.directory(), directory.resolve("client"));
      for (Stage stage : Stage.values()) {
        if (stage == Stage.CHANGED) {
          project.changeOneClass("round " + number + ", " + mode.text());
        } else if (stage == Stage.JOINED) {
          fleet.addWorker();
        }
        measured.put(stage, measure(fleet, client, mode, stage));
        System.err.printf(
            "round %d, %s, %s: %s%n", number, mode.text(), stage.text(), measured.get(stage));
        fleet.awaitIdle();
      }
    }
    return measured;
  }

  private Measured measure(Fleet fleet, Client client, Mode mode, Stage stage)
      throws IOException, InterruptedException {
    if (!stage.besideOther(number)) {
      return client.run(mode, stage.maxWorkers());
    }
    try (OtherRun other = OtherRun.start(fleet, directory.resolve("other"))) {
      return client.run(mode, stage.maxWorkers());
    }
  }
}
