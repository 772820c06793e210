package io.rrrspec.worker.build.state;

import io.rrrspec.common.files.Sha256;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;

/**
 * A file as it was.
 *
 * @param digest of its content; where a link points to; empty for a directory
 */
record FileEntry(FileStamp stamp, String digest) {
  static final FileEntry MISSING = new FileEntry(FileStamp.MISSING, "");

  /** Reads a file, whose stamp is known. */
  static FileEntry read(Path path, FileStamp stamp) throws IOException {
    return switch (stamp.kind()) {
      case 'f' -> new FileEntry(stamp, content(path));
      case 'l' -> new FileEntry(stamp, Files.readSymbolicLink(path).toString());
      default -> new FileEntry(stamp, "");
    };
  }

  private static String content(Path file) throws IOException {
    return HexFormat.of().formatHex(Sha256.ofFile(file), 0, 16);
  }

  /** Half of SHA-256 over a text. */
  static String digest(String text) {
    return HexFormat.of().formatHex(Sha256.ofText(text), 0, 16);
  }
}
