package io.rrrspec.client.source;

import io.rrrspec.common.ServiceException;
import io.rrrspec.common.UsageException;
import io.rrrspec.common.model.RsyncInfo;
import io.rrrspec.common.process.LastLines;
import io.rrrspec.common.process.LineSplitter;
import io.rrrspec.common.process.Program;
import io.rrrspec.common.process.ProgramRun;
import io.rrrspec.common.rsync.RsyncCommand;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Sends a directory to where workers fetch it. Left out is what Git ignores, {@code .git}, {@code
 * .rrrspec}, and directories {@code target} and {@code build} that are not below a {@code src} and
 * are no module; {@code .rrrspec-filter} files hold rules of rsync that come before all these. What
 * a rule means is rsync's to say, and what Git ignores is Git's: nothing here matches names itself.
 */
public final class Packer {
  private static final int LAST_LINES = 12;
  private static final int MOST_BYTES_READ = 64 * 1_024;

  /** What we call the program; found in the PATH. */
  private final String rsync;

  public Packer() {
    this("rsync");
  }

  Packer(String rsync) {
    this.rsync = rsync;
  }

  /**
   * Sends it, and removes there what is not here any more.
   *
   * @param directory absolute
   * @param stop whether to give up; looked at all the time
   * @return false if it gave up
   * @throws UsageException if there is no such directory
   * @throws ServiceException if rsync is missing or fails; with its last lines
   */
  public boolean send(Path directory, RsyncInfo target, String rsyncName, BooleanSupplier stop) {
    requireDirectory(directory, target, rsyncName);
    Path output = temporary(".log");
    Path ignored = temporary(".rules");
    try {
      List<String> rules = rules(directory, ignored);
      List<String> command = RsyncCommand.send(rsync, directory, target, rsyncName, rules);
      ProgramRun.Result result = run(command, output, stop);
      if (result.end() == ProgramRun.End.CANCELLED) {
        return false;
      }
      if (result.exitCode() != 0) {
        throw failed(result.exitCode(), directory, target.directory(rsyncName), output);
      }
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    } finally {
      delete(output);
      delete(ignored);
    }
  }

  private static void requireDirectory(Path directory, RsyncInfo target, String rsyncName) {
    if (!Files.isDirectory(directory)) {
      throw new UsageException(
          "packaging_dir: there is no directory " + directory + ": write the one to be sent");
    }
    String remote = target.directory(rsyncName);
    if (remote.startsWith("/") && Path.of(remote).normalize().startsWith(directory)) {
      throw new UsageException(
          "packaging_dir "
              + directory
              + " contains the place that sources are sent to, "
              + remote
              + ": it would grow with every run; write a smaller directory");
    }
  }

  /**
   * Which files are sent.
   *
   * @param ignored a file to put patterns into, read by rsync
   */
  static List<String> rules(Path directory, Path ignored) {
    List<String> rules = new ArrayList<>();
    rules.add("--filter=: .rrrspec-filter");
    List<String> patterns = ignoredPatterns(directory);
    if (patterns == null) {
      rules.add("--filter=:- .gitignore");
    } else {
      write(ignored, patterns);
      rules.add("--exclude-from=" + ignored);
    }
    rules.add("--exclude=.git");
    rules.add("--exclude=.rrrspec");
    // Packages may be called target and build, too, and modules.
    rules.add("--include=src/***");
    rules.addAll(modulesLikeOutputs(directory));
    rules.add("--exclude=target/");
    rules.add("--exclude=build/");
    return rules;
  }

  /** Lets the directories through that only look like outputs; their own outputs stay out. */
  private static List<String> modulesLikeOutputs(Path directory) {
    Set<String> rules = new TreeSet<>();
    for (String module : ModulePoms.directories(directory)) {
      for (Path part = Path.of(module); part != null; part = part.getParent()) {
        if (part.endsWith("target") || part.endsWith("build")) {
          rules.add("--include=/" + literal(part.toString()) + "/");
        }
      }
    }
    return List.copyOf(rules);
  }

  /** Rsync patterns for all that Git ignores; null if Git cannot tell. */
  private static @Nullable List<String> ignoredPatterns(Path directory) {
    return GitFiles.ignored(directory)
        .map(
            paths ->
                paths.stream()
                    .filter(path -> path.indexOf('\n') < 0)
                    .map(path -> "/" + literal(path))
                    .toList())
        .orElse(null);
  }

  /** To rsync a backslash is one, unless the pattern has a wildcard. */
  private static String literal(String path) {
    return path.matches("(?s).*[*?\\[].*") ? path.replaceAll("([\\\\*?\\[])", "\\\\$1") : path;
  }

  private ProgramRun.Result run(List<String> command, Path output, BooleanSupplier stop)
      throws InterruptedException {
    try {
      // In the group of this process: ssh may ask for a password. Its output goes to a file, since
      // a connection that ssh keeps in the background would hold a pipe open.
      return Program.of(command)
          .errorsToOutput()
          .outputFile(output)
          .cancelledWhen(stop)
          .killedAtExit()
          .run();
    } catch (ServiceException e) {
      throw new ServiceException(
          "cannot start " + rsync + ", which sends the sources: install rsync on this machine", e);
    }
  }

  private static ServiceException failed(int code, Path directory, String remote, Path output) {
    String said = lastLines(output);
    String advice;
    if (said.contains("No space left on device")) {
      advice = "there is no space left: make some, or have the server publish another place";
    } else if (said.contains("rsync: command not found") || code == 127) {
      advice = "there is no rsync on the other side: install it there";
    } else {
      advice = "see what rsync says above";
    }
    return ServiceException.ofProgram(
        "rsync could not send "
            + directory
            + " to "
            + remote
            + " (exit code "
            + code
            + "): "
            + advice,
        said);
  }

  private static String lastLines(Path output) {
    LastLines last = new LastLines(LAST_LINES, MOST_BYTES_READ);
    try (LineSplitter lines =
        new LineSplitter(StandardCharsets.UTF_8, MOST_BYTES_READ, line -> last.add(plain(line)))) {
      Files.copy(output, lines);
    } catch (IOException e) {
      return "the output of rsync cannot be read: " + e.getMessage();
    }
    return last.text();
  }

  /** Names of files may hold anything. */
  private static String plain(String line) {
    return line.replaceAll("\\p{Cntrl}", "?");
  }

  private static void write(Path file, List<String> lines) {
    try {
      Files.write(file, lines);
    } catch (IOException e) {
      throw new ServiceException("cannot write " + file + ": " + e.getMessage(), e);
    }
  }

  private static Path temporary(String ending) {
    try {
      return Files.createTempFile("rrrspec-rsync", ending);
    } catch (IOException e) {
      throw new ServiceException("cannot write a temporary file: " + e.getMessage(), e);
    }
  }

  private static void delete(Path file) {
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      file.toFile().deleteOnExit();
    }
  }
}
