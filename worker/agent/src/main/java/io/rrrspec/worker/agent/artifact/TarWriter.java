package io.rrrspec.worker.agent.artifact;

import io.rrrspec.common.ServiceException;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.apache.commons.compress.archivers.tar.TarConstants;
import org.apache.commons.compress.compressors.gzip.GzipCompressorOutputStream;
import org.apache.commons.compress.compressors.gzip.GzipParameters;

/**
 * Packs files, with their modes and times; equal trees with equal times give equal bytes. Sockets
 * and devices are left out. Closing it ends the archive and not the stream below.
 */
final class TarWriter implements AutoCloseable {
  /** Class files shrink to half already with the fastest level. */
  private static final int LEVEL = 1;

  private static final int BUFFER = 1 << 16;

  private final TarArchiveOutputStream tar;
  private final GzipCompressorOutputStream gzip;

  TarWriter(OutputStream out) throws IOException {
    GzipParameters parameters = new GzipParameters();
    parameters.setCompressionLevel(LEVEL);
    gzip = new GzipCompressorOutputStream(new BufferedOutputStream(out, BUFFER), parameters);
    tar = new TarArchiveOutputStream(gzip, StandardCharsets.UTF_8.name());
    tar.setLongFileMode(TarArchiveOutputStream.LONGFILE_POSIX);
    tar.setBigNumberMode(TarArchiveOutputStream.BIGNUMBER_POSIX);
    tar.setAddPaxHeadersForNonAsciiNames(true);
  }

  /** Adds a small text file. */
  void text(String name, String content) throws IOException {
    byte[] bytes = content.getBytes(StandardCharsets.UTF_8);
    TarArchiveEntry entry = new TarArchiveEntry(name);
    entry.setLastModifiedTime(FileTime.fromMillis(0));
    entry.setSize(bytes.length);
    tar.putArchiveEntry(entry);
    tar.write(bytes);
    tar.closeArchiveEntry();
  }

  /**
   * Adds what is below a directory.
   *
   * @param prefix what the names begin with: "" or a path that ends with a slash
   * @param wanted which files and links, by their path below the directory; directories are added
   *     only if all is wanted
   * @return how many files and links that were
   * @throws ServiceException if a link leads out of the directory: elsewhere it would lead anywhere
   */
  int tree(Path root, String prefix, Predicate<Path> wanted, boolean directories)
      throws IOException {
    int[] count = new int[1];
    List<Path> all;
    try (Stream<Path> found = Files.walk(root)) {
      all = found.filter(path -> !path.equals(root)).sorted().toList();
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
    for (Path path : all) {
      Path below = root.relativize(path);
      boolean directory = Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS);
      if (directory ? directories : wanted.test(below)) {
        count[0] += add(root, path, prefix + below, directory) && !directory ? 1 : 0;
      }
    }
    return count[0];
  }

  private boolean add(Path root, Path path, String name, boolean directory) throws IOException {
    if (name.indexOf('\uFFFD') >= 0) {
      // It would have another name elsewhere.
      throw new ServiceException("the name of " + name + " is not UTF-8");
    }
    PosixFileAttributes is =
        Files.readAttributes(path, PosixFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
    TarArchiveEntry entry;
    boolean file = false;
    if (Files.isSymbolicLink(path)) {
      String target = Files.readSymbolicLink(path).toString();
      if (!LinkTarget.staysBelow(root.relativize(path), target)) {
        throw new ServiceException(
            "the link " + root.relativize(path) + " leads out of the directory, to " + target);
      }
      entry = new TarArchiveEntry(name, TarConstants.LF_SYMLINK);
      entry.setLinkName(target);
    } else if (directory) {
      entry = new TarArchiveEntry(name + "/");
    } else if (Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS)) {
      entry = new TarArchiveEntry(name);
      entry.setSize(is.size());
      file = true;
    } else {
      return false;
    }
    entry.setMode(mode(is));
    entry.setLastModifiedTime(is.lastModifiedTime());
    tar.putArchiveEntry(entry);
    if (file) {
      // A file that grows or shrinks meanwhile is an error of the stream.
      Files.copy(path, tar);
    }
    tar.closeArchiveEntry();
    return true;
  }

  private static int mode(PosixFileAttributes is) {
    int mode = 0;
    for (PosixFilePermission permission : is.permissions()) {
      // They are declared from the owner's right to read, 0400, down to 0001.
      mode |= 0400 >> permission.ordinal();
    }
    return mode;
  }

  @Override
  public void close() throws IOException {
    tar.finish();
    gzip.finish();
    gzip.flush();
  }
}
