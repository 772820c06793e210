package io.rrrspec.experiments.fuzz;

import io.rrrspec.common.files.Removal;
import io.rrrspec.worker.agent.artifact.Archive;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.apache.commons.compress.archivers.tar.TarConstants;

/** Archives that another worker sends: nothing of them is outside of their directory. */
final class ArchiveTarget implements Target {
  private static final List<String> NAMES =
      List.of(
          "a",
          "a/b",
          "a/b/c",
          "./a",
          "../a",
          "a/../../b",
          "/tmp/evil",
          "a//b",
          "link",
          "link/inside",
          "a\nb",
          "a\0b",
          "",
          ".",
          "/",
          "d/");
  private static final byte[] KINDS = {
    TarConstants.LF_NORMAL,
    TarConstants.LF_NORMAL,
    TarConstants.LF_DIR,
    TarConstants.LF_SYMLINK,
    TarConstants.LF_SYMLINK,
    TarConstants.LF_LINK,
    TarConstants.LF_CHR,
    TarConstants.LF_FIFO,
    TarConstants.LF_CONTIG
  };

  /** Heads that tar readers take whole into memory. */
  private static final byte[] LONG_HEADS = {
    TarConstants.LF_GNUTYPE_LONGNAME,
    TarConstants.LF_GNUTYPE_LONGLINK,
    TarConstants.LF_PAX_EXTENDED_HEADER_LC,
    TarConstants.LF_PAX_GLOBAL_EXTENDED_HEADER
  };

  private static final int BOMB = 300_000_000;

  /**
   * What one archive that is refused may ask for in all, in bytes. The reader takes some 50 bytes
   * for each byte of a head, of which 1 MiB is read; without that limit it would be 15 GB.
   */
  private static final long MOST_MEMORY = 100_000_000;

  private final Path directory;
  private final Path outside;

  /**
   * Makes it.
   *
   * @param directory for the files; empty
   */
  ArchiveTarget(Path directory) throws IOException {
    this.directory = Files.createDirectories(directory);
    this.outside = directory.resolve("outside");
    Files.writeString(outside, "untouched");
  }

  @Override
  public String kind() {
    return "archive";
  }

  @Override
  public Outcome feed(Draw draw) throws Exception {
    Path file = directory.resolve("archive.tgz");
    Path root = directory.resolve("root");
    write(draw, file);
    long before = allocated();
    try {
      Archive.unpack(file, root);
      requireBelow(root);
      return Outcome.TAKEN;
    } catch (IOException e) {
      Harm.unless(allocated() - before < MOST_MEMORY, "an archive takes memory without a bound");
      Harm.unless(!Files.exists(root, LinkOption.NOFOLLOW_LINKS), "a refused archive left files");
      return Outcome.REFUSED;
    } finally {
      Removal.of(root);
      requireUntouched();
    }
  }

  /** How many bytes of memory this thread has asked for. */
  private static long allocated() {
    return ((com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean())
        .getCurrentThreadAllocatedBytes();
  }

  private static void requireBelow(Path root) throws IOException {
    Path real = root.toRealPath();
    try (Stream<Path> all = Files.walk(root)) {
      for (Path path : all.toList()) {
        if (Files.isSymbolicLink(path) && Files.exists(path)) {
          Harm.unless(path.toRealPath().startsWith(real), "a link leads out of the directory");
        }
      }
    }
  }

  private void requireUntouched() throws IOException {
    Harm.unless(Files.readString(outside).equals("untouched"), "a file outside was written");
    try (Stream<Path> all = Files.list(directory)) {
      List<String> names = all.map(path -> path.getFileName().toString()).sorted().toList();
      Harm.unless(names.equals(List.of("archive.tgz", "outside")), "there are files: " + names);
    }
  }

  private static void write(Draw draw, Path file) throws IOException {
    if (draw.oneIn(500)) {
      bomb(draw, file);
      return;
    }
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    StringBuilder told = new StringBuilder();
    boolean damaged = draw.oneIn(3);
    try (OutputStream gzip = damaged && draw.oneIn(2) ? bytes : new GZIPOutputStream(bytes)) {
      ByteArrayOutputStream tar = new ByteArrayOutputStream();
      try (TarArchiveOutputStream out = new TarArchiveOutputStream(tar, "UTF-8")) {
        out.setLongFileMode(TarArchiveOutputStream.LONGFILE_POSIX);
        for (int i = draw.below(5); i > 0; i--) {
          entry(draw, out, told);
        }
      }
      byte[] whole = tar.toByteArray();
      gzip.write(damaged ? damaged(draw, whole) : whole);
    }
    draw.tell(told.toString());
    Files.write(file, draw.oneIn(6) ? damaged(draw, bytes.toByteArray()) : bytes.toByteArray());
  }

  private static void entry(Draw draw, TarArchiveOutputStream out, StringBuilder told)
      throws IOException {
    byte kind = KINDS[draw.below(KINDS.length)];
    String name = draw.oneIn(6) ? HostileText.any(draw) : draw.one(NAMES);
    byte[] content = draw.bytes(draw.below(2_000));
    // Names keep what they begin with, which is what this is about.
    TarArchiveEntry entry = new TarArchiveEntry(cut(name), kind, true);
    if (kind == TarConstants.LF_SYMLINK || kind == TarConstants.LF_LINK) {
      entry.setLinkName(cut(draw.oneIn(4) ? HostileText.any(draw) : link(draw)));
      content = new byte[0];
    }
    entry.setSize(entry.isDirectory() ? 0 : content.length);
    entry.setMode(draw.oneIn(5) ? draw.below(07777) : 0644);
    told.append(kind).append(' ').append(name).append(" -> ").append(entry.getLinkName());
    told.append('\n');
    out.putArchiveEntry(entry);
    if (entry.getSize() > 0) {
      out.write(content);
    }
    out.closeArchiveEntry();
  }

  private static String cut(String text) {
    return text.length() > 3_000 ? text.substring(0, 3_000) : text;
  }

  private static String link(Draw draw) {
    return draw.one(List.of("a", "../outside", "..", "/etc", "a/../..", "b/./c", "link", ""));
  }

  private static byte[] damaged(Draw draw, byte[] whole) {
    byte[] bytes = whole.clone();
    if (bytes.length == 0) {
      return bytes;
    }
    for (int i = 1 + draw.below(4); i > 0; i--) {
      bytes[draw.below(Math.min(bytes.length, 2_048))] = (byte) draw.below(256);
    }
    return draw.oneIn(3) ? java.util.Arrays.copyOf(bytes, draw.below(bytes.length)) : bytes;
  }

  /** A few hundred kilobytes that unpack to {@link #BOMB} bytes in the head of an entry. */
  private static void bomb(Draw draw, Path file) throws IOException {
    byte kind = LONG_HEADS[draw.below(LONG_HEADS.length)];
    draw.tell("a head of " + BOMB + " bytes, of the kind " + (char) kind);
    try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(file))) {
      TarArchiveEntry head = new TarArchiveEntry("head", kind);
      head.setSize(BOMB);
      byte[] record = new byte[512];
      head.writeEntryHeader(record);
      out.write(record);
      byte[] part =
          ("30 path=" + "a".repeat(21) + "\n").repeat(1_000).getBytes(StandardCharsets.US_ASCII);
      for (int written = 0; written < BOMB; written += part.length) {
        out.write(part, 0, Math.min(part.length, BOMB - written));
      }
    }
  }
}
