package io.rrrspec.worker.slave.junit;

import static org.assertj.core.api.Assertions.assertThat;

import io.rrrspec.common.files.ClassFileDigests;
import java.io.InputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OwnClassFilesTest {
  private static final String NAME = OwnClassFilesTest.class.getName() + "$Some";

  @TempDir Path classes;

  static class Some {
    static class Within {}
  }

  @BeforeEach
  void copy() throws Exception {
    for (Class<?> type : new Class<?>[] {Some.class, Some.Within.class}) {
      String file = type.getName().replace('.', '/') + ".class";
      Path copy = classes.resolve(file);
      Files.createDirectories(Objects.requireNonNull(copy.getParent()));
      ClassLoader loader = Objects.requireNonNull(type.getClassLoader());
      try (InputStream in = Objects.requireNonNull(loader.getResourceAsStream(file))) {
        Files.copy(in, copy);
      }
      Files.setLastModifiedTime(copy, FileTime.from(Instant.now().minusSeconds(60)));
    }
  }

  private Path file(Class<?> type) {
    return classes.resolve(type.getName().replace('.', '/') + ".class");
  }

  @Test
  void itIsTheDigestThatTheClientMakesOfThem() throws Exception {
    OwnClassFiles own = new OwnClassFiles();
    try (URLClassLoader loader = new URLClassLoader(new URL[] {classes.toUri().toURL()}, null)) {
      Class<?> type = loader.loadClass(NAME);
      String digest = own.digest(type);
      assertThat(digest).isEqualTo(new ClassFileDigests().of(classes, NAME));

      Files.delete(file(Some.Within.class));
      assertThat(own.digest(type)).isNotNull().isNotEqualTo(digest);
    }
  }

  @Test
  void whatWasWrittenAfterThisJvmBeganIsNotKnown() throws Exception {
    OwnClassFiles own = new OwnClassFiles();
    try (URLClassLoader loader = new URLClassLoader(new URL[] {classes.toUri().toURL()}, null)) {
      Class<?> type = loader.loadClass(NAME);
      Files.setLastModifiedTime(
          file(Some.Within.class), FileTime.from(Instant.now().plusSeconds(60)));
      assertThat(own.digest(type)).isNull();
    }
  }

  @Test
  void aClassOfAJarHasNone() {
    assertThat(new OwnClassFiles().digest(Test.class)).isNull();
    assertThat(new OwnClassFiles().digest(String.class)).isNull();
  }
}
