package io.rrrspec.common.files;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** Makes SHA-256 digests of files and texts. */
public final class Sha256 {
  private static final int BUFFER = 1 << 16;

  private Sha256() {}

  /** Returns the digest of the content of a file; 32 bytes. */
  public static byte[] ofFile(Path file) throws IOException {
    MessageDigest digest = begin();
    byte[] buffer = new byte[BUFFER];
    try (InputStream in = Files.newInputStream(file)) {
      for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
        digest.update(buffer, 0, n);
      }
    }
    return digest.digest();
  }

  /** Returns the digest of a text in UTF-8; 32 bytes. */
  public static byte[] ofText(String text) {
    return begin().digest(text.getBytes(StandardCharsets.UTF_8));
  }

  /** Begins a digest to which parts are added. */
  public static MessageDigest begin() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }

  /**
   * Adds a text with its length before it, so that it is never read as a part of its neighbour:
   * ("a", "bc") is not ("ab", "c").
   */
  public static void add(MessageDigest digest, String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    digest.update((bytes.length + ":").getBytes(StandardCharsets.US_ASCII));
    digest.update(bytes);
  }
}
