package io.rrrspec.worker.slave;

import io.rrrspec.common.ServiceException;
import io.rrrspec.worker.slave.jvm.LastWords;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * Tells a worker which trial each of its slaves runs, without Redis: a small file for each slave,
 * beside the worker's private file. Redis may lose its last writes, and then it names another trial
 * than the one that runs; the file outlives a JVM that was killed.
 *
 * <p>It is empty while the slave runs nothing, or asks for a task and has no answer.
 */
public final class TrialNote {
  /**
   * What it says of a slave that has reported everything and ends by itself. A trial that Redis
   * still calls open was reported, then, and Redis has lost that.
   */
  public static final String ENDS = "ends";

  /** No key is longer than that; what is, is cut off and fits no trial. */
  private static final int LONGEST = 4_000;

  private TrialNote() {}

  /**
   * Where the note of a slave is.
   *
   * @param slaveFile the worker's private file
   * @param slaveId the slave's id
   */
  public static Path of(Path slaveFile, String slaveId) {
    return slaveFile.resolveSibling("slave-trial-of-" + slaveId);
  }

  /** Reads a note; "" if the slave runs nothing, or has written none. */
  public static String read(Path note) {
    try {
      return Files.readString(note).strip();
    } catch (IOException e) {
      return "";
    }
  }

  /** Deletes a note, or that of an earlier process with the same id. */
  public static void delete(Path note) {
    try {
      Files.deleteIfExists(note);
    } catch (IOException e) {
      throw new ServiceException("cannot delete " + note + ": " + e.getMessage(), e);
    }
  }

  /** Opens a note for writing. */
  static Pen pen(Path note) {
    try {
      return new Pen(new RandomAccessFile(note.toFile(), "rw"), note);
    } catch (IOException e) {
      throw new ServiceException("cannot write " + note + ": " + e.getMessage(), e);
    }
  }

  /** Writes one slave's note. */
  static final class Pen {
    private final RandomAccessFile file;
    private final Path note;
    private int written;

    private Pen(RandomAccessFile file, Path note) {
      this.file = file;
      this.note = note;
    }

    /** Replaces what stands there, in one write: whoever reads sees the old or the new. */
    void write(String trial) {
      byte[] text = trial.getBytes(StandardCharsets.UTF_8);
      byte[] line = new byte[Math.max(written, Math.min(LONGEST, text.length))];
      Arrays.fill(line, (byte) ' ');
      System.arraycopy(text, 0, line, 0, Math.min(LONGEST, text.length));
      try {
        file.seek(0);
        file.write(line);
        written = line.length;
      } catch (IOException e) {
        // The tests can go on without it; what it says must not be an old trial.
        LastWords.log("cannot write " + note + ": " + e.getMessage());
        delete(note);
      }
    }
  }
}
