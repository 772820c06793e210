package io.rrrspec.worker.slave;

import io.rrrspec.common.ServiceException;
import io.rrrspec.common.model.CaseResult;
import io.rrrspec.common.model.CaseResult.Outcome;
import io.rrrspec.common.store.CasesJson;
import io.rrrspec.worker.slave.jvm.LastWords;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Tells a worker which trial each of its slaves runs, without Redis, and which tests of it: a small
 * file for each slave, beside the worker's private file. Redis may lose its last writes, and then
 * it names another trial than the one that runs; the file outlives a JVM that was killed.
 *
 * <p>It is empty while the slave runs nothing, or asks for a task and has no answer.
 *
 * @param trial the key of the trial, "" if the slave runs none, or {@link #ENDS}
 * @param tests what has failed if its JVM ends now: what runs, without a message, and what has
 *     failed before; empty if nobody knows
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

  /** Beyond so many characters tests are left out, the last first. */
  private static final int MOST_OF_TESTS = 64_000;

  /** The name of what stands for those. No test has it, so that no retry can make up for them. */
  private static final String LEFT_OUT = "(others, which were too many to note)";

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
    String[] lines = lines(note);
    return new TrialNote(
        lines[0].strip(), lines.length == 1 ? List.of() : CasesJson.read(lines[1].strip()));
  }

  /** Reads the trial of a note alone: who looks every second does not want the tests. */
  public static String readTrial(Path note) {
    return lines(note)[0].strip();
  }

  /** One or two. */
  private static String[] lines(Path note) {
    try {
      // Not readString: it may have died while it wrote, or named a test that is no UTF-8.
      return new String(Files.readAllBytes(note), StandardCharsets.UTF_8).split("\n", 2);
    } catch (IOException e) {
      return new String[] {""};
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
  static final class Pen implements AutoCloseable {
    private final RandomAccessFile file;
    private final Path note;
    private int written;

    private Pen(RandomAccessFile file, Path note) {
      this.file = file;
      this.note = note;
    }

    /** What is written stays. */
    @Override
    public synchronized void close() {
      try {
        file.close();
      } catch (IOException e) {
        LastWords.log("cannot close " + note + ": " + e.getMessage());
      }
    }

    private static List<CaseResult> bounded(List<CaseResult> tests) {
      int length = 0;
      for (int n = 0; n < tests.size(); n++) {
        CaseResult test = tests.get(n);
        length += lengthOf(test);
        if (length > MOST_OF_TESTS) {
          List<CaseResult> first = new ArrayList<>(tests.subList(0, n));
          first.add(new CaseResult(test.className(), LEFT_OUT, Outcome.ERROR, 0, null, null, null));
          return first;
        }
      }
      return tests;
    }

    /** About how long it is as JSON. */
    private static int lengthOf(CaseResult test) {
      String message = test.message();
      return 60
          + test.className().length()
          + test.name().length()
          + (message == null ? 0 : message.length());
    }

    /** Replaces what stands there, in one write: a reader sees the old or the new. */
    synchronized void write(TrialNote now) {
      String tests = CasesJson.write(bounded(now.tests));
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
