package io.rrrspec.worker.build.state;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The environment variables that a build depends on: those of Maven and Java, and those that its
 * files mention. A plugin that reads others is none that is known, see {@link KnownPlugins}; and
 * the tests have the environment of their own run.
 */
final class BuildEnvironment {
  private static final Set<String> ALWAYS =
      Set.of(
          "MAVEN_OPTS",
          "MAVEN_ARGS",
          "MAVEN_CONFIG",
          "MAVEN_HOME",
          "M2_HOME",
          "MAVEN_USER_HOME",
          "MAVEN_SKIP_RC",
          "MAVEN_BASEDIR",
          "MAVEN_PROJECTBASEDIR",
          "JAVA_HOME",
          "HOME",
          "USER",
          "JAVA_TOOL_OPTIONS",
          "JDK_JAVA_OPTIONS",
          "JDK_JAVAC_OPTIONS",
          "_JAVA_OPTIONS",
          "CLASSPATH",
          "LANG",
          "LANGUAGE",
          "LC_ALL",
          "LC_CTYPE",
          "LC_MESSAGES",
          "TZ",
          "SOURCE_DATE_EPOCH");

  /** Words that stand in files and differ from shell to shell; only env.NAME is meant by those. */
  private static final Set<String> OF_A_SHELL =
      Set.of("PWD", "OLDPWD", "SHLVL", "TERM", "COLUMNS", "LINES", "WINDOWID", "PATH");

  private static final Pattern MENTION = Pattern.compile("env\\.([A-Za-z_][A-Za-z0-9_]*)");
  private static final Pattern IN_SHELL = Pattern.compile("\\$\\{?([A-Za-z_][A-Za-z0-9_]*)");
  private static final Pattern WORD = Pattern.compile("[A-Za-z_][A-Za-z0-9_]+");
  private static final long LARGEST = 16 << 20;

  private final Map<String, String> environment;
  private final Set<String> names = new TreeSet<>(ALWAYS);

  BuildEnvironment(Map<String, String> environment) {
    this.environment = environment;
    // Options of Maven may mention others.
    ALWAYS.forEach(name -> addMentions(environment.getOrDefault(name, "")));
  }

  /** Adds what a file mentions as env.NAME. */
  void addMentions(Path file) throws IOException {
    addMatches(MENTION, text(file));
  }

  /** Adds also names that stand alone: a rule of the enforcer names its variable so. */
  void addWords(Path file) throws IOException {
    String text = text(file);
    addMatches(MENTION, text);
    Matcher matcher = WORD.matcher(text);
    while (matcher.find()) {
      String word = matcher.group();
      if (environment.containsKey(word) && !OF_A_SHELL.contains(word)) {
        names.add(word);
      }
    }
  }

  /** Adds what a text mentions as env.NAME, such as the name of a file. */
  void addMentions(String text) {
    addMatches(MENTION, text);
  }

  /** Adds what a script of the shell may mention as $NAME. */
  void addMentionsOfShell(Path script) throws IOException {
    Matcher matcher = IN_SHELL.matcher(text(script));
    while (matcher.find()) {
      addName(matcher.group(1));
    }
  }

  /** Adds what may be a name, whether there is a variable of that name or not. */
  void addName(String name) {
    if (!OF_A_SHELL.contains(name)) {
      names.add(name);
    }
  }

  private void addMatches(Pattern pattern, String text) {
    Matcher matcher = pattern.matcher(text);
    while (matcher.find()) {
      names.add(matcher.group(1));
    }
  }

  private static String text(Path file) throws IOException {
    if (!Files.isRegularFile(file)) {
      return "";
    }
    if (Files.size(file) > LARGEST) {
      throw new IOException(file + " is too large to look for names of variables");
    }
    return new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1);
  }

  /** Digests of their values, by name. */
  Map<String, String> digests() {
    return digests(names, environment);
  }

  /** Digests of what some variables hold; empty for one that is not set. */
  static Map<String, String> digests(Set<String> names, Map<String, String> environment) {
    Map<String, String> digests = new TreeMap<>();
    for (String name : names) {
      String value = environment.get(name);
      digests.put(name, value == null ? "" : FileEntry.digest(name + "=" + value));
    }
    return digests;
  }

  /** The java that Maven takes if JAVA_HOME does not say. */
  static String javaInPath(Map<String, String> environment) {
    if (!environment.getOrDefault("JAVA_HOME", "").isEmpty()) {
      return "";
    }
    for (String dir : List.of(environment.getOrDefault("PATH", "").split(":"))) {
      Path java = Path.of(dir, "java");
      if (!dir.isEmpty() && Files.isExecutable(java)) {
        try {
          return java.toRealPath().toString();
        } catch (IOException e) {
          return java.toString();
        }
      }
    }
    return "";
  }
}
