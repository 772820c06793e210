package io.rrrspec.persister.record.row;

import io.rrrspec.common.files.Sha256;
import java.security.MessageDigest;
import java.util.Arrays;

/**
 * Stands for a text in indexes: half a SHA-256. Redis keys and command lines may be thousands of
 * characters long, more than MySQL (3,072 bytes) and PostgreSQL (2,704) take into an index.
 */
public final class Hash {
  private static final int BYTES = 16;

  private Hash() {}

  /**
   * The hash of some texts in their order; 16 bytes.
   *
   * @param parts none of them is read as part of its neighbour: ("a", "bc") is not ("ab", "c")
   */
  public static byte[] of(String... parts) {
    MessageDigest digest = Sha256.begin();
    for (String part : parts) {
      Sha256.add(digest, part);
    }
    return Arrays.copyOf(digest.digest(), BYTES);
  }
}
