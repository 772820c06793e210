package example;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class JvmTest {
  @Test
  void argumentsHaveSpaces() {
    assertEquals("a b", System.getProperty("with.space"));
  }

  @Test
  void propertiesHaveQuotes() {
    assertEquals("say \"hi\" \\ 'there'", System.getProperty("quoted"));
  }

  @Test
  void theNumberOfTheJvmIsFilledIn() {
    assertTrue(System.getProperty("fork").matches("fork-[1-9][0-9]*"));
    assertTrue(System.getProperty("scratch").matches(".*/scratch-[1-9][0-9]*"));
  }

  @Test
  void theEnvironmentIsSet() {
    assertEquals("it's a \"day\" $HOME", System.getenv("GREETING"));
  }

  @Test
  void theDirectoryIsTheOneAskedFor() {
    assertEquals(Path.of("work dir"), Path.of("").toAbsolutePath().getFileName());
  }

  @Test
  void theAgentIsThere() {
    assertTrue(
        ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
            .anyMatch(argument -> argument.startsWith("-javaagent:")));
  }

  @Test
  void assertionsAreOn() {
    assertThrows(
        AssertionError.class,
        () -> {
          assert System.nanoTime() == 0;
        });
  }
}
