package io.rrrspec.persister.viewer;

import static io.rrrspec.testing.TasksetBuilder.aTaskset;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.rrrspec.common.flow.FlowKeys;
import io.rrrspec.common.flow.FlowStep;
import io.rrrspec.common.redis.Keys;
import io.rrrspec.persister.record.database.Database;
import io.rrrspec.persister.viewer.run.Records;
import io.rrrspec.testing.TestRedis;
import io.rrrspec.testing.sql.TestDatabase;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The pages about flows, their routes for programs, and the button. */
class FlowPagesTest {
  @RegisterExtension static final TestRedis redis = new TestRedis();

  private static final String HOSTILE = "<script>alert('x')</script>\" onload=\"";
  private static final String OURS = "Host: 127.0.0.1:PORT\nAuthorization: Bearer secret";

  @TempDir Path directory;

  private final FlowKeys keys = new FlowKeys("shared:");
  private Database database;
  private Records records;
  private RunningViewer viewer;

  @BeforeEach
  void open() throws Exception {
    database = Database.open(TestDatabase.H2.newUrl(directory));
    records = Records.of(redis.connection(), redis.keys(), keys, database);
    viewer = new RunningViewer(records, "secret");
  }

  @AfterEach
  void close() {
    viewer.close();
    database.close();
  }

  private static FlowStep step(String name) {
    return FlowStep.task("taskset").with("title", name);
  }

  private void start(String id, String name, long at) {
    records
        .flows()
        .start(
            FlowStep.chain(List.of(step("one"), step(HOSTILE)))
                .withId(id)
                .with("title", name)
                .with("user", "anna")
                .with("started_ms", at));
  }

  private String child(String id, int number) {
    return keys.task(records.flows().find(id).orElseThrow().children().get(number));
  }

  private void set(String key, Map<String, String> fields) {
    redis.connection().commands().hset(key, fields);
  }

  private String page(String path) throws Exception {
    var answer = viewer.get(path);
    assertThat(answer.statusCode()).isEqualTo(200);
    return answer.body();
  }

  private String cancel(String id, String headers) throws Exception {
    return viewer.send("POST /flows/" + id + "/cancel HTTP/1.1\n" + headers, "");
  }

  @Test
  void whereThereIsNoneItSaysHowToStartOne() throws Exception {
    assertThat(page("/flows"))
        .contains("There is no flow", "rrrspec-java flow run FILE")
        .contains("<a href=\"/flows\" aria-current=\"page\">Flows</a>")
        .doesNotContain("<table");
  }

  @Test
  void theNewestFlowIsTheFirst() throws Exception {
    start("a", "first " + HOSTILE, 1_000);
    start("b", "second", 2_000);
    // In one millisecond, otherwise.
    redis.connection().commands().zadd(keys.roots(), 1, "a");
    assertThat(page("/flows"))
        .containsSubsequence("second", "0 of 2", "1970-01-01T00:00:02Z", "anna", "first", "anna")
        .doesNotContain("<script>alert");
  }

  @Test
  void aFlowWhoseStateNobodyKnowsWaitsAndHidesNoOther() throws Exception {
    start("a", "first", 1_000);
    start("b", "second", 2_000);
    set(keys.task("b"), Map.of("state", "\"of another version\""));
    assertThat(page("/flows")).containsSubsequence("second", "waiting", "first");
  }

  @Test
  void ofVeryManyFlowsTheOlderOnesAreCounted() throws Exception {
    for (int i = 0; i < 103; i++) {
      start("f" + i, "f" + i, i);
    }
    assertThat(page("/flows")).contains("3 older flows not shown");
  }

  @Test
  void aFlowShowsItsStepsAndAsksForMoreUntilItIsOver() throws Exception {
    start("a", "shop", 1_000);
    String run = aTaskset().withTasks(4).activatedIn(records.tasksets());
    set(keys.task("a"), Map.of("state", "\"idle\"", "began_ms", "1000"));
    set(child("a", 0), Map.of("state", "\"locked\"", "run", '"' + run + '"', "began_ms", "1000"));
    assertThat(page("/flows/a"))
        .contains("hx-get=\"/flows/a/now\"", "2 steps", "Cancel this flow", "type=\"password\"")
        .contains("href=\"/runs/" + Keys.lastPart(run) + "\"", "waits for a worker")
        .doesNotContain("<script>alert");
    assertThat(viewer.get("/flows/a/now").statusCode()).isEqualTo(200);

    assertThat(cancel("a", OURS))
        .startsWith("HTTP/1.1 303 ")
        .containsPattern("(?m)^Location: /flows/a");
    var last = viewer.get("/flows/a/now");
    assertThat(last.statusCode()).isEqualTo(286);
    assertThat(last.body()).contains("cancelled", "not run").doesNotContain("Cancel this flow");
    assertThat(page("/flows/a")).doesNotContain("hx-get");
    assertThat(cancel("a", OURS)).startsWith("HTTP/1.1 409 ").contains("over already");
  }

  @Test
  void aRunLeadsToItsStepAsLongAsTheFlowIsThere() throws Exception {
    String run = aTaskset().withTasks(1).activatedIn(records.tasksets());
    String page = "/runs/" + Keys.lastPart(run);
    redis.connection().commands().hset(run, "rsync_name", "flow-a");
    assertThat(page(page)).doesNotContain("href=\"/flows/");

    start("a", "shop", 1_000);
    set(child("a", 0), Map.of("run", '"' + run + '"'));
    String step = child("a", 0).substring("shared:".length());
    try (RunningViewer later = new RunningViewer(records, "secret")) {
      assertThat(later.get(page).body())
          .contains("Flow <a href=\"/flows/a#step-" + step + "\">shop</a>, step one ·");
    }
  }

  @Test
  void whatIsNoFlowIsNotFound() throws Exception {
    start("a", "shop", 1_000);
    String child = child("a", 0).substring("shared:".length());
    for (String id : List.of("nobody", "roots", "waiting", "default:commands", child)) {
      assertThat(viewer.get("/flows/" + id).statusCode()).as(id).isEqualTo(404);
      assertThat(viewer.get("/v2/flows/" + id).statusCode()).as(id).isEqualTo(404);
      assertThat(cancel(id, OURS)).as(id).startsWith("HTTP/1.1 404 ");
    }
    assertThat(viewer.get("/flows/nobody").body()).contains("There is no flow nobody");
  }

  @Test
  void programsGetTheSame() throws Exception {
    start("a", "shop", 1_000);
    set(child("a", 0), Map.of("state", "\"locked\"", "run", "\"x:taskset:one\"", "began_ms", "5"));
    ObjectMapper mapper = new ObjectMapper();
    JsonNode list = mapper.readTree(page("/v2/flows"));
    assertThat(list).hasSize(1);
    assertThat(list.get(0).toString())
        .isEqualTo(
            "{\"id\":\"a\",\"name\":\"shop\",\"status\":\"waits\",\"user\":\"anna\","
                + "\"started_at\":\"1970-01-01T00:00:01Z\",\"ended_at\":null,"
                + "\"runs_done\":0,\"runs\":2}");
    JsonNode flow = mapper.readTree(page("/v2/flows/a"));
    assertThat(flow.get("flow")).isEqualTo(list.get(0));
    assertThat(flow.get("unread").asLong()).isZero();
    JsonNode step = flow.get("steps").get(0);
    assertThat(step.get("name").asText()).isEqualTo("one");
    assertThat(step.get("depth").asInt()).isEqualTo(1);
    assertThat(step.get("status").asText()).isEqualTo("runs");
    assertThat(step.get("run").asText()).isEqualTo("one");
    assertThat(step.get("runs_begun").isNull()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Host: rebound.example.com:PORT\nAuthorization: Bearer secret",
        "Host: 127.0.0.1:PORT\nOrigin: http://rebound.example.com\nAuthorization: Bearer secret",
        "Host: 127.0.0.1:PORT\nSec-Fetch-Site: cross-site\nAuthorization: Bearer secret",
        "Host: 127.0.0.1:PORT\nAuthorization: Bearer wrong",
        "Host: 127.0.0.1:PORT",
      })
  void onlyWhoHasTheTokenCancelsAndNoPageOfAnotherSite(String headers) throws Exception {
    start("a", "shop", 1_000);
    assertThat(cancel("a", headers)).containsPattern("^HTTP/1.1 40[13] ");
    assertThat(viewer.get("/flows/a/cancel").statusCode()).isEqualTo(404);
    assertThat(records.flows().find("a").orElseThrow().isFinished()).isFalse();
  }
}
