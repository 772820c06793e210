package io.rrrspec.common.config;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.rrrspec.common.UsageException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Arguments that a person wants the project's own Maven to get when a project is prepared. Options
 * that would change what is built, or whether a failure is seen, are refused.
 */
public final class BuildArguments {
  /** Options that stand alone. */
  private static final Set<String> FLAGS =
      setOf(
          "-o --offline -U --update-snapshots -nsu --no-snapshot-updates -X"
              + " --debug --verbose -e --errors -q --quiet -B --batch-mode"
              + " --non-interactive -C --strict-checksums -c --lax-checksums -V"
              + " --show-version -ntp --no-transfer-progress -llr"
              + " --legacy-local-repository -itr --ignore-transitive-repositories -canf"
              + " --cache-artifact-not-found -sadp --strict-artifact-descriptor-policy"
              + " -ff --fail-fast -fae --fail-at-end -am --also-make -amd --also-make-dependents");

  /** Options that name a file. */
  private static final Set<String> FILES =
      setOf("-s --settings -gs --global-settings -t --toolchains -gt" + " --global-toolchains");

  /** Options with another value. */
  private static final Set<String> VALUES =
      setOf("-D --define -P --activate-profiles -T --threads --color -pl --projects");

  /** Options whose value may stand in the same argument. */
  private static final Set<String> JOINED = setOf("-D -P -T");

  private static final Map<String, String> REFUSED = refused();

  /** Properties of Surefire that choose tests, and what to write instead. */
  private static final Map<String, String> SELECTING =
      Map.of(
          "test", "a PATTERN before --",
          "groups", "--tag before --",
          "excludedGroups", "--exclude-tag before --",
          "surefire.includes", "a PATTERN before --",
          "surefire.includesFile", "a PATTERN before --",
          "surefire.excludes", "a PATTERN before --",
          "surefire.excludesFile", "a PATTERN before --");

  private static final JsonMapper JSON = new JsonMapper();

  private BuildArguments() {}

  private static Set<String> setOf(String options) {
    return Set.of(options.split(" "));
  }

  private static Map<String, String> refused() {
    Map<String, String> refused = new HashMap<>();
    add(refused, "name the project with --project DIR", "-f --file");
    add(
        refused,
        "a run is of whole modules, which -pl names; leave it out",
        "-rf --resume-from -r --resume -N --non-recursive");
    add(
        refused,
        "a build that fails would look like one that succeeds; leave it out",
        "-fn --fail-never");
    add(refused, "the errors of the build would not be shown; leave it out", "-l --log-file");
    add(
        refused,
        "Maven would build nothing; leave it out",
        "-h --help -v --version -ep --encrypt-password -emp --encrypt-master-password");
    return Map.copyOf(refused);
  }

  private static void add(Map<String, String> refused, String why, String options) {
    setOf(options).forEach(option -> refused.put(option, why));
  }

  /**
   * Reads a setting: a list, or a text with blanks between the arguments and quotes around them.
   */
  static List<String> read(JsonNode written) {
    JsonNode node = ListsAndMaps.structured(written);
    List<String> arguments = new ArrayList<>();
    if (node.isArray()) {
      node.forEach(item -> arguments.add(ValueTypes.scalar(item)));
    } else {
      arguments.addAll(words(ValueTypes.scalar(node)));
    }
    check(arguments);
    return List.copyOf(arguments);
  }

  /** Splits as a shell does, without its variables and wildcards. */
  private static List<String> words(String text) {
    List<String> words = new ArrayList<>();
    StringBuilder word = new StringBuilder();
    boolean begun = false;
    char quote = 0;
    for (char c : text.toCharArray()) {
      if (quote != 0) {
        if (c == quote) {
          quote = 0;
        } else {
          word.append(c);
        }
      } else if (c == '\'' || c == '"') {
        quote = c;
        begun = true;
      } else if (Character.isWhitespace(c)) {
        if (begun) {
          words.add(word.toString());
          word.setLength(0);
          begun = false;
        }
      } else {
        word.append(c);
        begun = true;
      }
    }
    if (quote != 0) {
      throw new IllegalArgumentException("a quote without its end");
    }
    if (begun) {
      words.add(word.toString());
    }
    return words;
  }

  /**
   * Adds the arguments of a command line behind those of the settings.
   *
   * @param sources of the settings that were read
   * @param arguments what stands behind {@code --}; may be empty
   * @return the sources with all arguments, for another look at the settings
   * @throws UsageException if an argument of the command line cannot be used
   */
  public static SettingsSources with(
      SettingsSources sources, Settings settings, List<String> arguments) {
    try {
      check(arguments);
      checkSelection(arguments);
    } catch (WrongItemException e) {
      throw new UsageException("build argument '" + e.item() + "'" + e.getMessage(), e);
    }
    List<String> all = new ArrayList<>(settings.get(SettingsTable.BUILD_ARGS));
    all.addAll(arguments);
    return sources.with(SettingsTable.BUILD_ARGS, text(all));
  }

  /** The arguments as a setting that is read as these again, whatever is in them. */
  static String text(List<String> arguments) {
    try {
      return JSON.writeValueAsString(arguments);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("texts are always JSON", e);
    }
  }

  /** Whether Maven is told to look for newer versions, whatever it has found before. */
  public static boolean asksForUpdates(List<String> arguments) {
    return arguments.contains("-U") || arguments.contains("--update-snapshots");
  }

  /**
   * The same arguments, with absolute paths for the files that they name: Maven may be started in
   * another directory.
   *
   * @param directory what relative paths start from
   */
  public static List<String> in(Path directory, List<String> arguments) {
    List<String> result = new ArrayList<>();
    boolean file = false;
    for (String argument : arguments) {
      String option = option(argument);
      if (file) {
        result.add(directory.resolve(argument).toString());
      } else if (FILES.contains(option) && !argument.equals(option)) {
        String path = argument.substring(option.length() + 1);
        result.add(option + "=" + directory.resolve(path));
      } else {
        result.add(argument);
      }
      file = !file && FILES.contains(argument);
    }
    return result;
  }

  /** The files that arguments name; absolute. */
  public static List<Path> files(Path directory, List<String> arguments) {
    List<Path> files = new ArrayList<>();
    String before = "";
    for (String argument : in(directory, arguments)) {
      String option = option(argument);
      if (FILES.contains(before)) {
        files.add(Path.of(argument));
        before = "";
        continue;
      }
      if (FILES.contains(option) && !argument.equals(option)) {
        files.add(Path.of(argument.substring(option.length() + 1)));
      }
      before = argument;
    }
    return files;
  }

  /**
   * What to write in place of an option of Maven that stands among those of a command.
   *
   * @param command such as {@code rrrspec-java run}
   * @param argument an option that the command does not know
   * @return null if Maven does not know the option either, or it is refused anyway
   */
  public static @Nullable String instead(String command, String argument) {
    String option = option(argument);
    if (option.equals("-D") && (command.endsWith(" run") || command.endsWith(" start"))) {
      String property = argument.substring(2).replaceFirst("=.*", "");
      String selecting = SELECTING.get(property);
      if (selecting != null) {
        return "write " + selecting.replace(" before --", "");
      }
    }
    boolean known = FLAGS.contains(option) || FILES.contains(option) || VALUES.contains(option);
    return known
        ? "write options of Maven behind --, as in '" + command + " -- " + argument + "'"
        : null;
  }

  /** Throws what is wrong with the first argument that cannot be used. */
  private static void check(List<String> arguments) {
    String open = null;
    for (String argument : arguments) {
      if (open != null) {
        if (open.equals("-D") || open.equals("--define")) {
          checkProperty(open + " " + argument, argument);
        }
        open = null;
      } else {
        open = checkOne(argument);
      }
    }
    if (open != null) {
      throw new WrongItemException(open, " has no value: write one behind it");
    }
  }

  /** Returns the option if its value is the next argument. */
  private static @Nullable String checkOne(String argument) {
    if (!argument.startsWith("-") || argument.equals("-")) {
      throw new WrongItemException(
          argument,
          " is no option of Maven: goals are not handed on, and patterns of tests stand before --");
    }
    String option = option(argument);
    String why = REFUSED.get(option);
    if (why != null) {
      throw new WrongItemException(argument, " cannot be used: " + why);
    }
    if (option.equals("-D") || option.equals("--define")) {
      String property = argument.substring(option.length());
      checkProperty(argument, property.startsWith("=") ? property.substring(1) : property);
    }
    boolean takesValue = FILES.contains(option) || VALUES.contains(option);
    if (!takesValue && !FLAGS.contains(argument)) {
      throw new WrongItemException(
          argument, " is not known: write an option of Maven such as -Dname=value, -Pname or -o");
    }
    return takesValue && argument.equals(option) ? option : null;
  }

  /**
   * Refuses properties that leave tests out of one run only: its results would count as those of
   * whole classes.
   */
  private static void checkSelection(List<String> arguments) {
    String before = "";
    for (String argument : arguments) {
      boolean defined = before.equals("-D") || before.equals("--define");
      String property = defined ? argument : argument.replaceFirst("^(?:-D|--define)=?", "");
      String instead = SELECTING.get(property.replaceFirst("=.*", ""));
      if (instead != null && (defined || !property.equals(argument))) {
        throw new WrongItemException(
            argument,
            " cannot be used: it chooses tests for one run; write "
                + instead
                + ", or set 'build_args' if every run is to have it");
      }
      before = argument;
    }
  }

  /** The name of an option, without a value that stands in the same argument. */
  private static String option(String argument) {
    if (argument.startsWith("--")) {
      int equals = argument.indexOf('=');
      return equals < 0 ? argument : argument.substring(0, equals);
    }
    String letters = argument.length() < 2 ? argument : argument.substring(0, 2);
    return JOINED.contains(letters) ? letters : argument;
  }

  private static void checkProperty(String argument, String property) {
    int equals = property.indexOf('=');
    String name = equals < 0 ? property : property.substring(0, equals);
    String value = equals < 0 ? "true" : property.substring(equals + 1);
    if (name.equals("maven.ext.class.path") || name.startsWith("rrrspec.prepare.")) {
      throw new WrongItemException(argument, " cannot be used: rrrspec-java sets it itself");
    }
    boolean skips = Set.of("skipTests", "maven.test.skip", "maven.test.skip.exec").contains(name);
    if (skips && value.equals("true")) {
      throw new WrongItemException(argument, " cannot be used: no test would run; leave it out");
    }
  }
}
