package io.rrrspec.worker.agent.artifact;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rrrspec.common.ServiceException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.apache.commons.compress.archivers.tar.TarConstants;
import org.apache.commons.compress.compressors.gzip.GzipCompressorOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TarTest {
  private static final long LIMIT = 1_000_000;

  @TempDir Path base;

  private Path tree;
  private Path copy;

  @BeforeEach
  void make() throws IOException {
    tree = Files.createDirectory(base.resolve("tree"));
    copy = base.resolve("copy");
  }

  @Test
  void aTreeComesBackAsItWas() throws Exception {
    Path deep = Files.createDirectories(tree.resolve("a/" + "long".repeat(60) + "/b"));
    Files.writeString(deep.resolve("grüße " + "x".repeat(150)), "text");
    Path tool = Files.writeString(tree.resolve("tool.sh"), "#!/bin/sh\n");
    Files.setPosixFilePermissions(tool, PosixFilePermissions.fromString("rwxr-x--x"));
    Files.setLastModifiedTime(tool, FileTime.from(Instant.parse("2020-02-02T02:02:02.1234567Z")));
    Files.createSymbolicLink(tree.resolve("a/link"), Path.of("../tool.sh"));
    Files.createSymbolicLink(tree.resolve("dangling"), Path.of("nowhere"));
    Files.createDirectory(tree.resolve("empty"));
    Path closed = Files.createDirectory(tree.resolve("closed"));
    Files.writeString(closed.resolve("in.txt"), "in");
    Files.setPosixFilePermissions(closed, PosixFilePermissions.fromString("r-xr-xr-x"));
    Files.setLastModifiedTime(closed, FileTime.from(Instant.parse("2021-01-01T00:00:00Z")));
    new ProcessBuilder("mkfifo", tree.resolve("pipe").toString()).start().waitFor();

    byte[] packed = pack();
    unpack(packed, LIMIT);

    assertThat(copy.resolve("tree/" + tree.relativize(deep)).resolve("grüße " + "x".repeat(150)))
        .hasContent("text");
    Path other = copy.resolve("tree/tool.sh");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(other)))
        .isEqualTo("rwxr-x--x");
    assertThat(Files.getLastModifiedTime(other)).isEqualTo(Files.getLastModifiedTime(tool));
    assertThat(Files.readSymbolicLink(copy.resolve("tree/a/link"))).hasToString("../tool.sh");
    assertThat(Files.readSymbolicLink(copy.resolve("tree/dangling"))).hasToString("nowhere");
    assertThat(copy.resolve("tree/empty")).isEmptyDirectory();
    assertThat(copy.resolve("tree/closed/in.txt")).hasContent("in");
    assertThat(
            PosixFilePermissions.toString(
                Files.getPosixFilePermissions(copy.resolve("tree/closed"))))
        .isEqualTo("r-xr-xr-x");
    assertThat(copy.resolve("tree/pipe")).doesNotExist();
    assertThat(copy.resolve("note")).hasContent("a note");
    assertThat(Files.getLastModifiedTime(copy.resolve("tree/closed")))
        .isEqualTo(Files.getLastModifiedTime(closed));
    assertThat(pack()).as("packed again").isEqualTo(packed);
  }

  @Test
  void onlyWhatIsWantedIsPacked() throws Exception {
    Files.createDirectories(tree.resolve("out/x"));
    Files.writeString(tree.resolve("out/x/a.jar"), "jar");
    Files.writeString(tree.resolve("b.txt"), "b");
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    int count;
    try (TarWriter writer = new TarWriter(out)) {
      count = writer.tree(tree, "", path -> path.toString().endsWith(".jar"), false);
    }
    unpack(out.toByteArray(), LIMIT);
    assertThat(count).isEqualTo(1);
    assertThat(copy.resolve("out/x/a.jar")).hasContent("jar");
    assertThat(copy.resolve("b.txt")).doesNotExist();
  }

  @ParameterizedTest(name = "{0} -> {1}: {2}")
  @CsvSource({
    "link, here, true",
    "a/b/link, ../../here, true",
    "a/b/link, ./x//y, true",
    "link, ../out, false",
    "a/link, ../../out, false",
    "link, /etc/passwd, false",
    "link, here/../../out, false",
    "a/b/link, s/../x, false",
    "link, '', false",
  })
  void aLinkStaysBelowItsRoot(String link, String target, boolean stays) {
    assertThat(LinkTarget.staysBelow(Path.of(link), target)).isEqualTo(stays);
  }

  @Test
  void aLinkThatLeadsOutIsNotPacked() throws IOException {
    Files.createSymbolicLink(tree.resolve("link"), Path.of("/etc/passwd"));
    assertThatThrownBy(this::pack)
        .isInstanceOf(ServiceException.class)
        .hasMessage("the link link leads out of the directory, to /etc/passwd");
  }

  @ParameterizedTest
  @ValueSource(strings = {"../out", "/out", "a/../../out", "a/./b", "..", "a//../../out"})
  void aNameThatLeadsOutIsRefused(String name) throws IOException {
    byte[] packed = archive(tar -> file(tar, name));
    assertThatThrownBy(() -> unpack(packed, LIMIT))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("leads out of the directory");
    assertThat(base.resolve("out")).doesNotExist();
    assertThat(Path.of("/out")).doesNotExist();
  }

  @ParameterizedTest
  @ValueSource(bytes = {'L', 'K', 'x', 'g'})
  void theNameOfAnEntryIsNotUnpackedBeyondWhatANameMayHave(byte kind) throws IOException {
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    try (GzipCompressorOutputStream gzip = new GzipCompressorOutputStream(packed)) {
      TarArchiveEntry head = new TarArchiveEntry("head", kind);
      head.setSize((8L << 30) - 1);
      byte[] block = new byte[512];
      head.writeEntryHeader(block);
      gzip.write(block);
      byte[] part =
          "30 path=aaaaaaaaaaaaaaaaaaaaa\n".repeat(35_000).getBytes(StandardCharsets.US_ASCII);
      gzip.write(part);
      gzip.write(part);
    }
    assertThatThrownBy(() -> unpack(packed.toByteArray(), LIMIT))
        .isInstanceOf(IOException.class)
        .hasMessage("the name or another head of an entry is too long");
  }

  @Test
  void nothingIsWrittenThroughALink() throws IOException {
    Path outside = Files.createDirectory(base.resolve("outside"));
    for (String target : List.of("../outside", outside.toString(), "a/../../outside")) {
      byte[] packed =
          archive(
              tar -> {
                link(tar, TarConstants.LF_SYMLINK, "door", target);
                file(tar, "door/in.txt");
              });
      assertThatThrownBy(() -> unpack(packed, LIMIT)).hasMessageContaining("'door' is a link out");
      delete(copy);
    }
    byte[] inside =
        archive(
            tar -> {
              link(tar, TarConstants.LF_SYMLINK, "door", "room");
              file(tar, "door/in.txt");
            });
    assertThatThrownBy(() -> unpack(inside, LIMIT))
        .hasMessageContaining("goes through something that is no directory");
    assertThat(outside).isEmptyDirectory();
  }

  @Test
  void whatIsNoFileDirectoryOrLinkIsRefused() throws IOException {
    for (byte kind :
        new byte[] {
          TarConstants.LF_LINK, TarConstants.LF_CHR, TarConstants.LF_BLK, TarConstants.LF_FIFO
        }) {
      byte[] packed = archive(tar -> link(tar, kind, "strange", "/etc/passwd"));
      assertThatThrownBy(() -> unpack(packed, LIMIT))
          .hasMessageContaining("'strange' is of a kind");
      assertThat(Files.exists(copy.resolve("strange"), LinkOption.NOFOLLOW_LINKS)).isFalse();
      delete(copy);
    }
  }

  @Test
  void aNameThatOccursTwiceIsRefused() throws IOException {
    byte[] packed =
        archive(
            tar -> {
              link(tar, TarConstants.LF_SYMLINK, "a", "b");
              file(tar, "a");
            });
    assertThatThrownBy(() -> unpack(packed, LIMIT)).hasMessageContaining("'a' occurs twice");
    assertThat(copy.resolve("b")).doesNotExist();
  }

  @Test
  void moreThanThereMayBeIsRefused() throws Exception {
    Files.write(tree.resolve("zeros"), new byte[100_000]);
    byte[] packed = pack();
    assertThat(packed.length).as("a small archive").isLessThan(5_000);
    assertThatThrownBy(() -> unpack(packed, 99_999)).hasMessageContaining("more than there may be");
  }

  /** What stands in a head is somebody's word: no memory is taken for it before it is read. */
  @ParameterizedTest
  @ValueSource(
      bytes = {
        TarConstants.LF_GNUTYPE_LONGNAME,
        TarConstants.LF_GNUTYPE_LONGLINK,
        TarConstants.LF_PAX_EXTENDED_HEADER_LC,
        TarConstants.LF_PAX_GLOBAL_EXTENDED_HEADER,
        TarConstants.LF_NORMAL,
        TarConstants.LF_GNUTYPE_SPARSE
      })
  void aHeadThatSays300MegabytesTakesNoMemory(byte kind) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (OutputStream out = new GzipCompressorOutputStream(bytes)) {
      TarArchiveEntry entry = new TarArchiveEntry("head", kind);
      entry.setSize(300_000_000);
      byte[] head = new byte[512];
      entry.writeEntryHeader(head);
      out.write(head);
      out.write("299999000 path=aaaa".getBytes(StandardCharsets.US_ASCII));
      out.write(new byte[100_000]);
    }
    var memory = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
    long before = memory.getCurrentThreadAllocatedBytes();
    assertThatThrownBy(() -> unpack(bytes.toByteArray(), 1_000_000_000))
        .isInstanceOf(IOException.class);
    assertThat(memory.getCurrentThreadAllocatedBytes() - before).isLessThan(32 << 20);
  }

  @Test
  void anArchiveThatIsCutOffOrChangedIsRefused() throws Exception {
    byte[] noise = new byte[50_000];
    new Random(1).nextBytes(noise);
    Files.write(tree.resolve("noise"), noise);
    byte[] packed = pack();
    for (int length : List.of(0, 5, 1_000, packed.length / 2, packed.length - 1)) {
      assertThatThrownBy(() -> unpack(Arrays.copyOf(packed, length), LIMIT))
          .as("%d of %d bytes", length, packed.length)
          .isInstanceOf(IOException.class);
      delete(copy);
    }
    byte[] changed = packed.clone();
    changed[packed.length / 2] ^= 1;
    assertThatThrownBy(() -> unpack(changed, LIMIT)).isInstanceOf(IOException.class);
  }

  @Test
  void nothingStaysOfAnArchiveThatIsRefused() throws Exception {
    Files.writeString(tree.resolve("a"), "a");
    byte[] packed = pack();
    Path file = Files.write(base.resolve("packed"), Arrays.copyOf(packed, packed.length - 9));
    assertThatThrownBy(() -> TarReader.unpackOrNothing(file, copy, LIMIT))
        .isInstanceOf(IOException.class);
    assertThat(copy).doesNotExist();
  }

  private byte[] pack() throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (TarWriter writer = new TarWriter(out)) {
      writer.text("note", "a note");
      writer.tree(tree, "tree/", path -> true, true);
    }
    return out.toByteArray();
  }

  private void unpack(byte[] packed, long limit) throws IOException {
    TarReader.unpack(new ByteArrayInputStream(packed), copy, limit);
  }

  private static byte[] archive(Consumer<TarArchiveOutputStream> entries) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (TarArchiveOutputStream tar =
        new TarArchiveOutputStream(new GzipCompressorOutputStream(out))) {
      entries.accept(tar);
    }
    return out.toByteArray();
  }

  private static void file(TarArchiveOutputStream tar, String name) {
    byte[] text = "text".getBytes(StandardCharsets.UTF_8);
    TarArchiveEntry entry = new TarArchiveEntry(name, true);
    entry.setSize(text.length);
    put(tar, entry, text);
  }

  private static void link(TarArchiveOutputStream tar, byte kind, String name, String target) {
    TarArchiveEntry entry = new TarArchiveEntry(name, kind);
    entry.setLinkName(target);
    put(tar, entry, new byte[0]);
  }

  private static void put(TarArchiveOutputStream tar, TarArchiveEntry entry, byte[] content) {
    try {
      tar.putArchiveEntry(entry);
      tar.write(content);
      tar.closeArchiveEntry();
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void delete(Path dir) throws IOException {
    try (var files = Files.walk(dir)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }
}
