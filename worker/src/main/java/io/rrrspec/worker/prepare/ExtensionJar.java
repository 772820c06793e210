package io.rrrspec.worker.prepare;

import io.rrrspec.common.ServiceException;
import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Where the extension lies that is loaded into Maven. */
final class ExtensionJar {
  private ExtensionJar() {}

  /** The value for Maven's <code>maven.ext.class.path</code>. */
  static String find() {
    String home = System.getProperty("rrrspec.home");
    if (home != null) {
      return existing(Path.of(home, "prepare", "rrrspec-prepare.jar")).toString();
    }
    Path code = codeSource();
    Path beside = code.toAbsolutePath().getParent();
    if (Files.isDirectory(code) && beside != null) {
      // Not packed yet, in our own build: the classes, and the index that the jar would contain.
      Path index = existing(beside.resolveSibling("src").resolve("prepare"));
      return code + File.pathSeparator + index;
    }
    Path jar = beside == null ? null : prepareJar(beside);
    return existing(jar == null ? code.resolveSibling("rrrspec-prepare.jar") : jar).toString();
  }

  private static Path codeSource() {
    try {
      return Path.of(
          ExtensionJar.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    } catch (URISyntaxException e) {
      throw new ServiceException("cannot find where rrrspec-java lies", e);
    }
  }

  private static @Nullable Path prepareJar(Path dir) {
    try (DirectoryStream<Path> jars =
        Files.newDirectoryStream(dir, "rrrspec-worker-*-prepare.jar")) {
      for (Path jar : jars) {
        return jar;
      }
      return null;
    } catch (IOException e) {
      throw new ServiceException("cannot read " + dir + ": " + e.getMessage(), e);
    }
  }

  private static Path existing(Path file) {
    if (!Files.exists(file)) {
      throw new ServiceException(file + " is missing: the installation is not complete");
    }
    return file;
  }
}
