package io.rrrspec.acceptance.viewer;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static io.rrrspec.testing.TasksetBuilder.aTaskset;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.assertions.PlaywrightAssertions;
import io.rrrspec.common.queue.Discipline;
import io.rrrspec.common.queue.Job;
import io.rrrspec.common.queue.QueueSample;
import io.rrrspec.common.queue.Share;
import io.rrrspec.common.store.JobStore;
import io.rrrspec.common.store.Stores;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** The page about queues in a browser: what it shows, how it moves, what its buttons do. */
class QueuesIT {
  @RegisterExtension static final Chromium chromium = new Chromium();

  private static final Duration LONG = Duration.ofHours(1);

  @TempDir Path directory;

  private Stage stage;
  private Stores stores;
  private Reader reader;

  @BeforeAll
  static void beBusyWithoutHaste() {
    PlaywrightAssertions.setDefaultAssertionTimeout(30_000);
  }

  @BeforeEach
  void open() {
    stage = new Stage(directory, "secret");
    stores = stage.stores();
    reader = Reader.at(stage.address(), Look.WIDE_LIGHT);
  }

  @AfterEach
  void close() {
    reader.close();
    stage.close();
  }

  private long push(String queue, String text, String user) {
    return stores.jobs().push(new JobStore.Push(queue, "shell", text, user)).number();
  }

  private void create(String name, String group, String rate, String ceil) {
    stores
        .queues()
        .change(
            setup ->
                setup
                    .create(name)
                    .group(name, group)
                    .rate(name, Share.parse(rate))
                    .ceil(name, Share.parse(ceil)));
  }

  private void sample(long atMs, QueueSample.Share... shares) {
    stores
        .queues()
        .add(new QueueSample(atMs, Map.of("default", 4, "ruby", 10, "http", 6), List.of(shares)));
  }

  private Job job(long number) {
    return stores.jobs().find(number).orElseThrow();
  }

  private static void mark(Page page) {
    page.evaluate("() => { window.mark = 1; }");
  }

  private static boolean isMarked(Page page) {
    return page.evaluate("() => window.mark === 1").equals(true);
  }

  @Test
  void thePageMovesWithWhatServersSay() {
    Page page = reader.open("/queues");
    mark(page);
    assertThat(page.locator(".empty")).containsText("No queue is set up");

    create("purge", "ruby", "30%", "100%");
    assertThat(page.locator("#group-1 h2")).containsText("Group ruby");
    sample(System.currentTimeMillis(), new QueueSample.Share("purge", "ruby", 1, 3, 10, 2, 0));
    assertThat(page.locator(".verdict.short")).hasText("2 missing");
    sample(System.currentTimeMillis() + 1, new QueueSample.Share("purge", "ruby", 5, 3, 10, 2, 0));
    assertThat(page.locator(".verdict.borrows")).hasText("borrows 2");
    long number = push("purge", "date", "anna");
    assertThat(page.locator("#cancel-" + number)).isVisible();

    assertThat(isMarked(page)).isTrue();
    assertThat(reader.problems()).isEmpty();
  }

  @Test
  void buttonsChangeJobsAndThePageStaysWithItsToken() {
    create("purge", "default", "1", "100%");
    create("general", "default", "0", "100%");
    long first = push("purge", "one", "anna");
    long second = push("purge", "two", "anna");
    long third = push("purge", "three", "anna");
    Page page = reader.open("/queues");
    mark(page);
    page.locator("#token").fill("secret");

    page.locator("#prefer-" + third).click();
    assertThat(page.locator(".done")).hasText("Prefer job " + third + ": done");
    assertThat(page.locator("table.jobs tbody tr").first().locator("td").first())
        .hasText("" + third);

    page.locator("select").selectOption("general");
    page.locator("#move-" + second).press("Enter");
    assertThat(page.locator(".done")).hasText("Move job " + second + ": done");
    assertThat(page.locator("table.jobs")).hasCount(2);
    assertThat(page.locator("h3:focus")).hasText("In purge");
    assertThat(job(second).queue())
        .isEqualTo(stores.queues().read().setup().get("general").serial());

    page.locator("#cancel-" + first).click();
    assertThat(page.locator(".done")).hasText("Cancel job " + first + ": done");
    assertThat(page.locator("#cancel-" + first)).hasCount(0);
    assertThat(job(first).status()).isEqualTo(Job.Status.CANCELLED);

    assertThat(page.locator("#token")).hasValue("secret");
    assertThat(isMarked(page)).isTrue();
    assertThat(reader.problems()).isEmpty();
  }

  @Test
  void aListStandsStillWhileSomebodyIsInItAndTheRestMoves() {
    create("purge", "default", "1", "100%");
    create("general", "default", "0", "100%");
    long first = push("purge", "one", "anna");
    long second = push("purge", "two", "anna");
    Page page = reader.open("/queues");
    Locator held = page.locator("#cancel-" + second);
    held.focus();
    assertThat(page.locator(".held")).isVisible();
    stores.jobs().cancel(first);
    long other = push("general", "three", "anna");
    assertThat(page.locator("#cancel-" + other)).isVisible();
    assertThat(page.locator("#cancel-" + first)).isVisible();
    assertThat(held).isFocused();

    page.locator("h1").click();
    page.locator("#token").focus();
    assertThat(page.locator("#cancel-" + first)).hasCount(0);
    assertThat(held).isVisible();
    assertThat(reader.problems()).isEmpty();
  }

  @Test
  void whatCannotBeDoneIsSaidInALine() {
    create("purge", "default", "1", "100%");
    long number = push("purge", "one", "anna");
    Page page = reader.open("/queues");
    page.locator("#token").fill("wrong");
    page.locator("#cancel-" + number).click();
    assertThat(page.locator(".done")).containsText("the token is missing or wrong");
    assertThat(job(number).status()).isEqualTo(Job.Status.WAITING);

    page.locator("#token").fill("secret");
    page.locator("#cancel-" + number).hover();
    stores.jobs().cancel(number);
    page.locator("#prefer-" + number).click();
    assertThat(page.locator(".done")).containsText("job " + number + " is over");
    assertThat(reader.problems()).noneMatch(problem -> problem.startsWith("error in a script"));
  }

  @Test
  void withoutScriptsButtonsWorkToo() {
    create("purge", "default", "1", "100%");
    create("general", "default", "0", "100%");
    long number = push("purge", "one", "anna");
    try (Reader plain = Reader.withoutScripts(stage.address())) {
      Page page = plain.open("/queues");
      page.locator("#token").fill("secret");
      page.locator("select").selectOption("general");
      page.locator("#move-" + number).click();
      assertThat(page.locator("h3")).hasText("In general");
      assertThat(page.url()).isEqualTo(stage.address() + "/queues");
      assertThat(plain.problems()).isEmpty();
    }
  }

  @Test
  void thePageSaysThatTheViewerIsGone() {
    Page page = reader.open("/queues");
    assertThat(page.locator(".stale")).isHidden();
    stage.closeViewer();
    assertThat(page.locator(".stale")).isVisible();
    assertThat(page.locator(".empty")).isVisible();
  }

  /** Three groups with seven queues, of which one has less than its right. */
  private void load() throws Exception {
    create("ci", "default", "50%", "100%");
    create("nightly", "default", "0", "3");
    create("purge", "ruby", "30%", "100%");
    create("general", "ruby", "0", "100%");
    create("checkouts", "http", "4", "100%");
    create("uploads", "http", "1", "2");
    create("http-general", "http", "0", "50%");
    stores.queues().change(setup -> setup.discipline("purge", Discipline.parse("set 60")));
    for (int i = 0; i < 120; i++) {
      push("general", "ruby jobs.rb 'Thumbnails::Create' --id " + (4_000 + i), "user" + i % 5);
    }
    for (int i = 0; i < 7; i++) {
      push("purge", "ruby jobs.rb 'Cache::Purge' --url https://example.com/articles/" + i, "web");
    }
    push("checkouts", "POST http://127.0.0.1:9000/checkout {\"cart\": 17}", "shop");
    stage.play(aTaskset().withTasks("a.ATest", "a.BTest").request());
    PlayedRun run = stage.play(aTaskset().withTasks("a.ATest", "a.BTest").request());
    run.workerComes("build-1", "");
    for (String type : List.of("ruby", "http")) {
      for (int i = 0; i < (type.equals("ruby") ? 10 : 6); i++) {
        stores.workers().announce(stores.keys().worker(type + "-" + i), type, "h", LONG);
      }
    }
    long now = System.currentTimeMillis();
    for (int ago = 880; ago >= 0; ago--) {
      List<QueueSample.Share> shares = new ArrayList<>();
      long at = now - ago * 1_000L;
      int purge = ago > 600 ? 0 : ago > 560 ? 1 : 3;
      int night = ago > 300 ? 3 : ago > 40 ? 2 : 3;
      long since = ago > 560 && ago <= 600 || ago < 40 ? now - 40_000 : 0;
      shares.add(new QueueSample.Share("ci", "default", 4 - night, 2, 4, ago < 300 ? 2 : 0, since));
      shares.add(new QueueSample.Share("nightly", "default", night, 0, 3, 1, 0));
      shares.add(new QueueSample.Share("default", "default", 0, 0, 4, 1, now - 300_000));
      shares.add(new QueueSample.Share("general", "ruby", 10 - purge, 0, 10, 120, 0));
      shares.add(new QueueSample.Share("purge", "ruby", purge, 3, 10, ago > 600 ? 0 : 7, 0));
      int checkouts = 2 + (int) Math.round(3 * Math.abs(Math.sin(ago / 90.0)));
      shares.add(new QueueSample.Share("checkouts", "http", checkouts, 4, 6, 0, 0));
      shares.add(new QueueSample.Share("uploads", "http", ago % 300 < 150 ? 1 : 0, 1, 2, 0, 0));
      shares.add(
          new QueueSample.Share("http-general", "http", 6 - checkouts > 2 ? 2 : 1, 0, 3, 0, 0));
      sample(at, shares.toArray(QueueSample.Share[]::new));
    }
  }

  @Test
  void threeGroupsWithSevenQueuesCanBeReadInEveryWindow() throws Exception {
    load();
    Page page = reader.open("/queues");
    assertThat(page.locator("h2")).hasCount(3);
    assertThat(page.locator("table.queues tbody tr")).hasCount(8);
    assertThat(page.locator(".verdict.short")).hasText("1 missing");
    assertThat(page.locator("table.jobs tbody tr")).hasCount(58);
    reader.inspectInEachWindow("queues");
    assertThat(reader.problems()).isEmpty();
  }
}
