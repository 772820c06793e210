package io.rrrspec.common.coverage;

import io.rrrspec.common.ServiceException;
import io.rrrspec.common.project.JacocoAgent;
import io.rrrspec.common.project.Project;
import io.rrrspec.common.project.TestExecution;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Puts the coverage of all slaves of a run into the files that the project's JaCoCo agents name:
 * each module may name one of its own. What a slave saves does not say of which module it is. But
 * it names the classes that were loaded, and the test classes among them are of one module.
 *
 * @param files none: there is nothing to do
 * @param saved where the slaves save theirs
 */
public record RunCoverage(List<CoverageFile> files, Path saved) {
  public RunCoverage {
    files = List.copyOf(files);
  }

  /**
   * Begins to collect.
   *
   * @param saved where the slaves of a worker save theirs; made if there is anything to do
   */
  public static RunCoverage begin(Project project, Path saved) {
    return begin(project, saved, file -> true);
  }

  /** The same for some of the files that agents name. */
  public static RunCoverage begin(Project project, Path saved, Predicate<Path> wanted) {
    List<CoverageFile> files =
        files(project).stream().filter(file -> wanted.test(file.agent().file())).toList();
    if (!files.isEmpty()) {
      try {
        Files.createDirectories(saved);
      } catch (IOException e) {
        throw new ServiceException("cannot make " + saved + ": " + e.getMessage(), e);
      }
    }
    return new RunCoverage(files, saved);
  }

  /** The files that are written; absolute. */
  public List<Path> paths() {
    return files.stream().map(file -> file.agent().file()).toList();
  }

  /** The files of a project to which each run adds its coverage; absolute. */
  public static Set<Path> appended(Project project) {
    return files(project).stream()
        .map(CoverageFile::agent)
        .filter(JacocoAgent::append)
        .map(agent -> agent.file().normalize())
        .collect(Collectors.toSet());
  }

  private static List<CoverageFile> files(Project project) {
    Map<Path, JacocoAgent> agents = new LinkedHashMap<>();
    Map<Path, Set<String>> tests = new LinkedHashMap<>();
    for (TestExecution execution : project.executions()) {
      Optional<JacocoAgent> agent =
          execution.classes().isEmpty() ? Optional.empty() : JacocoAgent.of(execution.jvm());
      if (agent.isPresent()) {
        Path file = agent.get().file();
        agents.putIfAbsent(file, agent.get());
        Set<String> its = tests.computeIfAbsent(file, f -> new HashSet<>());
        execution.classes().forEach(name -> its.add(name.replace('.', '/')));
      }
    }
    return agents.entrySet().stream()
        .map(
            entry ->
                new CoverageFile(entry.getValue(), tests.getOrDefault(entry.getKey(), Set.of())))
        .toList();
  }

  /**
   * Writes the files.
   *
   * @return how many
   * @throws ServiceException if one cannot be written
   */
  public int write() {
    if (files.isEmpty()) {
      return 0;
    }
    Map<CoverageFile, List<Path>> parts = new LinkedHashMap<>();
    try (Stream<Path> all = Files.list(saved)) {
      all.filter(part -> part.toString().endsWith(".exec"))
          .sorted()
          .forEach(
              part ->
                  files(part)
                      .forEach(
                          file -> parts.computeIfAbsent(file, f -> new ArrayList<>()).add(part)));
    } catch (IOException e) {
      throw new ServiceException("cannot read the coverage in " + saved + ": " + e, e);
    }
    parts.forEach(CoverageFile::write);
    return parts.size();
  }

  /** The file whose tests a slave ran most of; several if that does not tell them apart. */
  private List<CoverageFile> files(Path part) {
    if (files.size() == 1) {
      return files;
    }
    Set<String> classes = ExecFiles.classes(part);
    Map<CoverageFile, Long> counts = new LinkedHashMap<>();
    for (CoverageFile file : files) {
      counts.put(file, classes.stream().filter(file.tests()::contains).count());
    }
    long most = counts.values().stream().mapToLong(Long::longValue).max().orElse(0);
    return files.stream().filter(file -> counts.getOrDefault(file, 0L) == most).toList();
  }
}
