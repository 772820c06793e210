package io.rrrspec.worker.agent.workspace;

import io.rrrspec.common.RrrspecException;
import io.rrrspec.common.ServiceException;
import io.rrrspec.common.artifact.DeclaredOutputs;
import io.rrrspec.common.files.PathGlob;
import io.rrrspec.common.files.Removal;
import io.rrrspec.common.model.JobArtifacts;
import io.rrrspec.common.model.Recipe;
import io.rrrspec.common.process.ChildEnvironment;
import io.rrrspec.common.process.CommandLine;
import io.rrrspec.common.redis.Damage;
import io.rrrspec.common.store.ArtifactStore.Maker;
import io.rrrspec.worker.agent.artifact.Draft;
import io.rrrspec.worker.agent.artifact.Held;
import io.rrrspec.worker.agent.artifact.Peers;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The files that a job uses and makes. Before its command starts, the results that it uses are
 * fetched, or made here if nobody can give them, and nothing is left of what it is to make; when it
 * has passed, what it has made is kept for others. Every command starts with just what was sent and
 * the results that it uses: what it makes does not depend on what ran here before.
 */
final class JobFiles {
  private static final Logger log = LoggerFactory.getLogger(JobFiles.class);
  private static final long LOOK_EVERY_MILLIS = 250;

  /** A worker that makes a result for so long is no help: it is made here, too. */
  private static final Duration LONGEST_WAIT = Duration.ofMinutes(10);

  /** Makes the tree just what was sent. */
  interface Restore {
    void run() throws InterruptedException;
  }

  private final @Nullable Peers peers;
  private final WorkspaceRequest request;
  private final JobArtifacts job;
  private final Path tree;
  private final WorkerDirectory dir;
  private final Restore restore;
  private final ResultFiles files;

  /** The results that it uses, by name. */
  private final Map<String, UsedResult> used = new HashMap<>();

  private boolean kept;

  /** A result that is here: one of the cache, or a file of this job's own. */
  private record UsedResult(Recipe recipe, Path archive, @Nullable Held held) {}

  /**
   * Of a taskset whose sources are there, and nothing else.
   *
   * @param peers the other workers; null: there are none
   * @param tree where its command runs
   * @param dir where archives are kept for a while; on the file system of the tree
   * @param restore after a command has run in the tree
   */
  JobFiles(
      @Nullable Peers peers,
      WorkspaceRequest request,
      Path tree,
      WorkerDirectory dir,
      Restore restore) {
    this.peers = peers;
    this.request = request;
    this.job = request.wishes().job();
    this.tree = tree;
    this.dir = dir;
    this.restore = restore;
    this.files = new ResultFiles(tree, dir.incoming());
  }

  /** Whether these are the files of a taskset. */
  boolean isOf(String tasksetKey) {
    return request.taskset().key().equals(tasksetKey);
  }

  /**
   * Makes the tree ready for the command.
   *
   * @throws ServiceException if a result that it uses cannot be made
   */
  void prepare() throws InterruptedException {
    try {
      Removal.of(dir.made());
      for (Recipe recipe : job.uses()) {
        if (!isReceived(recipe)) {
          make(recipe);
        }
      }
      begin(job.outputs(), job.uses().stream().map(Recipe::artifact).toList());
    } finally {
      used.values().forEach(JobFiles::release);
      used.clear();
      Removal.of(dir.made());
    }
    String result = job.result();
    if (peers != null && result != null && peers.keeps()) {
      guarded(() -> peers.make(result));
    }
  }

  private static void release(UsedResult result) {
    Held held = result.held();
    if (held != null) {
      held.close();
    }
  }

  /** What a client has sent is not what a command makes. */
  private void begin(List<String> outputs, List<String> uses) throws InterruptedException {
    try {
      files.delete(PathGlob.all(outputs));
    } catch (IOException e) {
      throw new ServiceException("an old output cannot be deleted: " + e.getMessage(), e);
    }
    for (String name : uses) {
      UsedResult result = used.get(name);
      if (result == null) {
        throw new ServiceException("a result is used that is not known: " + name);
      }
      try {
        files.unpack(result.archive(), PathGlob.all(result.recipe().outputs()));
      } catch (IOException e) {
        throw new ServiceException(
            "the result of: " + shown(result.recipe()) + " has no place: " + e.getMessage(), e);
      }
    }
  }

  private boolean isReceived(Recipe recipe) throws InterruptedException {
    if (peers == null) {
      return false;
    }
    try {
      return isReceived(peers, recipe);
    } catch (RuntimeException e) {
      forget(e);
      return false;
    }
  }

  private boolean isReceived(Peers peers, Recipe recipe) throws InterruptedException {
    long begun = System.nanoTime();
    String name = recipe.artifact();
    String waited = "";
    while (true) {
      // Before the fetch: what was finished since then is found by that.
      Optional<Maker> maker = peers.otherMaker(name);
      Optional<Held> held = peers.fetch(name);
      if (held.isPresent()) {
        return isGood(peers, recipe, held.get());
      }
      boolean late = System.nanoTime() - begun > LONGEST_WAIT.toNanos();
      if (late || (maker.isEmpty() && peers.make(name))) {
        return false;
      }
      String by = maker.map(Maker::worker).orElse("");
      if (!by.isEmpty() && !by.equals(waited)) {
        say(
            "waits for the worker "
                + by
                + ", which makes or packs the result of: "
                + shown(recipe));
        waited = by;
      }
      Thread.sleep(LOOK_EVERY_MILLIS);
      if (request.programs().hasEnded()) {
        throw new InterruptedException("ended");
      }
    }
  }

  private boolean isGood(Peers peers, Recipe recipe, Held held) throws InterruptedException {
    try {
      int count = files.check(held.file(), PathGlob.all(recipe.outputs()));
      used.put(recipe.artifact(), new UsedResult(recipe, held.file(), held));
      say(
          "has the result of: %s: %d %s, %,d kB packed"
              .formatted(
                  shown(recipe), count, unit(count), (held.content().bytes() + 999) / 1_000));
      return true;
    } catch (IOException | RrrspecException e) {
      held.close();
      String why = e instanceof NoSuchFileException ? "its file is gone" : e.getMessage();
      say("the result of: " + shown(recipe) + " is of no use: " + why);
      // It would be of no use the next time, either, nor to others.
      peers.drop(recipe.artifact());
      return false;
    }
  }

  private void make(Recipe recipe) throws InterruptedException {
    try {
      String type = orDefault(request.taskset().workerType());
      if (!orDefault(recipe.workerType()).equals(type)) {
        throw new ServiceException(
            "nobody can give the result of: "
                + shown(recipe)
                + ", which only workers of type '"
                + orDefault(recipe.workerType())
                + "' make: start the flow again");
      }
      say("nobody can give the result of: " + shown(recipe) + ": makes it");
      begin(recipe.outputs(), recipe.uses());
      run(recipe);
      keepForThisJob(recipe);
      keep(recipe.artifact(), PathGlob.all(recipe.outputs()), request.lines());
      restore.run();
    } finally {
      made(recipe.artifact());
    }
  }

  private static String orDefault(String workerType) {
    return workerType.isEmpty() ? "default" : workerType;
  }

  private void run(Recipe recipe) throws InterruptedException {
    Map<String, String> environment = new HashMap<>(request.environmentOf(recipe.env()));
    ChildEnvironment.removeSettings(environment);
    CancellablePrograms.Outcome outcome =
        request
            .programs()
            .run(
                CommandLine.program(recipe.command(), tree),
                tree,
                environment,
                request::output,
                request::error);
    String wrong =
        outcome.code() == 0
            ? missing(PathGlob.all(recipe.outputs()))
            : "exit code " + outcome.code();
    if (wrong != null) {
      throw new ServiceException(
          "a step that this one uses has failed here ("
              + wrong
              + "): "
              + shown(recipe)
              + "\n"
              + outcome.lastLines());
    }
  }

  /** The cache may keep nothing, or not this. */
  private void keepForThisJob(Recipe recipe) {
    Path archive = dir.made().resolve(recipe.artifact());
    try {
      Files.createDirectories(dir.made());
      try (OutputStream out = Files.newOutputStream(archive)) {
        files.pack(out, PathGlob.all(recipe.outputs()));
      }
    } catch (IOException e) {
      throw new ServiceException(
          "the result of: " + shown(recipe) + " cannot be kept: " + e.getMessage(), e);
    }
    used.put(recipe.artifact(), new UsedResult(recipe, archive, null));
  }

  private @Nullable String missing(List<PathGlob> outputs) {
    try {
      return DeclaredOutputs.mistake(tree, outputs).orElse(null);
    } catch (IOException e) {
      return "its outputs cannot be looked for: " + e;
    }
  }

  /** The command has passed, and nothing of it runs any more; a repeat changes nothing. */
  void keep(Consumer<String> lines) {
    String result = job.result();
    if (result != null && !kept) {
      kept = true;
      keep(result, PathGlob.all(job.outputs()), lines);
    }
  }

  private void keep(String name, List<PathGlob> outputs, Consumer<String> lines) {
    if (peers == null || !peers.keeps()) {
      return;
    }
    try (Draft draft = peers.begin(name)) {
      int count = files.pack(draft, outputs);
      long bytes = draft.commit().bytes();
      lines.accept(
          "keeps what was made for others: %d %s, %,d kB packed"
              .formatted(count, unit(count), (bytes + 999) / 1_000));
    } catch (IOException | RuntimeException e) {
      // The run has passed all the same; the next one makes it once more.
      lines.accept("cannot keep what was made: " + e.getMessage());
      log.warn("taskset {}: its result is not kept: {}", request.taskset().key(), e.toString());
    }
  }

  /** Nobody waits for this worker any more. */
  void end() {
    String result = job.result();
    if (result != null) {
      made(result);
    }
  }

  private void made(String name) {
    Peers others = peers;
    if (others != null) {
      guarded(() -> others.made(name));
    }
  }

  private void guarded(Runnable word) {
    try {
      word.run();
    } catch (RuntimeException e) {
      // Who waits does so for ten seconds at most.
      log.warn("taskset {}: cannot say what it makes: {}", request.taskset().key(), e.toString());
    }
  }

  /** What is damaged in Redis must not keep a worker from making it itself. */
  private void forget(RuntimeException e) {
    if (!Damage.isCauseOf(e)) {
      throw e;
    }
    log.error("taskset {}: no results are fetched: {}", request.taskset().key(), e.getMessage());
  }

  private void say(String what) {
    request.lines().accept(what);
    OwnWorkspace.tell(request, what);
  }

  private static String unit(int count) {
    return count == 1 ? "file" : "files";
  }

  /** The command in one line of the log. */
  private static String shown(Recipe recipe) {
    String line = recipe.command().strip().replaceAll("\\s+", " ");
    return line.length() <= 100 ? line : line.substring(0, 99) + "\u2026";
  }
}
