package io.rrrspec.experiments.change;

import io.rrrspec.common.ServiceException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Consumer;

/** Makes one change after the other, on a site and with a worker of its own. */
final class Lane implements AutoCloseable {
  /** As often as this the worker's shortcut is tried, which takes a whole run. */
  private static final int LOOK_AT_WORKER = 5;

  private final Installation installation;
  private final String name;
  private final Site site;
  private final Commands commands;
  private final GreenState green;
  private final ExecutorService threads = Executors.newFixedThreadPool(3);
  private final Consumer<String> progress;
  private boolean runSkips;
  private boolean workerSkips;
  private int changes;

  Lane(Installation installation, Path root, String name, Consumer<String> progress) {
    this.installation = installation;
    this.name = name;
    this.site = new Site(root.resolve(name));
    this.commands = new Commands(installation, site, name);
    this.green = new GreenState(site, installation.files(name));
    this.progress = progress;
    site.clear();
    installation.worker(site, name);
  }

  /**
   * Writes a project, and brings it to where nothing needs to be prepared any more.
   *
   * @throws ServiceException if it is not green everywhere
   */
  void begin(GreenProject project) {
    try {
      site.clear();
      Tree.deleteTree(site.workspace());
      Tree.deleteTree(
          site.work()
              .resolve(".rrrspec-java/workspaces")
              .resolve(String.valueOf(site.workspace().getFileName())));
      Tree.deleteTree(installation.files(name));
      Files.createDirectories(installation.files(name));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    project.write(site);
    all(project.name());
    runSkips = true;
    workerSkips = true;
    checkRun();
    checkWorker();
    green.keep();
    changes = 0;
    progress.accept(
        "project %s is green; prepare is %s, set-up is %s"
            .formatted(project.name(), skipped(runSkips), skipped(workerSkips)));
  }

  private static String skipped(boolean skips) {
    return skips ? "skipped" : "NEVER skipped";
  }

  private void all(String what) {
    int[] codes = runAll();
    if (codes[0] != 0 || codes[1] != 0 || codes[2] != 0) {
      throw new ServiceException(
          "the project %s is not green: mvn test %d, run %d, client start %d; see %s"
              .formatted(what, codes[0], codes[1], codes[2], commands.log("")));
    }
  }

  private int[] runAll() {
    CompletableFuture<Integer> maven =
        CompletableFuture.supplyAsync(() -> commands.maven(), threads);
    CompletableFuture<Integer> run = CompletableFuture.supplyAsync(() -> commands.run(), threads);
    CompletableFuture<Integer> client =
        CompletableFuture.supplyAsync(() -> commands.client(), threads);
    return new int[] {maven.join(), run.join(), client.join()};
  }

  /** Makes a change of a green project that was begun, and asks all three. */
  Outcome change(Kind kind, int number, Random random) {
    green.restore();
    if (runSkips) {
      checkRun();
    }
    if (workerSkips && changes++ % LOOK_AT_WORKER == 0) {
      checkWorker();
    }
    kind.change().apply(site, word(random));
    forgetCalls();
    int[] codes = runAll();
    Set<Path> calls = calls();
    Outcome outcome =
        new Outcome(
            kind,
            number,
            codes[0],
            kind.fromClean() ? commands.fresh() : codes[0],
            codes[1],
            codes[2],
            calls.contains(site.run()),
            calls.contains(site.workspace()),
            runSkips && workerSkips);
    if (!outcome.wrongs().isEmpty()) {
      keepLogs(kind.name() + "-" + number);
    }
    return outcome;
  }

  /** Five letters. */
  private static String word(Random random) {
    StringBuilder word = new StringBuilder("r");
    for (int i = 0; i < 4; i++) {
      word.append((char) ('a' + random.nextInt(26)));
    }
    return word.toString();
  }

  /** Sees to it that the next prepare would be skipped; the second one has to be. */
  private void checkRun() {
    for (int i = 0; i < 2; i++) {
      forgetCalls();
      if (commands.prepare() != 0) {
        throw new ServiceException("prepare fails: see " + commands.log("prepare"));
      }
      if (!calls().contains(site.run())) {
        return;
      }
    }
    runSkips = false;
  }

  /** Sees to it that the next set-up would be skipped; the second one has to be. */
  private void checkWorker() {
    for (int i = 0; i < 2; i++) {
      forgetCalls();
      if (commands.client() != 0) {
        throw new ServiceException("client start fails: see " + commands.log("client"));
      }
      if (!calls().contains(site.workspace())) {
        return;
      }
    }
    workerSkips = false;
  }

  private void forgetCalls() {
    try {
      Files.deleteIfExists(Installation.mavenLog(site));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Set<Path> calls() {
    Path log = Installation.mavenLog(site);
    try {
      List<String> lines = Files.exists(log) ? Files.readAllLines(log) : List.of();
      return new TreeSet<>(lines.stream().map(Path::of).toList());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void keepLogs(String what) {
    Path kept = site.root().resolveSibling("wrong").resolve(what);
    try {
      Files.createDirectories(kept);
      for (String log : List.of("maven", "run", "client")) {
        Files.write(kept.resolve(log), Files.readAllBytes(commands.log(log)));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    threads.shutdownNow();
  }
}
