package io.rrrspec.worker.build;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The little that a class file tells without loading the class (JVMS 4.1, 4.4, 4.7.6).
 *
 * @param concrete whether there can be an instance: neither abstract nor an interface
 * @param nested whether Jupiter runs it as part of another class: it names the annotation for that,
 *     and needs an instance of the other class. A static one with that annotation runs by itself
 */
record ClassFile(boolean concrete, boolean nested) {
  private static final int MAGIC = 0xCAFEBABE;
  private static final int NOT_CONCRETE = 0x0200 | 0x0400 | 0x8000;
  private static final int STATIC = 0x0008;
  private static final String NESTED = "Lorg/junit/jupiter/api/Nested;";
  private static final String INNER_CLASSES = "InnerClasses";

  static ClassFile read(Path file) throws IOException {
    try (DataInputStream in =
        new DataInputStream(new BufferedInputStream(Files.newInputStream(file)))) {
      if (in.readInt() != MAGIC) {
        throw new IOException(file + " is not a class file");
      }
      in.readInt();
      boolean named = false;
      int innerClasses = 0;
      int count = in.readUnsignedShort();
      for (int i = 1; i < count; i++) {
        int tag = in.readUnsignedByte();
        if (tag == 1) {
          String text = in.readUTF();
          named |= text.equals(NESTED);
          innerClasses = text.equals(INNER_CLASSES) ? i : innerClasses;
        } else {
          in.skipNBytes(length(tag, file));
        }
        if (tag == 5 || tag == 6) {
          i++; // long and double take two entries
        }
      }
      boolean concrete = (in.readUnsignedShort() & NOT_CONCRETE) == 0;
      return new ClassFile(concrete, named && !isStatic(in, innerClasses));
    }
  }

  /**
   * Whether the class is a static member of another one.
   *
   * @param in behind the class's own access flags, which do not say it
   * @param innerClasses the constant with the name of the attribute that says it; 0 for none
   */
  private static boolean isStatic(DataInputStream in, int innerClasses) throws IOException {
    int self = in.readUnsignedShort();
    in.skipNBytes(2);
    in.skipNBytes(2L * in.readUnsignedShort());
    skipMembers(in); // fields
    skipMembers(in); // methods
    for (int left = in.readUnsignedShort(); left > 0; left--) {
      if (in.readUnsignedShort() != innerClasses) {
        in.skipNBytes(Integer.toUnsignedLong(in.readInt()));
        continue;
      }
      in.readInt();
      for (int classes = in.readUnsignedShort(); classes > 0; classes--) {
        boolean same = in.readUnsignedShort() == self;
        in.skipNBytes(4);
        int flags = in.readUnsignedShort();
        if (same) {
          return (flags & STATIC) != 0;
        }
      }
    }
    return false;
  }

  private static void skipMembers(DataInputStream in) throws IOException {
    for (int left = in.readUnsignedShort(); left > 0; left--) {
      in.skipNBytes(6);
      for (int attributes = in.readUnsignedShort(); attributes > 0; attributes--) {
        in.skipNBytes(2);
        in.skipNBytes(Integer.toUnsignedLong(in.readInt()));
      }
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
