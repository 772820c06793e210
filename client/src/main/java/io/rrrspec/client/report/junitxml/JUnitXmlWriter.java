package io.rrrspec.client.report.junitxml;

import io.rrrspec.client.report.result.SuiteReport;
import io.rrrspec.client.report.result.Suites;
import io.rrrspec.client.report.result.TaskRun;
import io.rrrspec.client.source.BuildReports;
import io.rrrspec.common.ServiceException;
import io.rrrspec.common.UsageException;
import io.rrrspec.common.model.Taskset;
import io.rrrspec.common.model.TestId;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Writes a run as Surefire writes its reports: {@code DIR/TEST-<class>.xml} for each class and each
 * nested class, in a build of many modules {@code DIR/<module>/TEST-<class>.xml}, under another
 * execution than the default one {@code TEST-<class>-<execution>.xml}. Every task that is not green
 * has a red test in there, also if no test of it ran.
 *
 * <p>A report left from an earlier run would be read as one of this run, so old {@code TEST-*.xml}
 * reports are removed by {@link #prepare()} and {@link #write}: from DIR, from the directories of
 * the project's and the run's modules in it, and from those that an earlier run has written to, of
 * whose modules some may be gone. Files that are not test reports stay. {@link #asSurefire} removes
 * those alone of classes that ran and have no test any more.
 */
public final class JUnitXmlWriter {
  private static final int LOOK_FOR_ROOT_IN = 2_000;

  private final Path dir;
  private final BuildReports names;
  private final boolean keepsOld;

  /**
   * @param dir where to write; need not exist
   */
  public JUnitXmlWriter(Path dir) {
    this(dir, BuildReports.NONE);
  }

  /**
   * @param dir where to write; need not exist
   * @param names what the project's build says about the names of its reports
   */
  public JUnitXmlWriter(Path dir, BuildReports names) {
    this(dir, names, false);
  }

  private JUnitXmlWriter(Path dir, BuildReports names, boolean keepsOld) {
    this.dir = dir;
    this.names = names;
    this.keepsOld = keepsOld;
  }

  /**
   * A writer that replaces the reports of the classes that were run, and keeps those of other
   * classes, also Surefire's own: that is what Surefire does in its own directory, which only
   * {@code mvn clean} empties.
   *
   * @param dir of one module: it gets the tasks of this module alone, either those of Surefire or
   *     those of Failsafe
   */
  public static JUnitXmlWriter asSurefire(Path dir, BuildReports names) {
    return new JUnitXmlWriter(dir, names, true);
  }

  /**
   * Makes the directory and empties it of old reports. To be called before the run, so that one
   * that is ended half-way leaves no report of an earlier run, and a wrong directory is known
   * early.
   *
   * @throws UsageException if the directory cannot be made or written
   */
  public void prepare() {
    try {
      Files.createDirectories(dir);
      removeReports();
    } catch (IOException e) {
      throw new UsageException(
          "option --junit-xml: cannot write to "
              + dir
              + " ("
              + reason(e)
              + "): write another directory",
          e);
    }
    if (!Files.isWritable(dir)) {
      throw new UsageException(
          "option --junit-xml: cannot write to " + dir + " (permissions): write another directory");
    }
  }

  private static String reason(IOException e) {
    String reason = e instanceof FileSystemException file ? file.getReason() : null;
    return reason == null ? e.getClass().getSimpleName() : reason;
  }

  /**
   * Writes the reports of a run that is over.
   *
   * @param taskset the run as it ended
   * @param runs all its tasks with their trials
   * @return how many files there are now
   * @throws ServiceException if a file cannot be written
   */
  public int write(Taskset taskset, List<TaskRun> runs) {
    List<SuiteReport> suites = Suites.of(taskset, runs);
    try {
      Files.createDirectories(dir);
      Set<Path> cleaned = removeReports();
      for (SuiteReport suite : suites) {
        Path parent = directory(suite.module());
        Files.createDirectories(parent);
        if (cleaned.add(parent)) {
          removeReports(parent);
        }
        write(suite, suffix(suite), taskset.partial(), file(suite));
      }
      if (!keepsOld) {
        new WrittenDirectories(dir)
            .note(suites.stream().map(it -> directory(it.module())).toList());
      }
      for (TaskRun run : runs) {
        if (keepsOld && run.withoutTests() && !run.notSelected()) {
          removeReportsOf(taskset.runner().testId(run.task().specFile()));
        }
      }
    } catch (IOException e) {
      throw new ServiceException("cannot write the JUnit XML to " + dir + ": " + e, e);
    }
    return suites.size();
  }

  /** A class that has no test any more leaves what an earlier run has reported of it. */
  private void removeReportsOf(TestId spec) throws IOException {
    SuiteReport none =
        new SuiteReport(
            spec.module(), spec.className(), spec.shownExecution(), Duration.ZERO, List.of());
    Path file = file(none);
    if (Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS) && isReport(file)) {
      Files.delete(file);
    }
  }

  private String suffix(SuiteReport suite) {
    return names.suffix(suite.module(), suite.execution());
  }

  /** Surefire would write over the file of another execution; a name that differs keeps both. */
  private Path file(SuiteReport suite) {
    String suffix = suffix(suite);
    boolean alone = keepsOld && names.isAlone(suite.module(), suite.execution());
    return ReportFiles.of(
        directory(suite.module()), suite, suffix.isEmpty() && !alone ? suite.execution() : suffix);
  }

  private Path directory(String module) {
    return keepsOld ? dir : ReportFiles.directory(dir, module);
  }

  private static void write(SuiteReport suite, String suffix, boolean partial, Path file)
      throws IOException {
    Path draft = file.resolveSibling("." + file.getFileName() + ".part");
    try (Writer out = Files.newBufferedWriter(draft, StandardCharsets.UTF_8)) {
      SuiteXml.write(suite, suffix, partial, out);
    }
    // A build server that looks meanwhile sees the whole file or none.
    Files.move(draft, file, StandardCopyOption.REPLACE_EXISTING);
  }

  /** Also those of modules of which nothing is run this time; returns where it has looked. */
  private Set<Path> removeReports() throws IOException {
    Set<Path> cleaned = new HashSet<>(Set.of(dir));
    names.modules().forEach(module -> cleaned.add(directory(module)));
    if (!keepsOld) {
      cleaned.addAll(new WrittenDirectories(dir).earlier());
    }
    for (Path directory : cleaned) {
      if (Files.isDirectory(directory)) {
        removeReports(directory);
      }
    }
    return cleaned;
  }

  private void removeReports(Path dir) throws IOException {
    if (keepsOld) {
      return;
    }
    try (DirectoryStream<Path> files = Files.newDirectoryStream(dir, "TEST-*.xml")) {
      for (Path file : files) {
        if (Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS) && isReport(file)) {
          Files.delete(file);
        }
      }
    }
  }

  private static boolean isReport(Path file) throws IOException {
    char[] head = new char[LOOK_FOR_ROOT_IN];
    try (BufferedReader in = Files.newBufferedReader(file, StandardCharsets.ISO_8859_1)) {
      int length = in.read(head);
      // An empty one is what a Surefire that was killed leaves.
      return length < 0 || new String(head, 0, length).contains("<testsuite");
    }
  }
}
