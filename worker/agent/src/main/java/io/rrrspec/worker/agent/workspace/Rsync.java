package io.rrrspec.worker.agent.workspace;

import io.rrrspec.common.ServiceException;
import io.rrrspec.common.model.RsyncInfo;
import io.rrrspec.common.process.Program;
import io.rrrspec.common.rsync.RsyncCommand;
import io.rrrspec.common.rsync.RsyncItem;
import java.util.List;
import java.util.function.Consumer;

/** Fetches sources with rsync. */
final class Rsync {
  /** What {@code setsid} ends with when it cannot find a program. */
  private static final int NOT_FOUND = 127;

  private final RsyncInfo from;
  private final Workspace to;

  /** Who is told of what was fetched. */
  interface Received {
    /**
     * One file.
     *
     * @param path as rsync writes it, see {@link RsyncItem#unescaped}; directories end with a slash
     * @param changed whether rsync had anything to do for its content
     */
    void file(String path, boolean changed);
  }

  Rsync(RsyncInfo from, Workspace to) {
    this.from = from;
    this.to = to;
  }

  /** With exactly the options that are given, as foreign implementations do. */
  void plain(WorkspaceRequest request) throws InterruptedException {
    String name = request.taskset().rsyncName();
    run(request, RsyncCommand.fetchAsPublished(from, name, to.tree()), request::output);
  }

  /**
   * With a list of all files; deletes nothing, unless it has to be exact.
   *
   * @param exact whether everything goes that is not in the source
   * @param received is told of every file of the source
   */
  void listing(WorkspaceRequest request, boolean exact, Received received)
      throws InterruptedException {
    boolean[] listed = new boolean[1];
    String name = request.taskset().rsyncName();
    run(
        request,
        RsyncCommand.fetchListed(from, name, to.tree(), exact),
        line -> {
          RsyncItem item = RsyncItem.parse(line).orElse(null);
          if (item == null) {
            if (!line.isBlank()) {
              request.output(line);
            }
          } else if (item.isOfSource()) {
            listed[0] = true;
            received.file(item.path(), item.isChanged());
          }
        });
    if (!listed[0]) {
      throw new ServiceException(
          "rsync tells nothing of what it fetches: rsync_options needs --recursive and must not have"
              + " --quiet, but is '"
              + from.options()
              + "'");
    }
  }

  private void run(WorkspaceRequest request, List<String> command, Consumer<String> lines)
      throws InterruptedException {
    CancellablePrograms.Outcome outcome =
        request
            .programs()
            .run(
                Program.inOwnGroup(command),
                to.tree(),
                request.environment(),
                lines,
                request::error);
    if (outcome.code() == NOT_FOUND && outcome.lastLines().contains("rsync")) {
      throw new ServiceException("there is no rsync on this worker: install it");
    }
    if (outcome.code() != 0) {
      throw new ServiceException(
          "rsync failed with exit code " + outcome.code() + ":\n" + withoutFiles(outcome));
    }
  }

  private static String withoutFiles(CancellablePrograms.Outcome outcome) {
    return String.join(
        "\n", outcome.lastLines().lines().filter(line -> !RsyncItem.begins(line)).toList());
  }
}
