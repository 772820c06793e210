package com.example.pinned;

import static org.junit.jupiter.api.Assertions.assertEquals;

import ch.qos.logback.classic.LoggerContext;
import org.junit.jupiter.api.Test;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

class LogbackVersionTest {
  @Test
  void loggingIsTheOneOfThisProject() {
    assertEquals("logback-classic-1.2.13.jar", Origin.jarOf(LoggerContext.class));
    assertEquals("slf4j-api-1.7.30.jar", Origin.jarOf(Logger.class));
    assertEquals(LoggerContext.class, LoggerFactory.getILoggerFactory().getClass());
    LoggerFactory.getLogger(LogbackVersionTest.class).info("logged by the project's own Logback");
  }
}
