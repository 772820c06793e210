package io.rrrspec.worker.build.state;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
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
    MessageDigest digest = sha256();
    byte[] buffer = new byte[1 << 16];
    try (InputStream in = Files.newInputStream(file)) {
      for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
        digest.update(buffer, 0, n);
      }
    }
    return HexFormat.of().formatHex(digest.digest(), 0, 16);
  }

  /** Half of SHA-256 over a text. */
  static String digest(String text) {
    byte[] digest = sha256().digest(text.getBytes(StandardCharsets.UTF_8));
    return HexFormat.of().formatHex(digest, 0, 16);
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }
}
