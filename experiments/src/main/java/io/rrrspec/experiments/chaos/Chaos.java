package io.rrrspec.experiments.chaos;

import io.rrrspec.common.ServiceException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Starts an installation, hurts it, and says what became of the tests. */
@Command(
    name = "scripts/chaos",
    mixinStandardHelpOptions = true,
    version = "of this checkout",
    sortOptions = false,
    description = {
      "Starts Redis with an append-only file, two servers, three workers (two slaves each, or as many",
      "as keep the processors busy) and a persister as processes of their own, runs tests with known",
      "outcomes on them, and meanwhile kills, stops, cuts and fills what there is, at moments drawn",
      "from a seed. After each run it holds Redis, SQL, processes and files against what must have",
      "become of the tests.",
      "Needs Linux, root (for a small tmpfs), redis-server and rsync. Ends with 0 if all is right.",
      ""
    },
    footer = {
      "",
      "Examples:",
      "  scripts/chaos --seed 7 --runs 20 --faults 10   as in docs/reliability.md; 30 to 45 minutes",
      "  scripts/chaos --seed 7 --runs 1 --from 7       the faults of run 7 of that, alone",
      "  scripts/chaos --sentinel --network --runs 4 --faults 8",
      "  scripts/chaos --network --clocks --kinds WORKER_CUT,PACKETS_LOST --faults 6",
      "  scripts/chaos --writes                      what a cut of a primary costs",
      "  scripts/chaos --busy 120                    heartbeats while other load has all processors",
    })
final class Chaos implements Callable<Integer> {
  @Option(names = "--runs", paramLabel = "N", description = "How many. Default: ${DEFAULT-VALUE}")
  private int runs = 1;

  @Option(names = "--seed", paramLabel = "S", description = "Default: ${DEFAULT-VALUE}")
  private long seed = 1;

  @Option(
      names = "--from",
      paramLabel = "K",
      description = "The first run, counted from 1. Default: ${DEFAULT-VALUE}")
  private int from = 1;

  @Option(
      names = "--faults",
      paramLabel = "N",
      description = "How many in each run. Default: ${DEFAULT-VALUE}")
  private int faults = 12;

  @Option(
      names = "--sentinel",
      description = "Redis is a primary with two replicas and three Sentinels.")
  private boolean sentinel;

  @Option(
      names = "--network",
      description = "Each part has a network namespace of its own; needs nft, of nftables.")
  private boolean network;

  @Option(
      names = "--clocks",
      description = "Of two workers the clock is an hour ahead or behind; needs faketime.")
  private boolean clocks;

  @Option(
      names = "--kinds",
      paramLabel = "KIND",
      split = ",",
      description = "Only faults of these kinds. Default: all that fit.")
  private List<FaultKind> only = List.of();

  @Option(
      names = "--minutes",
      paramLabel = "N",
      description = "After so many no further run begins. Default: all runs are done.")
  private int atMostMinutes = Integer.MAX_VALUE;

  @Option(
      names = "--busy",
      paramLabel = "SECONDS",
      description = "No faults: measures heartbeats while each processor has other load.")
  private int busySeconds;

  @Option(
      names = "--writes",
      description =
          "No faults but cuts of a primary: counts the acknowledged writes that are lost.")
  private boolean writes;

  @Option(
      names = "--dir",
      paramLabel = "DIR",
      description =
          "Where everything lies, and stays. Default: a temporary one, removed if all is right.")
  private @Nullable Path dir;

  @Override
  public Integer call() throws IOException {
    Path given = dir;
    Path directory = given == null ? Files.createTempDirectory("rrrspec-chaos") : given;
    System.err.println("in " + directory);
    boolean fine;
    for (FaultKind kind : only) {
      if (!kind.fits(shape())) {
        System.err.println(
            "--kinds: this installation has no "
                + kind
                + ": add or remove --sentinel or --network");
        return 2;
      }
    }
    if (writes) {
      new AcknowledgedWrites(directory).measure();
      return 0;
    }
    try (Cluster cluster = Cluster.start(directory, shape())) {
      fine = busySeconds > 0 ? new BusyHost(cluster).measure(busySeconds) : chaos(cluster);
    } catch (ServiceException e) {
      System.err.println(e.getMessage());
      return 1;
    }
    if (fine && given == null) {
      Place.delete(directory);
    }
    return fine ? 0 : 1;
  }

  private boolean chaos(Cluster cluster) {
    long began = System.nanoTime();
    Findings findings = new Findings();
    Set<String> checked = new HashSet<>();
    int skipped = 0;
    int done = 0;
    try (Observer observer = new Observer()) {
      for (int run = from; run < from + runs; run++) {
        boolean oneByOne = run % 2 == 1;
        System.err.println("run " + run + (oneByOne ? ", one by one" : ", over each other"));
        skipped +=
            new ChaosRun(cluster, observer, findings, checked, run, seed).run(kinds(run), oneByOne);
        done++;
        boolean late = (System.nanoTime() - began) / 60_000_000_000L >= atMostMinutes;
        if (late || !findings.of(Findings.Wrong.HUNG).isEmpty()) {
          break; // what stands in the way would hang the next one, too
        }
      }
      double minutes = (System.nanoTime() - began) / 60e9;
      System.out.println(
          "Seed "
              + seed
              + ", runs "
              + from
              + " to "
              + (from + done - 1)
              + ": "
              + new Report(pack(), observer.faults(), findings).text(done, skipped, minutes)
              + clocks(cluster));
    } catch (ServiceException e) {
      System.err.println(e.getMessage());
      return false;
    }
    return findings.isClean();
  }

  private String clocks(Cluster cluster) {
    return cluster.workers().stream()
        .map(worker -> worker.name() + " " + WrongClock.secondsAhead(worker.log()) + " s")
        .collect(Collectors.joining(", ", "Clocks of workers, ahead of the kernel's: ", ""));
  }

  private Shape shape() {
    return new Shape(sentinel, network, clocks);
  }

  private List<FaultKind> pack() {
    return Stream.of(FaultKind.values())
        .filter(kind -> only.isEmpty() ? kind.fits(shape()) : only.contains(kind))
        .toList();
  }

  /** Like cards of one pack after the other: so each kind comes equally often. */
  private List<FaultKind> kinds(int run) {
    List<FaultKind> pack = new ArrayList<>(pack());
    Collections.shuffle(pack, new Random(seed));
    // One by one and over each other take turns: each of the two goes through its own pack.
    int first = (run - 1) / 2 * faults;
    List<FaultKind> kinds = new ArrayList<>();
    for (int i = 0; i < faults; i++) {
      kinds.add(pack.get((first + i) % pack.size()));
    }
    return kinds;
  }

  public static void main(String[] args) {
    System.exit(new CommandLine(new Chaos()).setUsageHelpWidth(100).execute(args));
  }
}
