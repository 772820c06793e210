package io.rrrspec.worker.build;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.jspecify.annotations.Nullable;

/**
 * Copies of jars that can stand in front of directories where the jars themselves cannot. A copy
 * has the time of its jar, by which archives of classes know it.
 *
 * <p>{@link #withoutRoot}: a jar with classes for several versions of Java that does not answer for
 * the root of the class path. Where it has an entry for the directory {@code META-INF/versions/9/},
 * JDK 17 takes that for the resource with the empty name, which tests look for to find their own
 * directory of classes: {@code getResource("/")}. A jar that stands behind that directory never
 * comes to answer; one that is moved in front of it would.
 *
 * <p>{@link #ofClasses}: classes, for a jar that stays in its place. What is asked for in order,
 * such as all manifests of a class path, is found in the order of the build then. Its services are
 * there under a name of ours, for who has nothing but the copy: a rehearsal of a slave.
 */
final class JarCopies {
  private static final String META = "META-INF/";
  private static final String VERSIONS = META + "versions/";
  private static final String SERVICES = META + "services/";

  /** The same name stands in {@code RehearsedServices} of the slave. */
  private static final String OF_COPIES = META + "rrrspec-services/";

  /** The oldest Java in which a slave runs: classes for it or an older one count for each JVM. */
  private static final int OLDEST_JAVA = 11;

  private final Path directory;
  private final Set<Path> used = new HashSet<>();

  /**
   * @param directory where the copies are; made when there is one to keep
   */
  JarCopies(Path directory) {
    this.directory = directory;
  }

  /** Whether a jar answers for the root. */
  static boolean answersForRoot(Path jar) {
    try (JarFile file = new JarFile(jar.toFile())) {
      return file.isMultiRelease() && file.stream().anyMatch(entry -> isRoot(entry.getName()));
    } catch (IOException e) {
      return false;
    }
  }

  private static boolean isRoot(String name) {
    return name.startsWith(VERSIONS) && name.indexOf('/', VERSIONS.length()) == name.length() - 1;
  }

  /** The copy of a jar that does not answer for the root; null if it cannot be made. */
  @Nullable Path withoutRoot(Path jar) {
    return copy(jar, "", JarCopies::writeWithoutRoot);
  }

  /**
   * The copy of a jar that has its classes alone; null if it cannot be made, or if it would depend
   * on the version of Java.
   */
  @Nullable Path ofClasses(Path jar) {
    return copy(jar, "classes-of-", JarCopies::writeClasses);
  }

  private @Nullable Path copy(Path jar, String kind, Writing writing) {
    CRC32 place = new CRC32();
    place.update(jar.toString().getBytes(UTF_8));
    // Some look for their own jar by its name.
    Path copy =
        directory
            .resolve(String.format(Locale.ROOT, "%08x", place.getValue()))
            .resolve(kind + jar.getFileName());
    try {
      if (!Files.isRegularFile(copy)
          || !Files.getLastModifiedTime(copy).equals(Files.getLastModifiedTime(jar))) {
        Files.createDirectories(copy.getParent());
        Path half = Files.createTempFile(directory, "half", ".jar");
        try {
          try (JarFile from = new JarFile(jar.toFile());
              OutputStream file = Files.newOutputStream(half);
              ZipOutputStream to = new ZipOutputStream(file)) {
            writing.write(from, to);
          }
          Files.setLastModifiedTime(half, Files.getLastModifiedTime(jar));
          Files.move(
              half, copy, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } finally {
          Files.deleteIfExists(half);
        }
      }
      used.add(copy);
      return copy;
    } catch (IOException e) {
      return null;
    }
  }

  private static void writeWithoutRoot(JarFile from, ZipOutputStream to) throws IOException {
    for (ZipEntry entry : Collections.list(from.entries())) {
      if (!isRoot(entry.getName())) {
        write(from, entry, entry.getName(), to);
      }
    }
  }

  /** Without a manifest there are no versions: each class is that for our oldest Java. */
  private static void writeClasses(JarFile from, ZipOutputStream to) throws IOException {
    Map<String, ZipEntry> classes = new TreeMap<>();
    Map<String, Integer> versions = new TreeMap<>();
    for (ZipEntry entry : Collections.list(from.entries())) {
      String name = entry.getName();
      if (name.startsWith(META) && name.endsWith(".SF")) {
        throw new IOException(from.getName() + " is signed");
      }
      if (name.startsWith(SERVICES) && !entry.isDirectory()) {
        write(from, entry, OF_COPIES + name.substring(SERVICES.length()), to);
      }
      int version = 0;
      if (from.isMultiRelease() && name.startsWith(VERSIONS) && !entry.isDirectory()) {
        int end = name.indexOf('/', VERSIONS.length());
        version = versionOf(name.substring(VERSIONS.length(), Math.max(end, VERSIONS.length())));
        name = name.substring(end + 1);
      }
      if (!name.endsWith(".class") || name.startsWith(META) || name.equals("module-info.class")) {
        continue;
      }
      if (version > OLDEST_JAVA) {
        throw new IOException(from.getName() + " has other classes from Java " + version + " on");
      }
      if (version >= versions.getOrDefault(name, 0)) {
        classes.put(name, entry);
        versions.put(name, version);
      }
    }
    for (Map.Entry<String, ZipEntry> one : classes.entrySet()) {
      write(from, one.getValue(), one.getKey(), to);
    }
  }

  private static int versionOf(String directory) throws IOException {
    try {
      return Integer.parseInt(directory);
    } catch (NumberFormatException e) {
      throw new IOException(VERSIONS + directory + " is for no version of Java", e);
    }
  }

  private static void write(JarFile from, ZipEntry entry, String name, ZipOutputStream to)
      throws IOException {
    ZipEntry same = new ZipEntry(name);
    same.setTime(entry.getTime());
    to.putNextEntry(same);
    from.getInputStream(entry).transferTo(to);
    to.closeEntry();
  }

  /** Deletes the copies that nobody has asked for. */
  void deleteOthers() {
    if (!Files.isDirectory(directory)) {
      return;
    }
    try (Stream<Path> files = Files.walk(directory, 2)) {
      // What is in a directory comes before it then.
      List<Path> others = files.filter(this::isOther).sorted(Comparator.reverseOrder()).toList();
      for (Path other : others) {
        Files.deleteIfExists(other);
      }
    } catch (IOException | UncheckedIOException e) {
      // They take a little room, and the next prepare tries again.
      return;
    }
  }

  private boolean isOther(Path file) {
    return !file.equals(directory) && used.stream().noneMatch(copy -> copy.startsWith(file));
  }

  /** How a copy is written. */
  @FunctionalInterface
  private interface Writing {
    void write(JarFile from, ZipOutputStream to) throws IOException;
  }
}
