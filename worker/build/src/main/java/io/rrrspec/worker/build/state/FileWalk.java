package io.rrrspec.worker.build.state;

import io.rrrspec.common.model.Quarantine;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;

/** Visits all that is below a directory, in bounds, with one look at each entry. */
final class FileWalk {
  /**
   * What version control and editors keep in the directory of a project, and our own settings: of
   * these the ones that a build heeds are compared by their values.
   */
  private static final Set<String> NO_SOURCES =
      Set.of(
          ".git",
          ".hg",
          ".svn",
          ".jj",
          ".rrrspec",
          ".idea",
          ".vscode",
          ".settings",
          ".metadata",
          ".gradle");

  /** Files of ours that no build reads, and whose names are no directories'. */
  private static final Set<String> OWN_FILES = Set.of(".rrrspec.yml", Quarantine.FILE);

  /** What maven-shade-plugin writes beside a pom.xml each time. */
  private static final String REDUCED_POM = "dependency-reduced-pom.xml";

  /** Who is told of what there is. */
  interface Visitor {
    void visit(Path path, FileStamp stamp) throws IOException;
  }

  private final int most;
  private final Visitor visitor;
  private final Set<Path> without;
  private final Leave leave;
  private int visited;

  /** What is left out by its name. */
  enum Leave {
    /** Nothing. */
    NOTHING,
    /** What version control and editors keep, unless it is below src. */
    TOOLS,
    /** That, and what builds have made: directories target beside a pom.xml. */
    TOOLS_AND_TARGETS
  }

  /**
   * @param most so many entries at most
   * @param without directories that are not entered
   */
  FileWalk(int most, Set<Path> without, Leave leave, Visitor visitor) {
    this.most = most;
    this.leave = leave;
    this.without = without;
    this.visitor = visitor;
  }

  /**
   * Visits everything below a directory, not the directory itself; links are not followed.
   *
   * @throws TooManyException if there is more than the bound
   */
  void below(Path dir) throws IOException {
    below(dir, leave == Leave.NOTHING);
  }

  private void below(Path dir, boolean src) throws IOException {
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(dir)) {
      for (Path path : entries) {
        FileStamp stamp = FileStamp.of(path);
        if (!stamp.exists()) {
          // Gone while we look.
          continue;
        }
        if (++visited > most) {
          throw new TooManyException(dir, most);
        }
        String name = String.valueOf(path.getFileName());
        // Below src a directory of any name is a part of the sources.
        if (stamp.kind() == 'd' && (without.contains(path) || !src && isLeftOut(path, name))) {
          continue;
        }
        if (stamp.kind() == 'f'
            && !src
            && (name.equals(REDUCED_POM) || leave != Leave.NOTHING && OWN_FILES.contains(name))) {
          continue;
        }
        visitor.visit(path, stamp);
        if (stamp.kind() == 'd') {
          below(path, src || name.equals("src"));
        }
      }
    } catch (DirectoryIteratorException e) {
      throw e.getCause();
    }
  }

  private boolean isLeftOut(Path path, String name) {
    return NO_SOURCES.contains(name)
        || leave == Leave.TOOLS_AND_TARGETS
            && name.equals("target")
            && Files.exists(path.resolveSibling("pom.xml"));
  }

  /** Whether a walk through a project leaves a path out that is below it. */
  static boolean leavesOut(Path project, Path path) {
    boolean src = false;
    for (Path part : project.relativize(path)) {
      String name = part.toString();
      if (!src && (NO_SOURCES.contains(name) || OWN_FILES.contains(name))) {
        return true;
      }
      src |= name.equals("src");
    }
    return false;
  }

  /** There is more than anybody can be expected to look through each time. */
  static final class TooManyException extends IOException {
    private static final long serialVersionUID = 1;

    TooManyException(Path dir, int most) {
      super("more than " + most + " files, at " + dir);
    }
  }
}
