package io.rrrspec.worker.slave.junit;

import io.rrrspec.common.project.TestProvider;
import java.util.EnumSet;
import java.util.Set;

/** For which framework somebody wrote the tests of a class. */
enum TestStyle {
  /** Methods called test… of any class, which Surefire runs where there is no framework. */
  PLAIN("plain", "", "", EnumSet.of(TestProvider.JUNIT3)),
  JUNIT3(
      "JUnit 3",
      "junit-vintage",
      "org.junit.vintage:junit-vintage-engine",
      EnumSet.of(TestProvider.JUNIT3, TestProvider.JUNIT4, TestProvider.TESTNG)),
  JUNIT4(
      "JUnit 4",
      "junit-vintage",
      "org.junit.vintage:junit-vintage-engine",
      EnumSet.of(TestProvider.JUNIT4, TestProvider.TESTNG)),
  JUPITER(
      "JUnit Jupiter",
      "junit-jupiter",
      "org.junit.jupiter:junit-jupiter-engine",
      EnumSet.noneOf(TestProvider.class)),
  TESTNG("TestNG", "testng", "org.junit.support:testng-engine", EnumSet.of(TestProvider.TESTNG)),
  JQWIK("jqwik", "jqwik", "net.jqwik:jqwik-engine", EnumSet.noneOf(TestProvider.class));

  private final String words;
  private final String engine;
  private final String artifact;
  private final Set<TestProvider> runBy;

  TestStyle(String words, String engine, String artifact, Set<TestProvider> runBy) {
    this.words = words;
    this.engine = engine;
    this.artifact = artifact;
    this.runBy = runBy;
  }

  /** The framework, as people call it. */
  String words() {
    return words;
  }

  /**
   * Whether Surefire would run such tests with one of its providers, without any engine. What its
   * provider for the JUnit Platform runs depends on the engines, which are the same here.
   */
  boolean isRunBy(TestProvider provider) {
    return runBy.contains(provider);
  }

  /**
   * Whether an engine that finds no test proves that there is none. TestNG's lets TestNG itself
   * look for them: what is switched off, ignored, or has no row of data is none under Surefire
   * either.
   *
   * @param engines the ids of the engines on the test class path
   */
  boolean findsAll(Set<String> engines) {
    return this == TESTNG && engines.contains(engine);
  }

  /**
   * Why none of these tests runs, in one line that is the same for all such classes.
   *
   * @param engines the ids of the engines on the test class path
   */
  String whyNot(Set<String> engines) {
    if (engines.contains(engine)) {
      return "the engine " + engine + " finds no test in it";
    }
    String remedy = artifact.isEmpty() ? "" : ": add " + artifact;
    return "no engine for " + words + remedy;
  }
}
