package io.rrrspec.worker.agent.collect;

import io.rrrspec.common.ServiceException;
import io.rrrspec.common.UsageException;
import io.rrrspec.common.collect.CollectBounds;
import io.rrrspec.common.collect.MadeFile;
import io.rrrspec.common.collect.MadeFiles;
import io.rrrspec.common.coverage.AgentFiles;
import io.rrrspec.common.coverage.ExecFiles;
import io.rrrspec.common.coverage.RunCoverage;
import io.rrrspec.common.files.PathGlob;
import io.rrrspec.common.files.Removal;
import io.rrrspec.common.model.CollectRequest;
import io.rrrspec.common.model.Taskset;
import io.rrrspec.common.project.Project;
import io.rrrspec.common.store.CollectStore;
import io.rrrspec.common.store.CollectStore.State;
import io.rrrspec.common.store.Lifetimes;
import io.rrrspec.worker.agent.workspace.CancellablePrograms;
import io.rrrspec.worker.agent.workspace.Sources;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What one worker's service to a taskset makes of the files that its client wants back. It looks at
 * the workspace when the sources are there, and sends what has changed since then when its slaves
 * have ended.
 */
public final class CollectedPart {
  private static final Logger log = LoggerFactory.getLogger(CollectedPart.class);

  /** So many lines about coverage reach the client: each module may have one. */
  private static final int MOST_LINES = 3;

  /** So long its directory stays where clients fetch it. */
  private static final Duration KEPT = Lifetimes.PERSISTED;

  private final CollectStore store;
  private final Taskset taskset;
  private final String worker;
  private final CollectRequest request;
  private final List<PathGlob> globs;
  private final Sources sources;
  private final Path tree;
  private final Path coverageDir;
  private final InstantSource clock;
  private final Duration keep;
  private final CancellablePrograms programs;
  private final String token = UUID.randomUUID().toString();
  private @Nullable MadeFiles before;

  /** Why nothing can be sent; empty: nothing stands in the way. */
  private String trouble = "";

  private @Nullable RunCoverage coverage;

  /** Why no coverage is saved; empty: it is, or nobody wants it. */
  private String coverageTrouble = "";

  private @Nullable String name;
  private boolean ended;

  /**
   * Of a service that begins.
   *
   * @param worker the name of the worker
   * @param tree where the workspace of the taskset is or will be
   * @param coverageDir where the slaves of the worker save their coverage
   * @param keep how long what is written about a taskset that is over lives
   */
  public CollectedPart(
      CollectStore store,
      Taskset taskset,
      String worker,
      CollectRequest request,
      Sources sources,
      Path tree,
      Path coverageDir,
      InstantSource clock,
      Duration keep) {
    this.store = store;
    this.taskset = taskset;
    this.worker = worker;
    this.request = request;
    this.globs = PathGlob.all(request.globs());
    this.sources = sources;
    this.tree = tree;
    this.coverageDir = coverageDir;
    this.clock = clock;
    this.keep = keep;
    this.programs = new CancellablePrograms(sources.mark());
  }

  /** The sources are there, and set-up has not begun. Only the first time counts. */
  public void synced() {
    if (before == null) {
      try {
        before = MadeFiles.before(tree, globs);
      } catch (ServiceException e) {
        // The tests are run all the same.
        trouble = String.valueOf(e.getMessage());
      }
    }
  }

  /**
   * The workspace is ready, and no slave has begun: tells the client to wait for files of this
   * worker. What is left of the coverage of earlier runs goes: each run has its own.
   */
  public void begin() throws InterruptedException {
    try {
      Removal.of(coverageDir);
      RunCoverage fresh =
          RunCoverage.begin(Project.read(tree), coverageDir, file -> isWanted(file.normalize()));
      fresh.paths().forEach(CollectedPart::delete);
      coverage = fresh;
    } catch (UsageException e) {
      // Prepared by other means than ours: what its agents write themselves is there anyway.
      log.debug("taskset {}: no coverage is saved: {}", taskset.key(), e.getMessage());
    } catch (ServiceException e) {
      // The tests are run all the same.
      coverageTrouble = "no coverage was saved: " + e.getMessage();
    }
    name = store.begin(taskset.key(), worker, token);
  }

  /** What cannot be deleted cannot be written later either, which is said then. */
  private static void delete(Path file) {
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      log.debug("{} is not deleted", file, e);
    }
  }

  private boolean isWanted(Path file) {
    return file.startsWith(tree)
        && globs.stream().anyMatch(glob -> glob.matches(tree.relativize(file).toString()));
  }

  /**
   * Nothing of the taskset runs here any more: sends what was made, and says so. Does nothing if no
   * slave was started, or once it has succeeded or failed.
   *
   * @param limit how long sending may take
   * @param lines gets what came of it
   */
  public void send(Duration limit, Consumer<String> lines) throws InterruptedException {
    String part = name;
    MadeFiles noted = before;
    if (part == null || ended) {
      return;
    }
    try {
      if (noted == null) {
        throw new ServiceException(trouble);
      }
      String coverageNote = writeCoverage();
      CollectBounds bounds = new CollectBounds(request);
      UnreadableNames made = UnreadableNames.of(noted.now());
      List<MadeFile> files = bounds.takeAll(coverageFirst(withoutEmptyCoverage(made.readable())));
      String unsent = "";
      if (!files.isEmpty()) {
        String directory = CollectStore.directory(taskset.key(), part);
        List<String> paths = files.stream().map(MadeFile::path).toList();
        store.removeAt(directory, clock.instant().plus(KEPT));
        unsent = sources.push(directory, tree, paths, programs, limit);
      }
      String note =
          Stream.of(coverageNote, bounds.leftOut(), made.note(), unsent)
              .filter(line -> !line.isEmpty())
              .collect(Collectors.joining("; "));
      lines.accept(
          "sends back %d %s, %,d kB"
              .formatted(
                  bounds.files(),
                  bounds.files() == 1 ? "file" : "files",
                  (bounds.bytes() + 999) / 1_000));
      if (!note.isEmpty()) {
        lines.accept(note);
      }
      end(files.isEmpty() ? State.NONE : State.SENT, note);
    } catch (ServiceException e) {
      lines.accept("cannot send files back: " + e.getMessage());
      end(State.LOST, String.valueOf(e.getMessage()));
    }
    try {
      Removal.of(coverageDir);
    } catch (ServiceException e) {
      // The next run tries it again.
      log.warn("{}", e.getMessage());
    }
  }

  /** What the client has to know of it; may be empty. */
  private String writeCoverage() {
    RunCoverage saved = coverage;
    if (saved == null) {
      return coverageTrouble;
    }
    List<String> said = new ArrayList<>(saved.write());
    int more = said.size() - MOST_LINES;
    if (more > 0) {
      said.subList(MOST_LINES, said.size()).clear();
      said.add("and " + more + " more lines about coverage");
    }
    return String.join("; ", said);
  }

  /** Each JVM with an agent makes its file; until one writes it, there is no coverage to send. */
  private List<MadeFile> withoutEmptyCoverage(List<MadeFile> files) {
    RunCoverage saved = coverage;
    AgentFiles agents = saved == null ? AgentFiles.NONE : saved.agents();
    return files.stream()
        .filter(file -> file.bytes() > 0 || !agents.has(tree.resolve(file.path())))
        .toList();
  }

  /** They are small, and a report without one of them is wrong as a whole. */
  private List<MadeFile> coverageFirst(List<MadeFile> files) {
    return files.stream()
        .sorted(Comparator.comparing(file -> !ExecFiles.is(tree.resolve(file.path()))))
        .toList();
  }

  private void end(State state, String note) {
    store.end(taskset.key(), String.valueOf(name), worker, state, note, keep);
    ended = true;
  }

  /** The worker was cut off: others do its work again, and its files count for nothing. */
  public void giveUp() {
    programs.end();
    if (name != null && !ended) {
      end(State.LOST, "the worker was cut off");
    }
  }

  /** Ends what runs, from any thread, without a word to anybody. */
  public void kill() {
    programs.end();
  }
}
