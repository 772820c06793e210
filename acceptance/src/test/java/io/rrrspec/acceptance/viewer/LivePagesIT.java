package io.rrrspec.acceptance.viewer;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static io.rrrspec.testing.TasksetBuilder.aTaskset;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.assertions.LocatorAssertions.HasTextOptions;
import com.microsoft.playwright.assertions.PlaywrightAssertions;
import io.rrrspec.acceptance.viewer.PlayedRun.Work;
import io.rrrspec.common.model.CaseResult;
import io.rrrspec.common.model.CaseResult.Outcome;
import io.rrrspec.common.model.Comparison;
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

/** What moves on a page while somebody looks at it, and what keys do. */
class LivePagesIT {
  @RegisterExtension static final Chromium chromium = new Chromium();

  private static final String CART = "com.example.CartTest";
  private static final String PRICE = "com.example.PriceTest";

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
    return stage.play(aTaskset().withTasks(CART, PRICE, "com.example.TaxTest").request());
  }

  private static TrialResult passed() {
    return new TrialResult(TrialStatus.PASSED, "", "", 1, 0, 0, List.of(), null, 0);
  }

  private static TrialResult failed(String specFile) {
    CaseResult test =
        new CaseResult(
            specFile,
            "adds",
            Outcome.FAILED,
            7,
            "expected: <2> but was: <3>",
            "java.lang.AssertionError",
            "java.lang.AssertionError: expected: <2> but was: <3>\n\tat " + specFile + ".adds(C:1)",
            List.of(new Comparison("2", "3", null)));
    String output = "one\ntwo\nthree\nneedle\nfive\n";
    return new TrialResult(TrialStatus.FAILED, output, "", 0, 0, 1, List.of(test), null, 0);
  }

  /** A page that was loaded again has forgotten this. */
  private static void mark(Page page) {
    page.evaluate("() => { window.mark = 1; }");
  }

  private static boolean isMarked(Page page) {
    return page.evaluate("() => window.mark === 1").equals(true);
  }

  @Test
  void theFirstPageShowsWhatBeginsAndHowFarItIs() {
    Page page = reader.open("/");
    mark(page);
    assertThat(page.locator(".active")).hasCount(0);

    PlayedRun run = run();
    assertThat(page.locator(".active .name")).hasText("test-name");
    assertThat(page.locator(".active .verdict")).hasText("waiting");

    run.workerComes("w", "");
    run.end(run.begin(), passed());
    assertThat(page.locator(".active .figures")).hasText("1 of 3");
    assertThat(page.locator(".active progress")).hasAttribute("value", "33");
    run.end(run.begin(), failed(PRICE));
    assertThat(page.locator(".active .figures")).hasText("2 of 3, 1 failed");

    run.end(run.begin(), passed());
    assertThat(page.locator(".active")).hasCount(0);
    assertThat(isMarked(page)).isTrue();
    assertThat(reader.problems()).isEmpty();
  }

  @Test
  void aRunMovesUntilItIsOverAndKeepsItsAddress() {
    PlayedRun run = run();
    Page page = reader.open("/runs/" + run.id());
    mark(page);
    assertThat(page.locator("#doing")).containsText("No worker has taken it yet");

    run.workerComes("w", "");
    Work first = run.begin();
    assertThat(page.locator(".doing")).containsText("CartTest");
    run.end(first, failed(first.specFile()));
    assertThat(page.locator("#standing")).containsText("1 of 3 classes, 1 failed");
    assertThat(page.locator("#standing .tests")).hasText("0 tests passed, 1 failed");
    Locator failure = page.locator(".failure > details");
    assertThat(failure).hasCount(1);
    assertThat(failure.locator("ins")).hasText("- 2");
    assertThat(page.locator("#list .verdict").first()).hasText("failed");

    failure.locator("> summary").click();
    assertThat(failure).not().hasAttribute("open", "");
    Work second = run.begin();
    run.end(second, failed(second.specFile()));
    assertThat(failure).hasCount(2);
    assertThat(failure.first()).not().hasAttribute("open", "");
    assertThat(failure.first().locator("> summary")).isFocused();
    assertThat(isMarked(page)).isTrue();

    run.end(run.begin(), passed());
    run.workerLeaves();
    assertThat(page.locator("section[aria-label=Result] .result")).containsText("3 of 3");
    assertThat(isMarked(page)).isFalse();
    assertThat(page.locator(".tests")).hasText("1 test passed, 2 failed");
    String standing = page.locator(".failures").innerText();

    stage.persist(run);
    page.reload();
    assertThat(page.locator(".failures"))
        .hasText(standing, new HasTextOptions().setUseInnerText(true));
    assertThat(page.url()).isEqualTo(stage.address() + "/runs/" + run.id());
    assertThat(reader.problems()).isEmpty();
  }

  @Test
  void aPageSaysThatTheViewerIsGone() {
    PlayedRun run = run();
    Page page = reader.open("/runs/" + run.id());
    assertThat(page.locator(".stale")).isHidden();
    stage.closeViewer();
    assertThat(page.locator(".stale")).isVisible();
    assertThat(page.locator("#doing")).isVisible();
  }

  @Test
  void keysGoFromFailureToFailureAndToTheSearch() {
    PlayedRun run = run();
    run.workerComes("w", "");
    for (int n = 0; n < 3; n++) {
      Work work = run.begin();
      run.end(work, failed(work.specFile()));
    }
    Page page = reader.open("/runs/" + run.id());
    Locator failures = page.locator(".failure > details > summary");
    page.keyboard().press("j");
    assertThat(failures.nth(0)).isFocused();
    page.keyboard().press("j");
    assertThat(failures.nth(1)).isFocused();
    page.keyboard().press("k");
    assertThat(failures.nth(0)).isFocused();

    reader.open("/");
    page.keyboard().press("/");
    assertThat(page.locator(".filter input").first()).isFocused();

    reader.open("/runs/" + run.id() + "/output?of=stdout&name=" + CART);
    page.keyboard().press("/");
    page.keyboard().type("NEEDLE");
    page.keyboard().press("Enter");
    assertThat(page.locator("output")).hasText("line 4");
    assertThat(page.url()).endsWith("#L4");
    assertThat(reader.problems()).isEmpty();
  }

  @Test
  void timesAreTheReaders() {
    PlayedRun run = run();
    run.workerComes("w", "");
    Page page = reader.open("/runs/" + run.id());
    Object expected =
        page.evaluate(
            "zone => [...document.querySelectorAll('time')].map(time => new"
                + " Intl.DateTimeFormat('en-GB', {dateStyle: 'medium', timeStyle: 'medium',"
                + " timeZone: zone}).format(new Date(time.dateTime)))",
            Reader.ZONE);
    assertThat(page.locator("time").allInnerTexts()).isNotEmpty().isEqualTo(expected);

    try (Reader plain = Reader.withoutScripts(stage.address())) {
      String time = plain.open("/runs/" + run.id()).locator("time").first().innerText();
      assertThat(time).matches("\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d UTC");
    }
  }
}
