package io.rrrspec.experiments.change;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Where a project lies, three times: for Maven itself, for {@code run} and for {@code client
 * start}, whose worker makes a fourth. What lies outside of a project lies beside each of them.
 */
final class Site {
  /** The name of the sources on their way to the worker, and of its workspace. */
  static final String NAME = "project";

  private final Path root;
  private final Map<String, String> variables = new TreeMap<>();

  Site(Path root) {
    this.root = root;
  }

  /** Makes it anew: empty, but for a home with Maven's settings, and a repository. */
  void clear() {
    try {
      for (String name : List.of("maven", "fresh", "run", "client", "shared", "home", "repo")) {
        Tree.deleteTree(root.resolve(name));
        Files.createDirectories(root.resolve(name));
      }
      Tree.deleteTree(work().resolve("shared"));
      Files.createDirectories(work().resolve("shared"));
      LocalRepository.link(repo());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    variables.clear();
    home().write(".m2/settings.xml", settings(""));
  }

  /** The content of settings.xml. */
  String settings(String more) {
    return "<settings><localRepository>"
        + repo()
        + "</localRepository><offline>true</offline>"
        + more
        + "</settings>";
  }

  Path root() {
    return root;
  }

  Path maven() {
    return root.resolve("maven");
  }

  Path run() {
    return root.resolve("run");
  }

  Path client() {
    return root.resolve("client");
  }

  /** A fresh clone, where one is needed. */
  Path fresh() {
    return root.resolve("fresh");
  }

  /** The directory of the worker. */
  Path work() {
    return root.resolve("work");
  }

  Path workspace() {
    return work().resolve(NAME + root.getFileName());
  }

  Path repo() {
    return root.resolve("repo");
  }

  Path homeDirectory() {
    return root.resolve("home");
  }

  /** The sources of the three projects; the worker gets its own from them. */
  Tree sources() {
    return new Tree(List.of(maven(), run(), client()));
  }

  /** All four projects, for what a build makes in them. */
  Tree products() {
    return new Tree(List.of(maven(), run(), client(), workspace()));
  }

  /** What lies beside the projects, as {@code ../shared}. */
  Tree shared() {
    return new Tree(sharedRoots());
  }

  List<Path> sharedRoots() {
    return List.of(root.resolve("shared"), work().resolve("shared"));
  }

  /** The artifacts of the local repository that belong to the harness. */
  Tree artifacts() {
    return new Tree(List.of(repo().resolve("demo")));
  }

  /** The home directory, with {@code .m2} and {@code .mavenrc}. */
  Tree home() {
    return new Tree(List.of(homeDirectory()));
  }

  /** Sets an environment variable for Maven, run, the client, and by it for set-up and tests. */
  void variable(String name, String value) {
    variables.put(name, value);
  }

  /** Adds an option for Maven's JVM, in the place of those that were added before. */
  void option(String option) {
    variables.put("MAVEN_OPTS", mavenOptions() + " " + option);
  }

  private String mavenOptions() {
    return "-Duser.home="
        + homeDirectory()
        + " -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -XX:-UsePerfData -Xmx256m";
  }

  /** Sets all variables as they were. */
  void restore(Map<String, String> all) {
    variables.clear();
    variables.putAll(all);
  }

  /** The variables that Maven, run and the client get. */
  Map<String, String> variables() {
    Map<String, String> all = new TreeMap<>(Map.of("MAVEN_OPTS", mavenOptions()));
    all.putAll(variables);
    return all;
  }
}
