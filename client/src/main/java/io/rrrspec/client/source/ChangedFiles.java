package io.rrrspec.client.source;

import io.rrrspec.common.UsageException;
import io.rrrspec.common.process.Program;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The files of a project that have changed since a commit, as Git tells: what was committed since
 * the last common commit, what is in the index or in the work tree, and new files that Git does not
 * ignore.
 *
 * @param since the commit as the user has written it
 * @param paths relative to the project, with slashes; deleted files are none of them
 */
public record ChangedFiles(String since, Set<String> paths) {
  /** The commit that is meant if nobody names one. */
  public static final String HEAD = "HEAD";

  private static final String DIFFERS = "--diff-filter=d";

  public ChangedFiles {
    paths = Set.copyOf(paths);
  }

  /**
   * Asks Git.
   *
   * @param directory the project's; exists
   * @param since a branch, a tag or a commit
   * @throws UsageException if Git cannot tell
   */
  public static ChangedFiles since(String since, Path directory) {
    if (git(directory, "--version").isEmpty()) {
      throw new UsageException("option --changed: there is no git on the PATH: install it");
    }
    if (!git(directory, "rev-parse", "--is-inside-work-tree").orElse("").strip().equals("true")) {
      throw new UsageException(
          "option --changed: " + directory + " is in no Git repository: leave --changed out");
    }
    Set<String> paths = new LinkedHashSet<>();
    Optional<String> commit = commit(since, directory);
    if (commit.isPresent()) {
      String base =
          git(directory, "merge-base", commit.get(), HEAD)
              .orElseThrow(
                  () ->
                      new UsageException(
                          "option --changed: '"
                              + since
                              + "' and HEAD have no commit in common here: fetch the whole history"
                              + " (git fetch --unshallow), or write another commit"))
              .strip();
      paths.addAll(
          paths(
              directory, "diff", "--name-only", "-z", "--relative", "--no-renames", DIFFERS, base));
    } else if (since.equals(HEAD)) {
      // Nothing was ever committed: all that Git has is new.
      paths.addAll(paths(directory, "ls-files", "-z", "--cached"));
    } else {
      throw new UsageException(
          "option --changed: Git knows no commit '"
              + since
              + "': write a branch, a tag or a commit; patterns stand before --changed");
    }
    paths.addAll(paths(directory, "ls-files", "-z", "--others", "--exclude-standard"));
    return new ChangedFiles(since, paths);
  }

  private static Optional<String> commit(String name, Path directory) {
    return name.startsWith("-") || name.isBlank()
        ? Optional.empty()
        : git(directory, "rev-parse", "--verify", "--quiet", name + "^{commit}").map(String::strip);
  }

  private static List<String> paths(Path directory, String... arguments) {
    String answer =
        git(directory, arguments)
            .orElseThrow(
                () ->
                    new UsageException(
                        "option --changed: git " + arguments[0] + " fails in " + directory));
    return Stream.of(answer.split("\0")).filter(path -> !path.isEmpty()).toList();
  }

  private static Optional<String> git(Path directory, String... arguments) {
    List<String> command = new ArrayList<>(List.of("git"));
    command.addAll(List.of(arguments));
    try {
      return Program.of(command).directory(directory).answer();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new UsageException("option --changed: interrupted", e);
    }
  }

  /**
   * The classes whose source is one of these files. A class is found by its module, its package and
   * the name of the source file that its compiler has noted, whatever the directories of the
   * sources are.
   *
   * @param project where the compiled classes are
   */
  public List<TestClass> select(List<TestClass> classes, PreparedProject project) {
    ModuleDirectories modules = project.moduleDirectories();
    Map<String, List<String>> byModule = new HashMap<>();
    for (String path : paths) {
      modules
          .around(path)
          .ifPresent(dir -> byModule.computeIfAbsent(dir, m -> new ArrayList<>()).add(path));
    }
    return classes.stream()
        .filter(
            test -> isChanged(test, byModule.getOrDefault(test.id().module(), List.of()), project))
        .toList();
  }

  /** That none of the classes was selected, in a line for a person. */
  public String nothing() {
    return "nothing to run: no test class that was asked for has changed since " + since;
  }

  private static boolean isChanged(TestClass test, List<String> paths, PreparedProject project) {
    if (paths.isEmpty()) {
      return false;
    }
    String name = test.name();
    int dot = name.lastIndexOf('.');
    String packagePath = dot < 0 ? "" : name.substring(0, dot).replace('.', '/') + "/";
    String simple = name.substring(dot + 1).replaceFirst("(?<=.)[$].*", "");
    Optional<String> noted = project.classFile(test.task()).flatMap(SourceFileName::of);
    return paths.stream()
        .anyMatch(
            path ->
                noted.isPresent()
                    ? isSource(path, packagePath, noted.get())
                    : TestClass.withoutEnding("/" + path).endsWith("/" + packagePath + simple)
                        && !TestClass.withoutEnding(path).equals(path));
  }

  private static boolean isSource(String path, String packagePath, String file) {
    // Kotlin and Groovy do not ask for directories that repeat the package.
    String wanted = file.endsWith(".java") ? packagePath + file : file;
    return ("/" + path).endsWith("/" + wanted);
  }
}
