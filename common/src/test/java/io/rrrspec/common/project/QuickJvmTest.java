package io.rrrspec.common.project;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class QuickJvmTest {
  private static TestJvm jvm(Map<String, String> environment, String... arguments) {
    return new TestJvm(
        "/jdk/bin/java",
        List.of(arguments),
        true,
        Map.of(),
        environment,
        List.of(),
        "/project",
        List.of("/project/target/test-classes"));
  }

  @Test
  void whatAProjectSaysOfOtherThingsLeavesBothOpen() {
    assertThat(QuickJvm.arguments(jvm(Map.of("LANG", "C"), "-Xmx2g", "-Duser.language=en")))
        .containsExactly("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "-Xint",
        "-Xcomp",
        "-server",
        "-XX:-TieredCompilation",
        "-XX:TieredStopAtLevel=4",
        "-XX:CompileThreshold=10",
        "-XX:+EnableJVMCI",
        "-XX:ReservedCodeCacheSize=64m",
        "-XX:Flags=.hotspotrc",
        "@args"
      })
  void whatItSaysOfTheCompilerCounts(String argument) {
    assertThat(QuickJvm.arguments(jvm(Map.of(), argument))).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS"})
  void aVariableMaySayAnything(String name) {
    assertThat(QuickJvm.arguments(jvm(Map.of(name, "-Xint")))).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "-XX:+UseG1GC",
        "-XX:+UseZGC",
        "-XX:ParallelGCThreads=2",
        "-XX:MaxHeapFreeRatio=20",
        "-XX:NewRatio=1",
        "-Xmn100m"
      })
  void whatItSaysOfTheCollectorCounts(String argument) {
    assertThat(QuickJvm.arguments(jvm(Map.of(), argument)))
        .containsExactly("-XX:TieredStopAtLevel=1");
  }
}
