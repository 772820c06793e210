package io.rrrspec.worker.agent.workspace;

import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Keeps what the workspaces take below a limit: those unused for the longest time go first. */
final class DiskSpace {
  private static final Logger log = LoggerFactory.getLogger(DiskSpace.class);
  private static final double LEAST_FREE = 0.05;

  private final WorkerDirectory dir;
  private final @Nullable Long limit;
  private final LongSupplier missing;

  /** Sizes by name and last use: what nobody uses does not grow. */
  private final Map<String, Long> sizes = new HashMap<>();

  /**
   * Watches over a working directory.
   *
   * @param limit what all workspaces may take, in bytes, or null
   */
  DiskSpace(WorkerDirectory dir, @Nullable Long limit) {
    this(dir, limit, () -> missing(dir.root()));
  }

  DiskSpace(WorkerDirectory dir, @Nullable Long limit, LongSupplier missing) {
    this.dir = dir;
    this.limit = limit;
    this.missing = missing;
  }

  /** How many bytes the file system lacks to have as much free as it should. */
  private static long missing(Path root) {
    try {
      FileStore store = Files.getFileStore(root);
      return (long) (LEAST_FREE * store.getTotalSpace()) - store.getUsableSpace();
    } catch (IOException e) {
      log.warn("the free space of {} is not known: {}", root, e.getMessage());
      return 0;
    }
  }

  /**
   * Removes other workspaces until there is room, or none is left.
   *
   * @param inUse the one that stays in any case
   * @return the names of those that were removed
   */
  List<String> makeRoomFor(String inUse) {
    List<String> removed = new ArrayList<>();
    if (limit == null && missing.getAsLong() <= 0) {
      return removed;
    }
    List<String> others = new ArrayList<>(dir.names());
    others.remove(inUse);
    others.sort(Comparator.comparing((String name) -> dir.workspace(name).lastUse()));
    long taken = limit == null ? 0 : size(inUse);
    for (String other : others) {
      taken += limit == null ? 0 : sizeOfUnused(other);
    }
    for (String oldest : others) {
      if ((limit == null || taken <= limit) && missing.getAsLong() <= 0) {
        break;
      }
      taken -= limit == null ? 0 : sizeOfUnused(oldest);
      remove(oldest);
      removed.add(oldest);
    }
    return removed;
  }

  private long sizeOfUnused(String name) {
    return sizes.computeIfAbsent(name + dir.workspace(name).lastUse(), key -> size(name));
  }

  private long size(String name) {
    long[] sum = new long[1];
    try {
      Files.walkFileTree(
          dir.workspace(name).tree(),
          new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
              sum[0] += attributes.size();
              return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path file, IOException e) {
              return FileVisitResult.CONTINUE;
            }
          });
    } catch (IOException e) {
      log.warn("the size of {} is not known: {}", name, e.getMessage());
    }
    return sum[0];
  }

  private void remove(String name) {
    Workspace workspace = dir.workspace(name);
    try {
      // While its notes are there it is known, and the rest of it can be removed another time.
      workspace.forget();
      delete(workspace.tree());
      delete(workspace.notes());
      log.info("workspace {}: removed, to make room", name);
    } catch (IOException e) {
      log.warn("workspace {}: could not be removed as a whole: {}", name, e.getMessage());
    }
  }

  private static void delete(Path root) throws IOException {
    Files.walkFileTree(
        root,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            Files.delete(file);
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult postVisitDirectory(Path directory, @Nullable IOException e)
              throws IOException {
            Files.delete(directory);
            return FileVisitResult.CONTINUE;
          }
        });
  }
}
