package io.rrrspec.worker.agent.workspace;

import io.rrrspec.common.model.JobArtifacts;
import io.rrrspec.common.model.RsyncInfo;
import io.rrrspec.common.model.SetupWishes;
import io.rrrspec.common.model.Taskset;
import io.rrrspec.common.model.TasksetStatus;
import io.rrrspec.common.model.WantedWorkspace;
import io.rrrspec.worker.agent.artifact.Peers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A place of sources, a working directory, and what a taskset asks of it. */
final class Sandbox implements AutoCloseable {
  static final String OPTIONS = "--recursive --links --perms --times";

  final Path remote;
  final Path work;
  final WorkerDirectory dir;
  final List<String> log = new CopyOnWriteArrayList<>();
  String workerKey = "test:worker:w";
  String name = "shop";
  String setup = "echo set up >>counts; echo working hard";
  String options = OPTIONS;
  String remotePath;
  boolean ours = true;
  boolean always;
  String sources = "digest";
  Map<String, String> environment = Map.of("NUM_SLAVES", "2");
  CancellablePrograms programs;

  Sandbox(Path base) throws IOException {
    this(base, "work");
  }

  /** One of several with the same sources, each in a directory of its own. */
  Sandbox(Path base, String directory) throws IOException {
    remote = Files.createDirectories(base.resolve("remote"));
    work = base.resolve(directory);
    remotePath = remote.toString();
    dir = WorkerDirectory.open(work);
    programs = new CancellablePrograms(dir.mark());
  }

  /** What the client says that the workspace is. */
  @Nullable String state;

  /** Whether the client wants the set-up to be shared. */
  boolean shared;

  /** What the command makes, and what of others it needs. */
  JobArtifacts job = JobArtifacts.NONE;

  /** The other workers; null: none. */
  @Nullable Peers peers;

  Path source(String file, String content) throws IOException {
    Path path = remote.resolve(name).resolve(file);
    Files.createDirectories(path.getParent());
    return Files.writeString(path, content);
  }

  void remove(String file) throws IOException {
    Files.delete(remote.resolve(name).resolve(file));
  }

  /** A file of the workspace. */
  Path here(String file) {
    return work.resolve(name).resolve(file);
  }

  Path prepare() throws InterruptedException {
    return sources(false).prepare(request());
  }

  Synced sources(boolean setupAlways) {
    return new Synced(
        dir,
        null,
        () -> Optional.of(new RsyncInfo(remotePath, options)),
        setupAlways,
        InstantSource.system(),
        peers);
  }

  WorkspaceRequest request() {
    return new WorkspaceRequest(
        workerKey,
        taskset(name, setup, sources),
        new SetupWishes(
            ours, always, Map.of(), state == null ? null : new WantedWorkspace(state, shared), job),
        environment,
        programs,
        log::add,
        () -> log.add("SYNCED"));
  }

  static Taskset taskset(String rsyncName, String setup) {
    return taskset(rsyncName, setup, "digest");
  }

  static Taskset taskset(String rsyncName, String setup, String sources) {
    return Taskset.of("test:taskset:1")
        .rsyncName(rsyncName)
        .commands(setup, "true")
        .tasksetClass("class")
        .status(TasksetStatus.RUNNING)
        .counts(0, 0, 1)
        .sources(sources)
        .build();
  }

  /** How often set-up has run. */
  int setUps() throws IOException {
    return Files.exists(here("counts")) ? Files.readAllLines(here("counts")).size() : 0;
  }

  /** The files of the workspace, without those that set-up has made. */
  List<String> files() throws IOException {
    Path tree = work.resolve(name);
    List<String> names = new ArrayList<>();
    try (Stream<Path> files = Files.walk(tree)) {
      files.filter(Files::isRegularFile).forEach(f -> names.add(tree.relativize(f).toString()));
    }
    names.remove("counts");
    return names.stream().sorted().toList();
  }

  @Override
  public void close() {
    dir.close();
  }
}
