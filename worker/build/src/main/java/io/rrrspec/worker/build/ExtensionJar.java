package io.rrrspec.worker.build;

import io.rrrspec.common.ServiceException;
import java.io.IOException;
import java.net.JarURLConnection;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;

/** Where the extension lies that is loaded into Maven. */
final class ExtensionJar {
  private static final String ONE_CLASS = "io/rrrspec/worker/extension/BuildFacts.class";

  private ExtensionJar() {}

  /** The value for Maven's <code>maven.ext.class.path</code>. */
  static String find() {
    String home = System.getProperty("rrrspec.home");
    if (home != null) {
      return existing(Path.of(home, "maven", "rrrspec-maven-extension.jar")).toString();
    }
    return onClassPath();
  }

  /** Where the extension is in our own build: a jar, or the directory of its classes. */
  private static String onClassPath() {
    URL found = ExtensionJar.class.getClassLoader().getResource(ONE_CLASS);
    if (found == null) {
      throw new ServiceException("rrrspec.home is not set: start with scripts/rrrspec-java");
    }
    try {
      if (found.openConnection() instanceof JarURLConnection jar) {
        return Path.of(jar.getJarFileURL().toURI()).toString();
      }
      String file = Path.of(found.toURI()).toString();
      return file.substring(0, file.length() - ONE_CLASS.length() - 1);
    } catch (IOException | URISyntaxException e) {
      throw new ServiceException("cannot find the Maven extension at " + found, e);
    }
  }

  private static Path existing(Path file) {
    if (!Files.exists(file)) {
      throw new ServiceException(file + " is missing: the installation is not complete");
    }
    return file;
  }
}
