package io.rrrspec.client.source;

import io.rrrspec.common.ServiceException;
import io.rrrspec.common.UsageException;
import io.rrrspec.common.model.RsyncInfo;
import io.rrrspec.common.model.RsyncOptions;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/**
 * Sends a directory to where workers fetch it. Left out is what Git ignores, {@code .git}, {@code
 * .rrrspec}, and directories {@code target} and {@code build} that are not below a {@code src};
 * {@code .rrrspec-filter} files hold rules of rsync that come before all these.
 */
public final class Packer {
  private static final long LOOK_EVERY_MILLIS = 100;
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
      Process process =
          start(command(directory, target.directory(rsyncName), target, ignored), output);
      // Also when this process ends in another way than by returning from here.
      Thread onExit = new Thread(process::destroyForcibly, "end-rsync");
      Runtime.getRuntime().addShutdownHook(onExit);
      try {
        while (!process.waitFor(LOOK_EVERY_MILLIS, TimeUnit.MILLISECONDS)) {
          if (stop.getAsBoolean()) {
            return false;
          }
        }
      } finally {
        process.destroyForcibly();
        forget(onExit);
      }
      if (process.exitValue() != 0) {
        throw failed(process.exitValue(), directory, target.directory(rsyncName), output);
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

  private List<String> command(Path directory, String remote, RsyncInfo target, Path ignored) {
    List<String> command = new ArrayList<>();
    command.add(rsync);
    command.addAll(RsyncOptions.byContent(options(target)));
    // What was sent once and is left out now is as wrong there as what is not here any more.
    command.add("--delete");
    command.add("--delete-excluded");
    command.addAll(rules(directory, ignored));
    command.add("--");
    command.add(directory + "/");
    command.add(remote);
    return command;
  }

  /** What the server wants. */
  static List<String> options(RsyncInfo target) {
    return target.optionWords();
  }

  /**
   * Which files are sent.
   *
   * @param ignored a file to put patterns into, read by rsync
   */
  static List<String> rules(Path directory, Path ignored) {
    List<String> rules = new ArrayList<>();
    rules.add("--filter=: .rrrspec-filter");
    List<String> patterns = IgnoredFiles.patterns(directory).orElse(null);
    if (patterns == null) {
      rules.add("--filter=:- .gitignore");
    } else {
      write(ignored, patterns);
      rules.add("--exclude-from=" + ignored);
    }
    rules.add("--exclude=.git");
    rules.add("--exclude=.rrrspec");
    // Packages may be called target and build, too.
    rules.add("--include=src/***");
    rules.add("--exclude=target/");
    rules.add("--exclude=build/");
    return rules;
  }

  private Process start(List<String> command, Path output) {
    try {
      return new ProcessBuilder(command)
          .redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")))
          .redirectErrorStream(true)
          .redirectOutput(output.toFile())
          .start();
    } catch (IOException e) {
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
    try (var file = Files.newByteChannel(output)) {
      long from = Math.max(0, file.size() - MOST_BYTES_READ);
      var bytes = java.nio.ByteBuffer.allocate((int) (file.size() - from));
      file.position(from);
      while (bytes.hasRemaining() && file.read(bytes) >= 0) {
        continue;
      }
      String text = new String(bytes.array(), java.nio.charset.StandardCharsets.UTF_8);
      List<String> lines = text.lines().map(Packer::plain).filter(l -> !l.isBlank()).toList();
      return String.join("\n", lines.subList(Math.max(0, lines.size() - LAST_LINES), lines.size()));
    } catch (IOException e) {
      return "the output of rsync cannot be read: " + e.getMessage();
    }
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

  private static void forget(Thread onExit) {
    try {
      Runtime.getRuntime().removeShutdownHook(onExit);
    } catch (IllegalStateException e) {
      // The process ends by now, and the hook has its work.
      return;
    }
  }
}
