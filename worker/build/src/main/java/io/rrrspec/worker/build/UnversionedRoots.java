package io.rrrspec.worker.build;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;
import org.jspecify.annotations.Nullable;

/**
 * Copies of jars with classes for several versions of Java that do not answer for the root of the
 * class path. Where such a jar has an entry for the directory {@code META-INF/versions/9/}, JDK 17
 * takes that for the resource with the empty name, which tests look for to find their own directory
 * of classes: {@code getResource("/")}. A jar that stands behind that directory never comes to
 * answer; one that is moved in front of it would.
 */
final class UnversionedRoots {
  private static final String VERSIONS = "META-INF/versions/";

  private final Path directory;
  private final Set<Path> used = new HashSet<>();

  /**
   * @param directory where the copies are; made when there is one to keep
   */
  UnversionedRoots(Path directory) {
    this.directory = directory;
  }

  /** Whether a jar answers for the root. */
  static boolean answers(Path jar) {
    try (JarFile file = new JarFile(jar.toFile())) {
      return file.isMultiRelease() && file.stream().anyMatch(entry -> isRoot(entry.getName()));
    } catch (IOException e) {
      return false;
    }
  }

  private static boolean isRoot(String name) {
    return name.startsWith(VERSIONS) && name.indexOf('/', VERSIONS.length()) == name.length() - 1;
  }

  /** The copy of a jar, made unless it is there; null if it cannot be made. */
  @Nullable Path copyOf(Path jar) {
    CRC32 place = new CRC32();
    place.update(jar.toString().getBytes(UTF_8));
    String name = String.format(Locale.ROOT, "%08x-%s", place.getValue(), jar.getFileName());
    Path copy = directory.resolve(name);
    try {
      // Of the same time, by which archives of classes know their jars.
      if (!Files.isRegularFile(copy)
          || !Files.getLastModifiedTime(copy).equals(Files.getLastModifiedTime(jar))) {
        Files.createDirectories(directory);
        Path half = Files.createTempFile(directory, "half", ".jar");
        try {
          write(jar, half);
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

  private static void write(Path jar, Path copy) throws IOException {
    try (ZipFile from = new ZipFile(jar.toFile());
        OutputStream file = Files.newOutputStream(copy);
        ZipOutputStream to = new ZipOutputStream(file)) {
      for (ZipEntry entry : Collections.list(from.entries())) {
        if (!isRoot(entry.getName())) {
          ZipEntry same = new ZipEntry(entry.getName());
          same.setTime(entry.getTime());
          to.putNextEntry(same);
          from.getInputStream(entry).transferTo(to);
          to.closeEntry();
        }
      }
    }
  }

  /** Deletes the copies that nobody has asked for. */
  void deleteOthers() {
    if (!Files.isDirectory(directory)) {
      return;
    }
    try (Stream<Path> files = Files.list(directory)) {
      List<Path> others = files.filter(file -> !used.contains(file)).toList();
      for (Path other : others) {
        Files.deleteIfExists(other);
      }
    } catch (IOException e) {
      // They take a little room, and the next prepare tries again.
      return;
    }
  }
}
