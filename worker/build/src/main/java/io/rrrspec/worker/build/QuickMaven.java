package io.rrrspec.worker.build;

import io.rrrspec.common.project.JvmKindFlags;
import io.rrrspec.common.project.Project;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Lets a build that is known to be short run with the compiler C1 alone: within a minute C2 costs
 * Maven's JVM more than it brings. docs/speed.md has the figures.
 *
 * <p>What the build makes must not depend on that, so it is not done where something may notice:
 * see {@link #options} and {@link #isSeenIn}. And {@code MAVEN_OPTS} is left alone, since a build
 * may read it, and files such as {@code ~/.mavenrc} may have a default for it: Maven's own script
 * has a second variable for its JVM, which is meant for debuggers.
 */
final class QuickMaven {
  /** A longer build has the compilers of its own choice. */
  static final Duration LONGEST = Duration.ofSeconds(60);

  /** By this property the options are found where they must not be. */
  private static final String MARK = "rrrspec.prepare.quick";

  private static final String ADDED = "-XX:TieredStopAtLevel=1 -D" + MARK;

  /** The variable that has them. */
  static final String VARIABLE = "MAVEN_DEBUG_OPTS";

  private static final String USERS = "MAVEN_OPTS";

  /** So many builds are remembered: after a short one may come one of everything. */
  private static final int REMEMBERED = 5;

  private static final String NEVER = "never";
  private static final String TIMES = "[0-9]{1,9}( [0-9]{1,9}){0,4}";
  private static final int LARGEST = 64 * 1_024;

  private final Path projectDir;
  private final Map<String, String> environment;

  /**
   * @param projectDir absolute
   * @param environment that of Maven
   */
  QuickMaven(Path projectDir, Map<String, String> environment) {
    this.projectDir = projectDir;
    this.environment = environment;
  }

  /**
   * The value of {@link #VARIABLE} for the next build of the project.
   *
   * @return null if it stays as it is: one of the last builds was not short, or there was none, or
   *     somebody has chosen a compiler, or may have
   */
  @Nullable String options() {
    boolean open =
        environment.getOrDefault(VARIABLE, "").isBlank()
            && !isToldOutside()
            && JvmKindFlags.leaveCompilerOpen(
                chosen(environment.getOrDefault(USERS, "")), environment);
    return open && wereShort() ? ADDED : null;
  }

  /** Whether a file that Maven's script reads first may set options of its JVM. */
  private boolean isToldOutside() {
    if (!environment.getOrDefault("MAVEN_SKIP_RC", "").isEmpty()) {
      return false;
    }
    String home = environment.getOrDefault("HOME", "");
    return Stream.of("/etc/mavenrc", "/usr/local/etc/mavenrc", home + "/.mavenrc")
        .map(Path::of)
        .filter(Files::exists)
        .map(QuickMaven::content)
        .anyMatch(text -> text.contains("-X") || text.contains("OPTS") || text.contains("@"));
  }

  /**
   * Whether the options have got into what is known of the build, as they do if its tests get the
   * value of the variable.
   */
  static boolean isSeenIn(Path factsFile) throws IOException {
    return Files.exists(factsFile) && Files.readString(factsFile).contains(MARK);
  }

  /** Notes what a whole build took, for the next ones; not after {@link #never}. */
  void took(Duration took) throws IOException {
    if (!noted().equals(NEVER)) {
      String before = noted().matches(TIMES) ? " " + noted() : "";
      String[] newestFirst = (took.toMillis() + before).split(" ");
      Files.writeString(
          file(), Stream.of(newestFirst).limit(REMEMBERED).collect(Collectors.joining(" ")));
    }
  }

  /** Notes that a build has failed: if that is because of the options, the next one has none. */
  void failed() throws IOException {
    if (!noted().equals(NEVER)) {
      Files.deleteIfExists(file());
    }
  }

  /** Notes that this project never gets the options again. */
  void never() throws IOException {
    Files.writeString(file(), NEVER);
  }

  private boolean wereShort() {
    return noted().matches(TIMES)
        && Stream.of(noted().split(" "))
            .allMatch(millis -> Long.parseLong(millis) <= LONGEST.toMillis());
  }

  private String noted() {
    try {
      return Files.isRegularFile(file()) && Files.size(file()) <= 50
          ? Files.readString(file(), StandardCharsets.ISO_8859_1).strip()
          : "";
    } catch (IOException e) {
      return "";
    }
  }

  private Path file() {
    return Project.directory(projectDir).resolve("maven-took");
  }

  /** The arguments of Maven's JVM by variable and by file. */
  private List<String> chosen(String variable) {
    List<String> arguments = new ArrayList<>(List.of(variable.strip().split("\\s+")));
    for (Path dir = projectDir; dir != null; dir = dir.getParent()) {
      Path file = dir.resolve(".mvn/jvm.config");
      if (Files.exists(file)) {
        arguments.addAll(List.of(content(file).strip().split("\\s+")));
      }
    }
    return arguments;
  }

  /** A file that cannot be read, or is too long to be one, counts as one that may say anything. */
  private static String content(Path file) {
    try {
      return Files.size(file) <= LARGEST
          ? Files.readString(file, StandardCharsets.ISO_8859_1)
          : "@" + file.getFileName();
    } catch (IOException e) {
      return "@" + file.getFileName();
    }
  }
}
