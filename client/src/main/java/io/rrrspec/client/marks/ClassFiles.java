package io.rrrspec.client.marks;

import io.rrrspec.common.ServiceException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;

/**
 * Finds class files on class paths, as a JVM would. Each file is read once, however many class
 * paths have it: the modules of a build share most of their dependencies.
 */
final class ClassFiles implements AutoCloseable {
  /** Open at once, of which each takes a file descriptor. */
  private static final int MOST_JARS = 200;

  private enum Kind {
    DIRECTORY,
    JAR,
    NOTHING
  }

  private final Map<Path, Kind> kinds = new HashMap<>();
  private final Map<Path, Map<String, Optional<ClassFacts>>> known = new HashMap<>();

  /** The one that was not used for the longest time is the first. */
  private final Map<Path, ZipFile> jars = new LinkedHashMap<>(16, 0.75f, true);

  /**
   * Finds a class.
   *
   * @param name its internal name
   * @return empty if it is not there
   * @throws ServiceException if a file of the class path cannot be read
   */
  Optional<ClassFacts> find(List<Path> classPath, String name) {
    for (Path entry : classPath) {
      Optional<ClassFacts> found =
          known
              .computeIfAbsent(entry, e -> new HashMap<>())
              .computeIfAbsent(name, n -> read(entry, n));
      if (found.isPresent()) {
        return found;
      }
    }
    return Optional.empty();
  }

  private Optional<ClassFacts> read(Path entry, String name) {
    String file = name + ".class";
    try {
      return switch (kinds.computeIfAbsent(entry, ClassFiles::kind)) {
        case DIRECTORY -> inDirectory(entry.resolve(file));
        case JAR -> inJar(entry, file);
        case NOTHING -> Optional.empty();
      };
    } catch (ZipException e) {
      // A JVM ignores it, too.
      kinds.put(entry, Kind.NOTHING);
      return Optional.empty();
    } catch (IOException e) {
      throw new ServiceException("cannot read " + file + " in " + entry + ": " + e.getMessage(), e);
    }
  }

  private static Kind kind(Path entry) {
    if (Files.isDirectory(entry)) {
      return Kind.DIRECTORY;
    }
    return Files.isRegularFile(entry) ? Kind.JAR : Kind.NOTHING;
  }

  private static Optional<ClassFacts> inDirectory(Path file) throws IOException {
    return Files.isRegularFile(file)
        ? Optional.of(FactsReader.read(Files.readAllBytes(file)))
        : Optional.empty();
  }

  private Optional<ClassFacts> inJar(Path path, String file) throws IOException {
    ZipFile jar = jars.get(path);
    if (jar == null) {
      jar = new ZipFile(path.toFile());
      jars.put(path, jar);
      if (jars.size() > MOST_JARS) {
        Iterator<ZipFile> all = jars.values().iterator();
        ZipFile oldest = all.next();
        all.remove();
        oldest.close();
      }
    }
    ZipEntry entry = jar.getEntry(file);
    if (entry == null) {
      return Optional.empty();
    }
    try (InputStream in = jar.getInputStream(entry)) {
      return Optional.of(FactsReader.read(in.readAllBytes()));
    }
  }

  @Override
  public void close() {
    try {
      for (ZipFile jar : jars.values()) {
        jar.close();
      }
    } catch (IOException e) {
      throw new UncheckedIOException("closing what was only read cannot fail", e);
    }
  }
}
