package example;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

/** Passes only with the artifacts of the modules, not with their directories of classes. */
class AppTest {
  @Test
  void theLibraryIsInTheJarUnderAnotherName() {
    assertEquals("Hello Mx. Kim", Greeting.to("Kim"));
    assertEquals("core.names.Names", Greeting.source());
  }

  @Test
  void theJarWithAClassifierIsAnotherOne() {
    assertNotNull(getClass().getResource("/words.txt"));
    assertThrows(ClassNotFoundException.class, () -> Class.forName("example.Extra"));
  }
}
