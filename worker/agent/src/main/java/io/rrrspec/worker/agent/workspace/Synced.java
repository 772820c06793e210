package io.rrrspec.worker.agent.workspace;

import io.rrrspec.common.ServiceException;
import io.rrrspec.common.artifact.Artifact;
import io.rrrspec.common.config.SafeName;
import io.rrrspec.common.model.RsyncInfo;
import io.rrrspec.common.model.Taskset;
import io.rrrspec.worker.build.state.Freshness;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sources that a client has put somewhere, fetched into a workspace that is kept from run to run.
 */
public final class Synced implements Sources {
  private static final Logger log = LoggerFactory.getLogger(Synced.class);

  private final WorkerDirectory dir;
  private final DiskSpace space;
  private final Supplier<Optional<RsyncInfo>> place;
  private final boolean setupAlways;
  private final InstantSource clock;

  /**
   * Makes one; fetches nothing yet.
   *
   * @param diskLimit what all workspaces may take, in bytes, or null
   * @param place where clients put sources, as far as that is known; asked for each run
   * @param setupAlways whether set-up runs even if nothing has changed
   */
  public Synced(
      WorkerDirectory dir,
      @Nullable Long diskLimit,
      Supplier<Optional<RsyncInfo>> place,
      boolean setupAlways,
      InstantSource clock) {
    this.dir = dir;
    this.space = new DiskSpace(dir, diskLimit);
    this.place = place;
    this.setupAlways = setupAlways;
    this.clock = clock;
  }

  @Override
  public Path workingDir() {
    return dir.root();
  }

  @Override
  public String mark() {
    return dir.mark();
  }

  @Override
  public Path prepare(WorkspaceRequest request) throws InterruptedException {
    String name = safeName(request.taskset());
    if (request.taskset().hasNoSources()) {
      return withoutSources(request, name);
    }
    RsyncInfo from =
        place
            .get()
            .orElseThrow(
                () ->
                    new ServiceException(
                        "nobody says where the sources are: start a server with rsync_remote_path,"
                            + " or give this worker one"));
    Workspace workspace = dir.workspace(name);
    for (String removed : space.makeRoomFor(name)) {
      request.lines().accept("removed the workspace " + removed + " to make room");
    }
    workspace.use(clock.instant());
    request.lines().accept("fetches the sources");
    workspace.be(null);
    if (request.wishes().ours()) {
      ours(request, workspace, new Rsync(from, workspace));
      workspace.be(request.wishes().state());
    } else {
      theirs(request, workspace, new Rsync(from, workspace));
    }
    workspace.use(clock.instant());
    return workspace.tree();
  }

  @Override
  public List<String> artifacts() {
    Set<String> names = new LinkedHashSet<>();
    for (Workspace workspace : dir.byLastUse()) {
      String artifact = workspace.artifact();
      if (artifact != null) {
        names.add(artifact);
      }
      String project = Artifact.project(String.valueOf(workspace.tree().getFileName()));
      if (project != null && workspace.hasSources()) {
        names.add(project);
      }
    }
    return List.copyOf(names);
  }

  private Path withoutSources(WorkspaceRequest request, String name) throws InterruptedException {
    Path empty = dir.emptyDirectory(name);
    request.synced().run();
    SetUp.run(request, empty);
    return empty;
  }

  @Override
  public void release(Taskset taskset) throws InterruptedException {
    if (taskset.hasNoSources() && SafeName.isSafe(taskset.rsyncName())) {
      dir.removeEmptyDirectory(taskset.rsyncName());
    }
  }

  private static String safeName(Taskset taskset) {
    String name = taskset.rsyncName();
    if (!SafeName.isSafe(name)) {
      String shown = name.substring(0, Math.min(name.length(), 100)).replaceAll("\\p{Cntrl}", "?");
      throw new ServiceException(
          "the rsync_name '"
              + shown
              + "' is not allowed: write letters, digits, '.', '_' and '-', not starting with a dot");
    }
    return name;
  }

  private static void theirs(WorkspaceRequest request, Workspace workspace, Rsync rsync)
      throws InterruptedException {
    // What it fetches and deletes is its own affair, so the list holds no longer.
    workspace.forget();
    rsync.plain(request);
    request.lines().accept("synced");
    tell(request, "synced");
    request.synced().run();
    SetUp.run(request, workspace.tree());
    tell(request, "set up");
  }

  private void ours(WorkspaceRequest request, Workspace workspace, Rsync rsync)
      throws InterruptedException {
    // What was never listed has to go in another way: an old workspace, or a foreign one.
    boolean exact = !Files.exists(workspace.received()) && !workspace.isEmpty();
    if (exact) {
      workspace.forgetSetUp();
    }
    SetUpNote note = new SetUpNote(workspace, clock);
    String spoilt = note.whySpoilt();
    if (spoilt != null) {
      clean(request, workspace, note, spoilt);
    }
    Set<String> received = sync(request, workspace, rsync, exact || spoilt != null);
    request.synced().run();
    String inputs = inputs(request, workspace, received);
    Freshness.Stale stale = note.whyNot(inputs);
    if (stale == null && !setupAlways && !request.wishes().always()) {
      request.lines().accept("set-up is skipped: nothing has changed since the last one here");
      tell(request, "set-up skipped, nothing has changed");
      return;
    }
    Set<String> variables = note.variables();
    BuiltFrom built = BuiltFrom.of(request, workspace, received, variables);
    String anew = stale != null && stale.fromClean() ? stale.why() : built.whyNot();
    if (anew != null) {
      clean(request, workspace, note, anew);
      received = sync(request, workspace, rsync, true);
      built = BuiltFrom.of(request, workspace, received, variables);
    } else if (stale != null && !stale.why().isEmpty()) {
      request.lines().accept("set-up runs again: " + stale.why());
    }
    note.forget();
    String before = note.lastPrepare();
    built.keep();
    SetUp.run(request, workspace.tree());
    built.succeeded(note.hasPrepared(before), note.variables());
    if (inputs != null) {
      note.keep(inputs, before);
    }
    tell(request, "set up");
  }

  private static void clean(
      WorkspaceRequest request, Workspace workspace, SetUpNote note, String why) {
    request.lines().accept("the workspace is made anew: " + why);
    tell(request, "the workspace is made anew: " + why);
    workspace.forget();
    note.forgetPrepare();
  }

  private static Set<String> sync(
      WorkspaceRequest request, Workspace workspace, Rsync rsync, boolean exact)
      throws InterruptedException {
    if (!Files.exists(workspace.received())) {
      BuiltFrom.begin(workspace);
    }
    int[] changed = new int[1];
    try (ReceivedFiles files = ReceivedFiles.begin(workspace)) {
      rsync.listing(
          request,
          exact,
          (path, isChanged) -> {
            files.add(path);
            changed[0] += isChanged ? 1 : 0;
          });
      int deleted = files.finish();
      if (deleted >= 0 || exact) {
        String told =
            "synced: %d entries, %d of them changed, %d deleted"
                .formatted(files.size(), changed[0], Math.max(0, deleted));
        request.lines().accept(told);
        tell(request, told);
        return files.paths();
      }
    }
    request.lines().accept("what is gone could not be deleted: making the workspace anew");
    workspace.forget();
    return sync(request, workspace, rsync, true);
  }

  private static void tell(WorkspaceRequest request, String what) {
    log.info("taskset {}: worker {}: {}", request.taskset().key(), request.workerKey(), what);
  }

  /** Null if they cannot be told: then nothing is skipped, which is always right. */
  private static @Nullable String inputs(
      WorkspaceRequest request, Workspace workspace, Set<String> received) {
    try {
      return SetUpInputs.digest(request, workspace, new TreeSet<>(received));
    } catch (IOException | InvalidPathException e) {
      log.warn(
          "taskset {}: the sources cannot be compared: {}", request.taskset().key(), e.toString());
      return null;
    }
  }

  @Override
  public void distrust(Taskset taskset) {
    if (SafeName.isSafe(taskset.rsyncName())) {
      dir.workspace(taskset.rsyncName()).forgetSetUp();
    }
  }
}
