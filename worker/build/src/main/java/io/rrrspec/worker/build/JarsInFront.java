package io.rrrspec.worker.build;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.jar.JarFile;
import java.util.regex.Pattern;

/**
 * Which jars of a class path can stand in front of its directories. An archive of loaded classes
 * needs that: the JVM takes it only if nothing but the archived jars comes first. So only the jars
 * of JUnit and of what it needs are moved, which nearly every launch of a build has alike and can
 * share one archive of, and each only if nothing that it passes has a name in common with it.
 */
final class JarsInFront {
  private static final Pattern OF_JUNIT =
      Pattern.compile(
          "(?:junit-(?:jupiter|platform|vintage|4\\.)|hamcrest|opentest4j|apiguardian-api).*\\.jar");

  private static final String META = "META-INF/";
  private static final String MANIFEST = META + "MANIFEST.MF";
  private static final String VERSIONS = META + "versions/";

  /** What each jar has, so that many launches read it once. */
  private final Map<String, Set<String>> places = new HashMap<>();

  /**
   * The order of a class path for a quick start.
   *
   * @param inFront the jars that come first; may be empty
   * @param behind everything else, in its own order
   */
  record Order(List<String> inFront, List<String> behind) {
    /** The whole class path. */
    String classPath() {
      List<String> all = new ArrayList<>(inFront);
      all.addAll(behind);
      return String.join(File.pathSeparator, all);
    }
  }

  /**
   * Orders a class path.
   *
   * @param classPath directories and jars, as the build has them
   */
  Order order(List<String> classPath) {
    List<String> inFront = new ArrayList<>();
    List<String> behind = new ArrayList<>();
    for (String entry : classPath) {
      if (isOfJUnit(entry) && behind.stream().noneMatch(other -> meet(entry, other))) {
        inFront.add(entry);
      } else {
        behind.add(entry);
      }
    }
    return new Order(inFront, behind);
  }

  private static boolean isOfJUnit(String entry) {
    Path file = Path.of(entry);
    Path name = file.getFileName();
    return name != null && OF_JUNIT.matcher(name.toString()).matches() && Files.isRegularFile(file);
  }

  private boolean meet(String jar, String other) {
    Set<String> ofJar = placesOf(jar);
    Path path = Path.of(other);
    if (Files.isDirectory(path)) {
      return ofJar.stream().anyMatch(place -> Files.exists(path.resolve(place)));
    }
    Set<String> ofOther = placesOf(other);
    return ofJar.stream().anyMatch(ofOther::contains);
  }

  private Set<String> placesOf(String jar) {
    return places.computeIfAbsent(jar, JarsInFront::read);
  }

  /** Packages and other directories are enough, and all of META-INF by its whole names. */
  private static Set<String> read(String jar) {
    Set<String> found = new HashSet<>();
    if (!Files.isRegularFile(Path.of(jar))) {
      return found;
    }
    try (JarFile file = new JarFile(jar)) {
      file.stream()
          .filter(entry -> !entry.isDirectory())
          .map(entry -> placeOf(entry.getName()))
          .filter(place -> !place.isEmpty())
          .forEach(found::add);
    } catch (IOException e) {
      // The JVM passes over it, too.
    }
    return found;
  }

  private static String placeOf(String name) {
    String rest = name;
    if (rest.startsWith(VERSIONS)) {
      rest = rest.substring(rest.indexOf('/', VERSIONS.length()) + 1);
    }
    if (rest.equals("module-info.class") || rest.equals(MANIFEST)) {
      // Another jar, Surefire's or ours, is the first that has a manifest anyway.
      return "";
    }
    if (rest.startsWith(META)) {
      return rest;
    }
    int end = rest.lastIndexOf('/');
    return end < 0 ? rest : rest.substring(0, end);
  }
}
