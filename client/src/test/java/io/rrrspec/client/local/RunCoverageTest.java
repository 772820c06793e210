package io.rrrspec.client.local;

import static org.assertj.core.api.Assertions.assertThat;

import io.rrrspec.client.source.Projects;
import io.rrrspec.common.coverage.RunCoverage;
import io.rrrspec.common.coverage.SavedName;
import io.rrrspec.common.project.Project;
import io.rrrspec.common.project.ProjectModule;
import io.rrrspec.common.project.TestExecution;
import io.rrrspec.common.project.TestJvm;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jacoco.core.data.ExecutionData;
import org.jacoco.core.data.ExecutionDataWriter;
import org.jacoco.core.tools.ExecFileLoader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunCoverageTest {
  @TempDir Path directory;

  /** Every module has an agent of its own. */
  private Project project() {
    List<ProjectModule> modules = new ArrayList<>();
    for (ProjectModule module : Projects.ofModules(directory).modules()) {
      Path file = directory.resolve(module.dir()).resolve("target/jacoco.exec");
      List<TestExecution> executions =
          module.executions().stream().map(it -> withAgent(it, file)).toList();
      modules.add(
          new ProjectModule(module.dir(), module.id(), module.reportsDirectory(), executions));
    }
    return Projects.ofModules(modules.toArray(ProjectModule[]::new));
  }

  private static TestExecution withAgent(TestExecution it, Path file) {
    TestJvm jvm = it.jvm();
    return new TestExecution(
        it.id(),
        it.provider(),
        new TestJvm(
            jvm.java(),
            List.of("-javaagent:/org.jacoco.agent.jar=destfile=" + file),
            true,
            jvm.systemProperties(),
            jvm.environment(),
            List.of(),
            jvm.workingDirectory(),
            List.of()),
        it.selection(),
        it.configurationParameters(),
        it.maxTrials(),
        true,
        it.classes(),
        it.reportNameSuffix(),
        false,
        false);
  }

  private static byte[] saved(String... classes) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    ExecutionDataWriter out = new ExecutionDataWriter(bytes);
    for (String name : classes) {
      boolean[] probes = new boolean[200];
      probes[3] = true;
      out.visitClassExecution(new ExecutionData(name.hashCode(), name, probes));
    }
    return bytes.toByteArray();
  }

  /** The names of the classes in a file of the project. */
  private List<String> classes(String file) throws IOException {
    ExecFileLoader loader = new ExecFileLoader();
    loader.load(directory.resolve(file).toFile());
    return loader.getExecutionDataStore().getContents().stream()
        .map(ExecutionData::getName)
        .sorted()
        .toList();
  }

  @Test
  void whatASlaveSavedGoesToTheFileOfItsModuleWhateverItsClassesAreCalled() throws IOException {
    RunCoverage coverage = RunCoverage.begin(project(), directory.resolve("runtime"));
    Path saved = coverage.saved();
    Files.write(saved.resolve(SavedName.of("core", 1)), saved("shop/Cart", "shop/CartTest"));
    Files.write(saved.resolve(SavedName.of("core", 1)), saved("shop/PriceTest"));
    Files.write(saved.resolve(SavedName.of("core/plugin", 2)), saved("shop/CartTest"));
    Files.write(saved.resolve(SavedName.of("core/plugin", 3) + ".part"), saved("shop/Half"));
    assertThat(coverage.write()).isEqualTo(2);
    assertThat(classes("core/target/jacoco.exec"))
        .containsExactly("shop/Cart", "shop/CartTest", "shop/PriceTest");
    assertThat(classes("core/plugin/target/jacoco.exec")).containsExactly("shop/CartTest");
    assertThat(directory.resolve("services/billing/target/jacoco.exec")).doesNotExist();
  }

  @Test
  void slavesOfARunWithOneLaunchNameNone() throws IOException {
    ProjectModule core = project().modules().get(0);
    ProjectModule one = new ProjectModule("", "shop:shop", "", core.executions().subList(0, 1));
    RunCoverage coverage = RunCoverage.begin(Projects.ofModules(one), directory.resolve("runtime"));
    Files.write(coverage.saved().resolve(SavedName.of(null, 1)), saved("shop/Cart"));
    assertThat(coverage.write()).isEqualTo(1);
    assertThat(classes("core/target/jacoco.exec")).containsExactly("shop/Cart");
  }

  @Test
  void withoutAnAgentNothingIsWritten() {
    RunCoverage coverage =
        RunCoverage.begin(Projects.ofModules(directory), directory.resolve("runtime"));
    coverage.write();
    assertThat(directory).isEmptyDirectory();
  }
}
