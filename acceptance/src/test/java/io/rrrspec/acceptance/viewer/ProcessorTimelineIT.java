package io.rrrspec.acceptance.viewer;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static io.rrrspec.testing.TasksetBuilder.aTaskset;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.assertions.PlaywrightAssertions;
import com.microsoft.playwright.options.BoundingBox;
import io.rrrspec.acceptance.viewer.PlayedRun.Work;
import io.rrrspec.common.model.ProcessorUse;
import io.rrrspec.common.model.TrialResult;
import io.rrrspec.common.model.TrialStatus;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** The use of processors on the timeline, while a run goes on and when it is over. */
class ProcessorTimelineIT {
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

  @Test
  void showsWhatWasInUseBelowTheSlavesWhileTheRunGoesOnAndAfterwards() throws Exception {
    PlayedRun run = stage.play(aTaskset().withTasks("CartTest", "TaxTest").request());
    // What was measured before the run is cut off, and would change the averages below.
    Instant begin = Instant.now();
    run.workerComes("w", "");
    Work cart = run.begin();
    Work tax = run.begin();
    run.processors(new ProcessorUse(2, begin, Duration.ofMillis(50), List.of(100, 100)));
    Page page = reader.open("/runs/" + run.id() + "/timeline");
    assertThat(page.locator(".lanes li").last()).hasText("processors");
    assertThat(page.locator(".why")).containsText("Processors were ");
    Locator area = page.locator(".plot .use polygon");
    assertThat(area).hasCount(1);
    assertThat(page.locator(".plot .use title")).containsText("(2): busy for 100 %");

    // The page looks again by itself.
    run.processors(
        new ProcessorUse(2, begin, Duration.ofMillis(500), List.of(100, 60, 20, 20, 20, 80)));
    assertThat(page.locator(".plot .use title")).containsText("(2): busy for 50 %");
    inspect(page);

    run.end(cart, PASSED);
    run.end(tax, PASSED);
    run.workerLeaves();
    stage.persist(run);
    page = reader.open("/runs/" + run.id() + "/timeline");
    assertThat(page.locator(".plot .use polygon")).hasCount(1);
    assertThat(page.locator(".legend").first()).containsText("processors in use");
    // It lies in the row of its name, within the plot.
    BoundingBox row = box(page.locator(".lanes li").last());
    BoundingBox use = box(page.locator(".plot .use polygon"));
    BoundingBox plot = box(page.locator(".plot"));
    assertThat(use.y).isBetween(row.y, row.y + row.height);
    assertThat(use.y + use.height).isLessThanOrEqualTo(row.y + row.height);
    assertThat(use.x).isGreaterThanOrEqualTo(plot.x - 1);
    assertThat(use.x + use.width).isLessThanOrEqualTo(plot.x + plot.width + 1);
    inspect(page);
  }

  private static BoundingBox box(Locator of) {
    return of.boundingBox();
  }

  private void inspect(Page page) {
    reader.inspectInEachWindow("processors");
    assertThat(page.locator("h1").count()).isEqualTo(1);
    assertThat(reader.problems()).isEmpty();
  }
}
