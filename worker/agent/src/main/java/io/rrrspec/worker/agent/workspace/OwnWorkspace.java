package io.rrrspec.worker.agent.workspace;

import io.rrrspec.common.model.JobArtifacts;
import io.rrrspec.worker.build.state.Freshness;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes a workspace ready for a taskset of ours: fetches what has changed, and sets up if anything
 * that set-up depends on has.
 */
final class OwnWorkspace {
  private static final Logger log = LoggerFactory.getLogger(OwnWorkspace.class);

  private final WorkspaceRequest request;
  private final Workspace workspace;
  private final Rsync rsync;
  private final boolean setupAlways;
  private final InstantSource clock;

  OwnWorkspace(
      WorkspaceRequest request,
      Workspace workspace,
      Rsync rsync,
      boolean setupAlways,
      InstantSource clock) {
    this.request = request;
    this.workspace = workspace;
    this.rsync = rsync;
    this.setupAlways = setupAlways || request.wishes().always();
    this.clock = clock;
  }

  /**
   * Makes it ready.
   *
   * @param shared what other workers have of it; null: it is not shared
   */
  void prepare(@Nullable SharedSetUp shared) throws InterruptedException {
    if (shared == null || setupAlways) {
      prepare(null, null);
      return;
    }
    try (shared) {
      prepare(shared, shared.receive());
    }
  }

  /** What declares its files gets just the sources: nothing of an earlier command is an input. */
  private boolean isJobWithFiles() {
    return !request.wishes().job().equals(JobArtifacts.NONE);
  }

  /** Makes the tree just what is sent, whatever a command has done to it. */
  void restore() throws InterruptedException {
    sync(true);
  }

  private void prepare(@Nullable SharedSetUp shared, @Nullable ReceivedSetUp fetched)
      throws InterruptedException {
    // What was never listed has to go in another way: an old workspace, or a foreign one.
    boolean exact =
        (!Files.exists(workspace.received()) && !workspace.isEmpty()) || isJobWithFiles();
    if (exact) {
      workspace.forgetSetUp();
    }
    SetUpNote note = new SetUpNote(workspace, clock);
    String spoilt = note.whySpoilt();
    if (spoilt != null) {
      clean(note, spoilt);
    }
    Set<String> received = sync(exact || spoilt != null);
    request.synced().run();
    String inputs = inputs(received);
    if (fetched != null && inputs != null && spoilt == null && fetched.holds(received, note)) {
      note.keepFetched(inputs, fetched.isPrepared());
      said("set-up is skipped: " + fetched.giver() + " has done it");
      return;
    }
    Freshness.Stale stale = note.whyNot(inputs);
    if (stale == null && !setupAlways) {
      request.lines().accept("set-up is skipped: nothing has changed since the last one here");
      tell(request, "set-up skipped, nothing has changed");
      return;
    }
    setUp(note, received, inputs, stale, shared);
  }

  private void setUp(
      SetUpNote note,
      Set<String> receivedFirst,
      @Nullable String inputs,
      Freshness.@Nullable Stale stale,
      @Nullable SharedSetUp shared)
      throws InterruptedException {
    Set<String> variables = note.variables();
    BuiltFrom built = BuiltFrom.of(request, workspace, receivedFirst, variables);
    String anew = stale != null && stale.fromClean() ? stale.why() : built.whyNot();
    if (anew != null) {
      clean(note, anew);
      Set<String> received = sync(true);
      built = BuiltFrom.of(request, workspace, received, variables);
    } else if (stale != null && !stale.why().isEmpty()) {
      request.lines().accept("set-up runs again: " + stale.why());
    }
    note.forget();
    String before = note.lastPrepare();
    built.keep();
    long begun = System.nanoTime();
    SetUp.run(request, workspace.tree());
    Duration took = Duration.ofNanos(System.nanoTime() - begun);
    built.succeeded(note.hasPrepared(before), note.variables());
    if (inputs != null) {
      note.keep(inputs, before);
    }
    tell(request, "set up");
    if (shared != null && inputs != null) {
      shared.give(took, note.hasPrepared(before));
    }
  }

  private void clean(SetUpNote note, String why) {
    said("the workspace is made anew: " + why);
    workspace.forget();
    note.forgetPrepare();
  }

  private Set<String> sync(boolean exact) throws InterruptedException {
    if (!Files.exists(workspace.received())) {
      BuiltFrom.begin(workspace);
    }
    List<String> changed = new ArrayList<>();
    try (ReceivedFiles files = ReceivedFiles.begin(workspace)) {
      rsync.listing(
          request,
          exact,
          (path, isChanged) -> {
            files.add(path);
            if (isChanged) {
              changed.add(path);
            }
          });
      int deleted = files.finish();
      if (deleted >= 0 || exact) {
        said(
            "synced: %d entries, %d of them changed (%d kB), %d deleted"
                .formatted(
                    files.size(),
                    changed.size(),
                    workspace.kilobytes(changed),
                    Math.max(0, deleted)));
        return files.paths();
      }
    }
    request.lines().accept("what is gone could not be deleted: making the workspace anew");
    workspace.forget();
    return sync(true);
  }

  /** Null if they cannot be told: then nothing is skipped, which is always right. */
  private @Nullable String inputs(Set<String> received) {
    try {
      return SetUpInputs.digest(request, workspace, new TreeSet<>(received));
    } catch (IOException | InvalidPathException e) {
      log.warn(
          "taskset {}: the sources cannot be compared: {}", request.taskset().key(), e.toString());
      return null;
    }
  }

  private void said(String what) {
    request.lines().accept(what);
    tell(request, what);
  }

  static void tell(WorkspaceRequest request, String what) {
    log.info("taskset {}: worker {}: {}", request.taskset().key(), request.workerKey(), what);
  }
}
