package io.rrrspec.worker.build.state;

import java.io.IOException;
import java.nio.file.FileVisitOption;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The files and directories outside of a project that its build has read, or would read. */
final class OutsideRoots {
  private static final Pattern EXTENSION =
      Pattern.compile("<extension>(.*?)</extension>", Pattern.DOTALL);
  private static final Pattern COMMENT = Pattern.compile("<!--.*?-->", Pattern.DOTALL);

  private static final List<Path> SYSTEM =
      Stream.of("bin", "boot", "dev", "etc", "lib", "lib64", "proc", "run", "sbin", "sys", "usr")
          .map(name -> Path.of("/", name))
          .toList();

  private final Path projectDir;
  private final Keeping.Made made;
  private final BuildInputs inputs;
  private final Path home = Path.of(System.getProperty("user.home", "/"));
  private final Set<Path> roots = new TreeSet<>();
  private final Set<Path> dotMvn = new TreeSet<>();
  private final Set<Path> notSent = new TreeSet<>();

  OutsideRoots(Path projectDir, Keeping.Made made, BuildInputs inputs) {
    this.projectDir = projectDir;
    this.made = made;
    this.inputs = inputs;
    addMaven();
    made.files().forEach(this::add);
    inputs.repositoryFiles().keySet().forEach(this::add);
    inputs.paths("versionLists").forEach(this::add);
    inputs.paths("settings").forEach(this::addOfProject);
    inputs.paths("files").forEach(this::addOfProject);
    inputs.paths("trees").forEach(this::addOfProject);
    inputs.paths("configured").forEach(this::addConfigured);
  }

  private void addMaven() {
    for (String part : List.of("bin", "boot", "conf", "lib")) {
      roots.add(made.mavenHome().resolve(part));
    }
    roots.add(home.resolve(".m2").resolve("settings-security.xml"));
    roots.addAll(shellScripts());
    // Maven takes the first above the project; and one that comes to be nearer.
    for (Path dir = projectDir; dir != null; dir = dir.getParent()) {
      Path found = dir.resolve(".mvn");
      dotMvn.add(found);
      if (Files.isDirectory(found)) {
        break;
      }
    }
    dotMvn.forEach(this::addOfProject);
  }

  /** What the script mvn reads before it starts Java. */
  private List<Path> shellScripts() {
    return List.of(
        home.resolve(".mavenrc"), Path.of("/etc/mavenrc"), Path.of("/usr/local/etc/mavenrc"));
  }

  /** What the models name: sent along with the sources only if it is in the project. */
  private void addOfProject(Path path) {
    Path plain = plain(path);
    if (add(plain)
        && Files.exists(plain)
        && !plain.startsWith(home.resolve(".m2"))
        && !plain.startsWith(made.mavenHome())
        && !plain.startsWith(made.localRepository())) {
      notSent.add(plain);
    }
  }

  private void addConfigured(Path path) {
    // A plugin that is told where these are does not read all of them.
    for (Path place :
        List.of(
            home,
            made.localRepository(),
            made.mavenHome(),
            Path.of(System.getProperty("java.home", "/")),
            Path.of(System.getProperty("java.io.tmpdir", "/")))) {
      if (place.startsWith(path)) {
        return;
      }
    }
    // Of the operating system, single files count: nobody builds from all that is installed.
    if (!Files.isDirectory(path) || SYSTEM.stream().noneMatch(path::startsWith)) {
      addOfProject(path);
    }
  }

  /** Returns whether it is outside of what is looked at anyway. */
  private boolean add(Path path) {
    Path plain = plain(path);
    if (!plain.equals(path)) {
      return add(plain);
    }
    if (made.buildDirectories().stream().anyMatch(path::startsWith)
        || (path.startsWith(projectDir) && !FileWalk.leavesOut(projectDir, path))) {
      return false;
    }
    roots.add(path);
    return true;
  }

  /** Without dots: they lead out of the project, which a comparison of names does not see. */
  private static Path plain(Path path) {
    Path absolute = path.toAbsolutePath();
    Path normal = absolute.normalize();
    try {
      return normal.equals(absolute) || !Files.exists(path) ? normal : path.toRealPath();
    } catch (IOException e) {
      return normal;
    }
  }

  Set<Path> all() {
    return roots;
  }

  /**
   * Adds where links among the resources and sources lead to: a worker knows the link from rsync,
   * but not what is behind it.
   *
   * @param links of the project, and where they lead
   */
  void addLinks(Map<Path, Path> links) {
    List<Path> places = new ArrayList<>(inputs.paths("trees"));
    places.addAll(inputs.paths("files"));
    links.forEach(
        (link, to) -> {
          if (places.stream().anyMatch(link::startsWith)) {
            addOfProject(to);
          }
        });
  }

  /** What of it lies where no client sends it from, and no repository has it. */
  List<String> notSent() {
    return notSent.stream()
        .filter(path -> !path.startsWith(projectDir))
        .map(path -> path.toString().replaceAll("\\p{Cntrl}", "?"))
        .toList();
  }

  /** The extensions of .mvn/extensions.xml, as group:artifact. */
  List<String> coreExtensions() throws IOException {
    List<String> extensions = new ArrayList<>();
    for (Path dir : dotMvn) {
      Path file = dir.resolve("extensions.xml");
      if (Files.isRegularFile(file)) {
        Matcher matcher = EXTENSION.matcher(COMMENT.matcher(Files.readString(file)).replaceAll(""));
        while (matcher.find()) {
          extensions.add(
              element(matcher.group(1), "groupId") + ":" + element(matcher.group(1), "artifactId"));
        }
      }
    }
    return extensions;
  }

  private static String element(String xml, String name) {
    Matcher matcher = Pattern.compile("<" + name + ">\\s*([^<]*?)\\s*</").matcher(xml);
    return matcher.find() ? matcher.group(1) : "unknown";
  }

  /** Tells which variables the files of the build mention. */
  void addMentions(BuildEnvironment environment) throws IOException {
    for (Path file : inputs.paths("settings")) {
      environment.addWords(file);
    }
    for (Path script : shellScripts()) {
      environment.addMentionsOfShell(script);
    }
    for (Path dir : dotMvn) {
      for (Path file : filesBelow(dir)) {
        environment.addMentions(file);
      }
      environment.addMentionsOfShell(dir.resolve("jvm.config"));
    }
    for (Path place : inputs.paths("filtered")) {
      for (Path file : filesBelow(place)) {
        environment.addMentions(file);
        // Names of files are filled in, too, if the build wants that.
        environment.addMentions(place.relativize(file).toString());
      }
    }
    for (Path file : inputs.repositoryFiles().keySet()) {
      if (file.toString().endsWith(".pom")) {
        environment.addMentions(file);
      }
    }
    for (String name : inputs.texts("names")) {
      environment.addMentions(name);
      if (name.indexOf('.') < 0) {
        environment.addName(name);
      }
    }
  }

  private static List<Path> filesBelow(Path place) throws IOException {
    if (!Files.exists(place)) {
      return List.of();
    }
    // Builds follow links.
    try (Stream<Path> files = Files.walk(place, FileVisitOption.FOLLOW_LINKS)) {
      return files.filter(Files::isRegularFile).limit(200_000).toList();
    }
  }
}
