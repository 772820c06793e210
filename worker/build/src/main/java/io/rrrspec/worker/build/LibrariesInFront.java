package io.rrrspec.worker.build;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitOption;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.stream.Stream;

/**
 * Which libraries of a project can stand in front of the directories of its class path, so that an
 * archive of loaded classes can have theirs. A library is moved as a whole, and only if nothing
 * that it passes has a name in common with it: then each name is found where it was found before.
 * Libraries stay in their order.
 *
 * <p>Left where they are: jars that do not lie in a repository of Maven, which the project may have
 * built itself, and snapshots, since another jar is another archive; jars of JUnit, which have a
 * rule of their own, and those that extend its platform; jars that name others in their manifest.
 */
final class LibrariesInFront {
  /** With less, an archive saves less than it costs to make. */
  static final long LEAST_BYTES = 4L << 20;

  /** In all jars and directories of one class path; with more, nothing is moved. */
  private static final int MOST_NAMES = 1_000_000;

  private static final String META = "META-INF/";
  private static final String VERSIONS = META + "versions/";
  private static final String OF_PLATFORM = META + "services/org.junit.platform.";
  private static final String SNAPSHOT = "-SNAPSHOT";

  /** Surefire's own jars, which stand first there, have these directories, too. */
  private static final Set<String> DIRECTORIES_OF_SUREFIRE =
      Set.of("META-INF", "META-INF/maven", "META-INF/services", "org");

  /** Which of two jars answers for such a file means nothing to a test. */
  private static final List<String> ABOUT_THE_JAR =
      List.of("license", "notice", "copying", "copyright", "dependencies", "readme", "about.html");

  /** What each entry has, so that many launches read it once. */
  private final Map<String, Contents> read = new HashMap<>();

  private final JarCopies copies;

  /**
   * @param copies has copies of jars that cannot be moved as they are
   */
  LibrariesInFront(JarCopies copies) {
    this.copies = copies;
  }

  /**
   * A class path with its libraries in front.
   *
   * @param libraries those that were moved, in their order; empty if that does not pay
   * @param behind everything else, in its own order
   * @param copies those of the libraries that are copies
   */
  record Order(List<String> libraries, List<String> behind, List<String> copies) {}

  /**
   * What an entry of a class path has.
   *
   * @param known whether the names are all that it answers for
   * @param names files and directories, without a slash at the end
   * @param ofMeta directories in META-INF of a jar, which many jars have alike
   */
  private record Contents(boolean known, Set<String> names, Set<String> ofMeta) {
    static final Contents UNKNOWN = new Contents(false, Set.of(), Set.of());

    boolean meets(Set<String> inDirectories, Set<String> inJars) {
      return names.stream().anyMatch(name -> inDirectories.contains(name) || inJars.contains(name))
          || ofMeta.stream().anyMatch(inDirectories::contains);
    }
  }

  /**
   * Orders a class path.
   *
   * @param classPath directories and jars, as the build has them, without those that are in front
   *     already
   */
  Order order(List<String> classPath) {
    Order asItIs = new Order(List.of(), classPath, List.of());
    if (classPath.stream()
            .filter(LibrariesInFront::isLibrary)
            .mapToLong(LibrariesInFront::size)
            .sum()
        < LEAST_BYTES) {
      // Nothing has to be read.
      return asItIs;
    }
    List<String> moved = new ArrayList<>();
    List<String> behind = new ArrayList<>();
    Set<String> rooted = new HashSet<>();
    Set<String> inDirectories = new HashSet<>();
    Set<String> inJars = new HashSet<>();
    boolean passesDirectory = false;
    long bytes = 0;
    for (String entry : classPath) {
      Contents contents = contentsOf(entry);
      if (isLibrary(entry)
          && contents.known()
          && contents.names().stream().noneMatch(name -> name.startsWith(OF_PLATFORM))
          && !contents.meets(inDirectories, inJars)) {
        moved.add(entry);
        bytes += size(entry);
        if (passesDirectory) {
          rooted.add(entry);
        }
        continue;
      }
      behind.add(entry);
      if (Files.isRegularFile(Path.of(entry))) {
        contents.names().stream().filter(name -> !isAboutTheJar(name)).forEach(inJars::add);
      } else {
        inDirectories.addAll(contents.names());
        passesDirectory = true;
      }
      if (!contents.known() || inDirectories.size() + inJars.size() > MOST_NAMES) {
        // What comes behind it may pass anything.
        behind.addAll(classPath.subList(moved.size() + behind.size(), classPath.size()));
        break;
      }
    }
    return bytes < LEAST_BYTES ? asItIs : withCopies(moved, rooted, behind, asItIs);
  }

  /** Those that would answer for the root of the class path are replaced. */
  private Order withCopies(
      List<String> moved, Set<String> passing, List<String> behind, Order otherwise) {
    List<String> libraries = new ArrayList<>();
    List<String> copied = new ArrayList<>();
    for (String jar : moved) {
      Path path = Path.of(jar);
      if (passing.contains(jar) && JarCopies.answersForRoot(path)) {
        Path copy = copies.withoutRoot(path);
        if (copy == null) {
          return otherwise;
        }
        copied.add(copy.toString());
        libraries.add(copy.toString());
      } else {
        libraries.add(jar);
      }
    }
    return new Order(libraries, behind, copied);
  }

  /** Whether a jar is a release that lies in a repository of Maven, by the form of its path. */
  private static boolean isLibrary(String entry) {
    Path jar = Path.of(entry);
    int names = jar.getNameCount();
    if (names < 3 || !entry.endsWith(".jar") || JarsInFront.isOfJUnit(entry)) {
      return false;
    }
    String version = jar.getName(names - 2).toString();
    String start = jar.getName(names - 3) + "-" + version;
    return !version.endsWith(SNAPSHOT)
        && jar.getName(names - 1).toString().startsWith(start)
        && Files.isRegularFile(jar);
  }

  private static long size(String entry) {
    return Path.of(entry).toFile().length();
  }

  private Contents contentsOf(String entry) {
    return read.computeIfAbsent(
        entry, path -> Files.isDirectory(Path.of(path)) ? ofDirectory(Path.of(path)) : ofJar(path));
  }

  private static Contents ofDirectory(Path directory) {
    try (Stream<Path> tree = Files.walk(directory, FileVisitOption.FOLLOW_LINKS)) {
      Set<String> names = new HashSet<>();
      tree.limit(MOST_NAMES)
          .map(path -> directory.relativize(path).toString().replace(File.separatorChar, '/'))
          .forEach(names::add);
      return names.size() < MOST_NAMES ? new Contents(true, names, Set.of()) : Contents.UNKNOWN;
    } catch (IOException | UncheckedIOException e) {
      return Contents.UNKNOWN;
    }
  }

  private static Contents ofJar(String path) {
    Set<String> names = new HashSet<>();
    Set<String> ofMeta = new HashSet<>();
    if (!Files.isRegularFile(Path.of(path))) {
      return new Contents(true, names, ofMeta);
    }
    try (JarFile file = new JarFile(path)) {
      if (hasOtherJars(file, Path.of(path)) || file.size() > MOST_NAMES) {
        return Contents.UNKNOWN;
      }
      for (JarEntry entry : Collections.list(file.entries())) {
        String name = inAnyVersion(entry.getName());
        if (!name.isEmpty() && !name.equals("module-info.class")) {
          (entry.isDirectory() && name.startsWith(META) ? ofMeta : names).add(name);
        }
      }
    } catch (IOException e) {
      // The JVM passes over it, too.
      return new Contents(true, Set.of(), Set.of());
    }
    names.removeAll(DIRECTORIES_OF_SUREFIRE);
    ofMeta.removeAll(DIRECTORIES_OF_SUREFIRE);
    return new Contents(true, names, ofMeta);
  }

  /** Whether a jar has what others have beside it, by its manifest or by its index. */
  private static boolean hasOtherJars(JarFile file, Path path) throws IOException {
    Manifest manifest = file.getManifest();
    String classPath =
        manifest == null ? null : manifest.getMainAttributes().getValue(Attributes.Name.CLASS_PATH);
    if (classPath != null && !classPath.isBlank()) {
      return true;
    }
    JarEntry index = file.getJarEntry(META + "INDEX.LIST");
    if (index == null) {
      return false;
    }
    String own = path.getFileName().toString();
    try (BufferedReader lines =
        new BufferedReader(new InputStreamReader(file.getInputStream(index), UTF_8))) {
      return lines.lines().anyMatch(line -> line.endsWith(".jar") && !line.equals(own));
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  /** The name that is asked for, whatever the version of Java. */
  private static String inAnyVersion(String name) {
    String rest = name.endsWith("/") ? name.substring(0, name.length() - 1) : name;
    if (!rest.startsWith(VERSIONS)) {
      return rest;
    }
    int end = rest.indexOf('/', VERSIONS.length());
    return end < 0 ? "" : rest.substring(end + 1);
  }

  private static boolean isAboutTheJar(String name) {
    String file = name.startsWith(META) ? name.substring(META.length()) : name;
    if (file.equals("MANIFEST.MF")) {
      return true;
    }
    String lower = file.toLowerCase(Locale.ROOT);
    return file.indexOf('/') < 0 && ABOUT_THE_JAR.stream().anyMatch(lower::startsWith);
  }
}
