package io.rrrspec.worker.agent.workspace;

import io.rrrspec.common.RrrspecException;
import io.rrrspec.common.ServiceException;
import io.rrrspec.common.artifact.DeclaredOutputs;
import io.rrrspec.common.artifact.PathGlob;
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
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
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
 * has passed, what it has made is kept for others.
 */
final class JobFiles {
  private static final Logger log = LoggerFactory.getLogger(JobFiles.class);
  private static final long LOOK_EVERY_MILLIS = 250;

  /** A worker that makes a result for so long is no help: it is made here, too. */
  private static final Duration LONGEST_WAIT = Duration.ofMinutes(10);

  private final @Nullable Peers peers;
  private final WorkspaceRequest request;
  private final JobArtifacts job;
  private final Path tree;
  private final ResultFiles files;
  private boolean kept;

  /**
   * Of a taskset whose sources are there.
   *
   * @param peers the other workers; null: there are none
   * @param tree where its command runs
   * @param incoming where an archive is unpacked; on the file system of the tree
   */
  JobFiles(@Nullable Peers peers, WorkspaceRequest request, Path tree, Path incoming) {
    this.peers = peers;
    this.request = request;
    this.job = request.wishes().job();
    this.tree = tree;
    this.files = new ResultFiles(tree, incoming);
  }

  /** Whether these are the files of a taskset. */
  boolean isOf(String tasksetKey) {
    return request.taskset().key().equals(tasksetKey);
  }

  /**
   * Makes the tree ready for the command.
   *
   * @return whether files were deleted that were there
   * @throws ServiceException if a result that it uses cannot be made
   */
  boolean prepare() throws InterruptedException {
    int deleted = deleteOutputs();
    for (Recipe recipe : job.uses()) {
      if (!isReceived(recipe)) {
        make(recipe);
      }
    }
    String result = job.result();
    if (peers != null && result != null) {
      guarded(() -> peers.make(result));
    }
    return deleted > 0;
  }

  /** What a client has sent, or an earlier step has made, is not what this job makes. */
  private int deleteOutputs() {
    List<String> outputs = new ArrayList<>(job.outputs());
    job.uses().forEach(recipe -> outputs.addAll(recipe.outputs()));
    try {
      return files.delete(PathGlob.all(outputs));
    } catch (IOException e) {
      throw new ServiceException("an old output cannot be deleted: " + e, e);
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
        return isUnpacked(peers, recipe, held.get());
      }
      boolean late = System.nanoTime() - begun > LONGEST_WAIT.toNanos();
      if (late || (maker.isEmpty() && peers.make(name))) {
        return false;
      }
      String by = maker.map(Maker::worker).orElse("");
      if (!by.isEmpty() && !by.equals(waited)) {
        say("waits for the worker " + by + ", which makes the result of: " + shown(recipe));
        waited = by;
      }
      Thread.sleep(LOOK_EVERY_MILLIS);
      if (request.programs().hasEnded()) {
        throw new InterruptedException("ended");
      }
    }
  }

  private boolean isUnpacked(Peers peers, Recipe recipe, Held held) throws InterruptedException {
    try (held) {
      int count = files.unpack(held.file(), PathGlob.all(recipe.outputs()));
      say(
          "has the result of: %s: %d %s, %,d kB packed"
              .formatted(
                  shown(recipe), count, unit(count), (held.content().bytes() + 999) / 1_000));
      return true;
    } catch (IOException | RrrspecException e) {
      say("the result of: " + shown(recipe) + " is of no use: " + e.getMessage());
      // It would be of no use the next time, either, nor to others.
      peers.drop(recipe.artifact());
      return false;
    }
  }

  private void make(Recipe recipe) throws InterruptedException {
    try {
      say("nobody can give the result of: " + shown(recipe) + ": makes it");
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
      List<PathGlob> outputs = PathGlob.all(recipe.outputs());
      String wrong = outcome.code() == 0 ? missing(outputs) : "exit code " + outcome.code();
      if (wrong != null) {
        throw new ServiceException(
            "a step that this one uses has failed here ("
                + wrong
                + "): "
                + shown(recipe)
                + "\n"
                + outcome.lastLines());
      }
      keep(recipe.artifact(), outputs, request.lines());
    } finally {
      made(recipe.artifact());
    }
  }

  private @Nullable String missing(List<PathGlob> outputs) {
    try {
      return DeclaredOutputs.missing(tree, outputs)
          .map(glob -> "declared output '" + glob + "' is missing")
          .orElse(null);
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
    if (peers == null) {
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
