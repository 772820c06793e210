package io.rrrspec.worker.agent.workspace;

import io.rrrspec.common.ServiceException;
import io.rrrspec.common.artifact.Artifact;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One workspace.
 *
 * @param tree the sources, and what set-up and tests make beside them
 * @param notes what we note about it
 */
record Workspace(Path tree, Path notes) {
  /** The list of received files; missing if they are not known. */
  Path received() {
    return notes.resolve("received");
  }

  /** What a sync is receiving, or was when it was cut off. */
  Path receiving() {
    return notes.resolve("receiving");
  }

  /** The digests of files, by their stamps. */
  Path digests() {
    return notes.resolve("digests");
  }

  /** What the last set-up that succeeded was made from; missing if none did. */
  Path setUp() {
    return notes.resolve("setup");
  }

  /** What set-ups have built from since the workspace was made anew; missing if not known. */
  Path builtFrom() {
    return notes.resolve("built-from");
  }

  /** The artifact that the tree is; missing if it is none. */
  private Path state() {
    return notes.resolve("state");
  }

  /** The artifact that the tree is; null if it is none, or nobody knows. */
  @Nullable String artifact() {
    try {
      String kept = Files.readString(state()).strip();
      return Artifact.isWorkspace(kept) ? kept : null;
    } catch (IOException e) {
      return null;
    }
  }

  /** Notes which artifact the tree is from now on; null: none that anybody knows. */
  void be(@Nullable String artifact) {
    if (artifact == null) {
      delete(state());
      return;
    }
    try {
      Files.writeString(state(), artifact);
    } catch (IOException e) {
      throw new ServiceException("cannot write " + state() + ": " + e.getMessage(), e);
    }
  }

  /** Whether a set-up has succeeded, for these sources or earlier ones. */
  boolean isSetUp() {
    return Files.exists(setUp());
  }

  /** Whether sources have been received. */
  boolean hasSources() {
    return Files.exists(received()) || Files.exists(receiving());
  }

  private Path used() {
    return notes.resolve("used");
  }

  /** Notes that it is used now. */
  void use(Instant now) {
    try {
      Files.write(used(), new byte[0]);
      Files.setLastModifiedTime(used(), FileTime.from(now));
    } catch (IOException e) {
      throw new ServiceException("cannot write " + used() + ": " + e.getMessage(), e);
    }
  }

  /** When it was used for the last time; long ago if nobody noted it. */
  FileTime lastUse() {
    try {
      return Files.getLastModifiedTime(used());
    } catch (IOException e) {
      return FileTime.fromMillis(0);
    }
  }

  /** Forgets what the tree is known to hold: the next sync makes it anew, and sets up. */
  void forget() {
    for (Path note : List.of(received(), receiving(), setUp(), builtFrom(), state())) {
      delete(note);
    }
  }

  /** Lets the next set-up run. */
  void forgetSetUp() {
    delete(setUp());
    delete(state());
  }

  private static void delete(Path note) {
    try {
      Files.deleteIfExists(note);
    } catch (IOException e) {
      throw new ServiceException("cannot delete " + note + ": " + e.getMessage(), e);
    }
  }

  /** Deletes a directory with all in it, if it is there; links are not followed. */
  static void deleteAll(Path root) {
    if (!Files.isDirectory(root, LinkOption.NOFOLLOW_LINKS)) {
      return;
    }
    try (var files = Files.walk(root)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    } catch (IOException | UncheckedIOException e) {
      throw new ServiceException("cannot delete " + root + ": " + e.getMessage(), e);
    }
  }

  /**
   * The size of files in the tree together, rounded up to kB of 1,000 bytes.
   *
   * @param paths from the root of the tree, as {@link Rsync.Received} gets them; what is no file,
   *     or gone by now, does not count
   */
  long kilobytes(List<String> paths) {
    long bytes = 0;
    for (String path : paths) {
      try {
        BasicFileAttributes file =
            Files.readAttributes(
                tree.resolve(path), BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
        bytes += file.isRegularFile() ? file.size() : 0;
      } catch (IOException | InvalidPathException e) {
        // It is only told to people.
        continue;
      }
    }
    return (bytes + 999) / 1_000;
  }

  /** Whether there is nothing in the tree. */
  boolean isEmpty() {
    try (var files = Files.list(tree)) {
      return files.findAny().isEmpty();
    } catch (IOException e) {
      throw new ServiceException("cannot list " + tree + ": " + e.getMessage(), e);
    }
  }
}
