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
import java.util.Arrays;
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
    assertThat(coverage.write()).isEmpty();
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
    assertThat(coverage.write()).isEmpty();
    assertThat(classes("core/target/jacoco.exec")).containsExactly("shop/Cart");
  }

  @Test
  void aDamagedFileIsPutAsideAndTheCoverageOfTheRunIsThere() throws IOException {
    RunCoverage coverage = RunCoverage.begin(project(), directory.resolve("runtime"));
    Files.write(coverage.saved().resolve(SavedName.of("core", 1)), saved("shop/Cart"));
    byte[] cut = Arrays.copyOf(saved("shop/Old"), 20);
    Path target = Files.createDirectories(directory.resolve("core/target"));
    Files.write(target.resolve("jacoco.exec"), cut);

    assertThat(coverage.write())
        .singleElement()
        .asString()
        .startsWith(target.resolve("jacoco.exec") + " is cut off: it is now called ")
        .doesNotContain("Exception");
    assertThat(classes("core/target/jacoco.exec")).containsExactly("shop/Cart");
    assertThat(target.resolve("jacoco.exec.damaged")).hasBinaryContent(cut);
    assertThat(target).isDirectoryNotContaining("glob:**/.rrrspec*");
  }

  @Test
  void aFileThatCannotBeWrittenIsSaidAndTheOthersAreWritten() throws IOException {
    RunCoverage coverage = RunCoverage.begin(project(), directory.resolve("runtime"));
    Path saved = coverage.saved();
    Files.write(saved.resolve(SavedName.of("core", 1)), saved("shop/Cart"));
    Files.write(saved.resolve(SavedName.of("core/plugin", 1)), saved("shop/Plugin"));
    Files.write(saved.resolve(SavedName.of("services/billing", 1)), saved("shop/Bill"));
    Path file = directory.resolve("core/target/jacoco.exec");
    Files.createDirectories(file.resolve("not-empty"));
    Files.createDirectories(directory.resolve("core/plugin"));
    Files.createFile(directory.resolve("core/plugin/target"));

    assertThat(coverage.write())
        .hasSize(2)
        .noneMatch(line -> line.contains("Exception"))
        .contains(file + " is a directory: the coverage of this run is lost; remove the directory")
        .anyMatch(
            line ->
                line.startsWith(
                    directory.resolve("core/plugin/target/jacoco.exec") + " cannot be written ("));
    assertThat(classes("services/billing/target/jacoco.exec")).containsExactly("shop/Bill");
  }

  @Test
  void whatOneJvmHasSavedBadlyKeepsNoOtherOut() throws IOException {
    RunCoverage coverage = RunCoverage.begin(project(), directory.resolve("runtime"));
    Path saved = coverage.saved();
    Files.write(saved.resolve(SavedName.of("core", 1)), Arrays.copyOf(saved("shop/Cart"), 9));
    Files.write(saved.resolve(SavedName.of("core", 2)), saved("shop/Price"));

    assertThat(coverage.write())
        .singleElement()
        .asString()
        .contains("lacks the coverage of one JVM");
    assertThat(classes("core/target/jacoco.exec")).containsExactly("shop/Price");
  }

  @Test
  void withoutAnAgentNothingIsWritten() {
    RunCoverage coverage =
        RunCoverage.begin(Projects.ofModules(directory), directory.resolve("runtime"));
    coverage.write();
    assertThat(directory).isEmptyDirectory();
  }
}
