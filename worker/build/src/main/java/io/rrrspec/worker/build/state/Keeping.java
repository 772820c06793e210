package io.rrrspec.worker.build.state;

import io.rrrspec.common.project.Project;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Keeps what a prepare depended on: begun before Maven runs, ended after it. */
public final class Keeping {
  private static final String OF_PLUGINS = "the build runs ";

  private final Path projectDir;
  private final Path directory;
  private final @Nullable Kept earlier;
  private final Map<Path, FileEntry> sources;
  private final long begun;
  private final @Nullable String failure;

  private Keeping(
      Path projectDir,
      @Nullable Kept earlier,
      Map<Path, FileEntry> sources,
      long begun,
      @Nullable String failure) {
    this.projectDir = projectDir;
    this.directory = Project.directory(projectDir);
    this.earlier = earlier;
    this.sources = sources;
    this.begun = begun;
    this.failure = failure;
  }

  /**
   * Looks at the sources as they are before Maven reads them, and forgets the state of the prepare
   * before: one that fails must not leave behind what starts slaves on yesterday's classes.
   */
  public static Keeping begin(Path projectDir) throws IOException {
    Path directory = Project.directory(projectDir);
    Kept earlier = Kept.read(directory, projectDir);
    Files.deleteIfExists(Kept.file(directory));
    BuildInputs.forget(directory);
    long now = FileClock.now(directory);
    try {
      // The first time nobody knows yet where the build writes to.
      Snapshot sources =
          earlier == null
              ? new Snapshot(Map.of(), 0, Set.of(), FileWalk.Leave.TOOLS_AND_TARGETS)
              : Freshness.sources(earlier.sources(), earlier.taken(), earlier.buildDirectories());
      sources.below(projectDir);
      return new Keeping(projectDir, earlier, sources.entries(), now, null);
    } catch (IOException e) {
      return new Keeping(projectDir, earlier, Map.of(), now, e.getMessage());
    }
  }

  /**
   * What a prepare works with.
   *
   * @param values texts by name, such as the JDK
   * @param environment that Maven got
   * @param repeatable plugins that somebody vouches for, as group:artifact
   * @param buildDirectories Maven's target, of each module
   * @param mavenHome where that Maven lies whose plugins ran
   * @param localRepository of that Maven
   * @param files more files and directories that it depends on
   * @param notAlone whether other modules of the build were compiled with it
   */
  public record Made(
      Map<String, String> values,
      Map<String, String> environment,
      Set<String> repeatable,
      Set<Path> buildDirectories,
      Path mavenHome,
      Path localRepository,
      List<Path> files,
      boolean notAlone) {}

  /** Keeps the state after Maven has run; without it the next prepare runs Maven again. */
  public void end(Project project, Made made, InstantSource clock) {
    try {
      write(project, made, clock);
    } catch (IOException | RuntimeException e) {
      // Written half it is none; and to ask Maven again is always right.
      try {
        write(made, clock, "it cannot be kept what it depends on: " + e.getMessage());
      } catch (IOException | RuntimeException again) {
        return;
      }
    }
  }

  private void write(Project project, Made made, InstantSource clock) throws IOException {
    BuildInputs inputs = BuildInputs.read(directory);
    List<String> extensions = new ArrayList<>(inputs.texts("extensions"));
    BuildEnvironment environment = new BuildEnvironment(made.environment());
    long now = FileClock.now(directory);
    Snapshot after = Freshness.sources(sources, begun, made.buildDirectories());
    after.below(projectDir);
    OutsideRoots roots = new OutsideRoots(projectDir, made, inputs);
    roots.addLinks(after.links());
    extensions.addAll(roots.coreExtensions());
    roots.addMentions(environment);
    Set<String> plugins = KnownPlugins.unknown(inputs.texts("mojos"), extensions);
    Snapshot outside =
        Freshness.outside(
            earlier == null ? Map.of() : earlier.outside(),
            earlier == null ? 0 : earlier.taken(),
            projectDir,
            made.buildDirectories());
    for (Path root : roots.all()) {
      outside.add(root);
    }
    List<String> reasons = new ArrayList<>(inputs.texts("unknown"));
    Set<String> unvouched = new TreeSet<>(plugins);
    unvouched.removeAll(made.repeatable());
    if (!unvouched.isEmpty()) {
      reasons.add(0, reason(unvouched));
    }
    addReasons(reasons, made, after, outside, inputs);
    Map<Path, FileEntry> before = earlier == null ? Map.of() : earlier.products();
    Snapshot products = Freshness.products(before, earlier == null ? 0 : earlier.taken());
    Set<Path> inBuild = inBuild(inputs, made);
    Set<Path> read = new HashSet<>(after.entries().keySet());
    read.addAll(outside.entries().keySet());
    for (Path product :
        Products.find(
            projectDir,
            project,
            made.buildDirectories(),
            inBuild,
            read,
            earlier == null ? null : before,
            begun)) {
      products.addOne(product);
    }
    new Kept(
            made.values(),
            environment.digests(),
            plugins,
            reasons,
            until(inputs, clock),
            now,
            made.buildDirectories(),
            inBuild,
            new TreeSet<>(roots.all()),
            after.entries(),
            outside.entries(),
            products.entries())
        .write(directory, projectDir);
    Files.write(directory.resolve("outside"), roots.notSent());
  }

  /** Mostly the build generates what is there itself; but a script may write there as well. */
  private Set<Path> inBuild(BuildInputs inputs, Made made) {
    Set<Path> places = new TreeSet<>(inputs.paths("trees"));
    places.addAll(inputs.paths("files"));
    inputs.texts("sourceRoots").forEach(root -> places.add(projectDir.resolve(root)));
    places.removeIf(place -> made.buildDirectories().stream().noneMatch(place::startsWith));
    return places;
  }

  private void addReasons(
      List<String> reasons, Made made, Snapshot after, Snapshot outside, BuildInputs inputs) {
    if (made.notAlone()) {
      reasons.add("other modules of the build were compiled with it");
    }
    if (failure != null) {
      reasons.add("its files cannot be compared: " + failure);
      return;
    }
    // Where the build writes to may have been unknown then.
    Map<Path, FileEntry> then = new TreeMap<>(sources);
    then.keySet().removeIf(path -> made.buildDirectories().stream().anyMatch(path::startsWith));
    String edited = Difference.between(then, after.entries(), projectDir);
    if (edited != null) {
      reasons.add("while Maven was running: " + edited);
    }
    Map<Path, String> read = inputs.repositoryFiles();
    for (Map.Entry<Path, FileEntry> entry : outside.entries().entrySet()) {
      FileStamp stamp = entry.getValue().stamp();
      String asRead = read.get(entry.getKey());
      String now = stamp.size() + " " + stamp.modified() / 1_000_000;
      // Maven downloads what is missing, itself, too.
      boolean ofMaven =
          entry.getKey().startsWith(made.localRepository())
              || entry.getKey().startsWith(made.mavenHome());
      if (asRead != null ? !asRead.equals(now) && stamp.isFile() : isNew(stamp) && !ofMaven) {
        reasons.add(
            "while Maven was running: "
                + Difference.shown(entry.getKey(), projectDir)
                + " has changed");
      }
    }
  }

  private boolean isNew(FileStamp stamp) {
    // At that moment Maven has not read anything yet.
    return stamp.isFile() && stamp.changed() > begun;
  }

  private void write(Made made, InstantSource clock, String reason) throws IOException {
    new Kept(
            new TreeMap<>(made.values()),
            Map.of(),
            Set.of(),
            List.of(reason),
            clock.millis(),
            0,
            made.buildDirectories(),
            Set.of(),
            Set.of(),
            Map.of(),
            Map.of(),
            Map.of())
        .write(directory, projectDir);
  }

  /** When Maven would look for newer versions; its day ends at midnight. */
  private static long until(BuildInputs inputs, InstantSource clock) {
    Long minutes = inputs.updateMinutes();
    if (minutes == null) {
      return Long.MAX_VALUE;
    }
    if (minutes >= 0) {
      return clock.millis() + minutes * 60_000;
    }
    ZoneId zone = ZoneId.systemDefault();
    return clock
        .instant()
        .atZone(zone)
        .toLocalDate()
        .plusDays(1)
        .atStartOfDay(zone)
        .toInstant()
        .toEpochMilli();
  }

  static String reason(Set<String> plugins) {
    String name = plugins.iterator().next();
    return OF_PLUGINS
        + name
        + (plugins.size() > 1 ? " and " + (plugins.size() - 1) + " more" : "")
        + ", which may depend on anything; if not, list it in repeatable_plugins";
  }

  static boolean isOfPlugins(String reason) {
    return reason.startsWith(OF_PLUGINS);
  }
}
