package io.rrrspec.worker.agent.workspace;

import io.rrrspec.common.ServiceException;
import io.rrrspec.common.model.RsyncInfo;
import io.rrrspec.common.model.RsyncOptions;
import io.rrrspec.common.process.Program;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Fetches sources with rsync. */
final class Rsync {
  /** What {@code setsid} ends with when it cannot find a program. */
  private static final int NOT_FOUND = 127;

  /** Stands before what rsync tells of a file, so that it is not taken for anything else. */
  private static final String PREFIX = "rrrspec:";

  private static final Pattern ITEM = Pattern.compile("^" + PREFIX + "([^|]*)\\|(.*)");
  private static final Pattern ESCAPE = Pattern.compile("\\\\#([0-7]{3})");

  private final RsyncInfo from;
  private final Workspace to;

  /** Who is told of what was fetched. */
  interface Received {
    /**
     * One file.
     *
     * @param path as rsync writes it, see {@link #unescaped}; directories end with a slash
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
    run(request, from.optionWords(), request::output);
  }

  /**
   * With a list of all files; deletes nothing, unless it has to be exact.
   *
   * @param exact whether everything goes that is not in the source
   * @param received is told of every file of the source
   */
  void listing(WorkspaceRequest request, boolean exact, Received received)
      throws InterruptedException {
    List<String> options = new ArrayList<>();
    // What prepare notes is about one place; a client's own notes must not come in between.
    options.add("--exclude=.rrrspec");
    for (String option : RsyncOptions.byContent(from.optionWords())) {
      if (!option.startsWith("--del")) {
        options.add(option);
      }
    }
    if (options.stream().noneMatch(option -> option.startsWith("--timeout"))) {
      // Seconds without a byte: a connection that hangs must not keep the worker for ever.
      options.add("--timeout=300");
    }
    // Products may stand in a directory that has become a file.
    options.add("--force");
    if (exact) {
      options.add("--delete");
    }
    options.addAll(List.of("--8-bit-output", "-i", "-i", "--out-format=" + PREFIX + "%i|%n"));
    boolean[] listed = new boolean[1];
    run(
        request,
        options,
        line -> {
          Matcher item = ITEM.matcher(line);
          if (!item.matches()) {
            if (!line.isBlank()) {
              request.output(line);
            }
          } else if (!item.group(1).startsWith("*")) {
            listed[0] = true;
            received.file(item.group(2), !item.group(1).startsWith("."));
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

  private void run(WorkspaceRequest request, List<String> options, Consumer<String> lines)
      throws InterruptedException {
    List<String> command = new ArrayList<>(List.of("rsync"));
    command.addAll(options);
    command.add("--");
    command.add(from.directory(request.taskset().rsyncName()));
    command.add(to.tree() + "/");
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
        "\n", outcome.lastLines().lines().filter(line -> !line.startsWith(PREFIX)).toList());
  }

  /** A name as it is: rsync writes bytes that would spoil a line as {@code \#ooo}. */
  static String unescaped(String name) {
    if (!name.contains("\\#")) {
      return name;
    }
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    Matcher escape = ESCAPE.matcher(name);
    int end = 0;
    while (escape.find()) {
      bytes.writeBytes(name.substring(end, escape.start()).getBytes(StandardCharsets.UTF_8));
      bytes.write(Integer.parseInt(escape.group(1), 8));
      end = escape.end();
    }
    bytes.writeBytes(name.substring(end).getBytes(StandardCharsets.UTF_8));
    return bytes.toString(StandardCharsets.UTF_8);
  }
}
