package io.rrrspec.acceptance.launcher;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Runs the launcher as a person would, with directories of its own to write to. */
final class Launcher {
  /**
   * An archive is made behind all else that wants a processor, so it takes long where these are
   * busy; what makes it ends after five minutes at the latest.
   */
  static final Duration MAKES_ARCHIVE_FOR = Duration.ofMinutes(6);

  private final Path scratch;
  private final Map<String, String> environment = new HashMap<>();
  private Path directory;

  /** What it ended with. */
  record Result(int code, String out, String err) {}

  Launcher(Path scratch) {
    this.scratch = scratch;
    this.directory = scratch;
    set("XDG_CACHE_HOME", scratch.resolve("cache").toString());
    set("XDG_DATA_HOME", scratch.resolve("data").toString());
  }

  Launcher set(String variable, String value) {
    environment.put(variable, value);
    return this;
  }

  Launcher in(Path otherDirectory) {
    directory = otherDirectory;
    return this;
  }

  Path cache() {
    return scratch.resolve("cache/rrrspec-java");
  }

  /** The paths of all files in the cache, which may change meanwhile; empty if there is none. */
  List<String> cached() throws IOException {
    List<String> found = new ArrayList<>();
    if (Files.isDirectory(cache())) {
      Files.walkFileTree(
          cache(),
          new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path dir, BasicFileAttributes attributes) {
              found.add(dir.toString());
              return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
              found.add(file.toString());
              return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path file, IOException gone) {
              return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path dir, @Nullable IOException gone) {
              return FileVisitResult.CONTINUE;
            }
          });
    }
    return found;
  }

  /** Runs it; what it prints is caught in files, so that nothing of it is a terminal. */
  Result run(Path script, String... args) throws IOException, InterruptedException {
    return finish(start(script, args));
  }

  Process start(Path script, String... args) throws IOException {
    List<String> command = new ArrayList<>(List.of(script.toString()));
    command.addAll(List.of(args));
    File out = File.createTempFile("out", ".txt", scratch.toFile());
    ProcessBuilder builder = new ProcessBuilder(command).directory(directory.toFile());
    builder.environment().keySet().removeIf(name -> name.startsWith("RRRSPEC_"));
    builder.environment().putAll(environment);
    Process process =
        builder
            .redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")))
            .redirectOutput(out)
            .redirectError(new File(out + ".err"))
            .start();
    outputs.put(process.pid(), out.toPath());
    return process;
  }

  /**
   * Waits until nothing lives that knows these directories: what makes an archive in the background
   * would write into them while they are deleted.
   */
  void awaitEnd() throws IOException, InterruptedException {
    long begun = System.nanoTime();
    while (lives() && System.nanoTime() - begun < MAKES_ARCHIVE_FOR.toNanos()) {
      Thread.sleep(50);
    }
  }

  private boolean lives() throws IOException {
    try (Stream<Path> processes = Files.list(Path.of("/proc"))) {
      return processes.anyMatch(dir -> environment(dir).contains(scratch.toString()));
    }
  }

  private static String environment(Path process) {
    try {
      return Files.readString(process.resolve("environ"), StandardCharsets.ISO_8859_1);
    } catch (IOException e) {
      // It is no process, or has ended.
      return "";
    }
  }

  private final Map<Long, Path> outputs = new HashMap<>();

  Result finish(Process process) throws IOException, InterruptedException {
    if (!process.waitFor(60, TimeUnit.SECONDS)) {
      process.destroyForcibly();
      throw new AssertionError("the launcher does not end");
    }
    @Nullable Path out = outputs.get(process.pid());
    if (out == null) {
      throw new IllegalArgumentException("not started here");
    }
    return new Result(
        process.exitValue(), Files.readString(out), Files.readString(Path.of(out + ".err")));
  }
}
