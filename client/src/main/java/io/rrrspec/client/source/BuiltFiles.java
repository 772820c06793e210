package io.rrrspec.client.source;

import io.rrrspec.common.ServiceException;
import io.rrrspec.common.project.Launch;
import io.rrrspec.common.project.Project;
import io.rrrspec.common.project.ProjectModule;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Digests of what a build has made, by the build directory of each module: compiled classes and
 * resources, and how the module's tests are run.
 *
 * @param digests by the absolute path of the build directory
 */
record BuiltFiles(Map<String, String> digests) {
  /** Nothing is known, so that everything counts as changed. */
  static final BuiltFiles NONE = new BuiltFiles(Map.of());

  private static final String FILE = "green-modules";

  /** Of what cannot be read: it counts as changed. */
  private static final String UNKNOWN = "unknown";

  /** A digest, two blanks, a directory; as sha256sum writes it. */
  private static final Pattern LINE = Pattern.compile("([0-9a-f]{64})  (.+)");

  BuiltFiles {
    digests = Map.copyOf(digests);
  }

  /** As they are now. */
  static BuiltFiles of(PreparedProject prepared) {
    Project project = prepared.project();
    Map<String, String> howRun = howRun(project);
    Map<String, Set<Path>> entries = new TreeMap<>();
    for (Launch launch : project.launches()) {
      for (String entry : launch.jvm().classPath()) {
        Path path = Path.of(entry).toAbsolutePath().normalize();
        String directory = parent(path);
        // Archives from elsewhere have their versions in their paths, which howRun has.
        if (Files.isDirectory(path) || path.startsWith(real(prepared.dir()))) {
          entries.computeIfAbsent(directory, dir -> new TreeSet<>()).add(path);
        }
      }
    }
    Map<String, String> digests = new TreeMap<>();
    entries.forEach(
        (directory, paths) ->
            digests.put(directory, digest(paths, howRun.getOrDefault(directory, ""))));
    return new BuiltFiles(digests);
  }

  private static String digest(Set<Path> paths, String howRun) {
    // An archive that was packaged of directories says nothing that these do not.
    List<Path> directories = paths.stream().filter(Files::isDirectory).toList();
    List<Path> content = directories.isEmpty() ? List.copyOf(paths) : directories;
    try {
      return RunInputsDigest.ofEntries(content, List.of(howRun));
    } catch (IOException | UncheckedIOException e) {
      return UNKNOWN;
    }
  }

  private static Map<String, String> howRun(Project project) {
    Map<String, String> texts = new TreeMap<>();
    for (ProjectModule module : project.modules()) {
      for (Launch launch : project.launches()) {
        if (launch.module().equals(module.dir())) {
          texts.put(
              buildDirectory(launch),
              new Project(Project.FORMAT, List.of(module), List.of(), List.of()).canonicalText());
        }
      }
    }
    return texts;
  }

  /** The build directory of the module that a launch is of. */
  static String buildDirectory(Launch launch) {
    Path tests = Path.of(launch.executions().get(0).selection().testClassesDirectory());
    return parent(tests.toAbsolutePath().normalize());
  }

  /** The build directories of all modules that the tests of a launch see. */
  static Set<String> seenBy(Launch launch) {
    return launch.jvm().classPath().stream()
        .map(entry -> parent(Path.of(entry).toAbsolutePath().normalize()))
        .collect(Collectors.toSet());
  }

  private static String parent(Path path) {
    Path parent = path.getParent();
    return (parent == null ? path : parent).toString();
  }

  private static Path real(Path dir) {
    try {
      return dir.toRealPath();
    } catch (IOException e) {
      // Then it is named as its user names it.
      return dir.toAbsolutePath().normalize();
    }
  }

  boolean isNone() {
    return digests.isEmpty();
  }

  /** The build directories whose content differs, or is not known of both. */
  Set<String> changedSince(BuiltFiles before) {
    Set<String> changed = new HashSet<>(digests.keySet());
    changed.removeIf(
        dir -> {
          String now = digests.getOrDefault(dir, UNKNOWN);
          return !now.equals(UNKNOWN) && now.equals(before.digests.get(dir));
        });
    return changed;
  }

  /** Those of the last run that {@link #keepAsGreen} noted; {@link #NONE} if there is none. */
  static BuiltFiles ofLastGreenRun(Path projectDir) {
    try {
      Map<String, String> digests = new TreeMap<>();
      for (String line : Files.readAllLines(file(projectDir))) {
        Matcher parts = LINE.matcher(line);
        if (parts.matches()) {
          digests.put(parts.group(2), parts.group(1));
        }
      }
      return new BuiltFiles(digests);
    } catch (NoSuchFileException | CharacterCodingException e) {
      return NONE;
    } catch (IOException e) {
      throw new ServiceException(
          "cannot read " + file(projectDir) + ": " + e.getMessage() + "; delete it", e);
    }
  }

  /** Notes that a run of all tests was green with these files. */
  void keepAsGreen(Path projectDir) {
    Path directory = Project.directory(projectDir);
    String lines =
        new TreeMap<>(digests)
            .entrySet().stream()
                .map(of -> of.getValue() + "  " + of.getKey() + "\n")
                .collect(Collectors.joining());
    try {
      Path draft = Files.createTempFile(directory, FILE, ".draft");
      Files.writeString(draft, lines);
      Files.move(
          draft,
          file(projectDir),
          StandardCopyOption.ATOMIC_MOVE,
          StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      throw new ServiceException("cannot write to " + directory + ": " + e.getMessage(), e);
    }
  }

  private static Path file(Path projectDir) {
    return Project.directory(projectDir).resolve(FILE);
  }
}
