package io.rrrspec.persister.viewer;

import static io.rrrspec.testing.TasksetBuilder.aTaskset;
import static org.assertj.core.api.Assertions.assertThat;

import io.rrrspec.common.config.RedisAddress;
import io.rrrspec.common.config.SharedSettings;
import io.rrrspec.common.model.ClassPart;
import io.rrrspec.common.model.PartReport;
import io.rrrspec.common.model.ProcessorTime;
import io.rrrspec.common.model.ProcessorUse;
import io.rrrspec.common.model.SlaveStatus;
import io.rrrspec.common.model.SplitRequest;
import io.rrrspec.common.model.TaskStatus;
import io.rrrspec.common.model.TasksetRequest.TaskRequest;
import io.rrrspec.common.model.Trial;
import io.rrrspec.common.model.TrialResult;
import io.rrrspec.common.model.TrialStatus;
import io.rrrspec.common.model.TrialVerdict;
import io.rrrspec.common.redis.Keys;
import io.rrrspec.common.redis.RedisConnection;
import io.rrrspec.common.store.JudgementStore;
import io.rrrspec.common.store.LaunchStore;
import io.rrrspec.common.store.MessageQueue;
import io.rrrspec.common.store.SlaveStore;
import io.rrrspec.common.store.TasksetStore;
import io.rrrspec.common.store.TrialStore;
import io.rrrspec.common.store.TrialStore.Claim;
import io.rrrspec.common.store.WorkerStore;
import io.rrrspec.persister.record.database.Database;
import io.rrrspec.persister.viewer.run.Records;
import io.rrrspec.testing.TestRedis;
import io.rrrspec.testing.sql.TestDatabase;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import redis.clients.jedis.params.SetParams;

/** The timeline and the workers as a browser gets them, of a run that goes on and of past ones. */
class TimelineAndWorkersPagesTest {
  @RegisterExtension static final TestRedis redisServer = new TestRedis();

  private static final String HOSTILE = "<script>alert(1)</script>";
  private static final String ESCAPED = "&lt;script&gt;alert(1)&lt;/script&gt;";
  private static final Duration LONG = Duration.ofMinutes(5);

  /** Some 4,000: what a browser draws at once. */
  private static final int MOST_ELEMENTS = 4_500;

  @TempDir Path dir;

  private final RedisConnection redis = redisServer.connection();
  private final Keys keys = redisServer.keys();
  private final TasksetStore tasksets = new TasksetStore(redis, keys);
  private final TrialStore trials = new TrialStore(redis, keys);
  private final WorkerStore workers = new WorkerStore(redis, keys);
  private final SlaveStore slaves = new SlaveStore(redis);
  private final HttpClient http = HttpClient.newHttpClient();
  private Database database;
  private Viewer viewer;

  @BeforeEach
  void open() throws Exception {
    database = Database.open(TestDatabase.H2.newUrl(dir));
    SharedSettings shared =
        new SharedSettings(
            RedisAddress.of("unused", 1),
            keys.namespace(),
            "",
            0,
            0,
            0,
            "127.0.0.1",
            "",
            URI.create("http://127.0.0.1"));
    viewer = new Viewer(shared, Records.of(redis, keys, database));
    viewer.start();
  }

  @AfterEach
  void close() {
    viewer.close();
    database.close();
  }

  @Test
  void aRunThatIsDamagedInRedisIsNoFaultOfTheViewer() throws Exception {
    String taskset = aTaskset().withTasks(1).activatedIn(tasksets);
    redis.commands().del(Keys.tasks(taskset));
    redis.commands().sadd(Keys.tasks(taskset), "wrong type");
    HttpResponse<String> answer = get("/runs/" + Keys.lastPart(taskset) + "/timeline");
    assertThat(answer.statusCode()).isEqualTo(409);
    assertThat(answer.body()).contains("damaged in Redis: WRONGTYPE");
  }

  private HttpResponse<String> get(String path) throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + viewer.port() + path))
            .timeout(Duration.ofSeconds(60))
            .build();
    return http.send(request, HttpResponse.BodyHandlers.ofString());
  }

  private String page(String path) throws Exception {
    HttpResponse<String> answer = get(path);
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    assertThat(answer.body()).doesNotContain(HOSTILE).doesNotContain("style=");
    return answer.body();
  }

  private static int count(String page, String regex) {
    Matcher matcher = Pattern.compile(regex).matcher(page);
    int found = 0;
    while (matcher.find()) {
      found++;
    }
    return found;
  }

  /** Without the legend. */
  private static String plot(String page) {
    return page.substring(page.indexOf("<svg class=\"plot\""), page.indexOf("class=\"legend\""));
  }

  private String pastRun() {
    SavedRuns run = new SavedRuns(keys, Instant.parse("2026-03-01T10:00:00Z"));
    run.worker("build-1", 1, 3, 10, 60);
    run.worker("build-2", 1, 3, 20, 60);
    String first = run.slave("build-1", "11", SlaveStatus.FAILURE_EXIT);
    String heir = run.slave("build-1", "12", SlaveStatus.NORMAL_EXIT);
    String other = run.slave("build-2", "21", SlaveStatus.NORMAL_EXIT);
    run.slave("build-2", "22", SlaveStatus.NORMAL_EXIT);
    Trial lost = run.trial(HOSTILE, first, 10, 20, TrialVerdict.LOST);
    Trial retried = run.trial(HOSTILE, heir, 22, 30, TrialVerdict.PASSED);
    run.task(HOSTILE, TaskStatus.PASSED, lost, retried);
    Trial bad = run.trial("a.BadTest", other, 20, 25, TrialVerdict.BAD);
    run.task("a.BadTest", TaskStatus.FAILED, bad);
    Trial good = run.trial("a.LongTest", other, 25, 58, TrialVerdict.PASSED);
    Trial copy = run.trial("a.LongTest", heir, 31, 59, TrialVerdict.SUPERSEDED);
    run.task("a.LongTest", TaskStatus.PASSED, good, copy);
    return run.save(database, 60);
  }

  @Test
  void theUseOfProcessorsIsDrawnBelowTheSlavesOfAWorker() throws Exception {
    Instant start = Instant.parse("2026-03-01T10:00:00Z");
    SavedRuns run = new SavedRuns(keys, start);
    List<Integer> busy = List.of(20, 20, 100, 100, 0, 0);
    run.worker("one", 0, 0, 1, 6, new ProcessorUse(2, start, Duration.ofSeconds(1), busy));
    run.worker("two", 0, 0, 1, 6);
    String slave = run.slave("one", "11", SlaveStatus.NORMAL_EXIT);
    run.task(
        "a.BTest",
        TaskStatus.PASSED,
        run.trial("a.BTest", slave, 1, 6, TrialVerdict.PASSED)
            .withProcessorTime(new ProcessorTime(Duration.ofMillis(400), null, null)));
    String id = run.save(database, 6);

    String page = page("/runs/" + id + "/timeline");

    assertThat(plot(page)).contains(" s), passed, 400 ms of processor time<");
    assertThat(page).contains("Processors of one (2): busy for 40 % of this time");
    assertThat(count(page, ">processors</li>")).isEqualTo(1);
    assertThat(plot(page))
        .contains("viewBox=\"0 0 6000 100\"")
        .contains("points=\"0,100 0,80 1000,80 1000,80 2000,80 2000,0 ");
    assertThat(page).contains("Processors were idle for 60 % of the time");
    String part = page("/runs/" + id + "/timeline?from=2&to=4");
    assertThat(part).contains("busy for 100 % of this time");
    assertThat(plot(part))
        .contains(
            "points=\"0,100 0,80 0,80 0,80 0,80 0,0 1000,0 1000,0 2000,0 2000,100 2000,100"
                + " 2000,100 2000,100 2000,100\"");
  }

  @Test
  void aClassInPartsIsShownPartByPart() throws Exception {
    SavedRuns run = new SavedRuns(keys, Instant.parse("2026-03-01T10:00:00Z"));
    run.worker("one", 0, 0, 1, 9);
    String first = run.slave("one", "11", SlaveStatus.NORMAL_EXIT);
    String second = run.slave("one", "12", SlaveStatus.NORMAL_EXIT);
    run.divided(
        "a.BTest",
        run.trial("a.BTest#1/2", first, 1, 6, TrialVerdict.PASSED),
        run.trial("a.BTest#2/2", second, 2, 8, TrialVerdict.PASSED));
    String id = run.save(database, 9);

    String plot = plot(page("/runs/" + id + "/timeline"));
    assertThat(count(plot, "<rect class=\"passed\"")).isEqualTo(2);
    assertThat(plot)
        .contains("a.BTest#1/2 on one · 11, 1 to 6 s (5.0 s)")
        .contains("a.BTest#2/2 on one · 12, 2 to 8 s (6.0 s)")
        .contains("/task?name=a.BTest&");
    String page = page("/runs/" + id + "/task?name=a.BTest");
    assertThat(page)
        .contains("<summary>In 2 parts</summary>", ">1 of 2</td>", ">2 of 2</td>")
        .contains("for 7.0 s from the first start to the last end")
        .contains("As a whole class it would have taken 11.0 s")
        .contains("data-label=\"took\">11.0 s<", "datetime=\"2026-03-01T10:00:01Z\"")
        .contains("data-label=\"part\"><a href=\"#p1\">1</a>")
        .contains("data-label=\"part\"><a href=\"#p2\">2</a>");
    assertThat(page("/runs/" + id)).contains("data-label=\"took\">11.0 s<");
  }

  @Test
  void eachPartThatFailedLeadsToATrialOfItsOwn() throws Exception {
    SavedRuns run = new SavedRuns(keys, Instant.parse("2026-03-01T10:00:00Z"));
    run.worker("one", 0, 0, 1, 9);
    String first = run.slave("one", "11", SlaveStatus.NORMAL_EXIT);
    String second = run.slave("one", "12", SlaveStatus.NORMAL_EXIT);
    run.failedInParts(
        "a.BTest",
        run.trial("a.BTest#1/2", first, 1, 3, TrialVerdict.BAD),
        run.trial("a.BTest#2/2", second, 2, 4, TrialVerdict.BAD),
        run.trial("a.BTest", first, 5, 8, TrialVerdict.PASSED));
    String id = run.save(database, 9);

    assertThat(plot(page("/runs/" + id + "/timeline")))
        .containsPattern("trial=0\"[^>]*>\\s*<title>a\\.BTest#1/2 ")
        .containsPattern("trial=1\"[^>]*>\\s*<title>a\\.BTest#2/2 ")
        .containsPattern("trial=2\"[^>]*>\\s*<title>a\\.BTest ");
  }

  @Test
  void aPartThatASlaveHasRefusedIsNoFailure() throws Exception {
    SavedRuns run = new SavedRuns(keys, Instant.parse("2026-03-01T10:00:00Z"));
    run.worker("one", 0, 0, 1, 9);
    String slave = run.slave("one", "11", SlaveStatus.NORMAL_EXIT);
    run.refused(
        "a.BTest",
        run.trial("a.BTest#1/2", slave, 1, 2, TrialVerdict.SUPERSEDED),
        "its slave has other class files",
        run.trial("a.BTest", slave, 3, 8, TrialVerdict.PASSED));
    String id = run.save(database, 9);

    String page = page("/runs/" + id + "/task?name=a.BTest");
    assertThat(page)
        .contains("Whole instead of in 2 parts: its slave has other class files")
        .contains("<span class=\"verdict refused\">refused</span>")
        .contains("<span class=\"said\">its slave has other class files</span>")
        .contains("<span class=\"verdict not run\">not run</span>")
        .doesNotContain("verdict error", "data-label=\"part\"><a");
    String timeline = page("/runs/" + id + "/timeline");
    assertThat(plot(timeline))
        .contains("1 to 2 s (1.0 s), refused: its slave has other class files")
        .doesNotContain("<rect class=\"failed\"", "superseded<");
    assertThat(timeline)
        .contains("<span class=\"verdict refused\">refused</span>")
        .contains("<span class=\"said\">its slave has other class files</span>");
  }

  @Test
  void partsThatEndMoveThePageOfARunThatGoesOn() throws Exception {
    SplitRequest split =
        new SplitRequest(
            List.of(
                new SplitRequest.Part(
                    Duration.ofSeconds(5), new ClassPart(1, 2, false, List.of("#a"))),
                new SplitRequest.Part(
                    Duration.ofSeconds(5), new ClassPart(2, 2, true, List.of("#a")))),
            2,
            0,
            null);
    String key =
        aTaskset()
            .withTasks(List.of(new TaskRequest("a.BTest", Duration.ofSeconds(9)).withSplit(split)))
            .activatedIn(tasksets);
    String id = Keys.lastPart(key);
    String slave = serving(key);
    long life = slaves.register(slave, key, "host", true).orElseThrow();
    Claim.Run part = (Claim.Run) trials.claim(key, slave, life);
    assertThat(page("/runs/" + id)).contains("<strong>0</strong> of 2 parts", "value=\"0\"");
    TrialResult passed = new TrialResult(TrialStatus.PASSED, "", "", 1, 0, 0, List.of(), null, 0);
    trials.finish(
        part.trial(),
        slave,
        key,
        passed.withPart(new PartReport(2, "0123456789abcdef0123456789abcdef", 1, 1, null)));
    MessageQueue arbiter = MessageQueue.arbiter(redis, keys, keys.server("s"));
    new JudgementStore(redis, keys).judge(arbiter.processing(), 5, arbiter.take(10));

    Awaitility.await()
        .atMost(LONG)
        .until(() -> page("/runs/" + id).contains("<strong>1</strong> of 2 parts"));
    assertThat(page("/runs/" + id)).contains("value=\"50\"");
    assertThat(page("/runs/" + id + "/task?name=a.BTest"))
        .contains("In 2 parts", "verdict passed", "verdict waiting")
        .doesNotContain("It has not been tried yet.");
    assertThat(page("/runs/" + id)).contains("<span class=\"verdict in parts\">in parts</span>");
  }

  @Test
  void aPastRunShowsItsWorkersSlavesAndTrials() throws Exception {
    String id = pastRun();

    String page = page("/runs/" + id + "/timeline");

    String plot = plot(page);
    assertThat(count(page, "<li class=\"worker\"")).isEqualTo(2);
    assertThat(page)
        .as("one slave that was replaced and two others")
        .contains("title=\"build-1 · 11, then build-1 · 12\"")
        .contains("title=\"build-2 · 21\"")
        .contains("title=\"build-2 · 22\"");
    assertThat(count(plot, "<rect class=\"lane\"")).isEqualTo(3);
    assertThat(count(plot, "<rect class=\"sync\"")).isEqualTo(2);
    assertThat(count(plot, "<rect class=\"setup\"")).isEqualTo(2);
    assertThat(count(plot, "<rect class=\"passed\"")).isEqualTo(2);
    assertThat(count(plot, "<rect class=\"failed\"")).isEqualTo(1);
    assertThat(count(plot, "<rect class=\"lost\"")).isEqualTo(1);
    assertThat(count(plot, "<rect class=\"superseded\"")).isEqualTo(1);
    assertThat(plot)
        .contains(ESCAPED + " on build-1 · 12, 22 to 30 s (8.0 s), passed, retry")
        .contains("a.LongTest on build-2 · 21, 25 to 58 s (33.0 s), passed<")
        .contains("/runs/" + id + "/task?name=a.BadTest&amp;trial=0")
        .contains("ideal end ")
        .contains("end 60 s");
    assertThat(page).contains("LongTest alone took 33 of 60 s.");
    assertThat(page).doesNotContain("hx-get");
    assertThat(get("/runs/" + id + "/timeline/part").headers().firstValue("HX-Refresh"))
        .contains("true");
  }

  @Test
  void aPartOfARunShowsOnlyWhatIsInIt() throws Exception {
    String id = pastRun();
    String address = "/runs/" + id + "/timeline";

    String plot = plot(page(address + "?from=40&to=50"));

    assertThat(count(plot, "<title>")).isEqualTo(2);
    assertThat(plot).contains("a.LongTest").doesNotContain("a.BadTest");
    assertThat(get(address + "?from=99").statusCode()).isEqualTo(400);
    assertThat(get(address + "?from=" + "%3Cscript%3E").body())
        .contains("from=&lt;script&gt; are no seconds");
    assertThat(get("/runs/none/timeline").statusCode()).isEqualTo(404);
  }

  @Test
  void tenThousandTrialsAreAPageThatABrowserCanDraw() throws Exception {
    SavedRuns run = new SavedRuns(keys, Instant.parse("2026-03-01T10:00:00Z"));
    run.worker("w", 0, 1, 2, 1_252);
    List<String> all =
        List.of("1", "2", "3", "4", "5", "6", "7", "8").stream()
            .map(number -> run.slave("w", number, SlaveStatus.NORMAL_EXIT))
            .toList();
    for (int i = 0; i < 10_000; i++) {
      String spec = "com.example.Some" + i + "Test";
      double from = 2 + i / 8;
      boolean bad = i == 4_711;
      Trial trial =
          run.trial(
              spec, all.get(i % 8), from, from + 0.9, bad ? TrialVerdict.BAD : TrialVerdict.PASSED);
      run.task(spec, bad ? TaskStatus.FAILED : TaskStatus.PASSED, trial);
    }
    String id = run.save(database, 1_253);

    String page = page("/runs/" + id + "/timeline");

    assertThat(count(page, "<[a-z]")).isLessThan(MOST_ELEMENTS);
    assertThat(count(plot(page), "<rect class=\"failed\"")).isEqualTo(1);
    assertThat(plot(page)).contains(" trials, 1 failed, ");

    String closer = plot(page("/runs/" + id + "/timeline?from=585&to=600"));
    assertThat(closer).contains("com.example.Some4711Test").doesNotContain(" trials, ");
  }

  @Test
  void aPastRunOfSeveralLaunchesShowsTheStartsOfItsJvms() throws Exception {
    SavedRuns run = new SavedRuns(keys, Instant.parse("2026-03-01T10:00:00Z"));
    run.worker("w", 0, 1, 2, 60);
    String core = run.slave("w", "9", "core", 0, 2, 12, 32);
    String hostile = run.slave("w", "8", HOSTILE, 0, 32, 40, 50);
    String app = run.slave("w", "7", "app", 1, 2, 9, 60);
    run.task("A", TaskStatus.PASSED, run.trial("A", core, 12, 32, TrialVerdict.PASSED));
    run.task("B", TaskStatus.PASSED, run.trial("B", hostile, 40, 50, TrialVerdict.PASSED));
    run.task("C", TaskStatus.PASSED, run.trial("C", app, 9, 60, TrialVerdict.PASSED));
    String id = run.save(database, 60);

    String page = page("/runs/" + id + "/timeline");

    String plot = plot(page);
    assertThat(count(plot, "<rect class=\"start\"")).isEqualTo(3);
    assertThat(count(plot, "<rect class=\"launch-[012]\"")).isEqualTo(3);
    assertThat(page).contains("place 0 · 2 JVMs").contains("place 1 · 1 JVM<");
    assertThat(plot)
        .contains("JVM start for core on w · 9, 2 to 12 s (10.0 s)")
        .contains("JVM start for " + ESCAPED + " on w · 8, 32 to 40 s (8.0 s)")
        .contains("JVM of app, 2 to 60 s");
    assertThat(page)
        .contains("Slaves took 13 s each to start JVMs: 3 JVMs for 3 launches.")
        .contains("<h2>JVM starts by launch</h2>")
        .contains("<td class=\"spec\">" + ESCAPED + "</td>");
    String part = page("/runs/" + id + "/timeline?from=33&to=39");
    assertThat(part.substring(part.indexOf("JVM starts by launch")))
        .contains(ESCAPED)
        .doesNotContain("<td class=\"spec\">core</td>");
  }

  @Test
  void twoThousandJvmsOfFiveHundredLaunchesAreAPageThatABrowserCanDraw() throws Exception {
    SavedRuns run = new SavedRuns(keys, Instant.parse("2026-03-01T10:00:00Z"));
    run.worker("w", 0, 1, 2, 502);
    for (int i = 0; i < 2_000; i++) {
      double from = 2 + 2 * (i / 8);
      String slave =
          run.slave("w", "" + (1_000 + i), "libs/m" + i % 500, i % 8, from, from + 1.5, from + 1.9);
      String spec = "libs/m" + i % 500 + ":com.example.Some" + i + "Test";
      Trial trial = run.trial(spec, slave, from + 1.5, from + 1.9, TrialVerdict.PASSED);
      run.task(spec, TaskStatus.PASSED, trial);
    }
    String id = run.save(database, 503);

    String page = page("/runs/" + id + "/timeline");

    assertThat(count(page, "<[a-z]")).isLessThan(MOST_ELEMENTS);
    assertThat(plot(page)).contains(" JVM starts (").contains("<rect class=\"start\"");
    assertThat(page).contains("place 7 · 250 JVMs").contains("450 more launches not listed");
    String closer = page("/runs/" + id + "/timeline?from=100&to=110");
    assertThat(count(closer, "<[a-z]")).isLessThan(MOST_ELEMENTS);
    assertThat(count(plot(closer), "JVM start for libs/m")).isBetween(40, 48);
  }

  @Test
  void aRunOfSeveralLaunchesThatGoesOnShowsAJvmThatStarts() throws Exception {
    TaskRequest core = new TaskRequest("core:A", null).withLaunch("core");
    TaskRequest app = new TaskRequest("app:B", null).withLaunch("app");
    String key = aTaskset().withTasks(List.of(core, app)).activatedIn(tasksets);
    LaunchStore launches = new LaunchStore(redis);
    String first = serving(key);
    String second = Keys.slave(keys.worker("w"), "4712");
    for (String slave : List.of(first, second)) {
      LaunchStore.Place place =
          new LaunchStore.Place(key, keys.worker("w"), slave.equals(first) ? 0 : 1, 2);
      String launch = launches.choose(place);
      launches.started(place, slave);
      long life = slaves.register(slave, key, "host", true, launch).orElseThrow();
      if (slave.equals(first)) {
        assertThat(trials.claim(key, slave, life)).isInstanceOf(Claim.Run.class);
      }
    }

    String page = page("/runs/" + Keys.lastPart(key) + "/timeline");

    assertThat(page).contains("place 0 · 1 JVM<").contains("place 1 · 1 JVM<");
    assertThat(plot(page)).contains("no trial yet");
    assertThat(count(page, "<td class=\"spec\">(core|app)</td>")).isEqualTo(2);
  }

  @Test
  void aRunThatGoesOnIsDrawnUntilNow() throws Exception {
    String key = aTaskset().withTasks(HOSTILE, "b", "c").maxTrials(2).activatedIn(tasksets);
    String id = Keys.lastPart(key);
    String slave = serving(key);
    long life = slaves.register(slave, key, "host", true).orElseThrow();
    Claim.Run done = (Claim.Run) trials.claim(key, slave, life);
    TrialResult passed = new TrialResult(TrialStatus.PASSED, "", "", 1, 0, 0, List.of(), null, 0);
    trials.finish(done.trial(), slave, key, passed);
    Claim.Run open = (Claim.Run) trials.claim(key, slave, life);

    String page = page("/runs/" + id + "/timeline");

    assertThat(count(plot(page), "<rect class=\"running\"")).isEqualTo(1);
    assertThat(count(plot(page), "<rect class=\"passed\"")).isEqualTo(1);
    assertThat(page).contains(ESCAPED).contains("hx-get=\"/runs/" + id + "/timeline/part?\"");
    assertThat(page).contains("now ").doesNotContain("ideal end");
    assertThat(open.specFile()).isNotEqualTo(done.specFile());
    HttpResponse<String> part = get("/runs/" + id + "/timeline/part");
    assertThat(part.body()).startsWith("<ul class=\"why\">");
    assertThat(part.headers().firstValue("HX-Refresh")).isEmpty();
  }

  @Test
  void aRunThatNobodyServesSaysSo() throws Exception {
    String key = aTaskset().withTasks("a").activatedIn(tasksets);
    assertThat(page("/runs/" + Keys.lastPart(key) + "/timeline"))
        .contains("No worker has taken it yet.");
  }

  private String serving(String key) {
    String worker = keys.worker("w");
    workers.announce(worker, "default", HOSTILE, LONG);
    workers.assign(key, worker, 0, 1, LONG);
    workers.take(worker, key);
    String log = Keys.workerLog(key, worker);
    workers.mark(log, "rsync_finished", Instant.now());
    workers.mark(log, "setup_finished", Instant.now());
    return Keys.slave(worker, "4711");
  }

  @Test
  void workersShowWhatTheyDoAndWhyNot() throws Exception {
    assertThat(page("/workers")).contains("There is no worker.").contains("rrrspec-java worker");

    String key = aTaskset().withTasks(HOSTILE, "b").activatedIn(tasksets);
    String slave = serving(key);
    long life = slaves.register(slave, key, "host", true).orElseThrow();
    trials.claim(key, slave, life);
    slaves.register(Keys.slave(keys.worker("w"), "4712"), key, "host", true);
    workers.announce(keys.worker("ill"), "large", "host2", LONG);
    redis
        .commands()
        .set(
            Keys.sick(keys.worker("ill")),
            key + "\tset-up failed " + HOSTILE,
            SetParams.setParams().ex(60));
    workers.announce(keys.worker("idle"), "default", "host3", LONG);
    workers.announce(keys.worker("gone"), "default", "host4", LONG);
    redis.commands().del(Keys.heartbeat(keys.worker("gone")));
    String next = aTaskset().withTasks("c").activatedIn(tasksets);
    workers.announce(keys.worker("next"), "default", "host5", LONG);
    workers.assign(next, keys.worker("next"), 0, 1, LONG);

    for (String page : List.of(page("/workers"), page("/workers/now"))) {
      for (String state : List.of("busy", "sick", "idle", "dead", "promised")) {
        assertThat(count(page, "<span class=\"verdict " + state + "\"")).as(state).isEqualTo(1);
      }
      assertThat(page)
          .contains("/runs/" + Keys.lastPart(key))
          .contains("1 of 2 slaves busy")
          .contains("set-up failed " + ESCAPED)
          .contains("Is to take <a href=\"/runs/" + Keys.lastPart(next));
    }
  }

  @Test
  void theLoadOfTheLastHoursComesFromPastRuns() throws Exception {
    SavedRuns run = new SavedRuns(keys, Instant.now().minus(Duration.ofHours(5)));
    run.worker("retired", 0, 1, 2, 7_200);
    run.task(
        "A",
        TaskStatus.PASSED,
        run.trial(
            "A", run.slave("retired", "1", SlaveStatus.NORMAL_EXIT), 2, 9, TrialVerdict.PASSED));
    run.save(database, 7_200);

    String page = page("/workers");

    assertThat(page).contains(">retired</td>").contains("busy in ");
    assertThat(count(page, "<rect x=")).isBetween(2, 3);
  }
}
