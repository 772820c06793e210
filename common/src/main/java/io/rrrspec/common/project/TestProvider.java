package io.rrrspec.common.project;

import com.fasterxml.jackson.annotation.JsonProperty;

/** The provider that Surefire would choose by what is on the test class path. */
public enum TestProvider {
  /** JUnit 3 style only: runs on the JUnit Platform with the vintage engine. */
  @JsonProperty("junit3")
  JUNIT3,
  /** JUnit 4 without the Platform: the vintage engine. */
  @JsonProperty("junit4")
  JUNIT4,
  /** TestNG without the Platform: the TestNG engine, and vintage if JUnit 4 is there, too. */
  @JsonProperty("testng")
  TESTNG,
  /** The JUnit Platform, with the engines that the project brings. */
  @JsonProperty("junit-platform")
  JUNIT_PLATFORM,
  /** No test framework that we know of. */
  @JsonProperty("none")
  NONE
}
