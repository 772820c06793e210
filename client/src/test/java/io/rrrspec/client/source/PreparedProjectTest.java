package io.rrrspec.client.source;

import static org.assertj.core.api.Assertions.assertThat;

import io.rrrspec.common.model.TasksetRequest.TaskRequest;
import io.rrrspec.common.project.ProjectModule;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PreparedProjectTest {
  @TempDir Path directory;

  private PreparedProject ofModules() {
    return new PreparedProject(directory, Projects.ofModules(directory));
  }

  private void file(String path, String text) throws IOException {
    Path file = directory.resolve(path);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "=com.shop:app                                   | com.shop:app",
        "core=com.shop:core =com.shop:shop               | com.shop:shop",
        "core=com.shop:core web=com.shop:web             | com.shop",
        "core=com.shop:core web=com.shop.web:ui          | com.shop",
        "core=com.shop.core:core web=com.shop.web:ui     | com.shop",
        "core=com.shopping:core web=com.shop:ui          | checkout",
        "core=com.shop:core web=org.shop:ui              | checkout",
        "core=shop:core web=shop:ui                      | shop",
        "core=com.shop:core                              | com.shop",
      })
  void aBuildIsNamedByItsRootElseByTheGroupThatItsModulesHaveInCommon(String modules, String name) {
    Path checkout = directory.resolve("checkout");
    ProjectModule[] all =
        Stream.of(modules.split(" "))
            .map(module -> module.split("=", -1))
            .map(
                module ->
                    Projects.module(
                        checkout,
                        module[0],
                        module[1],
                        Projects.execution(checkout, "default-test", 1, "shop.CartTest")))
            .toArray(ProjectModule[]::new);
    assertThat(new PreparedProject(checkout, Projects.ofModules(all)).name()).isEqualTo(name);
  }

  @Test
  void timesOfSurefireAreThoseOfTheModule() throws IOException {
    String core = "core/target/surefire-reports/TEST-shop.CartTest";
    file(core + ".xml", "<testsuite name='shop.CartTest' time='1'/>");
    file(core + "-suffix.xml", "<testsuite name='shop.CartTest(suffix)' time='2'/>");
    file(
        "services/billing/target/surefire-reports/TEST-shop.CartTest.xml",
        "<testsuite name='shop.CartTest' time='3'/>");
    assertThat(ofModules().surefireTimes())
        .isEqualTo(
            Map.of(
                "core:shop.CartTest",
                Duration.ofSeconds(1),
                "core:shop.CartTest@named",
                Duration.ofSeconds(2),
                "services/billing:shop.CartTest",
                Duration.ofSeconds(3)));
  }

  @Test
  void aClassIsFoundInItsModule() throws IOException {
    file("core/target/test-classes/shop/CartTest.class", "1");
    file("services/billing/target/test-classes/shop/CartTest.class", "22");
    PreparedProject project = ofModules();
    assertThat(project.size("core:shop.CartTest")).isEqualTo(1);
    assertThat(project.size("core:shop.CartTest@named")).isEqualTo(1);
    assertThat(project.size("services/billing:shop.CartTest")).isEqualTo(2);
    assertThat(project.size("core/plugin:shop.CartTest")).isZero();
    assertThat(project.size("core:shop.CartTest@gone")).isZero();
    assertThat(project.size("shop.CartTest")).isZero();
  }

  @Test
  void theOrderOfSurefireIsThatOfTheModules() throws IOException {
    file("core/target/test-classes/shop/CartTest.class", "");
    file("core/plugin/target/test-classes/shop/PluginTest.class", "");
    file("services/billing/target/test-classes/shop/CartTest.class", "");
    assertThat(ofModules().surefireOrder())
        .containsExactly(
            "core:shop.CartTest",
            "core:shop.CartTest@named",
            "core/plugin:shop.PluginTest",
            "services/billing:shop.CartTest");
  }

  @Test
  void eachClassIsTriedAsItsExecutionSays() {
    List<String> names =
        List.of("core:shop.CartTest", "core:shop.CartTest@named", "services/billing:shop.CartTest");
    List<TaskRequest> tasks = names.stream().map(name -> new TaskRequest(name, null)).toList();
    BuildTrials trials = ofModules().trials(names);
    assertThat(trials.least()).isEqualTo(2);
    assertThat(trials.apply(tasks)).extracting(TaskRequest::maxTrials).containsExactly(null, 4, 3);
    assertThat(ofModules().trials(List.of()).least()).isEqualTo(1);
    assertThat(ofModules().trials(List.of("core:shop.Unknown")).least()).isEqualTo(1);
  }

  @Test
  void aSuffixOfReportsIsOfOneModulesExecution() {
    BuildReports reports = BuildReports.of(Projects.ofModules(directory));
    assertThat(reports.modules()).containsExactly("core", "core/plugin", "services/billing");
    assertThat(reports.suffix("core", "named")).isEqualTo("suffix");
    assertThat(reports.suffix("core", "")).isEmpty();
    assertThat(reports.suffix("services/billing", "named")).isEmpty();
    assertThat(BuildReports.read(directory)).isEqualTo(BuildReports.NONE);
  }
}
