package io.rrrspec.worker.agent.workspace;

import io.rrrspec.common.ServiceException;
import io.rrrspec.common.artifact.Holding;
import io.rrrspec.common.model.Taskset;
import io.rrrspec.worker.agent.artifact.ServedAt;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** Where a worker gets what it tests. */
public interface Sources {
  /** The directory that holds the workspaces, as foreign slaves are told. */
  Path workingDir();

  /** What the environment of every process that works here is marked with. */
  String mark();

  /**
   * Makes the sources of a taskset ready to be tested. May take long: {@link
   * CancellablePrograms#end} of the request ends it. Harmless if made again.
   *
   * @return the directory in which its slaves run
   * @throws ServiceException if that is not possible; the message says why, in a few lines at most
   */
  Path prepare(WorkspaceRequest request) throws InterruptedException;

  /**
   * The artifacts that are here, for others to know, what was used last first. See {@link
   * io.rrrspec.common.artifact.Artifact}.
   */
  default List<Holding> artifacts() {
    return List.of();
  }

  /** Where others get those that have content; empty: nowhere. */
  default Optional<ServedAt> servedAt() {
    return Optional.empty();
  }

  /** Has somebody told when other artifacts are here than before, from any thread. */
  default void onChange(Runnable told) {}

  /** Goes on to say for what others may wait; called with each heartbeat. */
  default void beat() {}

  /**
   * The only command of the taskset has passed here, and nothing of it runs any more: its declared
   * outputs are kept for others, if that is possible.
   *
   * @param lines gets what came of it
   */
  default void keepOutputs(Taskset taskset, Consumer<String> lines) {}

  /**
   * Where the workspace of a taskset is or will be; empty if files that are made there need not be
   * sent anywhere, or cannot.
   */
  default Optional<Path> treeOf(Taskset taskset) {
    return Optional.empty();
  }

  /**
   * Puts files where clients fetch them.
   *
   * @param directory the name of the directory there
   * @param paths relative to the tree, see {@link #treeOf}
   * @param limit how long it may take
   * @return why not all of them are there, in one line; empty if they are
   * @throws ServiceException if that is not possible
   */
  default String push(
      String directory, Path tree, List<String> paths, CancellablePrograms programs, Duration limit)
      throws InterruptedException {
    throw new ServiceException("nobody fetches files from here");
  }

  /** The worker has left the taskset, and nothing of it runs here any more. */
  void release(Taskset taskset) throws InterruptedException;

  /** Slaves cannot start on what was prepared: it is not to be taken for good the next time. */
  void distrust(Taskset taskset);
}
