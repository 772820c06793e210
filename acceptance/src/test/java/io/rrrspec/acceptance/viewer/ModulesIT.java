package io.rrrspec.acceptance.viewer;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static io.rrrspec.testing.TasksetBuilder.aTaskset;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.assertions.PlaywrightAssertions;
import com.microsoft.playwright.options.AriaRole;
import io.rrrspec.common.model.Runner;
import io.rrrspec.common.model.TasksetRequest.TaskRequest;
import io.rrrspec.common.model.TrialResult;
import io.rrrspec.common.model.TrialStatus;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** The modules of a run on its page, while it goes on and when it is over. */
class ModulesIT {
  @RegisterExtension static final Chromium chromium = new Chromium();

  @TempDir Path directory;

  private Stage stage;
  private Reader reader;

  @BeforeAll
  static void beBusyWithoutHaste() {
    PlaywrightAssertions.setDefaultAssertionTimeout(30_000);
  }

  @BeforeEach
  void open() {
    stage = new Stage(directory);
    reader = Reader.at(stage.address(), Look.WIDE_LIGHT);
  }

  @AfterEach
  void close() {
    reader.close();
    stage.close();
  }

  private PlayedRun run(String... specs) {
    List<TaskRequest> tasks = new ArrayList<>();
    for (String spec : specs) {
      tasks.add(new TaskRequest(spec, null));
    }
    return stage.play(aTaskset().runner(Runner.JUNIT).withTasks(tasks).request());
  }

  private static TrialResult result(boolean good) {
    TrialStatus status = good ? TrialStatus.PASSED : TrialStatus.FAILED;
    return new TrialResult(status, "", "", good ? 1 : 0, 0, good ? 0 : 1, List.of(), null, 0);
  }

  private static Locator rows(Page page) {
    return page.locator("#modules tbody tr");
  }

  private static Locator classes(Page page) {
    return page.locator("#classes ~ div tbody td.spec");
  }

  @Test
  void aClickOnAModuleListsItsClassesAlone() {
    PlayedRun run = run("core:a.CartTest", "web/ui:a.CartTest", "core:a.StockTest");
    run.workerComes("w", "");
    Page page = reader.open("/runs/" + run.id());
    assertThat(rows(page)).hasCount(2);
    assertThat(page.locator("#modules strong.failed")).hasCount(0);

    run.end(run.begin(), result(true));
    run.end(run.begin(), result(false));
    assertThat(page.locator("#modules strong.failed")).hasText("1");
    assertThat(rows(page).first()).containsText("web/ui");

    rows(page).nth(1).getByRole(AriaRole.LINK).click();
    assertThat(page.locator("#classes")).hasText("Classes of core");
    assertThat(classes(page)).hasText(new String[] {"a.CartTest", "a.StockTest"});
    assertThat(rows(page).nth(1)).hasAttribute("aria-current", "true");
    assertThat(page.locator("#list .verdict").last()).hasText("waiting");

    run.end(run.begin(), result(true));
    run.workerLeaves();
    assertThat(page.locator("section[aria-label=Result]")).isVisible();
    assertThat(page.locator("#classes")).hasText("Classes of core");
    stage.persist(run);
    page.reload();
    assertThat(classes(page)).hasText(new String[] {"a.CartTest", "a.StockTest"});
    page.getByText("all modules").click();
    assertThat(classes(page)).hasCount(3);
    inspect();
  }

  @Test
  void manyModulesAreShownOnRequest() {
    String[] specs = new String[30];
    for (int i = 0; i < specs.length; i++) {
      specs[i] = "services/of-a-long-name/module-" + i + ":com.example.SomeRatherLongNamedTest";
    }
    Page page = reader.open("/runs/" + run(specs).id());
    assertThat(rows(page)).hasCount(20);

    page.getByText("Show all 30 modules").click();
    assertThat(rows(page)).hasCount(30);
    inspect();
  }

  private void inspect() {
    reader.inspectInEachWindow("modules");
    assertThat(reader.problems()).isEmpty();
  }
}
