package io.rrrspec.common.project;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.rrrspec.common.ServiceException;
import io.rrrspec.common.UsageException;
import io.rrrspec.common.jdk.Jdk;
import io.rrrspec.common.model.TestId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A project that was prepared: everything that is needed to run its tests without its build tool.
 * Paths are absolute, so the file is good on the machine and in the directory it was made in.
 *
 * @param format version of the file; another one is not read
 * @param modules the modules whose build runs tests, in the order of the build
 * @param warnings a line for each setting that changes what runs and is not honoured
 * @param broken the modules that could not be built: a run without their tests is not green
 */
@JsonIgnoreProperties(ignoreUnknown = true)
public record Project(
    int format, List<ProjectModule> modules, List<String> warnings, List<BrokenModule> broken) {
  /** The version that this release writes and reads. */
  public static final int FORMAT = 3;

  /** A reason is one line. */
  private static final int MOST_NAMED = 5;

  private static final JsonMapper JSON =
      JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

  /** Maps have another order in each process. */
  private static final JsonMapper CANONICAL =
      JsonMapper.builder().enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS).build();

  public Project {
    modules = List.copyOf(modules);
    warnings = List.copyOf(warnings);
    // A file of an earlier version has none.
    broken = broken == null ? List.of() : List.copyOf(broken);
  }

  /** The directory in a project that holds what we know about it. */
  public static Path directory(Path projectDir) {
    return projectDir.resolve(".rrrspec");
  }

  /**
   * Reads what the last prepare has written.
   *
   * @throws UsageException if the project was not prepared or the file cannot be read
   */
  public static Project read(Path projectDir) {
    Path file = file(projectDir);
    try {
      @Nullable Project project = JSON.readValue(Files.readString(file), Project.class);
      if (project == null) {
        throw unusable(file, "is empty", null);
      }
      if (project.format != FORMAT) {
        throw unusable(file, "is of another version", null);
      }
      return project;
    } catch (NoSuchFileException e) {
      throw unusable(file, "does not exist", e);
    } catch (JsonProcessingException e) {
      throw unusable(file, "is damaged", e);
    } catch (IOException e) {
      throw unusable(file, "cannot be read (" + e.getMessage() + ")", e);
    }
  }

  /** Writes the file, as a whole or not at all. */
  public void write(Path projectDir) {
    Path file = file(projectDir);
    try {
      Files.createDirectories(directory(projectDir));
      Path draft = Files.createTempFile(directory(projectDir), "project", ".json");
      Files.writeString(draft, JSON.writeValueAsString(this) + "\n");
      Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      throw new ServiceException("cannot write " + file + ": " + e.getMessage(), e);
    }
  }

  /** All of it as a text that is the same whenever the project is. */
  public String canonicalText() {
    try {
      return CANONICAL.writeValueAsString(this);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a project is always JSON", e);
    }
  }

  /** The executions of all modules, in the order of the build. */
  @JsonIgnore
  public List<TestExecution> executions() {
    return modules.stream().flatMap(module -> module.executions().stream()).toList();
  }

  /** What its test JVMs are started with, in the order of the build. */
  @JsonIgnore
  public List<Launch> launches() {
    return modules.stream().flatMap(module -> Launch.of(module).stream()).toList();
  }

  /** The versions of the JDKs that toolchains of Maven have chosen for its tests. */
  @JsonIgnore
  public Set<Integer> toolchainJdks() {
    return launches().stream()
        .map(Launch::jvm)
        .filter(jvm -> jvm.javaFrom() == TestJvm.JavaFrom.TOOLCHAIN)
        .flatMap(jvm -> Jdk.ofJava(Path.of(jvm.java())).stream())
        .map(Jdk::version)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** The names of all candidate test classes, each once, in the order of the executions. */
  @JsonIgnore
  public List<String> classes() {
    return executions().stream().flatMap(e -> e.classes().stream()).distinct().toList();
  }

  /**
   * The tests to run: each class once for each execution that selects it, in the order of the
   * executions.
   */
  @JsonIgnore
  public List<TestId> tests() {
    return modules.stream()
        .flatMap(
            module ->
                module.executions().stream()
                    .flatMap(
                        execution ->
                            execution.classes().stream()
                                .map(name -> new TestId(module.dir(), name, execution.id()))))
        .distinct()
        .toList();
  }

  /** The lines of the build for a person: first what could not be built, then warnings. */
  @JsonIgnore
  public List<String> notes() {
    return Stream.concat(
            broken.stream().flatMap(one -> one.lines().stream()),
            warnings.stream().map(warning -> "warning: " + warning))
        .toList();
  }

  /** Why a run of it is red whatever its tests say, in one line; null if all modules were built. */
  @JsonIgnore
  public @Nullable String whyBroken() {
    List<String> itself =
        broken.stream().filter(one -> !one.why().isEmpty()).map(BrokenModule::name).toList();
    List<String> others =
        broken.stream().filter(one -> one.why().isEmpty()).map(BrokenModule::name).toList();
    if (broken.isEmpty()) {
      return null;
    }
    return "could not be built, so their tests did not run: "
        + named(itself)
        + (others.isEmpty()
            ? ""
            : (itself.isEmpty() ? "" : "; and what needs it: ") + named(others));
  }

  private static String named(List<String> names) {
    int more = names.size() - MOST_NAMED;
    return String.join(", ", names.subList(0, Math.min(names.size(), MOST_NAMED)))
        + (more > 0 ? " and " + more + " more" : "");
  }

  private static Path file(Path projectDir) {
    return directory(projectDir).resolve("project.json");
  }

  private static UsageException unusable(Path file, String why, @Nullable Exception cause) {
    return new UsageException(
        file + " " + why + ": run rrrspec-java prepare --project " + dir(file), cause);
  }

  private static Object dir(Path file) {
    Path rrrspec = file.toAbsolutePath().getParent();
    Path dir = rrrspec == null ? null : rrrspec.getParent();
    return dir == null ? "." : dir;
  }
}
