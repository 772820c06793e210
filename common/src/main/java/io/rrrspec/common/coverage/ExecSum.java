package io.rrrspec.common.coverage;

import io.rrrspec.common.files.ReplacedFile;
import java.io.EOFException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.jacoco.core.data.ExecutionData;
import org.jacoco.core.data.ExecutionDataStore;
import org.jacoco.core.data.IncompatibleExecDataVersionException;
import org.jacoco.core.tools.ExecFileLoader;

/** Adds up files of JaCoCo's execution data. Each file counts as a whole, or not at all. */
public final class ExecSum {
  private static final String ASIDE = ".damaged";

  private final ExecFileLoader sum = new ExecFileLoader();

  /**
   * Adds a file.
   *
   * @return why it does not count, for a sentence that begins with its name, such as "is cut off";
   *     empty if it counts. An empty file counts, as nothing.
   */
  public String add(Path file) {
    ExecFileLoader one = new ExecFileLoader();
    String why = load(one, file);
    if (why.isEmpty()) {
      why = misfit(one.getExecutionDataStore());
    }
    if (why.isEmpty()) {
      one.getSessionInfoStore().accept(sum.getSessionInfoStore());
      one.getExecutionDataStore().accept(sum.getExecutionDataStore());
    }
    return why;
  }

  /**
   * Adds what a file holds that {@link #write} is going to replace. If that does not count, the
   * file is put aside: its bytes are its user's.
   *
   * @return what was put aside and why, for a person, in a sentence that begins with the file's
   *     name; empty if the file counts
   * @throws IOException if it cannot be put aside
   */
  public String addOlder(Path file) throws IOException {
    String why = add(file);
    if (why.isEmpty()) {
      return "";
    }
    Path aside = file.resolveSibling(file.getFileName() + ASIDE);
    Files.move(file, aside, StandardCopyOption.ATOMIC_MOVE);
    return why
        + ": it is now called "
        + aside.getFileName()
        + ", and its coverage does not count; delete it if you do not need it";
  }

  private static String load(ExecFileLoader one, Path file) {
    if (Files.isDirectory(file)) {
      return "is a directory";
    }
    try {
      one.load(file.toFile());
      return "";
    } catch (EOFException e) {
      return "is cut off";
    } catch (IncompatibleExecDataVersionException e) {
      return "is of another version of JaCoCo";
    } catch (IOException e) {
      return Files.isReadable(file) ? "is damaged" : "cannot be read";
    } catch (RuntimeException | OutOfMemoryError e) {
      // The lengths in it are as damaged as the rest.
      return "is damaged";
    }
  }

  private String misfit(ExecutionDataStore classes) {
    for (ExecutionData data : classes.getContents()) {
      ExecutionData before = sum.getExecutionDataStore().get(data.getId());
      if (before != null) {
        try {
          before.assertCompatibility(data.getId(), data.getName(), data.getProbes().length);
        } catch (IllegalStateException e) {
          return "does not fit to the others: it knows another class " + data.getName();
        }
      }
    }
    return "";
  }

  /**
   * Writes the sum in one move: a reader sees the old file or the new one.
   *
   * @throws IOException if that fails; then the file is as it was
   */
  public void write(Path file) throws IOException {
    ReplacedFile.write(file, fresh -> sum.save(fresh.toFile(), false));
  }
}
