package io.rrrspec.common.files;

/** Bytes as hexadecimal digits. It is in the slave, and Java 11 has no HexFormat. */
public final class Hex {
  private Hex() {}

  /** All of them, two lower-case digits for each. */
  public static String of(byte[] bytes) {
    return of(bytes, bytes.length);
  }

  /**
   * The first of them.
   *
   * @param count how many, 0 to the length of the array
   */
  public static String of(byte[] bytes, int count) {
    StringBuilder text = new StringBuilder(2 * count);
    for (int i = 0; i < count; i++) {
      text.append(Character.forDigit(bytes[i] >> 4 & 15, 16));
      text.append(Character.forDigit(bytes[i] & 15, 16));
    }
    return text.toString();
  }
}
