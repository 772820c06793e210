package io.rrrspec.worker.slave.junit;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Annotations of other versions of JUnit than that of our own class path. */
class SplitRefusalsTest {
  @TempDir Path directory;

  private void write(String file, String text) throws Exception {
    Path path = directory.resolve(file);
    Files.createDirectories(path.getParent());
    Files.writeString(path, text);
    int code =
        ToolProvider.getSystemJavaCompiler()
            .run(
                null,
                null,
                null,
                "-d",
                directory.toString(),
                "-cp",
                directory.toString(),
                path.toString());
    assertThat(code).isZero();
  }

  /** {@code providers} came with JUnit 5.12. */
  @ParameterizedTest
  @CsvSource({"java.lang.System.properties,", "database, a lock (@ResourceLock)"})
  void aLockOfAnOldJUnitHasNoProviders(String resource, String refusal) throws Exception {
    write(
        "org/junit/jupiter/api/parallel/ResourceLock.java",
        """
        package org.junit.jupiter.api.parallel;
        import java.lang.annotation.*;
        @Retention(RetentionPolicy.RUNTIME)
        public @interface ResourceLock { String value(); }
        """);
    write(
        "shop/LockedTest.java",
        "package shop; @org.junit.jupiter.api.parallel.ResourceLock(\"%s\") public class LockedTest {}"
            .formatted(resource));
    URL[] urls = {directory.toUri().toURL()};
    try (URLClassLoader old = new URLClassLoader(urls, ClassLoader.getPlatformClassLoader())) {
      assertThat(SplitRefusals.of(old.loadClass("shop.LockedTest"))).isEqualTo(refusal);
    }
  }
}
