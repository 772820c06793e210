package io.rrrspec.worker.build.state;

import io.rrrspec.common.UsageException;
import io.rrrspec.common.project.Project;
import io.rrrspec.common.project.ProjectModule;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Tells whether a prepared project is still what a build would make of it now. Whatever cannot be
 * proved counts as changed.
 */
public final class Freshness {
  private static final String MARKER = "distrusted";

  private static final String USUAL = "target";

  private final Path projectDir;
  private final Path directory;
  private final InstantSource clock;

  /**
   * @param projectDir absolute, without links
   */
  public Freshness(Path projectDir, InstantSource clock) {
    this.projectDir = projectDir;
    this.directory = Project.directory(projectDir);
    this.clock = clock;
  }

  /**
   * Why the project has to be prepared again, in a few words; null if nothing has changed.
   *
   * @param values what prepare works with, by name
   * @param environment that Maven would get
   * @param repeatable plugins that somebody vouches for, as group:artifact
   */
  public @Nullable String whyNot(
      Map<String, String> values, Map<String, String> environment, Set<String> repeatable) {
    try {
      Kept kept = Kept.read(directory, projectDir);
      if (kept == null) {
        return "";
      }
      String marked = whyDistrusted();
      if (marked != null) {
        return marked;
      }
      List<String> reasons = reasons(kept, repeatable);
      String why = reasons.isEmpty() ? expired(kept) : reasons.get(0);
      if (why == null) {
        why = otherValues(kept, values, environment);
      }
      if (why != null) {
        return why;
      }
      long now = FileClock.now(directory);
      Snapshot sources = sources(kept.sources(), kept.taken(), kept.buildDirectories());
      sources.below(projectDir);
      why = Difference.between(kept.sources(), sources.entries(), projectDir);
      if (why != null) {
        return why;
      }
      Stale stale = others(kept, reasons, sources, now);
      if (stale == null) {
        confirm();
      }
      return stale == null ? null : stale.why();
    } catch (IOException | RuntimeException e) {
      return unknown(e);
    }
  }

  /**
   * Why set-up has to run again in a workspace whose own files and environment have not changed:
   * what the build reads elsewhere, or what it has made, is not what it was; null if all of it is.
   *
   * @return {@link Products} that are gone make it {@link Stale#fromClean}; so do files that the
   *     build has copied or compiled from elsewhere, as it leaves what it made of them
   */
  public @Nullable Stale whyNotInWorkspace() {
    try {
      Kept kept = Kept.read(directory, projectDir);
      if (kept == null) {
        return new Stale("it was not prepared to its end", false);
      }
      List<String> reasons = kept.reasons();
      String why = reasons.isEmpty() ? expired(kept) : reasons.get(0);
      if (why != null) {
        return new Stale(why, false);
      }
      for (Map.Entry<Path, FileEntry> product : kept.products().entrySet()) {
        if (product.getValue().stamp().exists()
            && !Files.exists(product.getKey(), LinkOption.NOFOLLOW_LINKS)) {
          return new Stale(Difference.shown(product.getKey(), projectDir) + " is gone", true);
        }
      }
      return others(kept, reasons, null, FileClock.now(directory));
    } catch (IOException | RuntimeException e) {
      return new Stale(unknown(e), false);
    }
  }

  /**
   * Why a workspace is not what it was.
   *
   * @param why in a few words
   * @param fromClean whether the workspace is not to be built in as it is: something has destroyed
   *     what the build made, so that nothing else is to be trusted either; or there is more of it
   *     than a build would make now
   */
  public record Stale(String why, boolean fromClean) {}

  /** The java that Maven takes if JAVA_HOME does not say; empty if there is none. */
  public static String javaInPath(Map<String, String> environment) {
    return BuildEnvironment.javaInPath(environment);
  }

  /**
   * A text that is another one after each prepare that ended well here, also if that found nothing
   * changed; null if there was none.
   */
  public @Nullable String lastPrepare() {
    try {
      FileStamp stamp = FileStamp.of(Kept.file(directory));
      return stamp.exists() ? stamp.toString() : null;
    } catch (IOException e) {
      return null;
    }
  }

  /** Lets {@link #lastPrepare} tell that there was another one. */
  private void confirm() throws IOException {
    Files.setLastModifiedTime(Kept.file(directory), FileTime.from(clock.instant()));
  }

  /** Why a slave has said that what was built here is not whole; null if none has. */
  public @Nullable String whyDistrusted() {
    Path marker = directory.resolve(MARKER);
    try {
      return Files.exists(marker) ? Files.readString(marker).strip() : null;
    } catch (IOException e) {
      return "something was missing in the last run";
    }
  }

  /** Forgets what slaves have said: everything was made anew. */
  public void trust() throws IOException {
    Files.deleteIfExists(directory.resolve(MARKER));
  }

  private static String unknown(Exception e) {
    return "it cannot be told what has changed: " + e.getMessage();
  }

  private static List<String> reasons(Kept kept, Set<String> repeatable) {
    List<String> reasons = new ArrayList<>();
    Set<String> plugins = new TreeSet<>(kept.plugins());
    plugins.removeAll(repeatable);
    if (!plugins.isEmpty()) {
      reasons.add(Keeping.reason(plugins));
    }
    kept.reasons().stream().filter(reason -> !Keeping.isOfPlugins(reason)).forEach(reasons::add);
    return reasons;
  }

  private @Nullable String expired(Kept kept) {
    return clock.millis() >= kept.until()
        ? "the build asks for versions that may be newer by now"
        : null;
  }

  private static @Nullable String otherValues(
      Kept kept, Map<String, String> values, Map<String, String> environment) {
    for (Map.Entry<String, String> value : new TreeMap<>(values).entrySet()) {
      if (!value.getValue().equals(kept.values().get(value.getKey()))) {
        return otherValue(value.getKey());
      }
    }
    Map<String, String> now = BuildEnvironment.digests(kept.variables().keySet(), environment);
    for (Map.Entry<String, String> variable : kept.variables().entrySet()) {
      if (!variable.getValue().equals(now.get(variable.getKey()))) {
        return "the variable " + variable.getKey() + " has changed";
      }
    }
    return null;
  }

  /** In words that follow the colon of "compiling with mvn: ". */
  private static String otherValue(String name) {
    return switch (name) {
      case "executions",
          "ignore",
          "missing_engine",
          "build_phase",
          "integration_tests",
          "jdk",
          "jdks" ->
          "the setting " + name + " has changed";
      case "build_args" -> "the build arguments have changed";
      case "Maven", "rrrspec-java" -> "it is another " + name;
      case "java" -> "another java is in the PATH";
      case "java.home", "java.vm.version" -> "it is another JDK";
      default -> "it is another operating system (" + name + ")";
    };
  }

  /**
   * Compares products and what lies outside of the project.
   *
   * @param sources the project's own files as they are, if they were looked at
   */
  private @Nullable Stale others(
      Kept kept, List<String> reasons, @Nullable Snapshot sources, long now) throws IOException {
    Snapshot products = products(kept.products(), kept.taken());
    for (Path product : kept.products().keySet()) {
      products.addOne(product);
    }
    String why = Difference.between(kept.products(), products.entries(), projectDir);
    if (why == null) {
      Project project = Project.read(projectDir);
      why = Products.newInput(projectDir, project, kept.inBuild(), kept.products());
      if (why == null) {
        why = Products.newTestClass(projectDir, project, kept.products());
      }
    }
    if (why != null) {
      return new Stale(why, false);
    }
    Snapshot outside = outside(kept.outside(), kept.taken(), projectDir, kept.buildDirectories());
    for (Path root : kept.roots()) {
      outside.add(root);
    }
    why = Difference.gone(kept.outside(), outside.entries(), projectDir);
    if (why != null) {
      return new Stale(why, true);
    }
    why = Difference.between(kept.outside(), outside.entries(), projectDir);
    if (why != null) {
      return new Stale(why, false);
    }
    boolean readAgain = products.hasReadAgain() || outside.hasReadAgain();
    if (sources != null && (readAgain || sources.hasReadAgain())) {
      // With the stamps of now, the next look need not read these files.
      kept.withFiles(now, sources.entries(), outside.entries(), products.entries())
          .withReasons(reasons)
          .write(directory, projectDir);
    } else if (readAgain || !reasons.equals(kept.reasons())) {
      kept.withFiles(kept.taken(), kept.sources(), outside.entries(), products.entries())
          .withReasons(reasons)
          .write(directory, projectDir);
    }
    return null;
  }

  /** A snapshot of the project's own files. */
  static Snapshot sources(Map<Path, FileEntry> known, long knownAt, Set<Path> builds) {
    return new Snapshot(known, knownAt, builds, FileWalk.Leave.TOOLS);
  }

  /** A snapshot of what the build reads elsewhere: builds beside this one are none of it. */
  static Snapshot outside(
      Map<Path, FileEntry> known, long knownAt, Path projectDir, Set<Path> builds) {
    Set<Path> without = new HashSet<>(builds);
    without.add(projectDir);
    return new Snapshot(known, knownAt, without, FileWalk.Leave.TOOLS_AND_TARGETS);
  }

  /** A snapshot of what the build has made. */
  static Snapshot products(Map<Path, FileEntry> known, long knownAt) {
    return new Snapshot(known, knownAt, Set.of(), FileWalk.Leave.NOTHING);
  }

  /** The names of environment variables that the build depends on; none if it is not known. */
  public Set<String> variables() {
    try {
      Kept kept = Kept.read(directory, projectDir);
      return kept == null ? Set.of() : kept.variables().keySet();
    } catch (IOException e) {
      return Set.of();
    }
  }

  /** Where the build writes to: directories of its own in the project that are there. */
  public List<Path> buildDirectories() {
    try {
      Kept kept = Kept.read(directory, projectDir);
      Set<Path> all = kept == null ? usualBuildDirectories() : kept.buildDirectories();
      List<Path> own = new ArrayList<>();
      for (Path build : all) {
        // A link above it may lead anywhere.
        if (isInProject(build) && Files.exists(build) && build.toRealPath().equals(build)) {
          own.add(build);
        }
      }
      return own;
    } catch (IOException | RuntimeException e) {
      return List.of();
    }
  }

  /** Where a build writes to that has not ended well, or that nobody has noted. */
  private Set<Path> usualBuildDirectories() {
    Set<Path> all = new HashSet<>(Set.of(projectDir.resolve(USUAL)));
    try {
      for (ProjectModule module : Project.read(projectDir).modules()) {
        all.add(projectDir.resolve(module.dir()).resolve(USUAL).normalize());
      }
    } catch (UsageException e) {
      // It was never prepared, so there is but the one that everybody has.
      return all;
    }
    return all;
  }

  private boolean isInProject(Path build) {
    return build.startsWith(projectDir) && !build.equals(projectDir);
  }

  /** The directories and jars of compiled classes that the build made; none if it is not known. */
  public List<Path> compiled() {
    try {
      Kept kept = Kept.read(directory, projectDir);
      if (kept == null) {
        return List.of();
      }
      List<Path> builds = kept.buildDirectories().stream().filter(this::isInProject).toList();
      return Products.onClassPath(projectDir, Project.read(projectDir)).stream()
          .filter(dir -> builds.stream().anyMatch(dir::startsWith))
          .filter(dir -> !builds.contains(dir))
          .toList();
    } catch (IOException | RuntimeException e) {
      return List.of();
    }
  }
}
