package io.rrrspec.worker.prepare;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The little that the first part of a class file tells, without loading the class (JVMS 4.1, 4.4).
 *
 * @param concrete whether there can be an instance: neither abstract nor an interface
 * @param nested whether it names Jupiter's annotation for classes that run as part of another
 */
record ClassFile(boolean concrete, boolean nested) {
  private static final int MAGIC = 0xCAFEBABE;
  private static final int NOT_CONCRETE = 0x0200 | 0x0400 | 0x8000;
  private static final String NESTED = "Lorg/junit/jupiter/api/Nested;";

  static ClassFile read(Path file) throws IOException {
    try (DataInputStream in =
        new DataInputStream(new BufferedInputStream(Files.newInputStream(file)))) {
      if (in.readInt() != MAGIC) {
        throw new IOException(file + " is not a class file");
      }
      in.readInt();
      boolean nested = false;
      int count = in.readUnsignedShort();
      for (int i = 1; i < count; i++) {
        int tag = in.readUnsignedByte();
        if (tag == 1) {
          nested |= in.readUTF().equals(NESTED);
        } else {
          in.skipNBytes(length(tag, file));
        }
        if (tag == 5 || tag == 6) {
          i++; // long and double take two entries
        }
      }
      return new ClassFile((in.readUnsignedShort() & NOT_CONCRETE) == 0, nested);
    }
  }

  private static int length(int tag, Path file) throws IOException {
    return switch (tag) {
      case 7, 8, 16, 19, 20 -> 2;
      case 15 -> 3;
      case 3, 4, 9, 10, 11, 12, 17, 18 -> 4;
      case 5, 6 -> 8;
      default -> throw new IOException(file + " has an unknown constant " + tag);
    };
  }
}
