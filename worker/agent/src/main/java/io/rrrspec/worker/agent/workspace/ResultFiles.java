package io.rrrspec.worker.agent.workspace;

import io.rrrspec.common.artifact.DeclaredOutputs;
import io.rrrspec.common.files.NewFiles;
import io.rrrspec.common.files.PathGlob;
import io.rrrspec.common.files.Removal;
import io.rrrspec.worker.agent.artifact.Archive;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** The declared outputs of jobs, as files in a directory. */
final class ResultFiles {
  private final Path tree;
  private final Path incoming;

  /**
   * Of a directory.
   *
   * @param incoming where an archive is unpacked; on the file system of the directory
   */
  ResultFiles(Path tree, Path incoming) {
    this.tree = tree;
    this.incoming = incoming;
  }

  /** Deletes the files that some pattern matches, and says how many that were. */
  int delete(List<PathGlob> outputs) throws IOException {
    Set<String> files = DeclaredOutputs.files(tree, outputs);
    for (String file : files) {
      Files.delete(tree.resolve(file));
    }
    return files.size();
  }

  /**
   * Packs the files that some pattern matches.
   *
   * @return how many they are
   * @throws IOException also if a pattern matches none
   */
  int pack(OutputStream into, List<PathGlob> outputs) throws IOException {
    PathGlob missing = DeclaredOutputs.missing(tree, outputs).orElse(null);
    if (missing != null) {
      throw new IOException("output '" + missing + "' is gone");
    }
    Set<String> files = DeclaredOutputs.files(tree, outputs);
    Archive.pack(into, tree, files);
    return files.size();
  }

  /**
   * Looks at an archive.
   *
   * @return how many files it holds
   * @throws IOException if it is damaged, or holds something else than these outputs
   */
  int check(Path archive, List<PathGlob> outputs) throws IOException, InterruptedException {
    Removal.of(incoming);
    try {
      Archive.unpack(archive, incoming);
      return files(outputs).size();
    } finally {
      Removal.of(incoming);
    }
  }

  /**
   * Adds the files of an archive, in place of those that are there.
   *
   * @return how many they are
   * @throws IOException if the archive is damaged, holds something else than these outputs, or they
   *     have no place here; then none of them is there
   */
  int unpack(Path archive, List<PathGlob> outputs) throws IOException, InterruptedException {
    Removal.of(incoming);
    try {
      Archive.unpack(archive, incoming);
      List<Path> files = files(outputs);
      List<Path> added = new ArrayList<>();
      try {
        for (Path file : files) {
          Path target = tree.resolve(file);
          NewFiles.makeDirectories(tree, target);
          added.add(target);
          Files.move(incoming.resolve(file), target, StandardCopyOption.REPLACE_EXISTING);
        }
      } catch (IOException e) {
        for (Path file : added) {
          Files.deleteIfExists(file);
        }
        throw e;
      }
      return files.size();
    } finally {
      Removal.of(incoming);
    }
  }

  /**
   * What was unpacked. A peer may be mistaken, or somebody else: it may write nothing but these.
   */
  private List<Path> files(List<PathGlob> outputs) throws IOException {
    List<Path> files = new ArrayList<>();
    try (Stream<Path> found = Files.walk(incoming)) {
      for (Path path : found.sorted().toList()) {
        if (Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)) {
          continue;
        }
        Path below = incoming.relativize(path);
        if (!Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS)
            || outputs.stream().noneMatch(output -> output.matches(below.toString()))) {
          throw new IOException("it holds " + below + ", which is no declared output");
        }
        files.add(below);
      }
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
    for (PathGlob output : outputs) {
      if (files.stream().noneMatch(file -> output.matches(file.toString()))) {
        throw new IOException("it lacks the output '" + output + "'");
      }
    }
    return files;
  }
}
