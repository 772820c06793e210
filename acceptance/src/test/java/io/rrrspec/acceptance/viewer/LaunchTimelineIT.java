package io.rrrspec.acceptance.viewer;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static io.rrrspec.testing.TasksetBuilder.aTaskset;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.assertions.PlaywrightAssertions;
import com.microsoft.playwright.options.AriaRole;
import io.rrrspec.acceptance.viewer.PlayedRun.Jvm;
import io.rrrspec.acceptance.viewer.PlayedRun.Work;
import io.rrrspec.common.model.TasksetRequest.TaskRequest;
import io.rrrspec.common.model.TrialResult;
import io.rrrspec.common.model.TrialStatus;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** The timeline of a run of several launches, while it goes on and when it is over. */
class LaunchTimelineIT {
  @RegisterExtension static final Chromium chromium = new Chromium();

  private static final TrialResult PASSED =
      new TrialResult(TrialStatus.PASSED, "", "", 1, 0, 0, List.of(), null, 0);

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

  private static TaskRequest task(String launch, String name) {
    return new TaskRequest(launch + ":com.example." + name + "Test", null).withLaunch(launch);
  }

  private static Locator starts(Page page) {
    return page.locator(".plot rect.start");
  }

  @Test
  void showsEachPlaceWithItsJvmsWhileTheRunGoesOnAndAfterwards() {
    PlayedRun run =
        stage.play(
            aTaskset()
                .withTasks(
                    List.of(task("core", "Cart"), task("libs/app", "Tax"), task("web", "Page")))
                .request());
    run.workerComes("w", "");
    Jvm first = run.startJvm(0);
    Page page = reader.open("/runs/" + run.id() + "/timeline");
    assertThat(starts(page)).hasCount(1);
    assertThat(page.locator(".plot")).containsText("no trial yet");

    Jvm second = run.startJvm(1);
    assertThat(page.locator(".lanes li:not(.worker)")).hasCount(2);
    Work work = run.begin(first);
    run.end(work, PASSED);
    run.end(first);
    run.end(run.begin(second), PASSED);
    Jvm third = run.startJvm(0);
    Work last = run.begin(third);
    assertThat(page.locator(".lanes")).containsText("place 0 · 2 JVMs");
    inspect(page);

    run.end(last, PASSED);
    run.end(second);
    run.end(third);
    run.workerLeaves();
    stage.persist(run);
    page = reader.open("/runs/" + run.id() + "/timeline");
    assertThat(page.locator(".lanes")).containsText("place 0 · 2 JVMs");
    assertThat(page.locator(".lanes")).containsText("place 1 · 1 JVM");
    assertThat(page.locator(".legend").first()).containsText("JVM start");
    assertThat(page.locator(".launches li")).hasCount(3);
    Object colours =
        page.evaluate(
            "() => [...document.querySelectorAll('.plot [class^=launch-]')]"
                + ".map(band => getComputedStyle(band).fill)");
    assertThat((List<?>) colours).hasSize(3).doesNotHaveDuplicates();
    Locator rows = page.getByRole(AriaRole.TABLE).last().locator("tbody tr td:first-child");
    assertThat(rows.allInnerTexts())
        .containsExactlyInAnyOrder(first.launch(), second.launch(), third.launch());
    inspect(page);
  }

  private void inspect(Page page) {
    reader.inspectInEachWindow("launches");
    assertThat(page.locator("h1").count()).isEqualTo(1);
    assertThat(reader.problems()).isEmpty();
  }
}
