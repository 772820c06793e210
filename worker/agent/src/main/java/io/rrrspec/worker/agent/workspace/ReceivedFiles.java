package io.rrrspec.worker.agent.workspace;

import io.rrrspec.common.ServiceException;
import io.rrrspec.common.rsync.RsyncItem;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * The list of files that a workspace has received. What stood in the list of the sync before and
 * not in this one is deleted; what never stood in one is a product of set-up or tests, and stays.
 * The list is written while files come in, so that also a sync that was cut off leaves nothing
 * behind that nobody knows of.
 */
final class ReceivedFiles implements AutoCloseable {
  private final Workspace workspace;
  private final Set<String> before;
  private final Set<String> now = new HashSet<>();
  private final BufferedWriter writer;

  private ReceivedFiles(Workspace workspace, Set<String> before, BufferedWriter writer) {
    this.workspace = workspace;
    this.before = before;
    this.writer = writer;
  }

  /** Begins the list of a new sync. */
  static ReceivedFiles begin(Workspace workspace) {
    try {
      Set<String> before = new HashSet<>(read(workspace.received()));
      before.addAll(read(workspace.receiving()));
      BufferedWriter writer = Files.newBufferedWriter(workspace.receiving());
      ReceivedFiles files = new ReceivedFiles(workspace, before, writer);
      // Until the new list is whole, a sync that is cut off must not forget the old one's.
      for (String path : before) {
        files.write(path);
      }
      return files;
    } catch (IOException e) {
      throw new ServiceException(
          "the list of files of " + workspace.tree() + " cannot be read: " + e.getMessage(), e);
    }
  }

  private static List<String> read(Path file) throws IOException {
    return Files.exists(file) ? Files.readAllLines(file) : List.of();
  }

  /** One that was received, or is there already, as rsync writes it. */
  synchronized void add(String path) {
    if (now.add(path) && !before.contains(path)) {
      try {
        write(path);
      } catch (IOException e) {
        throw new ServiceException(
            "cannot write " + workspace.receiving() + ": " + e.getMessage(), e);
      }
    }
  }

  private void write(String path) throws IOException {
    writer.write(path);
    writer.newLine();
  }

  synchronized int size() {
    return now.size();
  }

  /** All of them, in order. */
  synchronized Set<String> paths() {
    return new TreeSet<>(now);
  }

  /**
   * Deletes what is gone from the source, and keeps the list.
   *
   * @return how many files that were, or -1 if one of them could not be deleted
   */
  synchronized int finish() {
    try {
      writer.close();
      List<String> gone = new ArrayList<>();
      for (String path : before) {
        if (!now.contains(path)) {
          gone.add(path);
        }
      }
      // What is below a directory comes before it.
      gone.sort(Collections.reverseOrder());
      int deleted = 0;
      for (String path : gone) {
        deleted += delete(path) ? 1 : 0;
      }
      Files.write(workspace.receiving(), now);
      Files.move(
          workspace.receiving(),
          workspace.received(),
          StandardCopyOption.ATOMIC_MOVE,
          StandardCopyOption.REPLACE_EXISTING);
      return deleted;
    } catch (IOException | InvalidPathException e) {
      return -1;
    }
  }

  private boolean delete(String path) throws IOException {
    if (path.indexOf('\uFFFD') >= 0) {
      throw new IOException("a name that is not UTF-8: " + path);
    }
    Path file = workspace.tree().resolve(RsyncItem.unescaped(path)).normalize();
    if (!file.startsWith(workspace.tree()) || file.equals(workspace.tree())) {
      return false;
    }
    Path parent = file.getParent();
    // Where a directory was there may be a link now: what it points to was never received.
    if (parent == null
        || !Files.isDirectory(parent)
        || !parent.toRealPath().equals(workspace.tree().toRealPath().resolve(rest(parent)))) {
      return false;
    }
    if (path.endsWith("/") != Files.isDirectory(file, LinkOption.NOFOLLOW_LINKS)) {
      // It has become something else, which this sync has made.
      return false;
    }
    try {
      return Files.deleteIfExists(file) && !path.endsWith("/");
    } catch (DirectoryNotEmptyException e) {
      // Products are in it.
      return false;
    }
  }

  private Path rest(Path parent) {
    return workspace.tree().relativize(parent);
  }

  @Override
  public synchronized void close() {
    try {
      writer.close();
    } catch (IOException e) {
      throw new ServiceException(
          "cannot write " + workspace.receiving() + ": " + e.getMessage(), e);
    }
  }
}
