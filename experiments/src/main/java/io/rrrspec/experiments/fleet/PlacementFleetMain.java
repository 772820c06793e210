package io.rrrspec.experiments.fleet;

import io.rrrspec.common.ServiceException;
import io.rrrspec.common.UsageException;
import io.rrrspec.experiments.ScriptOptions;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** {@code scripts/placement-fleet}: what placement saves a small fleet of real processes. */
public final class PlacementFleetMain {
  private static final String HELP =
      """
      Usage: scripts/placement-fleet [--rounds N] [--suite NAME] [--modes LIST] --dir DIR

      Measures one run of a published suite in four states of a fleet, with placement off, on, and
      with setup_artifact. Each round and mode has a fleet of its own in DIR: a Redis, a server and
      two workers of one slave each, all of them processes. They share the local Maven repository.
      A run of another project, one command that sleeps, keeps one worker busy in some states.

      cold     both workers are empty; the other project has the first worker
      same     the same sources again; in even rounds beside the other project
      changed  one test class has changed; in odd rounds beside the other project
      joined   a third, empty worker has joined, and max_workers is 3 and no longer 1

      Prints a table in Markdown, medians with ranges: seconds from activation to the first trial;
      seconds from the start of `client start --wait` to its end; kB of the files that workers
      fetched from the client's sources; set-ups that began.

      --rounds N     rounds of each mode. Default: 5
      --suite NAME   as in scripts/real-suite. Default: log4j-api
      --modes LIST   some of off,on,setup_artifact. Default: all. One that the client does not know
                     is left out, with a note
      --dir DIR      where everything lies, and stays; empty
      --help         print this

      Needs rsync and Maven. Ends with 0; 1 if a run was not green; 2 on wrong use.
      """;

  private PlacementFleetMain() {}

  /** Prints the table. */
  public static void main(String[] args) throws Exception {
    if (List.of(args).contains("--help") || List.of(args).contains("-h")) {
      System.out.print(HELP);
      return;
    }
    ScriptOptions options =
        ScriptOptions.of(args, List.of("--rounds", "--suite", "--modes", "--dir"), List.of());
    String suite = options.text("--suite");
    int rounds = options.count("--rounds", 5, 1);
    try {
      List<Mode> modes = modes(options.text("--modes"));
      Path directory = directory(options.text("--dir"));
      System.out.print(measure(directory, suite == null ? "log4j-api" : suite, modes, rounds));
    } catch (UsageException e) {
      throw ScriptOptions.refuse(e);
    } catch (ServiceException e) {
      System.err.println("placement-fleet: " + e.getMessage());
      System.exit(1);
    }
  }

  /** The modes of a list with commas; all if there is none. */
  static List<Mode> modes(@Nullable String list) {
    if (list == null) {
      return List.of(Mode.values());
    }
    List<Mode> modes = new ArrayList<>();
    for (String name : list.split(",", -1)) {
      modes.add(
          Stream.of(Mode.values())
              .filter(mode -> mode.text().equals(name))
              .findFirst()
              .orElseThrow(
                  () ->
                      new UsageException(
                          "--modes has '" + name + "': write some of off,on,setup_artifact")));
    }
    return modes;
  }

  private static Path directory(@Nullable String name) throws Exception {
    if (name == null) {
      throw new UsageException("--dir is missing: write --dir and an empty directory");
    }
    Path directory = Files.createDirectories(Path.of(name).toAbsolutePath());
    try (Stream<Path> files = Files.list(directory)) {
      if (files.findAny().isPresent()) {
        throw new UsageException("--dir '" + name + "' is not empty: write another directory");
      }
    }
    return directory;
  }

  private static String measure(Path directory, String suite, List<Mode> modes, int rounds)
      throws Exception {
    FleetTable table = new FleetTable();
    List<Mode> left = new ArrayList<>(modes);
    Project project = Project.layOut(suite, directory.resolve("project"));
    Path cache = Files.createDirectories(directory.resolve("redis"));
    for (int number = 1; number <= rounds; number++) {
      for (Mode mode : List.copyOf(left)) {
        Path fleet = directory.resolve("round-" + number + "-" + mode.text());
        try {
          new Round(fleet, cache, project, number)
              .run(mode)
              .forEach((stage, run) -> table.add(stage, mode, run));
        } catch (Client.UnknownSetting e) {
          left.remove(mode);
          System.err.println("left out: " + mode.text() + ": " + e.getMessage());
        }
      }
    }
    return table.text();
  }
}
