package io.rrrspec.common.coverage;

import java.io.DataInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import org.jacoco.core.data.ExecutionDataWriter;
import org.jacoco.core.tools.ExecFileLoader;

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

  /**
   * Writes the sum of several files in one move: a reader sees the old file or the new one.
   *
   * @param parts at least one; the file itself may be among them
   * @throws IOException if one of them cannot be read, or is of another version of JaCoCo than the
   *     others; then the file is as it was
   */
  public static void merge(List<Path> parts, Path file) throws IOException {
    ExecFileLoader loader = new ExecFileLoader();
    for (Path part : parts) {
      load(loader, part);
    }
    Path fresh = file.resolveSibling(file.getFileName() + ".rrrspec");
    try {
      loader.save(fresh.toFile(), false);
      Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE);
    } finally {
      Files.deleteIfExists(fresh);
    }
  }

  private static void load(ExecFileLoader loader, Path file) throws IOException {
    try {
      loader.load(file.toFile());
    } catch (IllegalStateException e) {
      // Two classes of one id, with different probes.
      throw new IOException(file.getFileName() + ": " + e.getMessage(), e);
    } catch (RuntimeException e) {
      throw new IOException(file.getFileName() + " is no file of JaCoCo", e);
    }
  }
}
