package io.rrrspec.common.files;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Digests by which clients and slaves tell whether a class has changed: of its class file, of those
 * of the classes within it, and of those of everything that these extend or implement, as far as it
 * lies in the same directory of classes. What a class inherits from the code under test or from a
 * jar does not count. Each directory is listed once in the life of an instance, and each file is
 * read once. Not safe for use by several threads.
 */
public final class ClassFileDigests {
  private static final String ENDING = ".class";

  /** A class file: the digest of its content, and what its class extends and implements. */
  private static final class ClassFile {
    private final byte[] digest;
    private final List<String> parents;

    private ClassFile(byte[] content) {
      this.digest = Sha256.begin().digest(content);
      this.parents = ClassParents.of(content);
    }
  }

  /** Internal names of the classes in directories, by the part before the first {@code $}. */
  private final Map<Path, Map<String, List<String>>> directories = new HashMap<>();

  private final Map<Path, ClassFile> files = new HashMap<>();

  /**
   * The digest of a class.
   *
   * @param classes where a build puts classes, such as {@code target/test-classes}
   * @param className its full name
   * @return in hexadecimal
   * @throws IOException if it has no file there, or one that cannot be read
   */
  public String of(Path classes, String className) throws IOException {
    MessageDigest digest = Sha256.begin();
    for (Map.Entry<String, ClassFile> file : read(classes, className).entrySet()) {
      Sha256.add(digest, file.getKey());
      digest.update(file.getValue().digest);
    }
    return Hex.of(digest.digest());
  }

  /**
   * When the last of the files that are in {@link #of} was written.
   *
   * @throws IOException as {@link #of}
   */
  public FileTime lastWritten(Path classes, String className) throws IOException {
    FileTime last = FileTime.fromMillis(0);
    for (String name : read(classes, className).keySet()) {
      FileTime written = Files.getLastModifiedTime(classes.resolve(name + ENDING));
      last = written.compareTo(last) > 0 ? written : last;
    }
    return last;
  }

  /** All files that count, by the internal names of their classes. */
  private TreeMap<String, ClassFile> read(Path classes, String className) throws IOException {
    String first = className.replace('.', '/');
    if (!Files.isRegularFile(classes.resolve(first + ENDING))) {
      throw new NoSuchFileException(classes.resolve(first + ENDING).toString());
    }
    TreeMap<String, ClassFile> all = new TreeMap<>();
    TreeSet<String> open = new TreeSet<>(List.of(first));
    Set<String> seen = new HashSet<>(open);
    for (String next = open.pollFirst(); next != null; next = open.pollFirst()) {
      for (String name : within(classes, next)) {
        ClassFile file = file(classes.resolve(name + ENDING));
        all.put(name, file);
        file.parents.stream().filter(seen::add).forEach(open::add);
      }
    }
    return all;
  }

  /** The class and the classes within it; none if they are not there. */
  private List<String> within(Path classes, String name) throws IOException {
    String inPackage = name.substring(0, name.lastIndexOf('/') + 1);
    Path directory = classes.resolve(inPackage);
    Map<String, List<String>> there = directories.get(directory);
    if (there == null) {
      there = list(directory, inPackage);
      directories.put(directory, there);
    }
    return there.getOrDefault(outermost(name), List.of()).stream()
        .filter(other -> other.equals(name) || other.startsWith(name + "$"))
        .collect(Collectors.toList());
  }

  private static Map<String, List<String>> list(Path directory, String inPackage)
      throws IOException {
    Map<String, List<String>> names = new HashMap<>();
    if (Files.isDirectory(directory)) {
      try (Stream<Path> all = Files.list(directory)) {
        all.map(file -> String.valueOf(file.getFileName()))
            .filter(file -> file.endsWith(ENDING))
            .map(file -> inPackage + file.substring(0, file.length() - ENDING.length()))
            .forEach(
                name ->
                    names.computeIfAbsent(outermost(name), same -> new ArrayList<>(1)).add(name));
      }
    }
    return names;
  }

  private ClassFile file(Path path) throws IOException {
    ClassFile file = files.get(path);
    if (file == null) {
      file = new ClassFile(Files.readAllBytes(path));
      files.put(path, file);
    }
    return file;
  }

  private static String outermost(String name) {
    int within = name.indexOf('$', name.lastIndexOf('/') + 1);
    return within < 0 ? name : name.substring(0, within);
  }
}
