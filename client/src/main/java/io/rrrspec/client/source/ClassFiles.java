package io.rrrspec.client.source;

import io.rrrspec.common.files.Sha256;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Digests of the class files of test classes, each with those of the classes within it. */
public final class ClassFiles {
  private final PreparedProject project;

  /** The files of directories, by the part of their names before the first {@code $}. */
  private final Map<Path, Map<String, List<Path>>> directories = new HashMap<>();

  public ClassFiles(PreparedProject project) {
    this.project = project;
  }

  /**
   * Reads them.
   *
   * @param tasks names of tasks
   * @return in hexadecimal, by task; without those that have no file, or one that cannot be read
   */
  public Map<String, String> digests(Collection<String> tasks) {
    Map<String, String> digests = new HashMap<>();
    for (String task : tasks) {
      Optional<Path> file = project.classFile(task);
      try {
        if (file.isPresent()) {
          digests.put(task, digest(file.get()));
        }
      } catch (IOException | UncheckedIOException e) {
        // Then nobody knows whether it has changed.
        continue;
      }
    }
    return digests;
  }

  private String digest(Path file) throws IOException {
    Path directory = file.toAbsolutePath().getParent();
    if (directory == null) {
      throw new IOException(file + " is in no directory");
    }
    Map<String, List<Path>> there = directories.get(directory);
    if (there == null) {
      there = files(directory);
      directories.put(directory, there);
    }
    String name = withoutEnding(file);
    MessageDigest digest = Sha256.begin();
    for (Path one : there.getOrDefault(outermost(name), List.of())) {
      String other = withoutEnding(one);
      if (other.equals(name) || other.startsWith(name + "$")) {
        Sha256.add(digest, other);
        digest.update(Sha256.ofFile(one));
      }
    }
    return HexFormat.of().formatHex(digest.digest());
  }

  private static Map<String, List<Path>> files(Path directory) throws IOException {
    Map<String, List<Path>> files = new HashMap<>();
    try (Stream<Path> all = Files.list(directory)) {
      all.filter(file -> file.toString().endsWith(".class"))
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
    return name.substring(0, name.length() - ".class".length());
  }

  private static String outermost(String name) {
    int within = name.indexOf('$');
    return within < 0 ? name : name.substring(0, within);
  }
}
