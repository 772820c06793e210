package io.rrrspec.client.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rrrspec.common.UsageException;
import io.rrrspec.common.config.PrepareSettings;
import io.rrrspec.common.config.SpecFiles;
import io.rrrspec.common.config.SpecFiles.Discovered;
import io.rrrspec.common.config.SpecFiles.Listed;
import io.rrrspec.common.config.SpecFiles.Printed;
import io.rrrspec.common.model.Runner;
import io.rrrspec.common.project.Project;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TaskDiscoveryTest {
  @TempDir Path directory;
  private final List<String> said = new ArrayList<>();
  private int prepared;

  private TaskList find(Runner runner, SpecFiles specFiles, String... patterns) {
    return new TaskDiscovery(
            directory, this::prepare, PrepareSettings.NONE, ModuleOrder.FASTEST, said::add)
        .find(runner, specFiles, List.of(patterns));
  }

  private Project prepare(Path project, PrepareSettings settings, Consumer<String> progress) {
    prepared++;
    return Projects.of(project, 2, "shop.CartTest", "shop.StockTest", "other.CartTest");
  }

  @Test
  void byDefaultTheBuildSaysWhatIsRun() {
    TaskList list = find(Runner.JUNIT, new Discovered());
    assertThat(list.names()).containsExactly("shop.CartTest", "shop.StockTest", "other.CartTest");
    assertThat(list.trials().least()).isEqualTo(2);
    assertThat(said).containsExactly("warning: something");
  }

  @Test
  void patternsAndSpecFilesChooseAmongThem() {
    assertThat(find(Runner.JUNIT, new Discovered(), "CartTest").names())
        .containsExactly("shop.CartTest", "other.CartTest");
    assertThat(find(Runner.JUNIT, new Listed(List.of("shop.*", "shop.CartTest"))).names())
        .containsExactly("shop.CartTest", "shop.StockTest");
    assertThat(find(Runner.JUNIT, new Listed(List.of("shop.*")), "CartTest").names())
        .containsExactly("shop.CartTest");
    assertThat(
            find(
                    Runner.JUNIT,
                    new Printed("echo src/test/java/shop/StockTest.java; echo other.CartTest"))
                .names())
        .containsExactly("shop.StockTest", "other.CartTest");
  }

  @Test
  void aClassIsATaskForEachExecutionThatSelectsIt() throws IOException {
    Project project =
        Projects.of(
            Projects.execution(directory, "default-test", 3, "shop.CartTest"),
            Projects.execution(directory, "named", 2, "shop.CartTest", "shop.StockIT"));
    Path reports = Files.createDirectories(directory.resolve("target/surefire-reports"));
    Files.writeString(
        reports.resolve("TEST-shop.CartTest-suffix.xml"),
        "<testsuite name='shop.CartTest(suffix)' time='9'/>");
    assertThat(all(project))
        .hasToString("[shop.CartTest, shop.CartTest@named, shop.StockIT@named]");
    assertThat(all(project, "CartTest")).hasToString("[shop.CartTest, shop.CartTest@named]");
    assertThat(all(project, "CartTest@default-test")).hasToString("[shop.CartTest]");
    assertThat(all(project, "*@na*")).hasToString("[shop.CartTest@named, shop.StockIT@named]");
    assertThat(all(project, "shop.StockIT@named")).hasToString("[shop.StockIT@named]");
    TaskList printed =
        new TaskDiscovery(
                directory,
                (p, s, o) -> project,
                PrepareSettings.NONE,
                ModuleOrder.FASTEST,
                said::add)
            .find(Runner.JUNIT, new Printed("echo shop.CartTest"), List.of());
    assertThat(printed.names()).containsExactly("shop.CartTest", "shop.CartTest@named");
    assertThat(printed.measured()).containsOnlyKeys("shop.CartTest@named");
    // The smaller number: with more trials than its build gives it a flaky class would be green.
    assertThat(printed.trials().least()).isEqualTo(2);
  }

  @Test
  void aNameInSpecFilesMayNameAModuleAndElseMeansAll() {
    Project project = Projects.ofModules(directory);
    assertThat(printed(project, "shop.CartTest"))
        .containsExactly(
            "core:shop.CartTest", "core:shop.CartTest@named", "services/billing:shop.CartTest");
    assertThat(printed(project, "core:shop.CartTest"))
        .containsExactly("core:shop.CartTest", "core:shop.CartTest@named");
    assertThat(printed(project, "shop.CartTest@named")).containsExactly("core:shop.CartTest@named");
    assertThat(printed(project, "core/src/test/java/shop/PriceTest.java"))
        .containsExactly("core:shop.PriceTest");
    assertThat(printed(project, "core/plugin")).containsExactly("core/plugin:shop.PluginTest");
  }

  private List<String> printed(Project project, String line) {
    return new TaskDiscovery(
            directory, (p, s, o) -> project, PrepareSettings.NONE, ModuleOrder.FASTEST, said::add)
        .find(Runner.JUNIT, new Printed("echo " + line), List.of())
        .names();
  }

  private List<String> all(Project project, String... patterns) {
    return new TaskDiscovery(
            directory, (p, s, o) -> project, PrepareSettings.NONE, ModuleOrder.FASTEST, said::add)
        .find(Runner.JUNIT, new Discovered(), List.of(patterns))
        .names();
  }

  @Test
  void whatFitsNothingIsNamed() {
    wrong(
        () -> find(Runner.JUNIT, new Discovered(), "CratTest"), "no test class matches 'CratTest'");
    wrong(
        () -> find(Runner.JUNIT, new Listed(List.of("CratTest"))),
        "spec_files: no test class matches 'CratTest'");
    wrong(
        () -> find(Runner.COMMAND, new Discovered()),
        "runner is 'command', so spec_files has to say what to run");
    wrong(
        () -> find(Runner.COMMAND, new Listed(List.of("*.sh"))),
        "spec_files: no file in " + directory + " matches '*.sh'");
    wrong(() -> find(Runner.COMMAND, new Listed(List.of("[.sh"))), "spec_files: '[.sh' is no glob");
    wrong(
        () -> find(Runner.COMMAND, new Listed(List.of("true")), "fals*"),
        "no task matches 'fals*': spec_files has true");
    wrong(
        () -> find(Runner.COMMAND, new Printed("echo no idea >&2; exit 4")),
        "spec_files: the command 'echo no idea >&2; exit 4' ended with exit code 4: no idea");
    wrong(
        () -> find(Runner.COMMAND, new Printed("true")),
        "spec_files: the command 'true' printed nothing: it has to print one a line");
  }

  private static void wrong(Runnable find, String message) {
    assertThatThrownBy(find::run)
        .isInstanceOf(UsageException.class)
        .hasMessageStartingWith(message)
        .message()
        .hasLineCount(1);
  }

  @Test
  void commandsAreTakenAsTheyAreAndGlobsAreFiles() throws IOException {
    Path checks = Files.createDirectories(directory.resolve("checks/deep"));
    Files.writeString(checks.resolve("b.sh"), "true");
    Files.writeString(directory.resolve("checks/a.sh"), "true # longer");
    TaskList list =
        find(Runner.COMMAND, new Listed(List.of("make -j2 *.o", "checks/**.sh", "checks/a.sh")));
    assertThat(list.names()).containsExactly("make -j2 *.o", "checks/a.sh", "checks/deep/b.sh");
    assertThat(prepared).isZero();
    assertThat(list.size().applyAsLong("checks/a.sh")).isEqualTo(13);
    assertThat(list.size().applyAsLong("make -j2 *.o")).isZero();
    assertThat(find(Runner.COMMAND, new Printed("echo; echo a b; echo c"), "*b").names())
        .containsExactly("a b");
  }

  @Test
  void longestFirstByWhatTheFleetKnowsElseByTheBuildsReports() throws IOException {
    Path reports = Files.createDirectories(directory.resolve("target/surefire-reports"));
    Files.writeString(
        reports.resolve("TEST-shop.CartTest.xml"), "<testsuite name='shop.CartTest' time='9'/>");
    Files.writeString(
        reports.resolve("TEST-shop.StockTest.xml"), "<testsuite name='shop.StockTest' time='5'/>");
    TaskList list = find(Runner.JUNIT, new Discovered());
    // Nobody knows the third: it counts as at least the median, and comes by name among equals.
    assertThat(
            list.ordered(
                Map.of("shop.StockTest", Duration.ofSeconds(20)), OrderChoice.LONGEST, Set::of))
        .extracting(task -> task.specFile())
        .containsExactly("other.CartTest", "shop.StockTest", "shop.CartTest");
  }
}
