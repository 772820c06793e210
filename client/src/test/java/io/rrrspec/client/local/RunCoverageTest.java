package io.rrrspec.client.local;

import static org.assertj.core.api.Assertions.assertThat;

import io.rrrspec.client.source.Projects;
import io.rrrspec.common.project.Project;
import io.rrrspec.common.project.ProjectModule;
import io.rrrspec.common.project.TestExecution;
import io.rrrspec.common.project.TestJvm;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
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
    DataOutputStream out = new DataOutputStream(bytes);
    out.writeByte(0x01);
    out.writeInt(0xC0C01007);
    out.writeByte(0x10);
    out.writeUTF("host-1");
    out.writeLong(1);
    out.writeLong(2);
    for (String name : classes) {
      out.writeByte(0x11);
      out.writeLong(7);
      out.writeUTF(name);
      // 200 probes
      out.writeByte(0xC8);
      out.writeByte(0x01);
      out.write(new byte[25]);
    }
    return bytes.toByteArray();
  }

  @Test
  void whatASlaveSavedGoesToTheFileOfItsModule() throws IOException {
    RunCoverage coverage = RunCoverage.begin(project(), directory.resolve("runtime"));
    byte[] core = saved("shop/Cart", "shop/CartTest", "shop/PriceTest");
    byte[] plugin = saved("shop/Cart", "shop/PluginTest");
    byte[] billing = saved("shop/CartTest", "shop/bill/BillTest");
    Files.write(coverage.saved().resolve("1.exec"), core);
    Files.write(coverage.saved().resolve("2.exec"), plugin);
    Files.write(coverage.saved().resolve("3.exec"), billing);
    Files.write(coverage.saved().resolve("4.exec.part"), billing);
    coverage.write();
    assertThat(directory.resolve("core/target/jacoco.exec")).hasBinaryContent(core);
    assertThat(directory.resolve("core/plugin/target/jacoco.exec")).hasBinaryContent(plugin);
    assertThat(directory.resolve("services/billing/target/jacoco.exec")).hasBinaryContent(billing);
  }

  @Test
  void whatCannotBeToldApartIsInEachFileThatItMayBelongTo() throws IOException {
    RunCoverage coverage = RunCoverage.begin(project(), directory.resolve("runtime"));
    byte[] both = saved("shop/CartTest");
    Files.write(coverage.saved().resolve("1.exec"), both);
    coverage.write();
    assertThat(directory.resolve("core/target/jacoco.exec")).hasBinaryContent(both);
    assertThat(directory.resolve("services/billing/target/jacoco.exec")).hasBinaryContent(both);
    assertThat(directory.resolve("core/plugin/target/jacoco.exec")).doesNotExist();
  }

  @Test
  void withoutAnAgentNothingIsWritten() {
    RunCoverage coverage =
        RunCoverage.begin(Projects.ofModules(directory), directory.resolve("runtime"));
    coverage.write();
    assertThat(directory).isEmptyDirectory();
  }
}
