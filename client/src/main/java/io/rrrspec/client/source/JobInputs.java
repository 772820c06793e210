package io.rrrspec.client.source;

import io.rrrspec.common.ServiceException;
import io.rrrspec.common.UsageException;
import io.rrrspec.common.files.PathGlob;
import io.rrrspec.common.files.Sha256;
import io.rrrspec.common.model.RsyncInfo;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
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

  /** The files that are sent, relative, with slashes. */
  public List<String> paths() {
    return sent;
  }

  /** The link alone does not say what a command reads by it, or what is sent in its place. */
  private void addTarget(List<String> wishes, String file) throws IOException {
    Path path = directory.resolve(file);
    if (file.indexOf('\uFFFD') >= 0 || !Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
      throw hidden(file);
    }
    if (Files.isSymbolicLink(path)) {
      if (Files.isDirectory(path)) {
        throw new UsageException(
            "the input '" + file + "' is a link to a directory: declare the files that are there");
      }
      if (Files.exists(path)) {
        wishes.add("content of " + file);
        wishes.add(HexFormat.of().formatHex(Sha256.ofFile(path)));
      }
    }
  }

  private static UsageException hidden(String file) {
    return new UsageException(
        "the input '"
            + file
            + "' cannot be read under this name: rename it if it is not UTF-8, and use a UTF-8"
            + " locale, such as LC_ALL=C.UTF-8");
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
   * @throws UsageException if an input is not to be found under its name, or a link to a directory
   * @throws ServiceException if a file cannot be read
   */
  public String digest(List<PathGlob> globs, List<String> wishes) {
    List<String> files =
        sent.stream().filter(path -> globs.stream().anyMatch(glob -> glob.matches(path))).toList();
    try {
      List<String> all = new ArrayList<>(wishes);
      for (String file : files) {
        addTarget(all, file);
      }
      return RunInputsDigest.ofFiles(directory, files, all);
    } catch (InvalidPathException e) {
      throw hidden(e.getInput());
    } catch (IOException | UncheckedIOException e) {
      throw new ServiceException("an input of a job cannot be read: " + e.getMessage(), e);
    }
  }
}
