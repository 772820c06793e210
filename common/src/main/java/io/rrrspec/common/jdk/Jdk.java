package io.rrrspec.common.jdk;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An installed JDK, or a JRE.
 *
 * @param version its major version, such as 11; of Java 1.8 it is 8
 * @param home the directory that has its {@code bin/java}; absolute
 */
public record Jdk(int version, Path home) {
  private static final Pattern VERSION = Pattern.compile("JAVA_VERSION=\"(?:1\\.)?(\\d{1,4})");

  /** The file is a few lines; what is larger is no such file. */
  private static final long LARGEST_RELEASE = 1 << 20;

  /** Its executable. */
  public Path java() {
    return home.resolve("bin/java");
  }

  /**
   * Reads which JDK a directory holds, from its file {@code release}. No process is started.
   *
   * @return empty if there is no executable {@code bin/java}, or if that file does not tell
   */
  public static Optional<Jdk> at(Path home) {
    if (!Files.isExecutable(home.resolve("bin/java"))) {
      return Optional.empty();
    }
    Path release = home.resolve("release");
    try {
      if (!Files.isRegularFile(release) || Files.size(release) > LARGEST_RELEASE) {
        return Optional.empty();
      }
      Matcher matcher = VERSION.matcher(Files.readString(release));
      return matcher.find()
          ? Optional.of(new Jdk(Integer.parseInt(matcher.group(1)), home.toAbsolutePath()))
          : Optional.empty();
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /** The JDK that an executable belongs to; empty if nobody can tell. */
  public static Optional<Jdk> ofJava(Path java) {
    Path bin = java.toAbsolutePath().getParent();
    Path home = bin == null ? null : bin.getParent();
    return home == null ? Optional.empty() : at(home);
  }
}
