package io.rrrspec.client.local;

import static io.rrrspec.client.report.Runs.good;
import static io.rrrspec.client.report.Runs.junit;
import static io.rrrspec.client.report.Runs.passed;
import static io.rrrspec.client.report.Runs.task;
import static org.assertj.core.api.Assertions.assertThat;

import io.rrrspec.client.command.RunRequest;
import io.rrrspec.client.report.Detail;
import io.rrrspec.client.report.Reports;
import io.rrrspec.client.report.result.TaskRun;
import io.rrrspec.client.source.PreparedProject;
import io.rrrspec.client.source.Projects;
import io.rrrspec.client.source.RunExtras;
import io.rrrspec.common.config.Settings;
import io.rrrspec.common.config.SettingsSources;
import io.rrrspec.common.config.SlaveNumber;
import io.rrrspec.common.model.TaskStatus;
import io.rrrspec.common.model.TasksetRequest.TaskRequest;
import io.rrrspec.common.model.TasksetStatus;
import io.rrrspec.common.model.TestSelection;
import io.rrrspec.common.project.Project;
import io.rrrspec.common.project.ProjectModule;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LocalReportsTest {
  private static final String CART = "shop.CartTest";
  private static final List<TaskRun> RUNS =
      List.of(
          run("core:shop.CartTest"),
          run("core:shop.CartTest@named"),
          run("services/billing:shop.CartTest"));

  private static final String SUMMARY = "core/target/failsafe-reports/failsafe-summary.xml";

  @TempDir Path directory;
  private String atBegin = "";

  /** What they do between the begin and the end of the run. */
  private Runnable tests = () -> {};

  private final List<String> said = new ArrayList<>();

  private static TaskRun run(String task) {
    return task(task, TaskStatus.PASSED, good().with(passed(CART, "a")).build());
  }

  private void write(Project project, @Nullable Path junitXml) throws IOException {
    Files.writeString(directory.resolve("client.yml"), "");
    project.write(directory);
    for (ProjectModule module : project.modules()) {
      Files.createDirectories(directory.resolve(module.dir()).resolve("target"));
    }
    Settings settings =
        Settings.load(
            new SettingsSources(
                directory.resolve("client.yml"), Map.of(), directory, directory, "jane", Map.of()));
    RunRequest request =
        new RunRequest(
            directory,
            SlaveNumber.of(1),
            junitXml,
            null,
            false,
            List.of(),
            false,
            null,
            null,
            RunExtras.NONE,
            settings,
            TestSelection.ALL,
            null,
            Detail.USUAL);
    LocalReports reports = LocalReports.before(request, new PreparedProject(directory, project));
    reports.begin(
        RUNS.stream().map(run -> new TaskRequest(run.task().specFile(), null)).toList(), said::add);
    atBegin =
        Files.exists(directory.resolve(SUMMARY))
            ? Files.readString(directory.resolve(SUMMARY))
            : "";
    tests.run();
    reports.write(junit(TasksetStatus.SUCCEEDED), RUNS, said::add);
  }

  @Test
  void eachModuleHasItsReportsWhereSurefireWouldWriteThem() throws IOException {
    write(Projects.ofModules(directory.toRealPath()), null);
    assertThat(said).isEmpty();
    assertThat(new Reports(directory.resolve("core/target/surefire-reports")).names())
        .containsExactly("TEST-shop.CartTest-suffix.xml", "TEST-shop.CartTest.xml");
    Path billing = directory.resolve("services/billing/target/surefire-reports");
    assertThat(new Reports(billing).names()).containsExactly("TEST-shop.CartTest.xml");
    assertThat(new Reports(billing).find("TEST-shop.CartTest.xml", "//testcase/@classname"))
        .isEqualTo(CART);
    assertThat(directory.resolve("core/plugin/target/surefire-reports")).doesNotExist();
  }

  @Test
  void aTestMayDeleteTheBuildDirectory() throws IOException {
    Path core = directory.resolve("core/target");
    Path billing = directory.resolve("services/billing/target");
    tests =
        () -> {
          delete(core);
          delete(billing);
        };
    write(Projects.ofModules(directory.toRealPath()), null);
    assertThat(said).isEmpty();
    assertThat(new Reports(core.resolve("surefire-reports")).names())
        .containsExactly("TEST-shop.CartTest-suffix.xml", "TEST-shop.CartTest.xml");
    assertThat(new Reports(billing.resolve("surefire-reports")).names())
        .containsExactly("TEST-shop.CartTest.xml");
  }

  @Test
  void nothingIsWrittenThroughALinkThatATestHasPutInItsPlace() throws IOException {
    Path core = directory.resolve("core/target");
    Path elsewhere = Files.createDirectories(directory.resolve("elsewhere"));
    tests =
        () -> {
          delete(core);
          try {
            Files.createSymbolicLink(core, elsewhere);
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        };
    write(Projects.ofModules(directory.toRealPath()), null);
    assertThat(said).singleElement().asString().contains("core/target/surefire-reports");
    assertThat(elsewhere).isEmptyDirectory();
  }

  private static void delete(Path empty) {
    try {
      Files.delete(empty);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void testsOfFailsafeHaveADirectoryOfTheirOwnWithASummary() throws IOException {
    Path root = directory.toRealPath();
    Path core = root.resolve("core");
    write(
        Projects.ofModules(
            Projects.module(
                root,
                "core",
                "com.shop:core",
                Projects.execution(core, "default-test", 1, CART),
                Projects.ofFailsafe(core, "named", CART))),
        null);
    assertThat(said).isEmpty();
    assertThat(new Reports(core.resolve("target/surefire-reports")).names())
        .containsExactly("TEST-shop.CartTest.xml");
    Path reports = core.resolve("target/failsafe-reports");
    assertThat(new Reports(reports).names())
        .containsExactly("TEST-shop.CartTest.xml", "failsafe-summary.xml");
    assertThat(Files.readString(reports.resolve("failsafe-summary.xml")))
        .contains("result=\"null\"", "<completed><![CDATA[1]]>", "<failures><![CDATA[0]]>");
    assertThat(atBegin).contains("result=\"255\"", "rrrspec-java run has not come to its end");
  }

  @Test
  void twoExecutionsOfFailsafeInOneDirectoryKeepTheirReportsApart() throws IOException {
    Path root = directory.toRealPath();
    Path core = root.resolve("core");
    write(
        Projects.ofModules(
            Projects.module(
                root,
                "core",
                "com.shop:core",
                Projects.ofFailsafe(core, "default-test", CART),
                Projects.ofFailsafe(core, "named", CART))),
        null);
    assertThat(new Reports(core.resolve("target/failsafe-reports")).names())
        .containsExactly(
            "TEST-shop.CartTest-named.xml", "TEST-shop.CartTest.xml", "failsafe-summary.xml");
  }

  @Test
  void inADirectoryThatWasAskedForModulesHaveDirectories() throws IOException {
    Path xml = directory.resolve("xml");
    write(Projects.ofModules(directory.toRealPath()), xml);
    assertThat(new Reports(xml).names())
        .containsExactly(
            "core/TEST-shop.CartTest-suffix.xml",
            "core/TEST-shop.CartTest.xml",
            "services/billing/TEST-shop.CartTest.xml");
    assertThat(directory.resolve("core/target/surefire-reports")).doesNotExist();
  }

  @Test
  void reportsThatWouldBecomeAPartOfTheSourcesAreLeftOutInOneLine() throws IOException {
    Path real = directory.toRealPath();
    List<ProjectModule> modules = new ArrayList<>();
    for (ProjectModule module : Projects.ofModules(real).modules()) {
      String reports = real.resolve(module.dir()).resolve("reports").toString();
      modules.add(new ProjectModule(module.dir(), module.id(), reports, module.executions()));
    }
    write(Projects.ofModules(modules.toArray(ProjectModule[]::new)), null);
    assertThat(said)
        .containsExactly(
            "warning: no reports are written: core/reports and 1 more, Surefire's"
                + " reportsDirectory, is a part of the sources, so every run would change them;"
                + " --junit-xml DIR names another place");
    assertThat(directory.resolve("core/reports")).doesNotExist();
  }
}
