package example;

import static org.junit.jupiter.api.Assertions.*;

import java.nio.file.*;
import org.junit.jupiter.api.*;

/* Settings of Surefire that tests can see. */

class SettingsTest {
  @Test
  void assertionsAreOff() {
    boolean on = false;
    assert on = true;
    assertFalse(on);
  }

  @Test
  void workingDirectory() {
    assertTrue(Files.exists(Path.of("here.txt")), System.getProperty("user.dir"));
  }

  @Test
  void additionalElement() {
    assertNotNull(SettingsTest.class.getResource("/extra.txt"));
  }

  @Test
  void configurationParameter(TestInfo info) {}

  @Test
  void basedir() {
    assertTrue(Files.exists(Path.of(System.getProperty("basedir"), "pom.xml")));
  }

  @Test
  void surefireProperties() {
    assertNotNull(System.getProperty("surefire.test.class.path"));
    assertNotNull(System.getProperty("localRepository"));
  }
}
