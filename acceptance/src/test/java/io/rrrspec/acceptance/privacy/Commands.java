package io.rrrspec.acceptance.privacy;

import io.rrrspec.testing.Checkout;
import java.io.File;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;

/**
 * Commands of the built distribution in a place that every user can enter, with a umask that closes
 * nothing; and a project with a test that waits until it is told to go on.
 */
final class Commands implements AutoCloseable {
  /** What the test prints, which is nobody else's. */
  static final String PRINTED = "a-balance-of-4711";

  private static final Path SCRIPT = Checkout.distribution().resolve("bin/rrrspec-java");
  private static final Path PROJECT = Checkout.project("junit4");
  private static final Duration LIMIT = Duration.ofMinutes(4);

  private final Path place;
  private final Path gate;
  private final OurProcesses processes = new OurProcesses(UUID.randomUUID().toString());
  private final Map<String, String> environment = new TreeMap<>();
  private final List<Process> started = new ArrayList<>();

  Commands(Path place) throws IOException, InterruptedException {
    this.place = place;
    this.gate = place.resolve("gate");
    open(place);
    for (String name : List.of("data", "cache", "tmp", "home", "out")) {
      open(Files.createDirectory(place.resolve(name)));
    }
    copyProject();
    run("mkfifo", gate.toString());
    environment.put("XDG_DATA_HOME", place.resolve("data").toString());
    environment.put("XDG_CACHE_HOME", place.resolve("cache").toString());
    environment.put("TMPDIR", place.resolve("tmp").toString());
    // H2 lets everybody wait longer with each wrong password, and the other user tries many.
    environment.put(
        "RRRSPEC_JAVA_OPTS",
        "-Dh2.delayWrongPasswordMin=0 -Djava.io.tmpdir=" + place.resolve("tmp"));
    environment.put(OurProcesses.VARIABLE, processes.mark());
  }

  Path project() {
    return place.resolve("project");
  }

  OurProcesses processes() {
    return processes;
  }

  void set(String variable, String value) {
    environment.put(variable, value);
  }

  /** Starts a command of the launcher; its output goes to files by the given name. */
  Process start(String name, String... arguments) throws IOException {
    List<String> command =
        new ArrayList<>(List.of("/bin/bash", "-c", "umask 022; exec \"$@\"", "-"));
    command.add(SCRIPT.toString());
    command.addAll(List.of(arguments));
    ProcessBuilder builder = new ProcessBuilder(command).directory(project().toFile());
    builder.environment().keySet().removeIf(key -> key.startsWith("RRRSPEC_"));
    builder.environment().putAll(environment);
    Process process =
        builder
            .redirectInput(new File("/dev/null"))
            .redirectOutput(output(name).toFile())
            .redirectError(errors(name).toFile())
            .start();
    started.add(process);
    return process;
  }

  /** Waits until what a command writes to stderr matches; returns the first group. */
  String await(String name, String regex) {
    Matcher[] found = {Pattern.compile(regex).matcher("")};
    Awaitility.await("'" + regex + "' from " + name)
        .atMost(LIMIT)
        .until(
            () -> {
              found[0] = Pattern.compile(regex).matcher(Files.readString(errors(name)));
              return found[0].find();
            });
    return found[0].group(1);
  }

  /** Waits until a slave is in the test; returns what lets the test go on when it is closed. */
  FileChannel awaitTest() throws Exception {
    return CompletableFuture.supplyAsync(
            () -> {
              try {
                // Waits until somebody reads.
                return FileChannel.open(gate, StandardOpenOption.WRITE);
              } catch (IOException e) {
                throw new java.io.UncheckedIOException(e);
              }
            })
        .get(LIMIT.toSeconds(), TimeUnit.SECONDS);
  }

  /** Waits for the end of a command; returns its exit code. */
  int awaitEnd(Process process) throws InterruptedException {
    if (!process.waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS)) {
      throw new AssertionError("it does not end: " + process.info());
    }
    return process.exitValue();
  }

  /** Everything that commands have made: in data, cache, temporary directory and project. */
  List<Path> made() throws IOException {
    List<Path> all = new ArrayList<>();
    for (String name : List.of("data", "cache", "tmp", "work", "project/.rrrspec")) {
      Path top = place.resolve(name);
      if (Files.exists(top)) {
        walk(top, all);
        // Those at the top are the test's own.
        all.remove(top);
      }
    }
    return all;
  }

  /** What is deleted meanwhile is left out. */
  private static void walk(Path top, List<Path> found) throws IOException {
    Files.walkFileTree(
        top,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path dir, BasicFileAttributes attributes) {
            found.add(dir);
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            found.add(file);
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFileFailed(Path file, IOException e) {
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult postVisitDirectory(Path dir, @Nullable IOException e) {
            return FileVisitResult.CONTINUE;
          }
        });
  }

  /** Waits until the launcher's archives of classes are made, which it does in the background. */
  void awaitArchives() {
    Awaitility.await("archives of classes")
        .atMost(LIMIT)
        .until(() -> processes.commandLines().stream().noneMatch(l -> l.contains("Archive")));
  }

  /** What a command wrote, for messages. */
  String said(String name) throws IOException {
    return Files.readString(errors(name)) + Files.readString(output(name));
  }

  @Override
  public void close() throws InterruptedException {
    for (Process process : started) {
      process.destroy();
    }
    for (Process process : started) {
      if (!process.waitFor(60, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    }
  }

  private Path output(String name) {
    return place.resolve("out/" + name + ".out");
  }

  private Path errors(String name) {
    return place.resolve("out/" + name + ".err");
  }

  private void copyProject() throws IOException {
    try (Stream<Path> tree = Files.walk(PROJECT)) {
      for (Path path : tree.toList()) {
        Path relative = PROJECT.relativize(path);
        if (!relative.startsWith("target") && !relative.startsWith(".rrrspec")) {
          Files.copy(path, project().resolve(relative.toString()));
        }
      }
    }
    Files.writeString(
        project().resolve("src/test/java/example/GateTest.java"),
        """
        package example;

        public class GateTest {
          @org.junit.Test
          public void waits() throws Exception {
            System.out.println("%s");
            try (java.io.FileInputStream gate = new java.io.FileInputStream("%s")) {
              gate.read();
            }
          }
        }
        """
            .formatted(PRINTED, gate));
  }

  private static void open(Path directory) throws IOException {
    Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  private static void run(String... command) throws IOException, InterruptedException {
    if (new ProcessBuilder(command).inheritIO().start().waitFor() != 0) {
      throw new IOException("failed: " + List.of(command));
    }
  }
}
