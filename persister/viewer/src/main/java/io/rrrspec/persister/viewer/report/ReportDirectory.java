package io.rrrspec.persister.viewer.report;

import io.rrrspec.common.ServiceException;
import io.rrrspec.common.UsageException;
import io.rrrspec.common.files.IoReason;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The directory of a report: {@code index.html}, and all other files in {@code pages}. A hidden
 * file lists what was written, so that the next report replaces that, and nothing else.
 */
public final class ReportDirectory {
  static final String INDEX = "index.html";
  static final String PAGES = "pages";
  private static final String LIST = ".rrrspec-html";

  /** So many names of ours have 200 kB; what is longer is no list of ours. */
  private static final long LONGEST_LIST = 10_000_000;

  /** What we call files: a list that somebody else has made leads nowhere else. */
  private static final Pattern OUR_NAME =
      Pattern.compile("[a-z-]{1,20}[0-9]{0,9}\\.(html|css|js|svg)");

  private final Path dir;

  /**
   * Names the directory.
   *
   * @param dir where the report goes; need not exist
   */
  public ReportDirectory(Path dir) {
    this.dir = dir;
  }

  /**
   * Makes the directory, and takes an earlier report away: to be called before the run, so that one
   * that is ended half-way leaves no report of another run, and a wrong directory is known early.
   *
   * @throws UsageException if it cannot be written, or has files of others in the places of ours
   */
  public void prepare() {
    if (Files.exists(dir) && !Files.isDirectory(dir)) {
      throw new UsageException(
          "option --html: " + dir + " is a file: write a directory, existing or new");
    }
    try {
      Files.createDirectories(dir);
      removeEarlier();
      requireNoForeignFiles();
      Files.createDirectories(dir.resolve(PAGES));
      Files.writeString(dir.resolve(LIST), "");
    } catch (IOException e) {
      throw new UsageException(
          "option --html: cannot write to "
              + dir
              + " ("
              + IoReason.of(e)
              + "): write another directory",
          e);
    }
  }

  private void removeEarlier() throws IOException {
    for (String name : earlier()) {
      Files.deleteIfExists(dir.resolve(name));
    }
  }

  private List<String> earlier() throws IOException {
    List<String> names = new ArrayList<>();
    Path list = dir.resolve(LIST);
    try {
      if (Files.size(list) > LONGEST_LIST) {
        return names;
      }
      for (String line : Files.readAllLines(list)) {
        if (line.equals(INDEX)
            || line.startsWith(PAGES + "/")
                && OUR_NAME.matcher(line.substring(PAGES.length() + 1)).matches()
                && Files.isDirectory(dir.resolve(PAGES), LinkOption.NOFOLLOW_LINKS)) {
          names.add(line);
        }
      }
    } catch (NoSuchFileException e) {
      // The first report here.
    }
    return names;
  }

  private void requireNoForeignFiles() throws IOException {
    Path pages = dir.resolve(PAGES);
    boolean pagesAreOurs =
        !Files.exists(pages, LinkOption.NOFOLLOW_LINKS)
            || Files.isDirectory(pages, LinkOption.NOFOLLOW_LINKS);
    if (!pagesAreOurs) {
      throw foreign(PAGES);
    }
    if (Files.exists(dir.resolve(INDEX), LinkOption.NOFOLLOW_LINKS)) {
      throw foreign(INDEX);
    }
    if (Files.exists(pages)) {
      try (Stream<Path> left = Files.list(pages)) {
        List<String> names = left.map(file -> file.getFileName().toString()).toList();
        for (String name : names) {
          if (OUR_NAME.matcher(name).matches()) {
            throw foreign(PAGES + "/" + name);
          }
        }
      }
    }
  }

  private UsageException foreign(String name) {
    return new UsageException(
        "option --html: "
            + dir.resolve(name)
            + " is not of an earlier report, and is not overwritten: write an empty or a new"
            + " directory");
  }

  /** The file of the report that a reader opens first. */
  public Path index() {
    return dir.resolve(INDEX);
  }

  /**
   * Writes a new file of the report.
   *
   * @param name its path in the directory
   * @throws ServiceException if it cannot be written
   */
  void write(String name, byte[] content) {
    try {
      // What is ended half-way is known to the next report.
      Files.writeString(dir.resolve(LIST), name + "\n", StandardOpenOption.APPEND);
      Files.write(
          dir.resolve(name), content, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    } catch (IOException e) {
      throw failed(e);
    }
  }

  /** Replaces a file that this report has written. */
  void replace(String name, byte[] content) {
    try {
      Files.write(
          dir.resolve(name),
          content,
          StandardOpenOption.WRITE,
          StandardOpenOption.TRUNCATE_EXISTING);
    } catch (IOException e) {
      throw failed(e);
    }
  }

  /** Reads a file that this report has written. */
  String read(String name) {
    try {
      return Files.readString(dir.resolve(name));
    } catch (IOException e) {
      throw failed(e);
    }
  }

  private ServiceException failed(IOException e) {
    return new ServiceException(
        "cannot write the HTML report to " + dir + ": " + IoReason.of(e), e);
  }
}
