package io.rrrspec.worker.build.state;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Files as they are now, with their content; links are followed, and what they point to counts. */
final class Snapshot {
  private static final int MOST_FILES = 200_000;
  private static final long MOST_BYTES = 4L << 30;

  private final Map<Path, FileEntry> entries = new TreeMap<>();
  private final Set<Path> roots = new HashSet<>();
  private final Map<Path, Path> links = new TreeMap<>();
  private final Map<Path, FileEntry> known;
  private final long taken;
  private final Set<Path> without;
  private final FileWalk.Leave leave;
  private boolean readAgain;
  private long bytes;

  /**
   * @param known entries of an earlier time: those whose stamp has not changed are not read again
   * @param knownAt when that was, by the clock of the file system
   * @param without directories that are not entered
   */
  Snapshot(Map<Path, FileEntry> known, long knownAt, Set<Path> without, FileWalk.Leave leave) {
    this.leave = leave;
    this.known = known;
    this.taken = knownAt;
    this.without = without;
  }

  Map<Path, FileEntry> entries() {
    return entries;
  }

  /** Where the links lead that were followed, also to where there is nothing. */
  Map<Path, Path> links() {
    return links;
  }

  /** Whether files were read whose stamps alone could not tell that they have not changed. */
  boolean hasReadAgain() {
    return readAgain;
  }

  /** A file or the fact that there is none, nothing that is below it. */
  void addOne(Path path) throws IOException {
    visit(path, FileStamp.of(path));
  }

  /** A file, a directory with all in it, or the fact that there is neither. */
  void add(Path path) throws IOException {
    if (entries.containsKey(path)) {
      return;
    }
    FileStamp stamp = FileStamp.of(path);
    visit(path, stamp);
    if (stamp.kind() == 'd') {
      below(path);
    }
  }

  /** Everything below a directory. */
  void below(Path dir) throws IOException {
    if (!roots.add(dir)) {
      return;
    }
    int left = MOST_FILES - entries.size();
    new FileWalk(left, without, leave, this::visit).below(dir);
  }

  private void visit(Path path, FileStamp stamp) throws IOException {
    if (entries.containsKey(path)) {
      return;
    }
    FileEntry entry = known.get(path);
    if (entry == null || !entry.stamp().equals(stamp) || stamp.isRacy(taken)) {
      bytes += stamp.size();
      if (bytes > MOST_BYTES) {
        throw new IOException("more than " + (MOST_BYTES >> 30) + " GB, at " + path);
      }
      entry = FileEntry.read(path, stamp);
      readAgain |= stamp.isFile();
    }
    entries.put(path, entry);
    if (stamp.kind() == 'l') {
      follow(path, entry.digest());
    }
  }

  private void follow(Path link, String to) throws IOException {
    Path target = link.resolveSibling(to).normalize();
    if (!Files.exists(target)) {
      entries.putIfAbsent(target, FileEntry.MISSING);
      links.put(link, target);
      return;
    }
    Path real = link.toRealPath();
    links.put(link, real);
    // A link to a directory above itself: all that is there is on the way already.
    if (!link.startsWith(real) && without.stream().noneMatch(real::startsWith)) {
      add(real);
    }
  }
}
