package io.rrrspec.common.coverage;

import java.io.DataInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jacoco.core.data.ExecutionDataWriter;

/** Files of JaCoCo's execution data. */
public final class ExecFiles {
  private ExecFiles() {}

  /** Tells whether a file begins as one of JaCoCo does; false if it cannot be read. */
  public static boolean is(Path file) {
    try (DataInputStream in = new DataInputStream(Files.newInputStream(file))) {
      return in.readByte() == ExecutionDataWriter.BLOCK_HEADER
          && in.readChar() == ExecutionDataWriter.MAGIC_NUMBER;
    } catch (IOException e) {
      return false;
    }
  }
}
