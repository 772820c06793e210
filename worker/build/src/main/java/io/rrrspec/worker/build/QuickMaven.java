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
import org.jspecify.annotations.Nullable;

/**
 * Lets a build that is known to be short run with the compiler C1 alone: within a minute C2 costs
 * Maven's JVM more than it brings. docs/speed.md has the figures.
 *
 * <p>What the build makes must not depend on that, so it is not done where something may notice:
 * see {@link #options} and {@link #isSeenIn}.
 */
final class QuickMaven {
  /** A longer build has the compilers of its own choice. */
  static final Duration LONGEST = Duration.ofSeconds(60);

  /** By this property the options are found where they must not be. */
  private static final String MARK = "rrrspec.prepare.quick";

  private static final String ADDED = "-XX:TieredStopAtLevel=1 -D" + MARK;
  private static final String VARIABLE = "MAVEN_OPTS";
  private static final String NEVER = "never";
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
   * The value of {@code MAVEN_OPTS} for the next build of the project.
   *
   * @return null if it stays as it is: the last build was not short, or there was none, or somebody
   *     has chosen a compiler, or may have
   */
  @Nullable String options() {
    String own = environment.getOrDefault(VARIABLE, "");
    if (!wasShort() || !JvmKindFlags.leaveCompilerOpen(chosen(own), environment)) {
      return null;
    }
    return own.isBlank() ? ADDED : ADDED + " " + own;
  }

  /**
   * Whether the options have got into what is known of the build, as they do if its tests get the
   * value of {@code MAVEN_OPTS}.
   */
  static boolean isSeenIn(Path factsFile) throws IOException {
    return Files.exists(factsFile) && Files.readString(factsFile).contains(MARK);
  }

  /** Notes what a whole build took, for the next one; not after {@link #never}. */
  void took(Duration took) throws IOException {
    if (!noted().equals(NEVER)) {
      Files.writeString(file(), Long.toString(took.toMillis()));
    }
  }

  /** Notes that this project never gets the options again. */
  void never() throws IOException {
    Files.writeString(file(), NEVER);
  }

  private boolean wasShort() {
    String noted = noted();
    return noted.matches("[0-9]{1,9}") && Long.parseLong(noted) <= LONGEST.toMillis();
  }

  private String noted() {
    try {
      return Files.isRegularFile(file()) && Files.size(file()) <= 20
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
