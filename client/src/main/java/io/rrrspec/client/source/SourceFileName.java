package io.rrrspec.client.source;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** Reads from a class file which source file it was compiled from (JVMS 4.7.10). */
final class SourceFileName {
  private static final int MAGIC = 0xCAFEBABE;

  private final DataInputStream in;
  private final Map<Integer, String> texts = new HashMap<>();

  private SourceFileName(DataInputStream in) {
    this.in = in;
  }

  /** The name without its directory; empty if the compiler has not noted it. */
  static Optional<String> of(Path classFile) {
    try (DataInputStream in =
        new DataInputStream(new BufferedInputStream(Files.newInputStream(classFile)))) {
      return new SourceFileName(in).read();
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  private Optional<String> read() throws IOException {
    if (in.readInt() != MAGIC) {
      return Optional.empty();
    }
    in.readInt(); // version
    readConstants();
    in.skipNBytes(6); // access, this class, super class
    in.skipNBytes(2L * in.readUnsignedShort());
    skipMembers(); // fields
    skipMembers(); // methods
    for (int left = in.readUnsignedShort(); left > 0; left--) {
      String name = texts.getOrDefault(in.readUnsignedShort(), "");
      int length = in.readInt();
      if (name.equals("SourceFile")) {
        return Optional.ofNullable(texts.get(in.readUnsignedShort()));
      }
      in.skipNBytes(Integer.toUnsignedLong(length));
    }
    return Optional.empty();
  }

  private void readConstants() throws IOException {
    int count = in.readUnsignedShort();
    for (int i = 1; i < count; i++) {
      int tag = in.readUnsignedByte();
      switch (tag) {
        case 1 -> texts.put(i, in.readUTF());
        case 3, 4, 9, 10, 11, 12, 17, 18 -> in.skipNBytes(4);
        case 5, 6 -> {
          in.skipNBytes(8);
          i++; // long and double take two places
        }
        case 7, 8, 16, 19, 20 -> in.skipNBytes(2);
        case 15 -> in.skipNBytes(3);
        default -> throw new IOException("unknown constant " + tag);
      }
    }
  }

  private void skipMembers() throws IOException {
    for (int members = in.readUnsignedShort(); members > 0; members--) {
      in.skipNBytes(6);
      for (int attributes = in.readUnsignedShort(); attributes > 0; attributes--) {
        in.skipNBytes(2);
        in.skipNBytes(Integer.toUnsignedLong(in.readInt()));
      }
    }
  }
}
