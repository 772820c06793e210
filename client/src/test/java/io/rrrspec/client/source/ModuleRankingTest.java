package io.rrrspec.client.source;

import static org.assertj.core.api.Assertions.assertThat;

import io.rrrspec.common.model.TasksetRequest.TaskRequest;
import io.rrrspec.common.project.Project;
import io.rrrspec.common.project.ProjectModule;
import io.rrrspec.common.project.TestExecution;
import io.rrrspec.common.project.TestJvm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which launches come first. In the build: core, app which needs it, web which needs nothing. */
class ModuleRankingTest {
  @TempDir Path dir;

  private PreparedProject project;

  @BeforeEach
  void build() throws IOException {
    Files.createDirectories(Project.directory(dir));
    for (String module : List.of("core", "app", "web", "tools")) {
      write(module + "/target/classes/Main.class", "1");
      write(module + "/target/test-classes/MainTest.class", "1");
    }
    project = prepared(module("core"), module("app", "core", "tools"), module("web"));
  }

  private PreparedProject prepared(ProjectModule... modules) {
    return new PreparedProject(dir, Projects.ofModules(modules));
  }

  private ProjectModule module(String name, String... needed) {
    TestExecution like = Projects.execution(dir.resolve(name), "default-test", 1, "MainTest");
    List<String> classPath = new ArrayList<>();
    classPath.add(dir.resolve(name).resolve("target/test-classes").toString());
    Stream.concat(Stream.of(name), Stream.of(needed))
        .forEach(module -> classPath.add(dir.resolve(module).resolve("target/classes").toString()));
    classPath.add("/repository/junit-1.jar");
    TestExecution execution =
        new TestExecution(
            like.id(),
            like.provider(),
            withClassPath(like.jvm(), classPath),
            like.selection(),
            like.configurationParameters(),
            1,
            true,
            like.classes(),
            "",
            false,
            false);
    return Projects.module(dir, name, "com.shop:" + name, execution);
  }

  private static TestJvm withClassPath(TestJvm jvm, List<String> classPath) {
    return new TestJvm(
        jvm.java(),
        List.of(),
        true,
        Map.of(),
        Map.of(),
        List.of(),
        jvm.workingDirectory(),
        classPath);
  }

  private void write(String file, String text) throws IOException {
    Path path = dir.resolve(file);
    Files.createDirectories(path.getParent());
    Files.writeString(path, text);
  }

  private Map<String, Integer> ranks(ModuleOrder order) {
    ModuleRanking ranking = ModuleRanking.of(order, project);
    return Stream.of("core", "app", "web")
        .collect(Collectors.toMap(Function.identity(), ranking::rank));
  }

  private void green() {
    BuiltFiles.of(project).keepAsGreen(dir);
  }

  @Test
  void fastestHasNoRanksAndBuildThoseOfTheReactor() {
    assertThat(ranks(ModuleOrder.FASTEST)).isEqualTo(Map.of("core", 0, "app", 0, "web", 0));
    assertThat(ranks(ModuleOrder.BUILD)).isEqualTo(Map.of("core", 0, "app", 1, "web", 2));
  }

  @Test
  void withoutAGreenRunEveryModuleHasChanged() {
    assertThat(ranks(ModuleOrder.CHANGED)).isEqualTo(Map.of("core", 0, "app", 0, "web", 0));
  }

  @Test
  void afterAGreenRunNoModuleHas() {
    green();
    assertThat(ranks(ModuleOrder.CHANGED)).isEqualTo(Map.of("core", 0, "app", 0, "web", 0));
  }

  @Test
  void theChangedModuleComesFirstThenWhatNeedsIt() throws IOException {
    green();
    write("core/target/classes/Main.class", "2");
    assertThat(ranks(ModuleOrder.CHANGED)).isEqualTo(Map.of("core", 0, "app", 1, "web", 2));
  }

  @Test
  void aNewTestClassIsAChangeAndSoIsOneThatIsGone() throws IOException {
    write("web/target/test-classes/OldTest.class", "1");
    green();
    write("app/target/test-classes/NewTest.class", "1");
    Files.delete(dir.resolve("web/target/test-classes/OldTest.class"));
    assertThat(ranks(ModuleOrder.CHANGED)).isEqualTo(Map.of("core", 2, "app", 0, "web", 0));
  }

  @Test
  void aModuleWithoutTestsPutsThoseFirstThatNeedIt() throws IOException {
    green();
    write("tools/target/classes/Main.class", "2");
    assertThat(ranks(ModuleOrder.CHANGED)).isEqualTo(Map.of("core", 1, "app", 0, "web", 1));
  }

  @Test
  void anotherClassPathIsAChange() {
    green();
    project = prepared(module("core"), module("app", "core", "tools"), module("web", "core"));
    assertThat(ranks(ModuleOrder.CHANGED)).isEqualTo(Map.of("core", 2, "app", 2, "web", 0));
  }

  @Test
  void aDamagedNoteIsNone() throws IOException {
    green();
    Files.write(Project.directory(dir).resolve("green-modules"), new byte[] {(byte) 0xff, 10});
    assertThat(ranks(ModuleOrder.CHANGED)).isEqualTo(Map.of("core", 0, "app", 0, "web", 0));
  }

  @Test
  void tasksFollowTheRanksThenTheWork() {
    List<TaskRequest> ordered =
        Stream.of("web:MainTest", "app:MainTest", "core:MainTest")
            .map(task -> new TaskRequest(task, Duration.ofSeconds(task.startsWith("web") ? 9 : 1)))
            .toList();
    assertThat(
            LaunchTasks.of(
                ordered, project.project(), ModuleRanking.of(ModuleOrder.BUILD, project)))
        .extracting(TaskRequest::specFile)
        .containsExactly("core:MainTest", "app:MainTest", "web:MainTest");
    assertThat(
            LaunchTasks.of(
                ordered, project.project(), ModuleRanking.of(ModuleOrder.FASTEST, project)))
        .extracting(TaskRequest::specFile)
        .containsExactly("web:MainTest", "app:MainTest", "core:MainTest");
  }
}
