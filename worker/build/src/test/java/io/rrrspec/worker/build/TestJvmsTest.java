package io.rrrspec.worker.build;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rrrspec.common.UsageException;
import io.rrrspec.common.project.TestJvm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TestJvmsTest {
  @TempDir Path temp;

  private TestJvm jvm(String version, String... classPath) throws IOException {
    Path java = Files.createDirectories(temp.resolve(version).resolve("bin")).resolve("java");
    Files.writeString(java, "");
    assertThat(java.toFile().setExecutable(true)).isTrue();
    Files.writeString(
        temp.resolve(version).resolve("release"), "JAVA_VERSION=\"" + version + "\"\n");
    return jvm(java, classPath);
  }

  private static TestJvm jvm(Path java, String... classPath) {
    return new TestJvm(
        java.toString(), List.of(), true, Map.of(), Map.of(), List.of(), "/", List.of(classPath));
  }

  @Test
  void anOldOrMissingJvmIsNamed() throws IOException {
    TestJvm old = jvm("1.8.0_402");
    assertThatThrownBy(() -> TestJvms.check("core: default-test", old))
        .isInstanceOf(UsageException.class)
        .hasMessage(
            "core: default-test: the tests run on Java 8 ("
                + old.java()
                + "); rrrspec-java needs 11 or newer there");
    TestJvm missing = jvm(temp.resolve("none/bin/java"));
    assertThatThrownBy(() -> TestJvms.check("it", missing))
        .isInstanceOf(UsageException.class)
        .hasMessage("it: the JVM of the tests is missing: " + missing.java());
  }

  @Test
  void junit6NeedsANewerJvmThanWeDo() throws IOException {
    TestJvms.check("it", jvm("11.0.18", "/m2/junit-platform-launcher-1.14.4.jar"));
    TestJvms.check("it", jvm("17.0.15", "/m2/junit-platform-launcher-6.0.3.jar"));
    TestJvm junit6 = jvm("11.0.18", "/m2/a.jar", "/m2/junit-platform-engine-6.0.3.jar");
    assertThatThrownBy(() -> TestJvms.check("it", junit6))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("the tests run on Java 11 (")
        .hasMessageEndingWith(
            "; JUnit 6, which is on their class path, needs 17 or newer: use JUnit 5, or a newer"
                + " JDK");
  }

  @Test
  void aJvmThatDoesNotTellItsVersionIsTakenToBeNewEnough() throws IOException {
    TestJvm jvm = jvm("1.8.0_402", "/m2/junit-platform-engine-6.0.3.jar");
    Files.delete(temp.resolve("1.8.0_402/release"));
    TestJvms.check("it", jvm);
    assertThat(Files.exists(Path.of(jvm.java()))).isTrue();
  }
}
