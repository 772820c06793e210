package io.rrrspec.acceptance.viewer;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import io.rrrspec.acceptance.viewer.PlayedRun.Work;
import io.rrrspec.common.model.TrialResult;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every page with a hostile run on it, one that goes on and one that is over, in every window: it
 * asks nobody else, complains of nothing, runs nothing, needs no scrolling sideways, and can be
 * read by those who do not see well.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class EveryPageIT {
  @RegisterExtension static final Chromium chromium = new Chromium();

  @TempDir static Path directory;

  private Stage stage;
  private Reader reader;
  private String past = "";
  private String live = "";
  private String ended = "";
  private String slave = "";
  private String workerLog = "";

  @BeforeAll
  void play() {
    stage = new Stage(directory);
    for (int n = 0; n < 2; n++) {
      PlayedRun run = stage.play(Hostile.request());
      Hostile.playToTheEnd(run);
      stage.persist(run);
      past = run.id();
    }
    PlayedRun unsaved = stage.play(Hostile.request());
    unsaved.workerComes("w", "log");
    unsaved.end(unsaved.begin(), TrialResult.error("gone", "", ""));
    unsaved.cancel("somebody said " + Hostile.MARKUP + Hostile.LONG_WORD);
    ended = unsaved.id();
    stage.play(Hostile.request());
    PlayedRun goingOn = stage.play(Hostile.request());
    Work last = Hostile.playUntilTheLast(goingOn);
    live = goingOn.id();
    slave = last.slave().substring(0, last.slave().lastIndexOf(':') + 1) + "1000";
    workerLog = goingOn.workerLog();
    Hostile.queue(stage.stores());
    Hostile.quarantine(stage.stores());
    Hostile.flow(stage.stores(), "hostile");
    Hostile.requests(stage.stores(), "hostile");
    reader = Reader.at(stage.address(), Look.WIDE_LIGHT);
  }

  @AfterAll
  void end() {
    if (reader != null) {
      reader.close();
    }
    if (stage != null) {
      stage.close();
    }
  }

  List<String> addresses() {
    return Stream.of(
            Addresses.ofTheSite(),
            Addresses.ofHistory(),
            Addresses.ofRun(live, slave, workerLog),
            Addresses.ofRun(past, slave, workerLog.replace(live, past)),
            List.of("/runs/" + ended))
        .flatMap(List::stream)
        .toList();
  }

  @ParameterizedTest(name = "[{index}]")
  @MethodSource("addresses")
  void is_harmless_and_readable(String address) {
    reader.problems().clear();
    Page page = reader.open(address);
    reader.inspectInEachWindow(address);
    assertThat(page.locator("h1").count()).isEqualTo(1);
    assertThat(reader.problems()).as(address).isEmpty();
  }

  private static Page.LocatorOptions withLongWord() {
    return new Page.LocatorOptions().setHasText(Hostile.LONG_WORD);
  }

  @Test
  void canBeReadWhereNothingIsRun() {
    try (Reader plain = Reader.withoutScripts(stage.address())) {
      for (String run : List.of(live, past)) {
        Page page = plain.open("/runs/" + run);
        Locator failure =
            page.locator(
                    ".failure > details",
                    new Page.LocatorOptions().setHas(page.locator("del", withLongWord())))
                .first();
        if (!failure.locator("del").first().isVisible()) {
          failure.locator("summary").first().click();
        }
        assertThat(failure.locator("del").first().innerText()).contains(Hostile.LONG_WORD);
        failure.locator(".links a").first().click();
        assertThat(page.locator("h1").innerText()).isEqualTo("CartTest");
        page.locator(".links a").first().click();
        assertThat(page.locator("pre").innerText()).contains("first line\n", Hostile.MARKUP);
      }
      Page page = plain.open("/");
      page.locator(".filter select").selectOption("succeeded");
      page.locator(".filter button").click();
      assertThat(page.locator("main").innerText()).contains("No run is like that");
      assertThat(plain.problems()).isEmpty();
    }
  }

  @Test
  void noListIsEmpty() {
    for (String list :
        List.of(
            "/",
            "/projects",
            "/tests/failing",
            "/tests/slowest",
            "/tests/flaky",
            "/tests/quarantine")) {
      assertThat(reader.open(list).locator("main tbody tr").count()).as(list).isPositive();
    }
  }

  @Test
  void aDownloadIsAFileAndNoPage() {
    var answer =
        reader
            .page()
            .context()
            .request()
            .get(
                stage.address()
                    + "/runs/"
                    + past
                    + "/output?of=stdout&raw&name="
                    + Addresses.query(Hostile.MARKUP_CLASS));
    assertThat(answer.headers())
        .containsEntry("content-type", "text/plain;charset=utf-8")
        .containsEntry("x-content-type-options", "nosniff");
    assertThat(answer.headers().get("content-disposition"))
        .matches("attachment; filename=\"[A-Za-z0-9._-]+\"");
    assertThat(answer.text()).startsWith("first line\n" + Hostile.MARKUP + "\n");
  }
}
