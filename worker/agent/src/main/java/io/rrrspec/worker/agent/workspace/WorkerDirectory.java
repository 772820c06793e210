package io.rrrspec.worker.agent.workspace;

import io.rrrspec.common.ServiceException;
import io.rrrspec.common.UsageException;
import io.rrrspec.common.files.PrivateFiles;
import io.rrrspec.common.files.Removal;
import io.rrrspec.common.process.ProcessKiller;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Comparator;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The directory of a worker's workspaces. One worker at a time has it, since two would sync into
 * the same trees. What is noted about the workspaces lies beside them, in {@code .rrrspec-java}.
 */
public final class WorkerDirectory implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(WorkerDirectory.class);

  /** The directories of tasksets without sources; no workspace has a name with a dot in front. */
  private static final String JOBS = ".jobs";

  private static final String OURS = ".rrrspec-java";
  private static final String INCOMING = "incoming";
  private static final String MADE = "made";
  private static final String SENT_LIST = "sent.list";
  private static final String OWN_DIRECTORY =
      "name a directory of its own for this worker, with --working-dir";

  private final Path root;
  private final String mark;
  private final FileChannel lock;

  private WorkerDirectory(Path root, String mark, FileChannel lock) {
    this.root = root;
    this.mark = mark;
    this.lock = lock;
  }

  /**
   * Takes a directory, which is made if it is not there and closed to other users, and ends what an
   * earlier worker that was killed has left running in it, and what it wrote for its slaves.
   *
   * @throws UsageException if it cannot be written, or another worker or another user has it
   */
  public static WorkerDirectory open(Path dir) {
    try {
      Path ours = closed(dir).toRealPath().resolve(OURS);
      PrivateFiles.directory(ours, OWN_DIRECTORY);
      FileChannel channel =
          FileChannel.open(
              ours.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
      if (lock(channel) == null) {
        channel.close();
        throw new UsageException(
            "working_dir "
                + dir
                + " is used by another worker that runs: give this one its own with --working-dir");
      }
      String mark = mark(ours.resolve("mark"));
      ProcessKiller.killLeftBehind(mark);
      deleteSlaveFiles(ours);
      remove(ours.resolve(INCOMING));
      remove(ours.resolve(MADE));
      remove(ours.resolve(SENT_LIST));
      remove(dir.toRealPath().resolve(JOBS));
      return new WorkerDirectory(dir.toRealPath(), mark, channel);
    } catch (IOException e) {
      throw new UsageException(
          "working_dir "
              + dir
              + " cannot be written ("
              + e.getMessage()
              + "): name a directory that can be, with --working-dir",
          e);
    }
  }

  /**
   * Sources and what tests print are nobody else's; who could write here could make this worker run
   * anything. What rsync does to the modes below does not matter then.
   */
  private static Path closed(Path dir) throws IOException {
    if (Files.isDirectory(dir) && PrivateFiles.isOpenToAll(dir)) {
      throw new UsageException(
          "working_dir " + dir + " is open to every user of this machine: " + OWN_DIRECTORY);
    }
    return PrivateFiles.directory(dir, OWN_DIRECTORY);
  }

  /** What it told its slaves holds the password of Redis, and nobody needs it any more. */
  private static void deleteSlaveFiles(Path ours) throws IOException {
    try (DirectoryStream<Path> files = Files.newDirectoryStream(ours, "slave-*")) {
      for (Path file : files) {
        remove(file);
      }
    }
  }

  /** Of a worker that was killed. */
  private static void remove(Path left) {
    try {
      Removal.of(left);
    } catch (ServiceException e) {
      log.warn("{}", e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static @Nullable FileLock lock(FileChannel channel) throws IOException {
    try {
      return channel.tryLock();
    } catch (OverlappingFileLockException e) {
      return null;
    }
  }

  /** The same for every worker that ever uses the directory: so it finds what the last one left. */
  private static String mark(Path file) throws IOException {
    if (Files.exists(file)) {
      String kept = Files.readString(file).strip();
      if (kept.matches("[0-9a-f-]{36}")) {
        return kept;
      }
    }
    String fresh = UUID.randomUUID().toString();
    Files.writeString(file, fresh);
    return fresh;
  }

  /** The directory itself; absolute, without links. */
  public Path root() {
    return root;
  }

  /** A directory for what this worker needs while it runs. */
  public Path runtime() {
    return root.resolve(OURS);
  }

  /** Where something is unpacked before it is put in its place; may be there, and is nobody's. */
  Path incoming() {
    return runtime().resolve(INCOMING);
  }

  /** Results that were made here for one job, packed; may be there, and is nobody's. */
  Path made() {
    return runtime().resolve(MADE);
  }

  /** A list of the files that are being sent back; may be there, and is nobody's. */
  Path sentList() {
    return runtime().resolve(SENT_LIST);
  }

  /** The directory of the artifact cache. */
  public Path artifacts() {
    return runtime().resolve("artifacts");
  }

  /** What the environment of every process that works here is marked with. */
  String mark() {
    return mark;
  }

  /** A workspace by its name, which must be a safe one; its directories are there. */
  Workspace workspace(String name) {
    Workspace workspace = new Workspace(root.resolve(name), notes().resolve(name));
    try {
      Files.createDirectories(workspace.tree());
      Files.createDirectories(workspace.notes());
      return workspace;
    } catch (IOException e) {
      throw new ServiceException(
          "the workspace " + workspace.tree() + " cannot be made: " + e.getMessage(), e);
    }
  }

  /**
   * A directory for a taskset without sources, empty; not among the workspaces, whatever its name.
   */
  Path emptyDirectory(String name) throws InterruptedException {
    Path empty = root.resolve(JOBS).resolve(name);
    Removal.of(empty);
    try {
      return Files.createDirectories(empty);
    } catch (IOException e) {
      throw new ServiceException("cannot make " + empty + ": " + e.getMessage(), e);
    }
  }

  /**
   * Removes it with all that was written there; what resists stays until the worker starts again.
   */
  void removeEmptyDirectory(String name) throws InterruptedException {
    try {
      Removal.of(root.resolve(JOBS).resolve(name));
    } catch (ServiceException e) {
      log.warn("{}", e.getMessage());
    }
  }

  /** The names of those workspaces that a worker of ours has made. */
  List<String> names() {
    if (!Files.isDirectory(notes())) {
      return List.of();
    }
    try (Stream<Path> found = Files.list(notes())) {
      return found.map(path -> String.valueOf(path.getFileName())).sorted().toList();
    } catch (IOException e) {
      throw new ServiceException("cannot list " + notes() + ": " + e.getMessage(), e);
    }
  }

  /** The workspaces that a worker of ours has made, what was used last first. */
  List<Workspace> byLastUse() {
    return names().stream()
        .map(name -> new Workspace(root.resolve(name), notes().resolve(name)))
        .sorted(Comparator.comparing(Workspace::lastUse).reversed())
        .toList();
  }

  private Path notes() {
    return root.resolve(OURS).resolve("workspaces");
  }

  /** Lets another worker have it. */
  @Override
  public void close() {
    try {
      lock.close();
    } catch (IOException e) {
      throw new ServiceException("cannot let go of " + root + ": " + e.getMessage(), e);
    }
  }
}
