package io.rrrspec.worker.build;

import com.fasterxml.jackson.databind.JsonNode;
import io.rrrspec.common.UsageException;
import io.rrrspec.common.config.PrepareSettings;
import io.rrrspec.common.jdk.Jdks;
import io.rrrspec.common.project.IntegrationTests;
import io.rrrspec.common.project.TestExecution;
import io.rrrspec.common.project.TestJvm;
import io.rrrspec.common.project.TestProvider;
import io.rrrspec.common.project.TestSelection;
import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.lang.module.ModuleDescriptor.Version;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Makes the record of one execution; the rules are those of Surefire's AbstractSurefireMojo, which
 * Failsafe shares.
 */
final class ExecutionReader {
  private static final List<String> INCLUDES =
      List.of("**/Test*.java", "**/*Test.java", "**/*Tests.java", "**/*TestCase.java");
  private static final List<String> INCLUDES_OF_FAILSAFE =
      List.of("**/IT*.java", "**/*IT.java", "**/*ITCase.java");
  private static final List<String> EXCLUDES = List.of("**/*$*");

  private static final String FLAKE_COUNT = "failOnFlakeCount";
  private static final String NO_TESTS = "failIfNoTests";

  private final ModuleFacts facts;
  private final JsonNode json;
  private final SurefireParameters parameters;
  private final PrepareSettings settings;
  private final List<String> warnings = new ArrayList<>();

  ExecutionReader(
      ModuleFacts facts, JsonNode json, SurefireParameters parameters, PrepareSettings settings) {
    this.facts = facts;
    this.json = json;
    this.parameters = parameters;
    this.settings = settings;
  }

  /** What a person should know about this execution; complete after {@link #read}. */
  List<String> warnings() {
    return warnings;
  }

  TestExecution read() {
    String id = json.path("id").asText();
    TestProvider provider = provider();
    TestSelection selection = selection(provider);
    Facts.texts(json, "notes").forEach(note -> warnings.add(id + ": " + note));
    List<String> classes = Candidates.of(selection);
    if (provider == TestProvider.NONE && !classes.isEmpty()) {
      warnings.add(id + ": no JUnit and no TestNG on the class path, so no test can be found");
    }
    if (provider == TestProvider.JUNIT_PLATFORM && surefireIsOlderThan("2.22.0")) {
      String version = json.path("version").asText();
      warnings.add(
          id + ": Surefire " + version + " would not run JUnit 5 tests; they are run here");
    }
    return new TestExecution(
        id,
        provider,
        jvm(),
        selection,
        configurationParameters(provider),
        maxTrials(id, provider),
        parameters.flag("trimStackTrace", false),
        classes,
        parameters.text("reportNameSuffix"),
        failIfNoTests(),
        settings.failIfEngineMissing(),
        isFailsafe() ? integrationTests() : null);
  }

  /** The classes that its patterns choose. */
  List<String> classes() {
    return Candidates.of(selection(provider()));
  }

  private boolean isFailsafe() {
    return json.path("failsafe").asBoolean(false);
  }

  private IntegrationTests integrationTests() {
    Path directory = facts.buildDirectory().resolve("failsafe-reports");
    String reports = parameters.text("reportsDirectory");
    String summary = parameters.text("summaryFile");
    return new IntegrationTests(
        parameters.flag("disableXmlReport", false)
            ? ""
            : (reports.isEmpty() ? directory : resolve(reports)).toString(),
        (summary.isEmpty() ? directory.resolve("failsafe-summary.xml") : resolve(summary))
            .toString());
  }

  /** How often Surefire would try a test: some of its providers know nothing of reruns. */
  private int maxTrials(String id, TestProvider provider) {
    int reruns = (int) parameters.number("rerunFailingTestsCount");
    if (reruns <= 0) {
      return 1;
    }
    boolean honoured =
        provider == TestProvider.JUNIT4
            || (provider == TestProvider.JUNIT_PLATFORM && !surefireIsOlderThan("3.0.0-M4"));
    if (!honoured) {
      warnings.add(
          id
              + ": Surefire does not honour rerunFailingTestsCount here, so nothing is retried unless"
              + " max_trials is set");
      return 1;
    }
    // With so few flakes allowed, a retry may not make good what fails: it could be one too many.
    if (parameters.number("failOnFlakeCount") > 0 && !settings.ignored().contains(FLAKE_COUNT)) {
      warnings.add(
          id
              + ": failOnFlakeCount is set, so a test that fails is not retried; set max_trials, or"
              + " 'ignore: ["
              + FLAKE_COUNT
              + "]', to retry it");
      return 1;
    }
    return reruns + 1;
  }

  /** Surefire has a setting for all tests and one for those that somebody named. */
  private boolean failIfNoTests() {
    boolean named = !parameters.text("test").isEmpty();
    boolean always = parameters.flag(NO_TESTS, named);
    return !settings.ignored().contains(NO_TESTS)
        && (named ? parameters.flag("failIfNoSpecifiedTests", always) : always);
  }

  private TestProvider provider() {
    return switch (json.path("provider").asText()) {
      case "junit3" -> TestProvider.JUNIT3;
      case "junit4" -> TestProvider.JUNIT4;
      case "testng" -> TestProvider.TESTNG;
      case "junit-platform" -> TestProvider.JUNIT_PLATFORM;
      default -> TestProvider.NONE;
    };
  }

  private TestJvm jvm() {
    String workingDirectory = parameters.text("workingDirectory");
    List<String> arguments;
    try {
      arguments = ArgLine.split(parameters.text("argLine"));
    } catch (IllegalArgumentException e) {
      throw new UsageException(String.valueOf(e.getMessage()), e);
    }
    String mode = parameters.text("forkMode");
    boolean off = arguments.contains("-da") || arguments.contains("-disableassertions");
    return new TestJvm(
        java(),
        arguments,
        parameters.flag("enableAssertions", true) && !off,
        systemProperties(),
        parameters.map("environmentVariables"),
        parameters.list("excludedEnvironmentVariables"),
        resolve(workingDirectory).toString(),
        Facts.texts(json, "classPath"),
        !parameters.flag("reuseForks", true) || mode.equals("always") || mode.equals("pertest"),
        javaFrom());
  }

  private TestJvm.JavaFrom javaFrom() {
    return TestJvm.JavaFrom.valueOf(json.path("javaFrom").asText(TestJvm.JavaFrom.DEFAULT.name()));
  }

  /** The build knows best what its tests need; where it says nothing, the setting counts. */
  private String java() {
    Integer jdk = settings.jdk();
    return jdk == null || javaFrom() != TestJvm.JavaFrom.DEFAULT
        ? json.path("java").asText()
        : Jdks.here(settings.jdks()).require(jdk).java().toString();
  }

  /** In the order in which one overrides the other. */
  private Map<String, String> systemProperties() {
    Map<String, String> all = new HashMap<>(parameters.map("systemProperties"));
    String file = parameters.text("systemPropertiesFile");
    if (!file.isEmpty()) {
      all.putAll(properties(readFile(file)));
    }
    all.putAll(parameters.map("systemPropertyVariables"));
    if (parameters.flag("promoteUserPropertiesToSystemProperties", true)) {
      facts
          .build()
          .json()
          .path("userProperties")
          .properties()
          .forEach(e -> all.put(e.getKey(), e.getValue().asText()));
    }
    all.put("basedir", facts.text("basedir"));
    all.put("localRepository", facts.build().text("localRepository"));
    return all;
  }

  private TestSelection selection(TestProvider provider) {
    String test = parameters.text("test");
    List<String> includes = new ArrayList<>();
    List<String> excludes = new ArrayList<>();
    if (!test.isEmpty()) {
      Stream.of(test.split(",")).map(String::strip).forEach(includes::add);
    } else {
      addPatterns(includes, "includes", isFailsafe() ? INCLUDES_OF_FAILSAFE : INCLUDES);
      addPatterns(excludes, "excludes", EXCLUDES);
    }
    List<String> engines = new ArrayList<>(parameters.list("includeJUnit5Engines"));
    if (provider == TestProvider.JUNIT3 || provider == TestProvider.JUNIT4) {
      engines = List.of("junit-vintage");
    }
    Map<String, String> properties = parameters.map("properties");
    return new TestSelection(
        testClasses(),
        includes,
        excludes,
        firstOf(parameters.text("groups"), properties.get("groups"), properties.get("includeTags")),
        firstOf(
            parameters.text("excludedGroups"),
            properties.get("excludedGroups"),
            properties.get("excludeTags")),
        engines,
        parameters.list("excludeJUnit5Engines"));
  }

  private String testClasses() {
    return Path.of(Facts.texts(json, "classPath").get(0)).toString();
  }

  private void addPatterns(List<String> patterns, String name, List<String> defaults) {
    patterns.addAll(parameters.list(name));
    String file = parameters.text(name + "File");
    if (!file.isEmpty()) {
      readFile(file)
          .lines()
          .map(String::trim)
          .filter(line -> !line.isEmpty() && !line.startsWith("#"))
          .forEach(patterns::add);
    }
    if (patterns.isEmpty()) {
      patterns.addAll(defaults);
      if (surefireIsOlderThan("2.20")) {
        patterns.remove("**/*Tests.java");
      }
    }
  }

  private Map<String, String> configurationParameters(TestProvider provider) {
    Map<String, String> properties = parameters.map("properties");
    Map<String, String> all =
        new LinkedHashMap<>(properties(properties.getOrDefault("configurationParameters", "")));
    String listeners = properties.getOrDefault("listener", "");
    if (provider == TestProvider.TESTNG && !listeners.isBlank()) {
      all.putIfAbsent("testng.listeners", listeners.replaceAll("\\s+", ""));
    }
    return all;
  }

  private boolean surefireIsOlderThan(String version) {
    Version is = Version.parse(json.path("version").asText());
    return is.compareTo(Version.parse(version)) < 0;
  }

  private String readFile(String name) {
    try {
      return Files.readString(resolve(name));
    } catch (IOException e) {
      throw new UsageException("cannot read " + name + ", which Surefire is told to use", e);
    }
  }

  private Path resolve(String name) {
    return Path.of(facts.text("basedir")).resolve(name).normalize();
  }

  private static Map<String, String> properties(String text) {
    Properties properties = new Properties();
    try {
      properties.load(new StringReader(text));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    Map<String, String> map = new LinkedHashMap<>();
    properties.stringPropertyNames().forEach(name -> map.put(name, properties.getProperty(name)));
    return map;
  }

  private static String firstOf(@Nullable String... texts) {
    return Arrays.stream(texts).filter(t -> t != null && !t.isBlank()).findFirst().orElse("");
  }
}
