package io.rrrspec.common.jdk;

import io.rrrspec.common.UsageException;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** The JDKs of this machine, one of each version. */
public final class Jdks {
  private static final Path INSTALLED = Path.of("/usr/lib/jvm");

  private final Map<Integer, Jdk> byVersion;

  private Jdks(Map<Integer, Jdk> byVersion) {
    this.byVersion = byVersion;
  }

  /**
   * Looks for them: first those of the setting, then the JVM's own, {@code JAVA_HOME} and variables
   * such as {@code JAVA_HOME_11_X64}, those of Maven's {@code toolchains.xml}, and {@code
   * /usr/lib/jvm}. The first of a version counts.
   *
   * @param told the setting {@code jdks}
   * @throws UsageException if one of the setting is no JDK
   */
  public static Jdks here(List<String> told) {
    Path home = Path.of(System.getProperty("user.home", "/"));
    return find(
        told,
        Path.of(System.getProperty("java.home", "/")),
        System.getenv(),
        home.resolve(".m2/toolchains.xml"),
        INSTALLED);
  }

  static Jdks find(
      List<String> told,
      Path own,
      Map<String, String> environment,
      Path toolchains,
      Path installed) {
    Map<Integer, Jdk> found = new TreeMap<>();
    for (String text : told) {
      Path home = Path.of(text);
      Jdk jdk =
          Jdk.at(home)
              .filter(one -> home.isAbsolute())
              .orElseThrow(
                  () ->
                      new UsageException(
                          "jdks: "
                              + text
                              + " is no JDK: write an absolute path of a directory with a file"
                              + " bin/java and a file release"));
      found.putIfAbsent(jdk.version(), jdk);
    }
    List<Path> homes = new ArrayList<>();
    homes.add(own);
    new TreeMap<>(environment)
        .forEach(
            (name, value) -> {
              if (!value.isEmpty() && name.matches("JAVA_HOME(_\\d{1,4}(_[A-Za-z0-9]+)?)?")) {
                homes.add(Path.of(value));
              }
            });
    homes.addAll(ToolchainsFile.homes(toolchains));
    homes.addAll(children(installed));
    homes.forEach(home -> Jdk.at(home).ifPresent(jdk -> found.putIfAbsent(jdk.version(), jdk)));
    return new Jdks(found);
  }

  private static Collection<Path> children(Path directory) {
    Set<Path> children = new TreeSet<>();
    try (DirectoryStream<Path> stream = Files.newDirectoryStream(directory)) {
      stream.forEach(children::add);
    } catch (IOException e) {
      return children;
    }
    return children;
  }

  /** The versions, in order. */
  public Set<Integer> versions() {
    return new TreeSet<>(byVersion.keySet());
  }

  /** Whether there is one of a version. */
  public boolean has(int version) {
    return byVersion.containsKey(version);
  }

  /**
   * The JDK of a version.
   *
   * @throws UsageException if there is none
   */
  public Jdk require(int version) {
    Jdk jdk = byVersion.get(version);
    if (jdk == null) {
      throw new UsageException(
          "jdk: there is no JDK "
              + version
              + " on this machine (there are: "
              + text(byVersion.keySet())
              + "): install one, or write its directory in jdks");
    }
    return jdk;
  }

  /** Versions for a person: {@code 11, 17}, or {@code none}. */
  public static String text(Collection<Integer> versions) {
    return versions.isEmpty()
        ? "none"
        : new TreeSet<>(versions).stream().map(String::valueOf).collect(Collectors.joining(", "));
  }
}
