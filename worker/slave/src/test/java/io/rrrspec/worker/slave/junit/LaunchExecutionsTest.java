package io.rrrspec.worker.slave.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rrrspec.common.UsageException;
import io.rrrspec.common.project.Launch;
import io.rrrspec.common.project.Project;
import io.rrrspec.common.project.ProjectModule;
import io.rrrspec.common.project.TestExecution;
import io.rrrspec.common.project.TestJvm;
import io.rrrspec.common.project.TestProvider;
import io.rrrspec.common.project.TestSelection;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LaunchExecutionsTest {
  @TempDir Path temp;

  @Test
  void theFileOfALaunchSaysWhatTheProjectDoes() throws IOException {
    List<TestExecution> executions =
        Stream.of(TestProvider.values()).map(LaunchExecutionsTest::execution).toList();
    new Project(
            Project.FORMAT,
            List.of(new ProjectModule("", "com.shop:shop", "", executions)),
            List.of(),
            List.of())
        .write(temp);
    Path file = Files.writeString(temp.resolve("launch.json"), Launch.toJson(executions));
    Executions read = Executions.ofLaunch(file, true);
    assertThat(read).isEqualTo(Executions.ofProject(temp, null, true));
    assertThat(read.all()).hasSize(TestProvider.values().length);
  }

  @Test
  void aDamagedFileIsSaidInOneLine() throws IOException {
    Path file = Files.writeString(temp.resolve("launch.json"), "{\"executions\":[{\"id\":\"a\"}]}");
    assertThatThrownBy(() -> Executions.ofLaunch(file, true))
        .isInstanceOf(UsageException.class)
        .hasMessage(file + " cannot be read (provider is missing): run rrrspec-java prepare again");
  }

  private static TestExecution execution(TestProvider provider) {
    boolean odd = provider.ordinal() % 2 == 1;
    return new TestExecution(
        "it-" + provider,
        provider,
        new TestJvm(
            "java", List.of(), true, Map.of(), Map.of("KEY", "secret"), List.of(), "/", List.of()),
        new TestSelection(
            "/classes",
            List.of("**/*Test"),
            List.of(),
            odd ? "fast, slow" : "",
            odd ? "" : "broken",
            odd ? List.of("junit-jupiter") : List.of(),
            odd ? List.of() : List.of("junit-vintage")),
        odd ? Map.of("junit.jupiter.execution.parallel.enabled", "true") : Map.of(),
        3,
        true,
        List.of("com.shop.CartTest", "com.shop.\u00c9tudeTest"),
        "",
        odd,
        !odd);
  }
}
