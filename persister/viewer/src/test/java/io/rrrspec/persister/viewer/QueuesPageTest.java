package io.rrrspec.persister.viewer;

import static io.rrrspec.testing.TasksetBuilder.aTaskset;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.rrrspec.common.queue.Job;
import io.rrrspec.common.queue.QueueSample;
import io.rrrspec.common.queue.QueueSample.Share;
import io.rrrspec.common.queue.QueueSetup;
import io.rrrspec.common.redis.Keys;
import io.rrrspec.common.store.JobStore;
import io.rrrspec.common.store.WorkerStore;
import io.rrrspec.persister.record.database.Database;
import io.rrrspec.persister.viewer.run.Records;
import io.rrrspec.testing.TestRedis;
import io.rrrspec.testing.sql.TestDatabase;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The page about queues, its route for programs, and the buttons of jobs. */
class QueuesPageTest {
  @RegisterExtension static final TestRedis redis = new TestRedis();

  private static final String HOSTILE = "<script>alert('x')</script>\" onload=\"";
  private static final String ESCAPED = "&lt;script&gt;alert('x')&lt;/script&gt;";
  private static final String OURS = "Host: 127.0.0.1:PORT\nAuthorization: Bearer secret";
  private static final Duration LONG = Duration.ofHours(1);

  @TempDir Path directory;

  private Database database;
  private Records records;
  private RunningViewer viewer;

  @BeforeEach
  void open() throws Exception {
    database = Database.open(TestDatabase.H2.newUrl(directory));
    records = Records.of(redis.connection(), redis.keys(), database);
    viewer = new RunningViewer(records, "secret");
  }

  @AfterEach
  void close() {
    viewer.close();
    database.close();
  }

  private void setUp() {
    records
        .queues()
        .change(
            setup ->
                setup
                    .create("purge")
                    .group("purge", "ruby")
                    .rate("purge", io.rrrspec.common.queue.Share.parse("30%"))
                    .create("general")
                    .group("general", "ruby")
                    .priority("general", -1));
  }

  private long push(String queue, String text, String user) {
    return records.jobs().push(new JobStore.Push(queue, "shell", text, user)).number();
  }

  private void worker(String name, String type) {
    new WorkerStore(redis.connection(), redis.keys())
        .announce(redis.keys().worker(name), type, "host", LONG);
  }

  private String page(String path) throws Exception {
    var answer = viewer.get(path);
    assertThat(answer.statusCode()).isEqualTo(200);
    return answer.body();
  }

  private String post(String path, String headers, String body) throws IOException {
    return viewer.send(
        "POST " + path + " HTTP/1.1\nContent-Type: application/x-www-form-urlencoded\n" + headers,
        body);
  }

  private Job job(long number) {
    return records.jobs().find(number).orElseThrow();
  }

  @Test
  void whereNothingIsSetUpItSaysWhatQueuesAreFor() throws Exception {
    worker("w", "default");
    aTaskset().withTasks(2).activatedIn(records.tasksets());
    assertThat(page("/queues"))
        .contains("No queue is set up", "rrrspec-java queue create NAME")
        .contains("<a href=\"/queues\" aria-current=\"page\">Queues</a>")
        .doesNotContain("<table");
  }

  @Test
  void jobsAloneAreShownWithoutAnyQueueSetUp() throws Exception {
    long number = push("default", "date", "anna");
    assertThat(page("/queues"))
        .contains("Group default", "1 job", "id=\"cancel-" + number + "\"")
        .doesNotContain("id=\"move-");
  }

  @Test
  void aGroupHasItsWorkersAndItsQueuesInTheOrderOfTheRing() throws Exception {
    setUp();
    worker("a", "ruby");
    worker("b", "ruby");
    worker("c", "large");
    long since = System.currentTimeMillis() - 60_000;
    records
        .queues()
        .add(
            new QueueSample(
                System.currentTimeMillis(),
                Map.of("ruby", 10),
                List.of(
                    new Share("general", "ruby", 9, 0, 10, 5, 0),
                    new Share("purge", "ruby", 1, 3, 10, 4, since))));
    String page = page("/queues");
    assertThat(page)
        .containsSubsequence("Group default", "Group large", "1 worker", "Group ruby", "2 workers")
        .containsSubsequence("general", "purge", "2 missing", "30%", "fifo")
        .contains("1 worker, guaranteed 3, at most 10: 2 missing")
        .contains("9 workers, guaranteed 0, at most 10: borrows 9")
        .contains("No queue is served by these workers")
        .contains(java.time.Instant.ofEpochMilli(since).toString())
        .contains("on average 1 workers, guaranteed 3");
    assertThat(page("/queues/now")).startsWith("<div id=\"notice\">").contains("Group ruby");
  }

  @Test
  void aSampleOfYesterdayIsNotTakenForToday() throws Exception {
    setUp();
    records
        .queues()
        .add(
            new QueueSample(
                System.currentTimeMillis() - 60_000,
                Map.of("ruby", 10),
                List.of(new Share("purge", "ruby", 1, 3, 10, 4, 0))));
    assertThat(page("/queues")).contains("No server has said").doesNotContain("2 missing");
  }

  @Test
  void theFirstFiftyJobsOfEachQueueAreThereAndTheirTextIsShortAndHarmless() throws Exception {
    setUp();
    long first = push("purge", HOSTILE + "x".repeat(65_000), HOSTILE);
    for (int i = 0; i < 60; i++) {
      push("general", "echo " + i, "user" + i % 3);
    }
    String page = page("/queues");
    assertThat(page)
        .contains(ESCAPED, "more characters", "60 jobs waiting, the first 50 here")
        .doesNotContain("<script>alert", "x".repeat(300));
    assertThat(count(page, "id=\"cancel-[0-9]+\"")).isEqualTo(51);
    assertThat(count(page, "<option>purge</option>")).isEqualTo(1);
    assertThat(page).contains("formaction=\"/queues/jobs/" + first + "/prefer\"");
    assertThat(page.length()).isLessThan(120_000);
  }

  @Test
  void hostileGroupsAndSamplesAreText() throws Exception {
    setUp();
    worker("w", HOSTILE);
    records
        .queues()
        .add(
            new QueueSample(
                System.currentTimeMillis(),
                Map.of(),
                List.of(new Share("default", HOSTILE, 1, Double.NaN, -5, 4, Long.MAX_VALUE))));
    assertThat(page("/queues")).contains("Group " + ESCAPED).doesNotContain("<script>alert");
  }

  @Test
  void runsOfAQueueLeadToTheirPagesWhichNameTheJob() throws Exception {
    setUp();
    String key = aTaskset().withTasks(2).activatedIn(records.tasksets());
    redis.connection().commands().hset(key, Map.of("queue", "purge", "job", "4711"));
    String page = page("/queues");
    assertThat(page)
        .contains("href=\"/runs/" + Keys.lastPart(key) + "\">job 4711</a>", "waits for a worker");
    assertThat(page("/runs/" + Keys.lastPart(key)))
        .contains("Job 4711 · Queue <a href=\"/queues\">purge</a>");
  }

  @Test
  void programsGetTheSame() throws Exception {
    setUp();
    long number = push("purge", "date", "anna");
    worker("a", "ruby");
    records
        .queues()
        .add(
            new QueueSample(
                System.currentTimeMillis(),
                Map.of("ruby", 1),
                List.of(new Share("purge", "ruby", 1, 0.3, 1, 4, 0))));
    JsonNode groups = new ObjectMapper().readTree(page("/v2/queues")).get("groups");
    JsonNode ruby = groups.get(1);
    assertThat(ruby.get("name").asText()).isEqualTo("ruby");
    assertThat(ruby.get("live").asInt()).isEqualTo(1);
    JsonNode purge = ruby.get("queues").get(1);
    assertThat(purge.get("name").asText()).isEqualTo("purge");
    assertThat(purge.get("rate").asText()).isEqualTo("30%");
    assertThat(purge.get("guaranteed").asDouble()).isEqualTo(0.3);
    assertThat(purge.get("waiting_jobs").asInt()).isEqualTo(1);
    assertThat(purge.get("waiting_since").isNull()).isTrue();
    assertThat(purge.get("jobs").get(0).get("number").asLong()).isEqualTo(number);
    assertThat(groups.get(0).get("queues").get(0).get("used").isNull()).isTrue();
  }

  @Test
  void buttonsCancelPreferAndMove() throws Exception {
    setUp();
    long first = push("purge", "one", "anna");
    long second = push("purge", "two", "anna");
    assertThat(post("/queues/jobs/" + second + "/prefer", OURS, ""))
        .startsWith("HTTP/1.1 303 ")
        .containsPattern("(?m)^Location: /queues");
    assertThat(records.jobs().waitingNumbers(job(first).queue())).containsExactly(second, first);

    String form = "queue_in=here&here=general&there=default&token=secret";
    String page = "Host: localhost:PORT\nOrigin: http://localhost:PORT\nHX-Request: true";
    assertThat(post("/queues/jobs/" + first + "/move", page, form)).startsWith("HTTP/1.1 204 ");
    QueueSetup setup = records.queues().read().setup();
    assertThat(job(first).queue()).isEqualTo(setup.get("general").serial());

    assertThat(post("/queues/jobs/" + first + "/cancel", OURS, "")).startsWith("HTTP/1.1 303 ");
    assertThat(job(first).status()).isEqualTo(Job.Status.CANCELLED);
    assertThat(post("/queues/jobs/" + first + "/prefer", OURS, ""))
        .startsWith("HTTP/1.1 409 ")
        .contains("job " + first + " is over");
    assertThat(post("/queues/jobs/99999/prefer", OURS, "")).startsWith("HTTP/1.1 404 ");
    assertThat(post("/queues/jobs/" + second + "/move", OURS, "queue=purg"))
        .startsWith("HTTP/1.1 400 ")
        .contains("no queue 'purg'");
    assertThat(post("/queues/jobs/" + second + "/move", OURS, ""))
        .startsWith("HTTP/1.1 400 ")
        .contains("queue is missing");
  }

  @Test
  void aJobThatIsARunByThenIsCancelledAsThat() throws Exception {
    long number = push("default", "sleep 100", "anna");
    assertThat(records.jobs().admit(job(number), "sleep 100", Map.of("rsync_name", "job-1")))
        .isTrue();
    assertThat(post("/queues/jobs/" + number + "/prefer", OURS, ""))
        .startsWith("HTTP/1.1 409 ")
        .contains("runs already");
    assertThat(post("/queues/jobs/" + number + "/cancel", OURS, "")).startsWith("HTTP/1.1 303 ");
    assertThat(redis.connection().commands().lrange(redis.keys().arbiterQueue(), 0, -1))
        .containsExactly("cancel\t" + job(number).taskset());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Host: rebound.example.com:PORT",
        "Host: 127.0.0.1:PORT\nOrigin: http://rebound.example.com",
        "Host: 127.0.0.1:PORT\nOrigin: null",
        "Host: 127.0.0.1:PORT\nSec-Fetch-Site: cross-site",
      })
  void a_page_of_another_site_gets_nothing_even_with_the_token(String headers) throws Exception {
    long number = push("default", "date", "anna");
    for (String verb : List.of("cancel", "prefer", "move")) {
      assertThat(post("/queues/jobs/" + number + "/" + verb, headers, "token=secret&queue=default"))
          .startsWith("HTTP/1.1 403 ");
    }
    assertThat(job(number).status()).isEqualTo(Job.Status.WAITING);
  }

  @Test
  void withoutTheTokenAndByALinkNothingIsChanged() throws Exception {
    long number = push("default", "date", "anna");
    for (String verb : List.of("cancel", "prefer", "move")) {
      String path = "/queues/jobs/" + number + "/" + verb;
      assertThat(post(path, "Host: 127.0.0.1:PORT", "token=Secret")).startsWith("HTTP/1.1 401 ");
      assertThat(viewer.get(path).statusCode()).isEqualTo(404);
    }
    assertThat(post("/queues/jobs/1x/cancel", OURS, "")).startsWith("HTTP/1.1 404 ");
    assertThat(job(number).status()).isEqualTo(Job.Status.WAITING);
    assertThat(job(number).ahead()).isFalse();
  }

  private static int count(String text, String pattern) {
    return (int) Pattern.compile(pattern).matcher(text).results().count();
  }
}
