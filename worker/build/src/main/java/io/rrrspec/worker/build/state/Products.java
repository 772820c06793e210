package io.rrrspec.worker.build.state;

import io.rrrspec.common.project.Project;
import io.rrrspec.common.project.TestExecution;
import io.rrrspec.common.project.TestSelection;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.apache.maven.surefire.api.testset.TestListResolver;
import org.jspecify.annotations.Nullable;

/**
 * The files that a build has made and that tests or the next build need. What tests write into
 * <code>target</code> themselves is none of them.
 */
final class Products {
  private static final int MOST = 200_000;

  private Products() {}

  /**
   * All of them, after the build: what prepare itself writes for slaves; compiled classes; sources
   * and resources below a build directory, also those of a script; what else the build has just
   * written below its directories or on the class path, or had written before; copies of sources,
   * even if somebody has edited them since: a build makes them again once they are gone.
   *
   * @param inBuild the sources and resources, files and directories, below a build directory
   * @param sources what is read by the build; a copy has the name of one of them
   * @param before the products of the build before, which a build does not write again; null if
   *     they are not known
   * @param since when this build began, by the clock of the file system
   */
  static Set<Path> find(
      Path projectDir,
      Project project,
      Set<Path> buildDirectories,
      Set<Path> inBuild,
      Set<Path> sources,
      @Nullable Map<Path, FileEntry> before,
      long since)
      throws IOException {
    Set<Path> names = new HashSet<>();
    sources.forEach(source -> names.add(source.getFileName()));
    Predicate<Path> isCopy = path -> names.contains(path.getFileName());
    List<Path> reports = reports(project);
    Set<Path> products = new TreeSet<>();
    products.addAll(WrittenFiles.forSlaves(Project.directory(projectDir)));
    for (Path place : inBuild) {
      eachOf(place, reports, products::add);
    }
    for (Path dir : onClassPath(projectDir, project)) {
      if (Files.isRegularFile(dir) && buildDirectories.stream().anyMatch(dir::startsWith)) {
        // The jar of a module, also if the build has found it up to date.
        products.add(dir);
      }
      walk(
          dir,
          (path, stamp) -> {
            boolean all = before == null || path.toString().endsWith(".class");
            if (all || isOfBuild(path, stamp, isCopy, before, since)) {
              products.add(path);
            }
          });
    }
    Predicate<Path> isOldCopy = isCopy.and(path -> before != null && before.containsKey(path));
    for (Path build : buildDirectories) {
      walk(
          build,
          (path, stamp) -> {
            if (reports.stream().noneMatch(path::startsWith)
                && isOfBuild(path, stamp, isOldCopy, before, since)) {
              products.add(path);
            }
          });
    }
    return products;
  }

  /** Whether the build has written a file, and nobody after it; or would do so were it gone. */
  private static boolean isOfBuild(
      Path path,
      FileStamp stamp,
      Predicate<Path> isCopy,
      @Nullable Map<Path, FileEntry> before,
      long since) {
    if (isCopy.test(path) && stamp.kind() != 'd') {
      return true; // also a link that somebody has put in its place
    }
    FileEntry known = before == null ? null : before.get(path);
    return stamp.isFile()
        && (stamp.changed() >= since || known != null && known.stamp().equals(stamp));
  }

  /** What is written there is no input of a build: another run may do so while one goes on. */
  private static List<Path> reports(Project project) {
    return project.modules().stream()
        .flatMap(module -> module.reportsDirectories().stream())
        .filter(directory -> !directory.isEmpty())
        .map(Path::of)
        .toList();
  }

  /** Each file at a place but reports: the place itself, or what is below it. */
  private static void eachOf(Path place, List<Path> reports, Consumer<Path> each)
      throws IOException {
    if (Files.isRegularFile(place)) {
      each.accept(place);
    }
    walk(
        place,
        (path, stamp) -> {
          if (stamp.kind() != 'd' && reports.stream().noneMatch(path::startsWith)) {
            each.accept(path);
          }
        });
  }

  /**
   * A file that has come to the sources or resources below a build directory since, in words; null
   * if there is none.
   */
  static @Nullable String newInput(
      Path projectDir, Project project, Set<Path> inBuild, Map<Path, FileEntry> products)
      throws IOException {
    List<Path> reports = reports(project);
    Set<Path> extra = new TreeSet<>();
    for (Path place : inBuild) {
      eachOf(
          place,
          reports,
          path -> {
            if (!products.containsKey(path)) {
              extra.add(path);
            }
          });
    }
    return extra.isEmpty()
        ? null
        : Difference.shown(extra.iterator().next(), projectDir) + " is new";
  }

  /** Visits what is below a directory, if it is one. */
  private static void walk(Path dir, FileWalk.Visitor visitor) throws IOException {
    if (Files.isDirectory(dir)) {
      new FileWalk(MOST, Set.of(), FileWalk.Leave.NOTHING, visitor).below(dir);
    }
  }

  /** The entries of the class path that belong to the project: directories, and jars of modules. */
  static Set<Path> onClassPath(Path projectDir, Project project) {
    Set<Path> directories = new TreeSet<>();
    for (TestExecution execution : project.executions()) {
      for (String entry : execution.jvm().classPath()) {
        Path path = Path.of(entry).normalize();
        if (path.startsWith(projectDir)) {
          directories.add(path);
        }
      }
    }
    return directories;
  }

  /** A test class that has come to the compiled ones since, in words; null if there is none. */
  static @Nullable String newTestClass(
      Path projectDir, Project project, Map<Path, FileEntry> products) throws IOException {
    Map<TestSelection, TestListResolver> patterns = new HashMap<>();
    for (TestExecution execution : project.executions()) {
      TestSelection selection = execution.selection();
      Path root = Path.of(selection.testClassesDirectory());
      if (patterns.containsKey(selection)) {
        continue;
      }
      List<String> extra = new ArrayList<>();
      walk(
          root,
          (path, stamp) -> {
            if (!products.containsKey(path) && path.toString().endsWith(".class")) {
              extra.add(root.relativize(path).toString());
            }
          });
      if (extra.isEmpty()) {
        continue;
      }
      TestListResolver chosen = new TestListResolver(selection.includes(), selection.excludes());
      patterns.put(selection, chosen);
      for (String file : extra) {
        if (chosen.shouldRun(file, null)) {
          return Difference.shown(root.resolve(file), projectDir) + " is new";
        }
      }
    }
    return null;
  }
}
