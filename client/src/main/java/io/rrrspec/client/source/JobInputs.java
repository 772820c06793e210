package io.rrrspec.client.source;

import io.rrrspec.common.ServiceException;
import io.rrrspec.common.artifact.PathGlob;
import io.rrrspec.common.model.RsyncInfo;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The files of a sent directory that jobs declare as their inputs. */
public final class JobInputs {
  private final Path directory;
  private final List<String> sent;

  private JobInputs(Path directory, List<String> sent) {
    this.directory = directory;
    this.sent = sent;
  }

  /**
   * Lists a directory as it is sent.
   *
   * @throws ServiceException if rsync does not tell what it would send
   */
  public static JobInputs ofSent(Path directory, RsyncInfo target) {
    try {
      return SentFiles.of(directory, target)
          .map(files -> new JobInputs(directory, files))
          .orElseThrow(() -> unknown(directory, null));
    } catch (IOException e) {
      throw unknown(directory, e);
    }
  }

  private static ServiceException unknown(Path directory, @Nullable IOException cause) {
    return new ServiceException(
        "the inputs of jobs cannot be found: rsync does not list the files of " + directory, cause);
  }

  /** Whether a pattern matches a file that is sent. */
  public boolean has(PathGlob glob) {
    return sent.stream().anyMatch(glob::matches);
  }

  /** The first sent file that is matched by both; empty if there is none. */
  public Optional<String> common(List<PathGlob> some, List<PathGlob> others) {
    return sent.stream()
        .filter(path -> some.stream().anyMatch(glob -> glob.matches(path)))
        .filter(path -> others.stream().anyMatch(glob -> glob.matches(path)))
        .findFirst();
  }

  /**
   * A digest of the files that some pattern matches, with their paths and whether they can be
   * executed, and of other texts.
   *
   * @param wishes in an order of their own
   * @return SHA-256 in hexadecimal digits
   * @throws ServiceException if a file cannot be read
   */
  public String digest(List<PathGlob> globs, List<String> wishes) {
    List<String> files =
        sent.stream().filter(path -> globs.stream().anyMatch(glob -> glob.matches(path))).toList();
    try {
      return RunInputsDigest.ofFiles(directory, files, wishes);
    } catch (IOException | UncheckedIOException e) {
      throw new ServiceException("an input of a job cannot be read: " + e.getMessage(), e);
    }
  }
}
