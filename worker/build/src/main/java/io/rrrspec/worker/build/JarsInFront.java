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
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.Manifest;

/**
 * Which jars of a class path can stand in front of its directories. An archive of loaded classes
 * needs that: the JVM takes it only if nothing but the archived jars comes first. The jars of JUnit
 * and of what it needs come first of all, since nearly every launch of a build has them alike and
 * can share one archive of them; then come libraries of the project ({@link LibrariesInFront}).
 * Each jar of JUnit is moved only if nothing that it passes has a name in common with it. If these
 * names are not those of packages (a manifest, a licence, a service), the classes go alone.
 */
final class JarsInFront {
  /** Where a repository keeps them: a name of a file alone may be anybody's. */
  private static final List<String> OF_JUNIT =
      List.of(
          "/org/junit/jupiter/",
          "/org/junit/platform/",
          "/org/junit/vintage/",
          "/junit/junit/",
          "/org/hamcrest/",
          "/org/opentest4j/",
          "/org/apiguardian/");

  /** Surefire's own jars, which stand first, have these directories, too. */
  private static final Set<String> DIRECTORIES_OF_SUREFIRE = Set.of("META-INF", "org");

  /** Stands for all names that a jar has by the jars that its manifest names. */
  private static final String OTHER_JARS = "Class-Path";

  private static final String META = "META-INF/";
  private static final String MANIFEST = META + "MANIFEST.MF";
  private static final String VERSIONS = META + "versions/";

  /** What each jar has, and where its classes are, so that many launches read it once. */
  private final Map<String, Set<String>> places = new HashMap<>();

  private final Map<String, Set<String>> packages = new HashMap<>();

  /** Kinds of JVMs have one class path. */
  private final Map<List<String>, Order> orders = new HashMap<>();

  private final Map<List<String>, Order> ordersWithLibraries = new HashMap<>();

  private final JarCopies copies;
  private final LibrariesInFront libraries;

  /**
   * @param copies has copies of jars that cannot be moved as they are
   */
  JarsInFront(JarCopies copies) {
    this.copies = copies;
    this.libraries = new LibrariesInFront(copies);
  }

  /**
   * The order of a class path for a quick start.
   *
   * @param inFront the jars of JUnit that come first; may be empty
   * @param libraries those of the project that come next; may be empty
   * @param behind everything else, in its own order; also jars of whose classes alone there is a
   *     copy in front
   * @param copies those of the jars in front that are copies; without one of them the class path is
   *     as the build has it
   */
  record Order(
      List<String> inFront, List<String> libraries, List<String> behind, List<String> copies) {
    /** The whole class path. */
    String classPath() {
      List<String> all = new ArrayList<>(inFront);
      all.addAll(libraries);
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
    return orders.computeIfAbsent(classPath, this::ofJUnit);
  }

  /** The same with libraries of the project in front, where that pays. */
  Order withLibraries(List<String> classPath) {
    return ordersWithLibraries.computeIfAbsent(classPath, this::ofBoth);
  }

  private Order ofBoth(List<String> classPath) {
    Order order = order(classPath);
    LibrariesInFront.Order moved = libraries.order(order.behind());
    List<String> copied = new ArrayList<>(order.copies());
    copied.addAll(moved.copies());
    return new Order(order.inFront(), moved.libraries(), moved.behind(), copied);
  }

  private Order ofJUnit(List<String> classPath) {
    List<String> inFront = new ArrayList<>();
    List<String> behind = new ArrayList<>();
    List<String> copied = new ArrayList<>();
    boolean passesDirectory = false;
    for (String entry : classPath) {
      boolean stays = true;
      if (isOfJUnit(entry)) {
        Path jar = Path.of(entry);
        Path moved = null;
        if (behind.stream().noneMatch(other -> meet(entry, other))) {
          boolean asItIs = !passesDirectory || !JarCopies.answersForRoot(jar);
          moved = asItIs ? jar : copies.withoutRoot(jar);
          stays = moved == null;
        } else if (behind.stream().noneMatch(other -> meetInPackages(entry, other))) {
          moved = copies.ofClasses(jar);
        }
        if (moved != null) {
          inFront.add(moved.toString());
          if (!moved.equals(jar)) {
            copied.add(moved.toString());
          }
        }
      }
      if (stays) {
        behind.add(entry);
        passesDirectory |= !Files.isRegularFile(Path.of(entry));
      }
    }
    return new Order(inFront, List.of(), behind, copied);
  }

  /** Whether a file lies where a repository keeps the jars of JUnit. */
  static boolean isOfJUnit(String entry) {
    String path = entry.replace(File.separatorChar, '/');
    return path.endsWith(".jar")
        && OF_JUNIT.stream().anyMatch(path::contains)
        && Files.isRegularFile(Path.of(entry));
  }

  /** Whether a jar that stands in front of another entry would hide anything of it. */
  private boolean meet(String jar, String other) {
    Path path = Path.of(other);
    return Files.isDirectory(path) && Files.exists(path.resolve(MANIFEST))
        || meet(placesOf(jar), other);
  }

  /** The same of the classes of the jar alone. */
  private boolean meetInPackages(String jar, String other) {
    return meet(packages.computeIfAbsent(jar, JarsInFront::readPackages), other);
  }

  private boolean meet(Set<String> ofJar, String other) {
    Path path = Path.of(other);
    if (Files.isDirectory(path)) {
      return ofJar.stream().anyMatch(place -> Files.exists(path.resolve(place)));
    }
    Set<String> ofOther = placesOf(other);
    return ofOther.contains(OTHER_JARS) || ofJar.stream().anyMatch(ofOther::contains);
  }

  private Set<String> placesOf(String jar) {
    return places.computeIfAbsent(jar, JarsInFront::read);
  }

  /** Packages and other directories are enough; and all of META-INF by its whole names. */
  private static Set<String> read(String jar) {
    Set<String> found = new HashSet<>();
    if (!Files.isRegularFile(Path.of(jar))) {
      return found;
    }
    try (JarFile file = new JarFile(jar)) {
      Manifest manifest = file.getManifest();
      if (manifest != null
          && manifest.getMainAttributes().getValue(Attributes.Name.CLASS_PATH) != null) {
        found.add(OTHER_JARS);
      }
      file.stream()
          .map(JarEntry::getName)
          .map(name -> name.endsWith("/") ? placeOfDirectory(name) : placeOf(name))
          .filter(place -> !place.isEmpty())
          .forEach(found::add);
    } catch (IOException e) {
      // The JVM passes over it, too.
    }
    return found;
  }

  private static Set<String> readPackages(String jar) {
    Set<String> found = new HashSet<>();
    try (JarFile file = new JarFile(jar)) {
      file.stream()
          .map(JarEntry::getName)
          .filter(name -> name.endsWith(".class"))
          .map(JarsInFront::placeOf)
          .filter(place -> !place.isEmpty() && !place.startsWith(META))
          .forEach(found::add);
    } catch (IOException e) {
      // The JVM passes over it, too.
    }
    return found;
  }

  /** A directory is found only where the jar has an entry for it. */
  private static String placeOfDirectory(String name) {
    String place = name.substring(0, name.length() - 1);
    return place.startsWith(META) || DIRECTORIES_OF_SUREFIRE.contains(place) ? "" : place;
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
