package io.rrrspec.acceptance.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.rrrspec.testing.Checkout;
import io.rrrspec.testing.CommandLines;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A {@code run} of the built distribution in a copy of a project, as a person starts it. */
final class RealRun {
  private static final Path SCRIPT = Checkout.distribution().resolve("bin/rrrspec-java");
  private static final String MARK = "ACCEPTANCE_MARK";

  private final Path scratch;
  private final Path project;
  private final String mark = UUID.randomUUID().toString();
  private List<String> settings = List.of();
  private final Map<String, String> environment = new HashMap<>();

  /**
   * What it ended with.
   *
   * @param suites the test suites of its JUnit XML
   */
  record Result(int code, String out, String err, Suites suites) {}

  /** Copies the project. */
  RealRun(Path scratch, String name) throws IOException {
    this(scratch, scratch.resolve(name));
    copy(Checkout.project(name), project);
  }

  private RealRun(Path scratch, Path project) throws IOException {
    this.scratch = scratch;
    this.project = project;
    if (!SCRIPT.toFile().setExecutable(true)) {
      throw new IOException("cannot make " + SCRIPT + " executable: build it first");
    }
  }

  /** Another run of the same project by the same person, with its output elsewhere. */
  RealRun beside(Path otherScratch) throws IOException {
    return new RealRun(otherScratch, project);
  }

  Path project() {
    return project;
  }

  /** Uses a file of settings from now on. */
  void settings(Path file) {
    settings = List.of("-c", file.toString());
  }

  /** Sets a variable of its environment from now on. */
  void environment(String name, String value) {
    environment.put(name, value);
  }

  /** Where the run keeps its data. */
  Path data() {
    return scratch.resolve("data/rrrspec-java");
  }

  String err() throws IOException {
    return Files.exists(file("err")) ? Files.readString(file("err")) : "";
  }

  String out() throws IOException {
    return Files.exists(file("out")) ? Files.readString(file("out")) : "";
  }

  /** The test suites of its JUnit XML so far. */
  Suites suites() throws IOException {
    return Suites.read(file("xml"));
  }

  /** Where its JUnit XML of a class is. */
  Path report(String className) {
    return file("xml").resolve("TEST-" + className + ".xml");
  }

  /** Starts it; signals have their usual effect, however this test was started. */
  Process start(String... options) throws IOException {
    return start(true, options);
  }

  /** The same without JUnit XML. */
  Process startBare(String... options) throws IOException {
    return start(false, options);
  }

  private Process start(boolean reports, String... options) throws IOException {
    List<String> words = new ArrayList<>(List.of("run", "--project", project.toString()));
    if (reports) {
      words.addAll(List.of("--junit-xml", file("xml").toString()));
    }
    words.addAll(List.of(options));
    return startCommand(words);
  }

  /** Runs another command in the project's directory to its end. */
  Result command(String... words) throws IOException, InterruptedException {
    return end(startCommand(List.of(words)));
  }

  /** Starts another command in the project's directory. */
  Process startCommand(List<String> words) throws IOException {
    List<String> command =
        new ArrayList<>(List.of("env", "--default-signal=INT,TERM", SCRIPT.toString()));
    command.addAll(settings);
    command.addAll(words);
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().keySet().removeIf(name -> name.startsWith("RRRSPEC_"));
    builder.environment().put("XDG_DATA_HOME", scratch.resolve("data").toString());
    builder.environment().put(MARK, mark);
    builder.environment().putAll(environment);
    return builder
        .directory(project.toFile())
        .redirectInput(new File("/dev/null"))
        .redirectOutput(file("out").toFile())
        .redirectError(file("err").toFile())
        .start();
  }

  /** Runs it to its end. */
  Result run(String... options) throws IOException, InterruptedException {
    return end(start(options));
  }

  /** The same without JUnit XML. */
  Result runBare(String... options) throws IOException, InterruptedException {
    return end(startBare(options));
  }

  private Result end(Process process) throws IOException, InterruptedException {
    if (!process.waitFor(180, TimeUnit.SECONDS)) {
      process.destroyForcibly();
      throw new AssertionError("the run does not end: " + err());
    }
    assertHistoryIsWhole();
    return new Result(process.exitValue(), Files.readString(file("out")), err(), suites());
  }

  /**
   * H2 closes its file under a thread that is interrupted; what was committed in that moment is
   * lost, and only its own trace file tells.
   */
  private void assertHistoryIsWhole() throws IOException {
    Path trace = data().resolve("history.trace.db");
    if (Files.exists(trace)) {
      assertThat(Files.readString(trace)).doesNotContain("ClosedByInterruptException");
    }
  }

  /** The command lines of what it started and what still lives, except makers of archives. */
  List<String> left() throws IOException {
    try (Stream<Path> processes = Files.list(Path.of("/proc"))) {
      return processes
          .filter(dir -> read(dir.resolve("environ")).contains(MARK + "=" + mark + "\0"))
          .mapToLong(dir -> Long.parseLong(String.valueOf(dir.getFileName())))
          .filter(pid -> !CommandLines.makesArchive(pid))
          .mapToObj(CommandLines::of)
          .flatMap(Optional::stream)
          .toList();
    }
  }

  /** The command lines of shells that name the project in a comment, and still live. */
  List<String> hidden() throws IOException {
    try (Stream<Path> processes = Files.list(Path.of("/proc"))) {
      return processes
          .map(dir -> read(dir.resolve("cmdline")).replace('\0', ' '))
          .filter(line -> line.contains("done; : " + project))
          .toList();
    }
  }

  private Path file(String name) {
    return scratch.resolve(project.getFileName() + "." + name);
  }

  private static String read(Path file) {
    try {
      return Files.readString(file, StandardCharsets.ISO_8859_1);
    } catch (IOException e) {
      return "";
    }
  }

  private static void copy(Path from, Path to) throws IOException {
    try (Stream<Path> tree = Files.walk(from)) {
      for (Path path : tree.toList()) {
        Path relative = from.relativize(path);
        if (!relative.startsWith("target") && !relative.startsWith(".rrrspec")) {
          Files.copy(path, to.resolve(relative.toString()));
        }
      }
    }
  }
}
