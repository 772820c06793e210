package io.rrrspec.acceptance.viewer;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static io.rrrspec.testing.TasksetBuilder.aTaskset;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.assertions.PlaywrightAssertions;
import io.rrrspec.common.model.CaseResult;
import io.rrrspec.common.model.CaseResult.Outcome;
import io.rrrspec.common.model.TrialResult;
import io.rrrspec.common.model.TrialStatus;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Very many failures for a few reasons, while the run goes on and when it is over. */
class CausesIT {
  @RegisterExtension static final Chromium chromium = new Chromium();

  private static final int CLASSES = 50;
  private static final int TESTS = 100;
  private static final int CAUSES = 12;

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

  private static CaseResult locked(String className, int number) {
    String type = "java.lang.IllegalStateException";
    String message = "order " + number + " of \"user-" + number % 7 + "\" is locked";
    String trace =
        (type + ": " + message + "\n\tat org.lib.Pool.get(Pool.java:7)\n")
            + ("\tat com.example.store.Step" + (char) ('A' + number % CAUSES))
            + (".run(Step.java:" + number + ")\n")
            + ("\tat " + className + ".test" + number + "(SomeTest.java:" + number + ")\n");
    return new CaseResult(
        className, "test" + number, Outcome.ERROR, number % 50, message, type, trace);
  }

  private static void endOne(PlayedRun run) {
    PlayedRun.Work work = run.begin();
    List<CaseResult> tests =
        IntStream.range(0, TESTS).mapToObj(number -> locked(work.specFile(), number)).toList();
    run.end(
        work, new TrialResult(TrialStatus.FAILED, "", "some errors", 0, 0, TESTS, tests, null, 0));
  }

  private void inspect(String name) {
    reader.inspectInEachWindow(name);
    reader.take(Look.WIDE_LIGHT);
  }

  @Test
  void fiveThousandFailuresOfTwelveCausesAreTwelveCards() throws Exception {
    String[] classes =
        IntStream.range(0, CLASSES)
            .mapToObj("com.example.shop.Part%dTest"::formatted)
            .toArray(String[]::new);
    PlayedRun run = stage.play(aTaskset().withTasks(classes).request());
    run.workerComes("w", "");
    Page page = reader.open("/runs/" + run.id());
    Locator cards = page.locator("li.failure");
    assertThat(cards).hasCount(0);
    endOne(run);
    assertThat(page.locator("#failed")).hasText("Failed 100 tests, 12 causes");
    assertThat(cards).hasCount(CAUSES);

    // What is opened stays open while the card grows.
    Locator others = cards.first().locator("details.others");
    assertThat(others.locator("> summary")).hasText("8 more with this cause");
    others.locator("> summary").click();
    assertThat(others).not().hasAttribute("open", "");
    others.locator("> summary").click();
    endOne(run);
    assertThat(others.locator("> summary")).hasText("17 more with this cause");
    assertThat(others).hasAttribute("open", "");
    assertThat(others.locator("> summary")).isFocused();
    inspect("causes-live");

    for (int n = 2; n < CLASSES; n++) {
      endOne(run);
    }
    run.workerLeaves();
    assertThat(page.locator("section[aria-label=Result] .result")).containsText("50 of 50");
    stage.persist(run);
    page.reload();
    assertThat(page.locator("#failed")).hasText("Failed 5\u202f000 tests, 12 causes");
    assertThat(cards).hasCount(CAUSES);
    assertThat(page.locator("li.failure li")).hasCount(300);
    assertThat(page.content().length()).isLessThan(400_000);
    inspect("causes");

    keysGoFromCauseToCauseAndThroughListsThatAreOpen(page);
    theRestHasAPage(page);
    assertThat(reader.problems()).isEmpty();
  }

  private static void keysGoFromCauseToCauseAndThroughListsThatAreOpen(Page page) {
    Locator first = page.locator("li.failure").first();
    page.keyboard().press("j");
    assertThat(first.locator("> details").first().locator("> summary")).isFocused();
    page.keyboard().press("j");
    assertThat(first.locator("details.others > summary")).isFocused();
    page.keyboard().press("j");
    assertThat(page.locator("li.failure").nth(1).locator("> details > summary").first())
        .isFocused();
    page.keyboard().press("k");
    page.keyboard().press("Enter");
    page.keyboard().press("j");
    assertThat(first.locator("details.others li a").first()).isFocused();
  }

  private void theRestHasAPage(Page page) throws Exception {
    page.locator("li.failure details.others > p a").first().click();
    assertThat(page.locator("h1")).containsText("450 tests in 50 classes");
    assertThat(page.locator(".others li")).hasCount(449);
    inspect("cause");
    Locator last = page.locator(".others li a").last();
    String test = last.locator("b").innerText();
    last.click();
    assertThat(page.locator("tr:target")).containsText(test);
  }
}
