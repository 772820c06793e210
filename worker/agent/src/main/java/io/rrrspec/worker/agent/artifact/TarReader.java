package io.rrrspec.worker.agent.artifact;

import io.rrrspec.common.ServiceException;
import io.rrrspec.common.files.Removal;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Set;
import java.util.zip.GZIPInputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.apache.commons.compress.archivers.tar.TarConstants;

/**
 * Unpacks what a {@link TarWriter} has packed, or somebody who means harm: into a directory that is
 * new, and nowhere else. Only files, directories and links that stay below it are taken.
 */
final class TarReader {
  private static final int MOST_ENTRIES = 1_000_000;
  private static final int BUFFER = 1 << 16;

  /** More than any tar adds to fill its last record. */
  private static final int MOST_PADDING = 1 << 20;

  /** No hard links, no devices. */
  private static final String KINDS =
      new String(
          new byte[] {
            TarConstants.LF_NORMAL,
            TarConstants.LF_OLDNORM,
            TarConstants.LF_DIR,
            TarConstants.LF_SYMLINK
          },
          StandardCharsets.ISO_8859_1);

  private final Path root;
  private final Deque<TarArchiveEntry> directories = new ArrayDeque<>();
  private final Set<Path> made = new HashSet<>();
  private long left;
  private int entries;

  private TarReader(Path root, long limit) {
    this.root = root;
    this.left = limit;
  }

  /**
   * Unpacks an archive.
   *
   * @param root a directory that is not there yet
   * @param limit how many bytes all files may have
   * @throws IOException if the archive is damaged or holds what is not allowed, which the message
   *     names; what was unpacked until then is there
   */
  static void unpack(InputStream in, Path root, long limit) throws IOException {
    Files.createDirectory(root);
    new TarReader(root.toRealPath(), limit).unpack(in);
  }

  private void unpack(InputStream in) throws IOException {
    HeadLimit gzip = new HeadLimit(new GZIPInputStream(in, BUFFER));
    TarArchiveInputStream tar = new TarArchiveInputStream(gzip, StandardCharsets.UTF_8.name());
    while (true) {
      gzip.beginHead();
      TarArchiveEntry entry = tar.getNextEntry();
      gzip.endHead();
      if (entry == null) {
        break;
      }
      if (++entries > MOST_ENTRIES) {
        throw new IOException("it has more than " + MOST_ENTRIES + " entries");
      }
      take(entry, tar);
    }
    // The end of the stream has its check sum.
    if (gzip.readNBytes(MOST_PADDING).length == MOST_PADDING) {
      throw new IOException("it goes on after its end");
    }
    // A directory may forbid to write into it, and writing into it sets its time.
    for (TarArchiveEntry directory : directories) {
      Path path = place(directory.getName());
      setMode(path, directory);
      Files.setLastModifiedTime(path, directory.getLastModifiedTime());
    }
  }

  private void take(TarArchiveEntry entry, InputStream content) throws IOException {
    Path path = place(entry.getName());
    if (KINDS.indexOf(entry.getLinkFlag()) < 0 || entry.isSparse()) {
      throw refused(entry, "is of a kind that is not allowed");
    }
    if (path.equals(root)) {
      throw refused(entry, "names nothing");
    }
    makeParents(entry, path);
    if (entry.isDirectory()) {
      if (made.add(path)) {
        Files.createDirectory(path);
      }
      directories.push(entry);
    } else if (Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
      throw refused(entry, "occurs twice");
    } else if (entry.isSymbolicLink()) {
      if (!LinkTarget.staysBelow(root.relativize(path), entry.getLinkName())) {
        throw refused(entry, "is a link out of the directory, to '" + entry.getLinkName() + "'");
      }
      Files.createSymbolicLink(path, Path.of(entry.getLinkName()));
    } else {
      write(entry, path, content);
    }
  }

  private void write(TarArchiveEntry entry, Path path, InputStream content) throws IOException {
    left -= entry.getSize();
    if (left < 0) {
      throw refused(entry, "is more than there may be");
    }
    try (OutputStream out =
        Files.newOutputStream(path, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
      long copied = content.transferTo(out);
      if (copied != entry.getSize()) {
        throw refused(entry, "ends before its end");
      }
    }
    setMode(path, entry);
    Files.setLastModifiedTime(path, entry.getLastModifiedTime());
  }

  private static void setMode(Path path, TarArchiveEntry entry) throws IOException {
    Files.setAttribute(path, "unix:mode", entry.getMode() & 0777, LinkOption.NOFOLLOW_LINKS);
  }

  /** Where an entry goes by its name. */
  private Path place(String name) throws IOException {
    boolean strange = name.isEmpty() || name.startsWith("/") || name.indexOf('\0') >= 0;
    for (String part : name.split("/")) {
      strange |= part.equals("..") || part.equals(".");
    }
    try {
      Path path = root.resolve(name).normalize();
      if (strange || !path.startsWith(root)) {
        throw new IOException("'" + shown(name) + "' leads out of the directory");
      }
      return path;
    } catch (InvalidPathException e) {
      throw new IOException("'" + shown(name) + "' is no name of a file here", e);
    }
  }

  /** Every directory on the way is one that this archive has made, and no link. */
  private void makeParents(TarArchiveEntry entry, Path path) throws IOException {
    Path parent = path.getParent();
    if (parent == null || parent.equals(root) || made.contains(parent)) {
      return;
    }
    makeParents(entry, parent);
    if (Files.exists(parent, LinkOption.NOFOLLOW_LINKS)) {
      throw refused(entry, "goes through something that is no directory");
    }
    Files.createDirectory(parent);
    made.add(parent);
  }

  private static IOException refused(TarArchiveEntry entry, String why) {
    return new IOException("'" + shown(entry.getName()) + "' " + shown(why));
  }

  private static String shown(String text) {
    String plain = text.replaceAll("\\p{Cntrl}", "?");
    return plain.length() > 200 ? plain.substring(0, 200) + "…" : plain;
  }

  /** As {@link #unpack}; nothing stays if it fails. */
  static void unpackOrNothing(Path archive, Path root, long limit)
      throws IOException, InterruptedException {
    boolean whole = false;
    try (InputStream in = Files.newInputStream(archive)) {
      unpack(in, root, limit);
      whole = true;
    } catch (ServiceException e) {
      throw new IOException(e.getMessage(), e);
    } finally {
      if (!whole) {
        Removal.of(root);
      }
    }
  }
}
