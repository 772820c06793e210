package io.rrrspec.common.coverage;

import io.rrrspec.common.ServiceException;
import io.rrrspec.common.files.IoReason;
import io.rrrspec.common.project.JacocoAgent;
import io.rrrspec.common.project.Launch;
import io.rrrspec.common.project.Project;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Puts the coverage of all slaves of a run into the files that the project's JaCoCo agents name:
 * each module may name one of its own. What a slave saves has a {@link SavedName} that tells the
 * launch.
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

  /** What the agents of these files write. */
  public AgentFiles agents() {
    return new AgentFiles(files.stream().map(CoverageFile::agent).toList());
  }

  private static List<CoverageFile> files(Project project) {
    Map<Path, JacocoAgent> agents = new LinkedHashMap<>();
    Map<Path, List<@Nullable String>> launches = new LinkedHashMap<>();
    List<Launch> all = project.launches();
    for (Launch launch : all) {
      Optional<JacocoAgent> agent = JacocoAgent.of(launch.jvm());
      if (agent.isPresent()) {
        Path file = agent.get().file();
        agents.putIfAbsent(file, agent.get());
        List<@Nullable String> ofFile = launches.computeIfAbsent(file, f -> new ArrayList<>());
        if (all.size() == 1) {
          ofFile.add(null);
        }
        ofFile.add(launch.name());
        launch.forSpeed().values().forEach(kind -> ofFile.add(kind.name()));
      }
    }
    return agents.entrySet().stream()
        .map(
            entry ->
                new CoverageFile(
                    entry.getValue(), launches.getOrDefault(entry.getKey(), List.of())))
        .toList();
  }

  /**
   * Writes the files. What happens to them does not change the result of a run, so that nothing is
   * thrown.
   *
   * @return what a person has to know, a line each, with the name of the file; mostly none
   */
  public List<String> write() {
    if (files.isEmpty()) {
      return List.of();
    }
    List<Path> parts;
    try (Stream<Path> all = Files.list(saved)) {
      parts = all.sorted().toList();
    } catch (IOException e) {
      return List.of(lost(e));
    } catch (UncheckedIOException e) {
      return List.of(lost(Objects.requireNonNull(e.getCause())));
    }
    List<String> lines = new ArrayList<>();
    for (CoverageFile file : files) {
      lines.addAll(file.write(parts.stream().filter(file::isFor).toList()));
    }
    return lines;
  }

  private String lost(IOException e) {
    return "the coverage of this run is lost: "
        + saved
        + " cannot be read ("
        + IoReason.of(e)
        + ")";
  }
}
