package io.rrrspec.acceptance.viewer;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static io.rrrspec.testing.TasksetBuilder.aTaskset;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.assertions.PlaywrightAssertions;
import io.rrrspec.acceptance.viewer.PlayedRun.Work;
import io.rrrspec.common.model.CaseResult;
import io.rrrspec.common.model.ClassPart;
import io.rrrspec.common.model.PartReport;
import io.rrrspec.common.model.Runner;
import io.rrrspec.common.model.SplitRequest;
import io.rrrspec.common.model.TaskSplit;
import io.rrrspec.common.model.TasksetRequest.TaskRequest;
import io.rrrspec.common.model.TrialResult;
import io.rrrspec.common.model.TrialStatus;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Classes in parts on their pages, while they go on and when they are over. */
class PartsIT {
  @RegisterExtension static final Chromium chromium = new Chromium();

  private static final String LONG = "com.example.shop.checkout.LongCheckoutTest";
  private static final String SHORT = "com.example.shop.ShortTest";
  private static final String DIGEST = "0123456789abcdef0123456789abcdef";

  /** What a reader would have to scroll to, by its text. */
  private static final String CUT =
      "() => [...document.querySelectorAll('td')].filter(cell => cell.offsetParent !== null"
          + " && cell.getBoundingClientRect().right > window.innerWidth)"
          + ".map(cell => cell.textContent)";

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

  private PlayedRun run() {
    SplitRequest split =
        new SplitRequest(
            List.of(
                part(1, false, "#pays"),
                part(2, false, "#ships"),
                part(3, true, "#pays", "#ships")),
            3,
            0,
            "ab12");
    PlayedRun run =
        stage.play(
            aTaskset()
                .runner(Runner.JUNIT)
                .withTasks(
                    List.of(
                        new TaskRequest(LONG, Duration.ofSeconds(24)).withSplit(split),
                        new TaskRequest(SHORT, Duration.ofSeconds(1))))
                .request());
    run.workerComes("build-host-1.example.com", "");
    return run;
  }

  private static SplitRequest.Part part(int number, boolean rest, String... methods) {
    return new SplitRequest.Part(
        Duration.ofSeconds(8), new ClassPart(number, 3, rest, List.of(methods)));
  }

  private static TrialResult result(String className, String test) {
    CaseResult passed =
        new CaseResult(className, test, CaseResult.Outcome.PASSED, 8_000, null, null, null);
    return new TrialResult(TrialStatus.PASSED, "", "", 1, 0, 0, List.of(passed), null, 0);
  }

  private static TrialResult ofPart(String test) {
    return result(LONG, test).withPart(new PartReport(3, DIGEST, 1, 1, null));
  }

  @Test
  void eachPartThatEndsMovesThePages() throws Exception {
    PlayedRun run = run();
    Page page = reader.open("/runs/" + run.id());
    assertThat(page.locator("#standing")).containsText("0 of 2 classes and 0 of 3 parts");
    assertThat(page.locator("#list .verdict").first()).hasText("in parts");

    run.end(run.begin(), ofPart("pays"));
    assertThat(page.locator("#standing")).containsText("0 of 2 classes and 1 of 3 parts");
    assertThat(page.locator("progress")).hasAttribute("value", "32");
    Work second = run.begin();
    reader.open("/runs/" + run.id() + "/task?name=" + LONG);
    assertThat(page.locator("details .verdict"))
        .hasText(new String[] {"passed", "running", "waiting"});
    inspect("parts-live");

    run.end(second, ofPart("ships"));
    run.end(run.begin(), ofPart("counts"));
    // The page of a class does not move by itself.
    Awaitility.await()
        .pollInSameThread()
        .atMost(Duration.ofMinutes(1))
        .until(() -> page.reload() != null && page.locator("tr[id^=t]").count() == 3);
    assertThat(page.locator("summary")).hasText("In 3 parts");
    assertThat(page.locator("tr[id^=t] td[data-label=part]")).hasText(new String[] {"1", "2", "3"});
    page.locator("tr[id^=t] td[data-label=part] a").nth(1).click();
    assertThat(page.locator("#p2")).isVisible();
    assertThat(page.locator("#p2")).containsText("build-host-1.example.com");
    inspect("parts-over");
  }

  @Test
  void aRefusedPartIsNoError() throws Exception {
    PlayedRun run = run();
    run.end(
        run.begin(),
        TrialResult.error(PartReport.REFUSED + TaskSplit.OTHER_FILES, "", "")
            .withPart(PartReport.refused(TaskSplit.OTHER_FILES)));
    Page page = reader.open("/runs/" + run.id() + "/task?name=" + LONG);
    assertThat(page.locator("summary"))
        .hasText("Whole instead of in 3 parts: " + TaskSplit.OTHER_FILES);
    assertThat(page.locator("details .verdict"))
        .hasText(new String[] {"refused", "not run", "not run"});
    assertThat(page.locator("details .verdict.error")).hasCount(0);
    assertThat(page.locator("p.empty").first()).hasText("It has not run whole yet.");
    inspect("parts-refused");
  }

  private void inspect(String name) {
    reader.inspectInEachWindow(name);
    for (Look look : Look.values()) {
      reader.take(look);
      assertThat((List<?>) reader.page().evaluate(CUT)).as("cut off, " + look).isEmpty();
    }
    assertThat(reader.problems()).isEmpty();
  }
}
