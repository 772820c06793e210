package shop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import groovy.lang.GroovyObject;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import org.junit.jupiter.api.Test;

/** Loads thousands of classes of a library. */
class LibraryTest {
  @Test
  void usesMuchOfTheLibrary() throws Exception {
    Path jar =
        Path.of(GroovyObject.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    assertEquals("groovy-4.0.4.jar", jar.getFileName().toString());
    try (JarFile file = new JarFile(jar.toFile())) {
      List<String> names =
          file.stream()
              .map(JarEntry::getName)
              .filter(name -> name.endsWith(".class") && !name.startsWith("META-INF"))
              .toList();
      long loaded = names.stream().filter(LibraryTest::isLoaded).count();
      assertTrue(loaded > 3_000, loaded + " classes");
    }
  }

  private static boolean isLoaded(String file) {
    String name = file.substring(0, file.length() - ".class".length()).replace('/', '.');
    try {
      return Class.forName(name, false, LibraryTest.class.getClassLoader()) != null;
    } catch (ClassNotFoundException | LinkageError e) {
      // It is for something that this project does not have.
      return false;
    }
  }
}
