package io.rrrspec.worker.build.state;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * The plugins whose effect on tests depends on nothing but files, their configuration and the JDK:
 * while these are the same, there is no need to run them again. Any other may run a program, ask a
 * server, read Git or look at the clock.
 */
final class KnownPlugins {
  private static final String LIST = "known-plugins.txt";
  private static final Map<String, Set<String>> GOALS = read();

  private KnownPlugins() {}

  /**
   * Those of them that are not known, as group:artifact.
   *
   * @param mojos group:artifact:goal of what has run
   * @param extensions group:artifact of what else is in Maven
   */
  static Set<String> unknown(List<String> mojos, List<String> extensions) {
    Set<String> unknown = new TreeSet<>();
    for (String mojo : mojos) {
      String plugin = mojo.substring(0, mojo.lastIndexOf(':'));
      String goal = mojo.substring(mojo.lastIndexOf(':') + 1);
      Set<String> goals = GOALS.get(plugin);
      if (goals == null || !goals.isEmpty() && !goals.contains(goal)) {
        unknown.add(plugin);
      }
    }
    for (String extension : extensions) {
      String group = extension.substring(0, extension.indexOf(':'));
      if (!GOALS.containsKey(extension) && !GOALS.containsKey(group + ":*")) {
        unknown.add(extension);
      }
    }
    return unknown;
  }

  private static Map<String, Set<String>> read() {
    try (InputStream in = KnownPlugins.class.getResourceAsStream(LIST)) {
      if (in == null) {
        throw new IllegalStateException(LIST + " is missing");
      }
      Map<String, Set<String>> goals = new HashMap<>();
      for (String line : new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList()) {
        if (!line.isBlank() && !line.startsWith("#")) {
          String[] words = line.strip().split("\\s+");
          goals.put(words[0], Set.copyOf(List.of(words).subList(1, words.length)));
        }
      }
      return goals;
    } catch (IOException e) {
      throw new IllegalStateException(LIST + " cannot be read", e);
    }
  }
}
