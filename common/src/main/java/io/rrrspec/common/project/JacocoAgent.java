package io.rrrspec.common.project;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * JaCoCo's agent among the arguments of a test JVM, as {@code jacoco:prepare-agent} puts it into
 * argLine. Its options and their defaults are those of its manual.
 *
 * @param named where the project wants its coverage; absolute; Surefire's number of the JVM may
 *     stand in it as a placeholder
 * @param append whether what stands there stays
 */
public record JacocoAgent(Path named, boolean append) {
  private static final Pattern ARGUMENT =
      Pattern.compile("-javaagent:[^=]*jacoco[^=]*?\\.jar(?:=(.*))?", Pattern.DOTALL);

  /** A comma within a value does not end it: only one before a name does. */
  private static final Pattern OPTIONS = Pattern.compile(",(?=[a-zA-Z0-9_\\-]+=)");

  private static final String EXCLUDES = "excludes=";

  /** What Surefire replaces by the number of the JVM. */
  private static final Pattern NUMBER =
      Pattern.compile("\\$\\{surefire\\.(?:fork|thread)Number\\}");

  /**
   * The file for the coverage of all JVMs; absolute. If each JVM has a file of its own, it is that
   * of the first.
   */
  public Path file() {
    return Path.of(NUMBER.matcher(named.toString()).replaceAll("1"));
  }

  /** Whether a JVM with this agent writes a file, whatever the number of the JVM. */
  public boolean writes(Path file) {
    String plain = named.normalize().toString();
    String other = file.normalize().toString();
    return plain.contains("${")
        ? Arrays.stream(NUMBER.split(plain, -1))
            .map(Pattern::quote)
            .collect(Collectors.collectingAndThen(Collectors.joining("[0-9]{1,6}"), other::matches))
        : plain.equals(other);
  }

  /** The agent of a JVM; empty without one, or if it writes no file. */
  public static Optional<JacocoAgent> of(TestJvm jvm) {
    for (String argument : jvm.arguments()) {
      Matcher agent = ARGUMENT.matcher(argument);
      if (agent.matches()) {
        return of(Path.of(jvm.workingDirectory()), agent.group(1) == null ? "" : agent.group(1));
      }
    }
    return Optional.empty();
  }

  private static Optional<JacocoAgent> of(Path directory, String options) {
    Path file = directory.resolve("jacoco.exec");
    boolean append = true;
    for (String option : OPTIONS.split(options)) {
      String value = option.substring(option.indexOf('=') + 1);
      if (option.startsWith("destfile=")) {
        file = directory.resolve(value);
      } else if (option.startsWith("append=")) {
        append = Boolean.parseBoolean(value);
      } else if (option.startsWith("output=") && !value.equals("file")) {
        return Optional.empty();
      }
    }
    return Optional.of(new JacocoAgent(file, append));
  }

  /**
   * The arguments of a slave's JVM. Its agent writes nothing itself: many JVMs that end in whatever
   * way would write one file. It passes over the slave's own classes, which nobody asks for and
   * which would start slower.
   *
   * @param ownClasses a pattern of names of classes, such as {@code com.foo.*}
   */
  public static List<String> ofSlave(List<String> arguments, String ownClasses) {
    List<String> all = new ArrayList<>();
    for (String argument : arguments) {
      Matcher agent = ARGUMENT.matcher(argument);
      if (agent.matches()) {
        String excluded = ownClasses;
        for (String option : OPTIONS.split(agent.group(1) == null ? "" : agent.group(1))) {
          if (option.startsWith(EXCLUDES)) {
            excluded = option.substring(EXCLUDES.length()) + ':' + ownClasses;
          }
        }
        // Of two options with one name the agent takes the last.
        String own = "dumponexit=false," + EXCLUDES + excluded;
        String options = agent.group(1);
        all.add(argument + (options == null ? "=" : options.isEmpty() ? "" : ",") + own);
      } else {
        all.add(argument);
      }
    }
    return all;
  }
}
