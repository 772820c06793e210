package io.rrrspec.worker.slave;

import io.rrrspec.common.ServiceException;
import io.rrrspec.common.model.CaseResult;
import io.rrrspec.common.store.CasesJson;
import io.rrrspec.worker.slave.jvm.LastWords;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Tells a worker which trial each of its slaves runs, without Redis, and which tests of it: a small
 * file for each slave, beside the worker's private file. Redis may lose its last writes, and then
 * it names another trial than the one that runs; the file outlives a JVM that was killed.
 *
 * <p>It is empty while the slave runs nothing, or asks for a task and has no answer.
 *
 * @param trial the key of the trial, "" if the slave runs none, or {@link #ENDS}
 * @param tests what of it runs; empty if nobody knows
 */
public record TrialNote(String trial, List<CaseResult> tests) {
  /**
   * What it says of a slave that has reported everything and ends by itself. A trial that Redis
   * still calls open was reported, then, and Redis has lost that.
   */
  public static final String ENDS = "ends";

  /** Of a slave that runs nothing, or does not say what. */
  public static final TrialNote NONE = new TrialNote("", List.of());

  /** No key is longer than that; what is, is cut off and fits no trial. */
  private static final int LONGEST = 4_000;

  /** Beyond that running tests are left out, the last first. */
  private static final int MOST_OF_TESTS = 16_000;

  public TrialNote {
    tests = List.copyOf(tests);
  }

  /**
   * Where the note of a slave is.
   *
   * @param slaveFile the worker's private file
   * @param slaveId the slave's id
   */
  public static Path of(Path slaveFile, String slaveId) {
    return slaveFile.resolveSibling("slave-trial-of-" + slaveId);
  }

  /** Reads a note; without a trial if the slave runs nothing, or has written none. */
  public static TrialNote read(Path note) {
    try {
      // Not readString: it may have died while it wrote, or named a test that is no UTF-8.
      String[] lines = new String(Files.readAllBytes(note), StandardCharsets.UTF_8).split("\n", 2);
      return new TrialNote(
          lines[0].strip(), lines.length == 1 ? List.of() : CasesJson.read(lines[1].strip()));
    } catch (IOException e) {
      return NONE;
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

    /** Replaces what stands there, in one write: a reader sees the old or the new. */
    synchronized void write(TrialNote now) {
      String tests = CasesJson.write(now.tests);
      for (int n = now.tests.size() - 1; tests.length() > MOST_OF_TESTS; n--) {
        tests = CasesJson.write(now.tests.subList(0, n));
      }
      byte[] trial = now.trial.getBytes(StandardCharsets.UTF_8);
      ByteArrayOutputStream text = new ByteArrayOutputStream(1_000);
      text.write(trial, 0, Math.min(LONGEST, trial.length));
      if (!tests.isEmpty()) {
        text.write('\n');
        text.writeBytes(tests.getBytes(StandardCharsets.UTF_8));
      }
      int length = text.size();
      while (text.size() < written) {
        text.write(' ');
      }
      try {
        file.seek(0);
        file.write(text.toByteArray());
        written = length;
      } catch (IOException e) {
        // The tests can go on without it; what it says must not be an old trial.
        LastWords.log("cannot write " + note + ": " + e.getMessage());
        delete(note);
      }
    }
  }
}
