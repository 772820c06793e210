package io.rrrspec.common.config;

import com.fasterxml.jackson.databind.JsonNode;
import io.rrrspec.common.files.PathGlob;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** The kinds of values that settings have. */
final class ValueTypes {
  static final ValueType<String> TEXT = new ValueType<>("text", (node, place) -> scalar(node));

  static final ValueType<String> WORD =
      new ValueType<>("text that is not empty", (node, place) -> notEmpty(scalar(node)));

  static final ValueType<String> NAME =
      new ValueType<>(
          "a name of letters, digits, '.', '_' and '-' that does not start with a dot",
          (node, place) -> require(SafeName.isSafe(scalar(node)), scalar(node)));

  /** Also with the colons of {@code group:artifact}: keys of estimates end with it. */
  static final ValueType<String> TASKSET_CLASS =
      new ValueType<>(
          "a name of letters, digits, '.', '_', '-' and ':' that does not start with a dot",
          (node, place) ->
              require(SafeName.isSafe(scalar(node).replaceAll("(?<=.):", "-")), scalar(node)));

  static final ValueType<Path> PATH =
      new ValueType<>("a path", (node, place) -> place.resolve(notEmpty(scalar(node))));

  static final ValueType<RedisAddress> REDIS =
      new ValueType<>(
          "a URL such as redis://host:6379, rediss://user:password@host/1,"
              + " redis-sentinel://host1,host2/master, or embedded",
          (node, place) -> RedisAddress.parse(scalar(node)));

  static final ValueType<String> JDBC =
      new ValueType<>(
          "a JDBC URL such as jdbc:postgresql://host/rrrspec", (node, place) -> jdbc(scalar(node)));

  static final ValueType<URI> URL =
      new ValueType<>(
          "a URL such as http://rrrspec.example.com:3000", (node, place) -> url(scalar(node)));

  static final ValueType<List<String>> LIST =
      new ValueType<>("a list of texts", (node, place) -> ListsAndMaps.list(node));

  /** Names that mean nothing would let a build be refused, or run otherwise than somebody wants. */
  static final ValueType<List<String>> IGNORED =
      new ValueType<>(
          "a list of " + String.join(", ", PrepareSettings.IGNORABLE),
          (node, place) -> ListsAndMaps.list(node, ValueTypes::ignorable));

  static final ValueType<List<String>> BUILD_ARGUMENTS =
      new ValueType<>(
          "a list of options of Maven, or a text with blanks between them",
          (node, place) -> BuildArguments.read(node));

  static final ValueType<List<String>> PLUGINS =
      new ValueType<>(
          "a list of group:artifact", (node, place) -> ListsAndMaps.list(node, ValueTypes::plugin));

  static final ValueType<List<String>> PATH_GLOBS =
      new ValueType<>(
          "a list of globs of paths below the project",
          (node, place) -> ListsAndMaps.list(node, ValueTypes::pathGlob));

  static final ValueType<Map<String, String>> VARIABLES =
      new ValueType<>(
          "a map of variable names to texts", (node, place) -> ListsAndMaps.variables(node));

  static final ValueType<Map<String, String>> MODULES =
      new ValueType<>(
          "a map of names to command lines with {job} in them",
          (node, place) -> ListsAndMaps.map(node, ValueTypes::module));

  static final ValueType<Map<String, HttpJobRoute>> HTTP_ROUTES =
      new ValueType<>(
          "a map of paths to {queue: NAME, to: URL}",
          (node, place) -> ListsAndMaps.map(node, ValueTypes::route));

  static final ValueType<Map<String, FlowSchedule>> SCHEDULE =
      new ValueType<>(
          "a map of names to {cron: TIMES, flow: FILE}",
          (node, place) ->
              ListsAndMaps.map(node, (name, entry) -> ScheduleReader.read(name, entry, place)));

  static final ValueType<Map<String, TestResource>> RESOURCES =
      new ValueType<>(
          "a map of names to {limit: NUMBER, per: SCOPE, classes: PATTERNS, tags: TAGS, locks: LOCKS}",
          (node, place) ->
              ListsAndMaps.map(node, (name, entry) -> ResourceReader.read(name, entry, place)));

  static final ValueType<Map<String, RequestJobEntry>> REQUEST_JOBS =
      new ValueType<>(
          "a map of names to {command: LINE}, {module: NAME}, {taskset: {...}}, {tests: DIRECTORY},"
              + " {flow: FILE} or {external: true}",
          (node, place) ->
              ListsAndMaps.map(node, (name, entry) -> RequestJobReader.read(name, entry, place)));

  static final ValueType<SpecFiles> SPEC_FILES =
      new ValueType<>(
          "a list of names or globs, or {command: ...} that prints one a line",
          (node, place) -> SpecFiles.read(node));

  static final ValueType<Integer> PORT = integer("a port", 0, 65_535);

  private ValueTypes() {}

  static ValueType<Integer> integer(String what, int least, int most) {
    return new ValueType<>(
        // Behind an example the least number would look like another one.
        String.format(
            Locale.ROOT,
            "%s%s %,d to %,d",
            what,
            what.contains("such as") ? ";" : ",",
            least,
            most),
        (node, place) -> {
          int number = Integer.parseInt(scalar(node));
          require(number >= least && number <= most, "");
          return number;
        });
  }

  /** A number of slaves, or {@code auto}. */
  static ValueType<SlaveNumber> slaveNumber(int most) {
    return new ValueType<>(
        String.format(Locale.ROOT, "a whole number, 1 to %,d, or %s", most, SlaveNumber.AUTO),
        (node, place) -> {
          String text = scalar(node);
          if (text.equals(SlaveNumber.AUTO)) {
            return SlaveNumber.fitting();
          }
          int number = Integer.parseInt(text);
          require(number >= 1 && number <= most, "");
          return SlaveNumber.of(number);
        });
  }

  static ValueType<String> oneOf(String... choices) {
    return new ValueType<>(
        String.join(" or ", choices),
        (node, place) -> require(List.of(choices).contains(scalar(node)), scalar(node)));
  }

  /** YAML reads a bare {@code off} as false. */
  static final ValueType<String> AUTO_OR_OFF =
      new ValueType<>(
          "auto or off",
          (node, place) -> {
            String word = scalar(node).equals("false") ? "off" : scalar(node);
            return require(List.of("auto", "off").contains(word), word);
          });

  private static void ignorable(String name) {
    if (!PrepareSettings.IGNORABLE.contains(name)) {
      throw new WrongItemException(
          name,
          NearestName.hint(
              name,
              PrepareSettings.IGNORABLE,
              ": write one of " + String.join(", ", PrepareSettings.IGNORABLE)));
    }
  }

  private static void pathGlob(String glob) {
    PathGlob.mistake(glob)
        .ifPresent(
            why -> {
              throw new WrongItemException(glob, " " + why);
            });
  }

  private static void plugin(String name) {
    if (!name.matches("[\\w.-]+:[\\w.-]+")) {
      throw new WrongItemException(
          name, ": write group:artifact, such as org.codehaus.mojo:exec-maven-plugin");
    }
  }

  private static String module(String name, JsonNode node) {
    if (!SafeName.isSafe(name) || List.of("shell", "http", "junit").contains(name)) {
      throw new WrongItemException(
          name, ": choose another name, of letters, digits and . _ - (not shell, http or junit)");
    }
    String template = scalar(node);
    if (!CommandTemplate.placeholders(template).contains("job")
        || !CommandTemplate.isSafe(template, Set.of("job"))) {
      throw new WrongItemException(
          template, ": write a command line with {job} in it " + CommandTemplate.WHERE);
    }
    return template;
  }

  private static HttpJobRoute route(String path, JsonNode node) {
    if (!path.matches("/[\\w./-]*")) {
      throw new WrongItemException(path, ": write the beginning of a path, such as /checkout");
    }
    JsonNode queue = node.get("queue");
    JsonNode to = node.get("to");
    if (queue == null || to == null || node.size() != 2 || !SafeName.isSafe(scalar(queue))) {
      throw new WrongItemException(path, ": write {queue: NAME, to: URL} for it");
    }
    return new HttpJobRoute(
        scalar(queue), URI.create(url(scalar(to)).toString().replaceFirst("(?<!/)/++$", "")));
  }

  static String scalar(JsonNode node) {
    if (!node.isValueNode() || node.isNull()) {
      throw new IllegalArgumentException("not a single value");
    }
    return node.asText().strip();
  }

  private static String notEmpty(String text) {
    return require(!text.isEmpty(), text);
  }

  private static URI url(String text) {
    URI uri = URI.create(text);
    require(uri.getHost() != null && text.matches("https?://.*"), text);
    return uri;
  }

  /** With INIT, H2 runs what the URL says: a script that a stranger's file names, for one. */
  private static String jdbc(String text) {
    require(text.matches("jdbc:[a-z0-9]+:.+"), text);
    if (text.startsWith("jdbc:h2:") && text.toUpperCase(Locale.ROOT).contains(";INIT=")) {
      throw new WrongItemException("INIT", ": leave it out, and run the statements yourself once");
    }
    return text;
  }

  private static String require(boolean holds, String value) {
    if (!holds) {
      throw new IllegalArgumentException("out of range");
    }
    return value;
  }
}
