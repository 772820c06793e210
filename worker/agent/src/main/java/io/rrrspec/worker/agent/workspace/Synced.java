package io.rrrspec.worker.agent.workspace;

import io.rrrspec.common.ServiceException;
import io.rrrspec.common.artifact.Artifact;
import io.rrrspec.common.artifact.Holding;
import io.rrrspec.common.config.SafeName;
import io.rrrspec.common.model.JobArtifacts;
import io.rrrspec.common.model.RsyncInfo;
import io.rrrspec.common.model.Taskset;
import io.rrrspec.common.model.WantedWorkspace;
import io.rrrspec.worker.agent.artifact.Peers;
import io.rrrspec.worker.agent.artifact.ServedAt;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Sources that a client has put somewhere, fetched into a workspace that is kept from run to run.
 */
public final class Synced implements Sources {
  private final WorkerDirectory dir;
  private final DiskSpace space;
  private final Supplier<Optional<RsyncInfo>> place;
  private final boolean setupAlways;
  private final InstantSource clock;
  private final @Nullable Peers peers;

  /** Those of the taskset that is served; null: it has none. */
  private volatile @Nullable JobFiles jobFiles;

  /**
   * Makes one; fetches nothing yet.
   *
   * @param diskLimit what all workspaces may take, in bytes, or null
   * @param place where clients put sources, as far as that is known; asked for each run
   * @param setupAlways whether set-up runs even if nothing has changed
   * @param peers the other workers, for what they give and get; null: there are none
   */
  public Synced(
      WorkerDirectory dir,
      @Nullable Long diskLimit,
      Supplier<Optional<RsyncInfo>> place,
      boolean setupAlways,
      InstantSource clock,
      @Nullable Peers peers) {
    this.peers = peers;
    this.dir = dir;
    this.space = new DiskSpace(dir, diskLimit);
    this.place = place;
    this.setupAlways = setupAlways;
    this.clock = clock;
  }

  @Override
  public void onChange(Runnable told) {
    if (peers != null) {
      peers.onChange(told);
    }
  }

  @Override
  public void beat() {
    if (peers != null) {
      peers.beat();
    }
  }

  @Override
  public Optional<ServedAt> servedAt() {
    return peers == null ? Optional.empty() : peers.servedAt();
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
    if (workspace.isEmpty()) {
      // Somebody has deleted it by hand: with the sources, what set-up has made is gone.
      workspace.forget();
    }
    request.lines().accept("fetches the sources");
    String was = workspace.artifact();
    workspace.be(null);
    if (request.wishes().ours()) {
      SharedSetUp shared =
          peers == null ? null : SharedSetUp.of(peers, request, workspace, was, dir);
      OwnWorkspace own =
          new OwnWorkspace(request, workspace, new Rsync(from, workspace), setupAlways, clock);
      own.prepare(shared);
      prepareJob(request, workspace, own);
      WantedWorkspace wanted = request.wishes().workspace();
      workspace.be(wanted == null ? null : wanted.name());
    } else {
      theirs(request, workspace, new Rsync(from, workspace));
    }
    workspace.use(clock.instant());
    return workspace.tree();
  }

  @Override
  public List<Holding> artifacts() {
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
    List<Holding> holdings = new ArrayList<>();
    names.forEach(name -> holdings.add(new Holding(name)));
    if (peers != null) {
      holdings.addAll(peers.holdings());
    }
    return holdings;
  }

  private Path withoutSources(WorkspaceRequest request, String name) throws InterruptedException {
    Path empty = dir.emptyDirectory(name);
    request.synced().run();
    SetUp.run(request, empty);
    return empty;
  }

  private void prepareJob(WorkspaceRequest request, Workspace workspace, OwnWorkspace own)
      throws InterruptedException {
    if (request.wishes().job().equals(JobArtifacts.NONE)) {
      return;
    }
    JobFiles files = new JobFiles(peers, request, workspace.tree(), dir, own::restore);
    jobFiles = files;
    files.prepare();
  }

  @Override
  public Optional<Path> treeOf(Taskset taskset) {
    return taskset.hasNoSources() || !SafeName.isSafe(taskset.rsyncName())
        ? Optional.empty()
        : Optional.of(dir.workspace(taskset.rsyncName()).tree());
  }

  @Override
  public String push(
      String directory, Path tree, List<String> paths, CancellablePrograms programs, Duration limit)
      throws InterruptedException {
    RsyncInfo to =
        place.get().orElseThrow(() -> new ServiceException("nobody says where clients fetch them"));
    return FilesPush.to(to, directory, tree, paths, dir.sentList(), programs, limit);
  }

  @Override
  public void keepOutputs(Taskset taskset, Consumer<String> lines) {
    JobFiles files = jobFiles;
    if (files != null && files.isOf(taskset.key())) {
      files.keep(lines);
    }
  }

  @Override
  public void release(Taskset taskset) throws InterruptedException {
    JobFiles files = jobFiles;
    if (files != null && files.isOf(taskset.key())) {
      files.end();
      jobFiles = null;
    }
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
    OwnWorkspace.tell(request, "synced");
    request.synced().run();
    SetUp.run(request, workspace.tree());
    OwnWorkspace.tell(request, "set up");
  }

  @Override
  public void distrust(Taskset taskset) {
    if (SafeName.isSafe(taskset.rsyncName())) {
      dir.workspace(taskset.rsyncName()).forgetSetUp();
    }
  }
}
