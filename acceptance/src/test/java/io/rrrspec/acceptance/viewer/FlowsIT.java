package io.rrrspec.acceptance.viewer;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.assertions.PlaywrightAssertions;
import io.rrrspec.common.flow.FlowKeys;
import io.rrrspec.common.flow.FlowStep;
import io.rrrspec.common.store.FlowStore;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** The pages about flows in a browser: what they show, how they move, what keys and buttons do. */
class FlowsIT {
  @RegisterExtension static final Chromium chromium = new Chromium();

  private static final int PHONE = 360;

  @TempDir Path directory;

  private Stage stage;
  private Reader reader;
  private PlayedFlow flow;

  @BeforeAll
  static void beBusyWithoutHaste() {
    PlaywrightAssertions.setDefaultAssertionTimeout(30_000);
  }

  @BeforeEach
  void open() {
    stage = new Stage(directory, "secret");
    reader = Reader.at(stage.address(), Look.WIDE_LIGHT);
    flow = stage.flow("shop-1");
  }

  @AfterEach
  void close() {
    flow.close();
    reader.close();
    stage.close();
  }

  /**
   * Compile; four modules at once, one of them in two steps; classes again and again; a message.
   */
  private void startShop() {
    flow.start(
        "shop",
        FlowStep.sequence(
            List.of(
                flow.step("compile", "mvn -q test-compile"),
                PlayedFlow.group(
                    "modules",
                    flow.step("core", "a.CoreTest", "a.PriceTest", "a.TaxTest"),
                    flow.step("web", "a.WebTest", "a.CartTest"),
                    flow.step("api", "a.ApiTest"),
                    PlayedFlow.chain(
                        "database and store",
                        flow.step("database", "make database"),
                        flow.step("store", "a.StoreTest"))),
                flow.repeated("flaky classes", 24, "a.SometimesTest"),
                flow.step("notify", "POST http://127.0.0.1:9000/done")
                    .when(FlowStep.When.ALWAYS))));
  }

  private static void mark(Page page) {
    page.evaluate("() => { window.mark = 1; }");
  }

  private static boolean isMarked(Page page) {
    return page.evaluate("() => window.mark === 1").equals(true);
  }

  private static Locator step(Page page, String name) {
    return page.locator(".step")
        .filter(
            new Locator.FilterOptions()
                .setHas(
                    page.locator(
                        ".name",
                        new Page.LocatorOptions().setHasText(Pattern.compile("^" + name + "$")))));
  }

  @Test
  void theListMovesWithTheFlows() {
    Page page = reader.open("/flows");
    mark(page);
    assertThat(page.locator(".empty")).containsText("rrrspec-java flow run FILE");

    startShop();
    assertThat(page.locator("#flow-shop-1")).hasText("shop");
    assertThat(page.locator("tbody .verdict")).containsText("waiting");
    assertThat(page.locator("tbody .figures")).hasText("0 of 31");
    page.locator("#flow-shop-1").focus();
    flow.finish("compile", 1, true);
    flow.awaitDone(1);
    assertThat(page.locator("tbody .figures")).hasText("1 of 31");
    assertThat(page.locator("tbody .verdict")).hasText("▸ running");
    assertThat(page.locator("#flow-shop-1")).isFocused();
    assertThat(isMarked(page)).isTrue();

    page.keyboard().press("Enter");
    assertThat(page.locator("h1")).containsText("shop");
    assertThat(reader.problems()).isEmpty();
  }

  @Test
  void theGraphMovesUntilTheFlowIsOverAndLeadsToItsRuns() {
    flow.start(
        "shop",
        FlowStep.chain(
            List.of(
                flow.step("compile", "mvn -q test-compile"),
                PlayedFlow.group(
                    "modules",
                    flow.step("core", "a.ATest", "a.BTest"),
                    flow.step("web", "a.CTest")))));
    Page page = reader.open("/flows/shop-1");
    mark(page);
    assertThat(step(page, "core").locator(".verdict")).hasText("○ waiting");
    PlayedRun compile = flow.begun("compile");
    assertThat(step(page, "compile").locator(".verdict")).hasText("▸ running");
    step(page, "compile").focus();

    PlayedFlow.end(compile, true);
    PlayedRun core = flow.begun("modules / core");
    flow.awaitDone(1);
    assertThat(step(page, "compile").locator(".verdict")).hasText("✓ succeeded");
    assertThat(step(page, "compile")).isFocused();
    PlayedFlow.end(core, true);
    assertThat(step(page, "core")).containsText("1 of 2 classes");
    assertThat(page.locator("#standing")).containsText("1 of 3 runs done");

    page.locator("summary").click();
    assertThat(step(page, "core")).isHidden();
    PlayedFlow.end(core, true);
    flow.finish("modules / web", 1, true);
    flow.awaitEnd();
    assertThat(page.locator("#standing .verdict")).hasText("✓ succeeded");
    assertThat(page.locator("#standing")).containsText("3 of 3 runs done");
    assertThat(page.locator("#cancel-flow")).hasCount(0);
    assertThat(step(page, "core")).isHidden();
    assertThat(isMarked(page)).isTrue();

    page.locator("summary").press("Enter");
    step(page, "core").click();
    assertThat(page).hasURL(stage.address() + "/runs/" + core.id());
    assertThat(page.locator(".about")).containsText("Flow shop, step modules / core");
    page.locator(".about a").first().click();
    assertThat(page).hasURL(Pattern.compile("/flows/shop-1#step-"));
    assertThat(reader.problems()).isEmpty();
  }

  @Test
  void keysGoFromStepToStepAndToWhatFailed() {
    flow.start(
        "shop",
        FlowStep.chain(
            List.of(
                flow.step("compile", "mvn -q test-compile"),
                PlayedFlow.group(
                    "modules", flow.step("core", "a.ATest"), flow.step("web", "a.CTest")))));
    flow.finish("compile", 1, true);
    flow.runOf("modules / web");
    flow.finish("modules / core", 1, false);
    flow.awaitEnd();
    Page page = reader.open("/flows/shop-1");
    assertThat(page.locator("#standing .problem"))
        .hasText("modules / core: expected: <2> but was: <3>");
    assertThat(step(page, "web").locator(".verdict")).hasText("⊘ cancelled");
    step(page, "compile").focus();
    page.keyboard().press("Tab");
    assertThat(page.locator("summary")).isFocused();
    page.keyboard().press("Tab");
    assertThat(step(page, "core")).isFocused();
    page.keyboard().press("Tab");
    assertThat(step(page, "web")).isFocused();
    page.keyboard().press("j");
    assertThat(step(page, "core")).isFocused();
    page.keyboard().press("Enter");
    assertThat(page.locator("h1")).containsText("flow-shop-1");
    assertThat(page.locator(".failure")).hasCount(1);
    assertThat(reader.problems()).isEmpty();
  }

  @Test
  void theButtonCancelsTheFlowForWhoHasTheToken() {
    startShop();
    flow.runOf("compile");
    Page page = reader.open("/flows/shop-1");
    page.locator("#token").fill("secret");
    page.locator("#cancel-flow").click();
    assertThat(page.locator("#standing .verdict")).hasText("⊘ cancelled");
    assertThat(step(page, "core").locator(".verdict")).hasText("– not run");
    assertThat(page.locator("#cancel-flow")).hasCount(0);
    assertThat(reader.problems()).isEmpty();
  }

  @Test
  void whatNobodyKnowsIsSaidOnAPageLikeTheOthers() {
    Page page = reader.page();
    page.navigate(stage.address() + "/flows/unknown");
    assertThat(page.locator("h1")).hasText("404");
    assertThat(page.locator("main")).containsText("There is no flow unknown");
  }

  @Test
  void aFlowCanBeReadInEveryWindowWhileItRuns() throws Exception {
    startShop();
    flow.finish("compile", 1, true);
    flow.finish("modules / api", 1, true);
    flow.finish("modules / database and store / database", 1, true);
    PlayedFlow.end(flow.begun("modules / core"), true);
    flow.awaitDone(3);
    flow.runOf("modules / web");
    flow.runOf("modules / database and store / store");
    try (Reader plain = Reader.withoutScripts(stage.address())) {
      Page page = plain.open("/flows/shop-1");
      assertThat(page.locator(".flow").innerText())
          .contains("compile", "✓ succeeded", "core", "1 of 3 classes", "waits for a worker");
      assertThat(plain.problems()).isEmpty();
    }
    look("running");
  }

  @Test
  void aFlowThatFailedSaysWhyInEveryWindow() throws Exception {
    startShop();
    flow.finish("compile", 1, true);
    flow.finish("modules / web", 2, false);
    flow.finish("notify", 1, true);
    flow.awaitEnd();
    Page page = look("failed");
    assertThat(step(page, "web").locator("> .failed"))
        .hasText("1 of 2 failed; expected: <2> but was: <3>");
    assertThat(step(page, "store").locator(".verdict")).hasText("– not run");
    assertThat(step(page, "notify")).containsText("also after a failure");
  }

  @Test
  void anIteratorShowsItsNewestRunsAndHowManyThereAre() throws Exception {
    flow.start(
        "again", FlowStep.chain(List.of(flow.repeated("flaky classes", 24, "a.SometimesTest"))));
    for (int i = 1; i <= 21; i++) {
      flow.finish("flaky classes / " + i, 1, true);
    }
    flow.runOf("flaky classes / 23");
    flow.awaitDone(21);
    Page page = look("iterator");
    assertThat(page.locator("summary")).containsText("21 of 24 runs");
    assertThat(page.locator(".rows .step")).hasCount(21);
    assertThat(page.locator(".more")).hasText("3 others not shown");
    assertThat(page.locator("#standing")).containsText("21 of 24 runs done");
  }

  @Test
  void aLargeFlowShowsWhatMattersAndCountsTheRest() throws Exception {
    FlowStore flows = stage.stores().flows(FlowKeys.ofService(stage.stores().keys()));
    flows.start(
        FlowStep.chain(
                List.of(
                    FlowStep.group(
                            IntStream.range(0, 5_000)
                                .mapToObj(i -> FlowStep.task("taskset").with("title", "step " + i))
                                .toList())
                        .with("title", "many"),
                    FlowStep.chain(
                            IntStream.range(0, 100)
                                .mapToObj(i -> FlowStep.task("taskset").with("title", "link " + i))
                                .toList())
                        .with("title", "long")))
            .withId("shop-1")
            .with("title", "large"));
    Page page = look("large");
    assertThat(page.locator(".more").first()).hasText("4\u202f970 more: 4\u202f970 waiting");
    assertThat(page.locator(".step")).hasCount(62);
  }

  /** Looks at the page, and that of the list, in every window, also in that of a small phone. */
  private Page look(String name) throws Exception {
    reader.open("/flows");
    reader.inspectInEachWindow("flow-list-" + name);
    Page page = reader.open("/flows/shop-1");
    reader.inspectInEachWindow("flow-" + name);
    page.setViewportSize(PHONE, Look.NARROW_DARK.height);
    reader.inspect();
    reader.inspectWithAxe();
    assertThat(
            page.evaluate(
                "() => document.querySelector('.flow').scrollWidth <= document.querySelector('.flow').clientWidth"))
        .as("nothing to scroll sideways")
        .isEqualTo(true);
    reader.take(Look.WIDE_LIGHT);
    assertThat(reader.problems()).isEmpty();
    return page;
  }
}
