package io.rrrspec.persister.record;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;

/**
 * Stands for a text in indexes: half a SHA-256. Redis keys and command lines may be thousands of
 * characters long, more than MySQL (3,072 bytes) and PostgreSQL (2,704) take into an index.
 */
final class Hash {
  private static final int BYTES = 16;

  private Hash() {}

  /**
   * The hash of some texts in their order; 16 bytes.
   *
   * @param parts none of them is read as part of its neighbour: ("a", "bc") is not ("ab", "c")
   */
  static byte[] of(String... parts) {
    MessageDigest digest = sha256();
    for (String part : parts) {
      byte[] bytes = part.getBytes(StandardCharsets.UTF_8);
      digest.update((bytes.length + ":").getBytes(StandardCharsets.US_ASCII));
      digest.update(bytes);
    }
    return Arrays.copyOf(digest.digest(), BYTES);
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }
}
