package io.rrrspec.common.files;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Digests of the class files of classes, each with those of the classes within it: by these clients
 * and slaves tell whether a class has changed. Each directory is listed once in the life of an
 * instance. Not safe for use by several threads.
 */
public final class ClassFileDigests {
  private static final String ENDING = ".class";

  /** The files of directories, by the part of their names before the first {@code $}. */
  private final Map<Path, Map<String, List<Path>>> directories = new HashMap<>();

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
    for (Path one : files(classes, className)) {
      Sha256.add(digest, withoutEnding(one));
      digest.update(Sha256.ofFile(one));
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
    for (Path one : files(classes, className)) {
      FileTime written = Files.getLastModifiedTime(one);
      last = written.compareTo(last) > 0 ? written : last;
    }
    return last;
  }

  private List<Path> files(Path classes, String className) throws IOException {
    Path file = classes.toAbsolutePath().resolve(className.replace('.', '/') + ENDING);
    Path directory = file.getParent();
    if (directory == null || !Files.isRegularFile(file)) {
      throw new NoSuchFileException(file.toString());
    }
    Map<String, List<Path>> there = directories.get(directory);
    if (there == null) {
      there = list(directory);
      directories.put(directory, there);
    }
    String name = withoutEnding(file);
    List<Path> files = new ArrayList<>();
    for (Path one : there.getOrDefault(outermost(name), List.of())) {
      String other = withoutEnding(one);
      if (other.equals(name) || other.startsWith(name + "$")) {
        files.add(one);
      }
    }
    return files;
  }

  private static Map<String, List<Path>> list(Path directory) throws IOException {
    Map<String, List<Path>> files = new HashMap<>();
    try (Stream<Path> all = Files.list(directory)) {
      all.filter(file -> file.toString().endsWith(ENDING))
          .sorted()
          .forEach(
              file ->
                  files
                      .computeIfAbsent(outermost(withoutEnding(file)), name -> new ArrayList<>(1))
                      .add(file));
    }
    return files;
  }

  private static String withoutEnding(Path file) {
    String name = String.valueOf(file.getFileName());
    return name.substring(0, name.length() - ENDING.length());
  }

  private static String outermost(String name) {
    int within = name.indexOf('$');
    return within < 0 ? name : name.substring(0, within);
  }
}
