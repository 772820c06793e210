package io.rrrspec.client.local;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;

/** Reads from a file of JaCoCo which classes it is about (ExecutionDataReader of JaCoCo 0.8). */
final class CoveredClasses {
  private static final int HEADER = 0x01;
  private static final int SESSION = 0x10;
  private static final int CLASS = 0x11;

  private CoveredClasses() {}

  /** The names as the JVM writes them; none if the file is of another format. */
  static Set<String> of(Path file) {
    Set<String> names = new HashSet<>();
    try (DataInputStream in =
        new DataInputStream(new BufferedInputStream(Files.newInputStream(file)))) {
      for (int block = in.read(); block >= 0; block = in.read()) {
        switch (block) {
          case HEADER -> in.skipNBytes(4);
          case SESSION -> {
            in.readUTF();
            in.skipNBytes(16);
          }
          case CLASS -> {
            in.skipNBytes(8);
            names.add(in.readUTF());
            in.skipNBytes((readLength(in) + 7) / 8);
          }
          default -> throw new IOException("unknown block " + block);
        }
      }
      return names;
    } catch (IOException e) {
      return Set.of();
    }
  }

  /** Seven bits a byte, the lowest first; the eighth says that more follow. */
  private static long readLength(DataInputStream in) throws IOException {
    long length = 0;
    int shift = 0;
    int part;
    do {
      part = in.readUnsignedByte();
      length |= (long) (part & 0x7f) << shift;
      shift += 7;
    } while ((part & 0x80) != 0 && shift < 35);
    return length;
  }
}
