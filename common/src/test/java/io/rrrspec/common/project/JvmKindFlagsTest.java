package io.rrrspec.common.project;

import static org.assertj.core.api.Assertions.assertThat;

import io.rrrspec.common.model.JvmKind;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JvmKindFlagsTest {
  private static TestJvm jvm(Map<String, String> environment, String... arguments) {
    return new TestJvm(
        "/jdk/bin/java",
        List.of(arguments),
        true,
        Map.of(),
        environment,
        List.of("_JAVA_OPTIONS"),
        "/project",
        List.of("/project/target/test-classes"));
  }

  private static List<String> quick(TestJvm jvm) {
    return JvmKindFlags.of(JvmKind.QUICK, jvm);
  }

  private static List<String> serial(TestJvm jvm) {
    return JvmKindFlags.of(JvmKind.SERIAL, jvm);
  }

  @Test
  void whatAProjectSaysOfOtherThingsLeavesBothOpen() {
    TestJvm jvm = jvm(Map.of("LANG", "C"), "-Xmx2g", "-Duser.language=en");
    assertThat(quick(jvm)).containsExactly("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC");
    assertThat(serial(jvm)).containsExactly("-XX:+UseSerialGC");
    assertThat(JvmKindFlags.of(JvmKind.AS_IS, jvm)).isEmpty();
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
        "-XX:ReservedCodeCacheSize=64m"
      })
  void whatItSaysOfTheCompilerLeavesTheCollector(String argument) {
    TestJvm jvm = jvm(Map.of(), argument);
    assertThat(quick(jvm)).isEmpty();
    assertThat(serial(jvm)).containsExactly("-XX:+UseSerialGC");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "-XX:Flags=.hotspotrc",
        "-XX:VMOptionsFile=jvm.options",
        "-Xoptionsfile=jvm.options",
        "@args",
        "-XX:+UnlockExperimentalVMOptions",
        "-Xshare:on",
        "-XX:AOTCache=tests.aot"
      })
  void whatMaySetAnyFlagLeavesNone(String argument) {
    TestJvm jvm = jvm(Map.of(), "-Xmx2g", argument);
    assertThat(quick(jvm)).isEmpty();
    assertThat(serial(jvm)).isEmpty();
    assertThat(JvmKindFlags.unseen(jvm, Map.of())).isEqualTo(argument);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS", "IBM_JAVA_OPTIONS"})
  void aVariableMaySayAnything(String name) {
    TestJvm jvm = jvm(Map.of(name, "-Xint"));
    assertThat(quick(jvm)).isEmpty();
    assertThat(serial(jvm)).isEmpty();
    assertThat(JvmKindFlags.unseen(jvm, Map.of())).isEqualTo(name);
  }

  @Test
  void anInheritedVariableMayToo() {
    Map<String, String> inherited = Map.of("JAVA_TOOL_OPTIONS", "-XX:+UseG1GC");
    assertThat(JvmKindFlags.unseen(jvm(Map.of()), inherited)).isEqualTo("JAVA_TOOL_OPTIONS");
    assertThat(JvmKindFlags.unseen(jvm(Map.of("JAVA_TOOL_OPTIONS", "")), inherited))
        .as("the project empties it")
        .isNull();
    assertThat(JvmKindFlags.unseen(jvm(Map.of()), Map.of("_JAVA_OPTIONS", "-Xint")))
        .as("the project takes it away")
        .isNull();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "-XX:+UseG1GC",
        "-XX:+UseZGC",
        "-XX:ParallelGCThreads=2",
        "-XX:MaxHeapFreeRatio=20",
        "-XX:NewRatio=1",
        "-Xmn100m",
        "-Xconcgc",
        "-Xgcpolicy:balanced"
      })
  void whatItSaysOfTheCollectorCounts(String argument) {
    TestJvm jvm = jvm(Map.of(), argument);
    assertThat(quick(jvm)).containsExactly("-XX:TieredStopAtLevel=1");
    assertThat(serial(jvm)).isEmpty();
  }
}
