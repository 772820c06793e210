package io.rrrspec.common.rsync;

import io.rrrspec.common.model.RsyncInfo;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Builds the command lines of rsync: of clients, which send sources, and of workers, which fetch
 * them. They begin with the options that the server publishes ({@link RsyncInfo}). Sources that are
 * sent or fetched must be those of the other side; by itself rsync takes two files of one size and
 * one time for the same, but times are what a checkout, a cache or a CI step makes them. Therefore
 * files are compared by their content.
 */
public final class RsyncCommand {
  private static final String PROGRAM = "rsync";

  /** Names are listed as they are: without this, rsync writes other alphabets in octal. */
  private static final String NAMES_AS_THEY_ARE = "--8-bit-output";

  private RsyncCommand() {}

  /**
   * Sends a directory, and deletes on the other side what is not sent.
   *
   * @param program how rsync is called here; found in the PATH
   * @param directory its content is sent
   * @param rules options that say which files are left out
   */
  public static List<String> send(
      String program, Path directory, RsyncInfo to, String rsyncName, List<String> rules) {
    List<String> command = new ArrayList<>();
    command.add(program);
    command.addAll(RsyncOptions.byContent(to.optionWords()));
    // What was sent once and is left out now is as wrong there as what is not here any more.
    command.add("--delete");
    command.add("--delete-excluded");
    command.addAll(rules);
    return between(command, directory + "/", to.directory(rsyncName));
  }

  /**
   * Lists what {@link #send} would send to an empty place, without sending it. Each file is a
   * {@link RsyncItem}.
   *
   * @param rules as for send
   * @param nowhere an empty directory
   */
  public static List<String> listSent(
      Path directory, RsyncInfo to, List<String> rules, Path nowhere) {
    List<String> command = new ArrayList<>();
    command.add(PROGRAM);
    command.addAll(to.optionWords());
    command.addAll(rules);
    command.addAll(List.of("--dry-run", NAMES_AS_THEY_ARE, RsyncItem.FORMAT));
    return between(command, directory + "/", nowhere + "/");
  }

  /** Fetches with exactly the options that the server publishes, as foreign implementations do. */
  public static List<String> fetchAsPublished(RsyncInfo from, String rsyncName, Path to) {
    List<String> command = new ArrayList<>();
    command.add(PROGRAM);
    command.addAll(from.optionWords());
    return between(command, from.directory(rsyncName), to + "/");
  }

  /**
   * Fetches, and tells of every file of the source in a {@link RsyncItem}.
   *
   * @param exact whether everything goes that is not in the source; without that nothing is deleted
   */
  public static List<String> fetchListed(RsyncInfo from, String rsyncName, Path to, boolean exact) {
    List<String> command = new ArrayList<>();
    command.add(PROGRAM);
    // What prepare notes is about one place; a client's own notes must not come in between.
    command.add("--exclude=.rrrspec");
    for (String option : RsyncOptions.byContent(from.optionWords())) {
      if (!option.startsWith("--del")) {
        command.add(option);
      }
    }
    if (command.stream().noneMatch(option -> option.startsWith("--timeout"))) {
      // Seconds without a byte: a connection that hangs must not block the worker.
      command.add("--timeout=300");
    }
    // Products may stand in a directory that has become a file.
    command.add("--force");
    if (exact) {
      command.add("--delete");
    }
    command.addAll(List.of(NAMES_AS_THEY_ARE, "-i", "-i", RsyncItem.FORMAT));
    return between(command, from.directory(rsyncName), to + "/");
  }

  /**
   * Sends some files of a directory to a place of their own; links are not sent.
   *
   * @param list a file with the paths, a NUL behind each
   */
  public static List<String> sendFiles(Path directory, RsyncInfo to, String name, Path list) {
    List<String> command = someFiles(to);
    command.addAll(List.of("--omit-dir-times", "--from0", "--files-from=" + list));
    return between(command, directory + "/", to.directory(name));
  }

  /**
   * Lists the files of such a place. Each is a {@link RsyncItem} with its size.
   *
   * @param nowhere an empty directory
   */
  public static List<String> listFiles(RsyncInfo from, String name, Path nowhere) {
    List<String> command = someFiles(from);
    command.addAll(List.of("--dry-run", NAMES_AS_THEY_ARE, RsyncItem.SIZED_FORMAT));
    return between(command, from.directory(name), nowhere + "/");
  }

  /**
   * Fetches some files of such a place; links are not fetched.
   *
   * @param list a file with the paths, a NUL behind each
   * @param mostBytes larger ones are not fetched
   */
  public static List<String> fetchFiles(
      RsyncInfo from, String name, Path to, Path list, long mostBytes) {
    List<String> command = someFiles(from);
    command.addAll(
        List.of("--max-size=" + mostBytes, "--omit-dir-times", "--from0", "--files-from=" + list));
    return between(command, from.directory(name), to + "/");
  }

  private static List<String> someFiles(RsyncInfo where) {
    List<String> command = new ArrayList<>();
    command.add(PROGRAM);
    for (String option : RsyncOptions.byContent(where.optionWords())) {
      if (!option.startsWith("--del")) {
        command.add(option);
      }
    }
    command.addAll(
        List.of("--recursive", "--no-links", "--no-devices", "--no-specials", "--timeout=60"));
    return command;
  }

  /**
   * Removes one set of sources, and nothing beside it.
   *
   * @param nothing an empty directory
   */
  public static List<String> remove(RsyncInfo where, String rsyncName, Path nothing) {
    List<String> command = new ArrayList<>();
    command.add(PROGRAM);
    for (String option : where.optionWords()) {
      if (!option.startsWith("--del")) {
        command.add(option);
      }
    }
    command.addAll(
        List.of(
            "--recursive",
            "--delete",
            "--force",
            "--timeout=300",
            "--include=/" + rsyncName,
            "--include=/" + rsyncName + "/***",
            "--exclude=*"));
    return between(command, nothing + "/", where.directory(".").replaceFirst("\\./$", ""));
  }

  private static List<String> between(List<String> command, String from, String to) {
    command.addAll(List.of("--", from, to));
    return List.copyOf(command);
  }
}
