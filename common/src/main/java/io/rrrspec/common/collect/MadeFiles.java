package io.rrrspec.common.collect;

import io.rrrspec.common.ServiceException;
import io.rrrspec.common.files.PathGlob;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The files of a tree that match patterns, as they were before a run; afterwards it tells which of
 * them the run has made or changed. Links are neither matched nor followed. What is below {@code
 * .git} and {@code .rrrspec} matches nothing.
 */
public final class MadeFiles {
  /** So many files match at most: they are held in memory. */
  static final int MOST = 200_000;

  private static final Set<String> LEFT_OUT = Set.of(".git", ".rrrspec");

  private final Path tree;
  private final List<PathGlob> globs;
  private final Map<String, Stamp> before;

  private record Stamp(long bytes, FileTime modified, @Nullable Object key) {}

  private MadeFiles(Path tree, List<PathGlob> globs) {
    this.tree = tree;
    this.globs = globs;
    this.before = look();
  }

  /**
   * Looks at a tree before a run.
   *
   * @throws ServiceException if too many files match
   */
  public static MadeFiles before(Path tree, List<PathGlob> globs) {
    return new MadeFiles(tree, globs);
  }

  /**
   * Looks again, and returns what was made or changed meanwhile, in the order of the paths.
   *
   * @throws ServiceException if too many files match
   */
  public List<MadeFile> now() {
    return look().entrySet().stream()
        .filter(file -> !file.getValue().equals(before.get(file.getKey())))
        .map(file -> new MadeFile(file.getKey(), file.getValue().bytes()))
        .toList();
  }

  private Map<String, Stamp> look() {
    Map<String, Stamp> found = new HashMap<>();
    try {
      Files.walkFileTree(
          tree,
          new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path dir, BasicFileAttributes attributes) {
              return !dir.equals(tree) && LEFT_OUT.contains(String.valueOf(dir.getFileName()))
                  ? FileVisitResult.SKIP_SUBTREE
                  : FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
              if (attributes.isRegularFile()) {
                add(found, tree.relativize(file).toString(), attributes);
              }
              return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path file, IOException e) {
              // Deleted meanwhile, or a directory that nobody may read: there is nothing to take.
              return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path dir, @Nullable IOException e) {
              return FileVisitResult.CONTINUE;
            }
          });
    } catch (IOException e) {
      throw new ServiceException("cannot look through " + tree + ": " + e.getMessage(), e);
    }
    return new TreeMap<>(found);
  }

  private void add(Map<String, Stamp> found, String path, BasicFileAttributes attributes) {
    if (globs.stream().noneMatch(glob -> glob.matches(path))) {
      return;
    }
    if (found.size() >= MOST) {
      throw new ServiceException(
          "more than 200,000 files match 'collect': write patterns that match fewer");
    }
    found.put(
        path, new Stamp(attributes.size(), attributes.lastModifiedTime(), attributes.fileKey()));
  }
}
