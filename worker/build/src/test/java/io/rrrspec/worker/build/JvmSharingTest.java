package io.rrrspec.worker.build;

import static org.assertj.core.api.Assertions.assertThat;

import io.rrrspec.common.project.TestJvm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JvmSharingTest {
  @TempDir Path temp;

  @ParameterizedTest
  @ValueSource(strings = {"-Xmx200m", "-XX:+UseSerialGC", "-javaagent:a.jar", "@@literal", "-ea"})
  void otherArgumentsLeaveEverythingToUs(String argument) {
    assertThat(JvmSharing.ofClasses(jvm("/jdk/bin/java", argument))).isTrue();
    assertThat(JvmSharing.ofLibraries(jvm("/jdk/bin/java", argument))).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "-Xshare:off",
        "-XX:SharedArchiveFile=a",
        "-XX:+AutoCreateSharedArchive",
        "@file",
      })
  void argumentsAboutArchivesLeaveNothing(String argument) {
    assertThat(JvmSharing.ofClasses(jvm("/jdk/bin/java", argument))).isFalse();
    assertThat(JvmSharing.ofLibraries(jvm("/jdk/bin/java", argument))).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "-Xlog:gc",
        "-Xlog:disable",
        "-verbose:class",
        "-Xbootclasspath/a:a.jar",
        "--patch-module=java.base=a",
        "--module-path",
        "-p",
        "-Djava.system.class.loader=X",
      })
  void argumentsAboutLogsAndModulesLeaveNoLibraries(String argument) {
    assertThat(JvmSharing.ofClasses(jvm("/jdk/bin/java", argument))).isTrue();
    assertThat(JvmSharing.ofLibraries(jvm("/jdk/bin/java", argument))).isFalse();
  }

  @Test
  void openJ9HasNoArchiveOfLibraries() throws IOException {
    Files.createDirectories(temp.resolve("lib/j9vm"));
    assertThat(JvmSharing.ofLibraries(jvm(temp.resolve("bin/java").toString()))).isFalse();
    Files.delete(temp.resolve("lib/j9vm"));
    assertThat(JvmSharing.ofLibraries(jvm(temp.resolve("bin/java").toString()))).isTrue();
  }

  private static TestJvm jvm(String java, String... arguments) {
    return new TestJvm(
        java, List.of(arguments), true, Map.of(), Map.of(), List.of(), "/shop", List.of());
  }
}
