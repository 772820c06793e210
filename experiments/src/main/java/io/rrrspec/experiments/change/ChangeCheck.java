package io.rrrspec.experiments.change;

import io.rrrspec.common.ServiceException;
import io.rrrspec.testing.Checkout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Changes green projects, and holds what we say of them against what Maven says. */
@Command(
    name = "scripts/change-check",
    mixinStandardHelpOptions = true,
    version = "of this checkout",
    sortOptions = false,
    description = {
      "Makes a green Maven project, changes one thing, and runs mvn test, rrrspec-java run and",
      "rrrspec-java client start --wait side by side. Where Maven is red, both have to be red; where",
      "it is green, both have to be green; where nothing relevant has changed, prepare and set-up",
      "have to be skipped. Before each change the project is brought back to where the next run",
      "would skip them. Needs git, rsync, Maven, and in its repository what this build needs.",
      "Ends with 0 if nothing is wrong, else with 1.",
      ""
    },
    footer = {
      "",
      "Examples:",
      "  scripts/change-check                          each kind ten times",
      "  scripts/change-check --repeats 1              each kind once",
      "  scripts/change-check --only parent            one kind",
      "  scripts/change-check --fingerprint 10000      decisions alone, without Maven",
    })
final class ChangeCheck implements Callable<Integer> {
  @Option(names = "--kinds", description = "Print all kinds, by name, and end.")
  private boolean kinds;

  @Option(
      names = "--list",
      description = "Print a table of all kinds for docs/reliability.md, and end.")
  private boolean list;

  @Option(
      names = "--repeats",
      paramLabel = "N",
      description = "How many changes of each kind. Default: ${DEFAULT-VALUE}")
  private int repeats = 10;

  @Option(names = "--seed", paramLabel = "S", description = "Default: ${DEFAULT-VALUE}")
  private long seed = 1;

  @Option(
      names = "--only",
      paramLabel = "KIND",
      split = ",",
      description = "Only this kind; may be repeated. Default: all.")
  private List<String> only = List.of();

  @Option(
      names = "--fingerprint",
      paramLabel = "N",
      description =
          "Make N random changes of single files, and ask only whether prepare (one half) and set-up"
              + " (the other) would be skipped.")
  private int fingerprint;

  @Option(
      names = "--parallel",
      paramLabel = "N",
      description = "So many changes at a time. Default: ${DEFAULT-VALUE}")
  private int parallel = 1;

  @Option(
      names = "--dir",
      paramLabel = "DIR",
      description =
          "Where everything lies, and stays. Default: a temporary one, removed if all is right.")
  private @Nullable Path dir;

  @Override
  public Integer call() throws IOException, InterruptedException {
    if (kinds) {
      System.out.print(Kinds.names());
      return 0;
    }
    if (list) {
      System.out.print(Kinds.table());
      return 0;
    }
    List<Kind> chosen = Kinds.all().stream().filter(this::isChosen).toList();
    for (String name : only) {
      if (chosen.stream().noneMatch(kind -> kind.name().equals(name))) {
        System.err.println("there is no kind '" + name + "': --kinds prints their names");
        return 2;
      }
    }
    Path given = dir;
    Path root =
        given == null
            ? Files.createTempDirectory("rrrspec-change")
            : given.toAbsolutePath().normalize();
    Tree.deleteTree(root);
    Files.createDirectories(root);
    System.err.println("in " + root);
    boolean fine = fingerprint > 0 ? decisions(root) : changes(root, chosen);
    if (fine && given == null) {
      Tree.deleteTree(root);
    }
    return fine ? 0 : 1;
  }

  private boolean isChosen(Kind kind) {
    return only.isEmpty() || only.contains(kind.name());
  }

  private boolean changes(Path root, List<Kind> chosen) throws InterruptedException {
    try {
      Report report =
          new Series(chosen, repeats, seed, System.err)
              .run(root, Checkout.script("rrrspec-java"), parallel);
      System.out.print(report.text(chosen));
      return report.isClean();
    } catch (ServiceException e) {
      System.err.println(e.getMessage());
      return false;
    }
  }

  private boolean decisions(Path root) throws IOException, InterruptedException {
    Decisions decisions = new Decisions(seed, System.err);
    decisions.prepare(root.resolve("prepare"), fingerprint / 2);
    decisions.setUp(root.resolve("set-up"), fingerprint - fingerprint / 2);
    System.out.print(decisions.text());
    return decisions.isClean();
  }

  public static void main(String[] args) {
    System.exit(new CommandLine(new ChangeCheck()).setUsageHelpWidth(100).execute(args));
  }
}
