package io.rrrspec.persister.viewer;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.rrrspec.common.config.RedisAddress;
import io.rrrspec.common.config.RequestJob;
import io.rrrspec.common.flow.JsonText;
import io.rrrspec.common.redis.RedisConnection;
import io.rrrspec.common.request.CurrentJob;
import io.rrrspec.common.request.Request;
import io.rrrspec.common.request.RequestEntry;
import io.rrrspec.common.request.RequestJobs;
import io.rrrspec.common.request.RequestJson;
import io.rrrspec.common.store.RequestStore;
import io.rrrspec.persister.record.database.Database;
import io.rrrspec.persister.record.request.SavedRequests;
import io.rrrspec.persister.viewer.run.Records;
import io.rrrspec.testing.TestRedis;
import io.rrrspec.testing.sql.TestDatabase;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The pages about requests, and their routes for programs. */
class RequestPagesTest {
  @RegisterExtension static final TestRedis redis = new TestRedis();

  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
  private static final Instant START = Instant.parse("2026-01-02T03:04:05Z");
  private static final String HOSTILE = "<script>alert('x')</script>\" onload=\"";
  private static final RequestJobs JOBS =
      new RequestJobs(Map.of("build", job("build"), "test", job("test"), "report", job("report")));

  @TempDir Path directory;

  private final RequestStore store = new RequestStore(redis.connection(), redis.keys());
  private final ObjectMapper mapper = new ObjectMapper();
  private Database database;
  private SavedRequests saved;
  private RunningViewer viewer;

  private static RequestJob job(String name) {
    return new RequestJob(
        name, RequestJob.Kind.COMMAND, "true", null, null, Map.of(), List.of(), false, 1, 60);
  }

  @BeforeEach
  void open() throws Exception {
    database = Database.open(TestDatabase.H2.newUrl(directory));
    saved = new SavedRequests(database);
    viewer = viewer(redis.connection());
  }

  private RunningViewer viewer(RedisConnection connection) {
    return new RunningViewer(Records.of(connection, redis.keys(), database), "secret");
  }

  @AfterEach
  void close() {
    viewer.close();
    database.close();
  }

  /** Looks anew: the viewer remembers for a second what it has seen. */
  private String page(String path) throws Exception {
    try (RunningViewer anew = viewer(redis.connection())) {
      var answer = anew.get(path);
      assertThat(answer.statusCode()).as(path).isEqualTo(200);
      return answer.body();
    }
  }

  private JsonNode json(String path) throws Exception {
    return mapper.readTree(page(path));
  }

  private static Request asked(String id, Instant at, String... names) {
    List<RequestEntry> entries = new ArrayList<>();
    for (String name : names) {
      entries.add(new RequestEntry(name, JSON.objectNode().put("branch", HOSTILE)));
    }
    ObjectNode program = JSON.objectNode().put("name", "program of " + id).put("file", HOSTILE);
    return Request.asked(id, "host " + HOSTILE, program, entries, null, at).enqueued(JOBS, at);
  }

  private Request write(@Nullable Request before, Request after) {
    assertThat(store.write(before, after)).isTrue();
    return after;
  }

  private Request write(Request first) {
    return write(null, first);
  }

  private static int number(Request request) {
    CurrentJob job = request.current();
    return job == null ? 0 : job.number();
  }

  private static Request started(Request request) {
    return request.started(
        number(request),
        "test:taskset:run-" + number(request),
        "worker-7",
        START.plusSeconds(60),
        START.plusSeconds(60));
  }

  private static Request ended(Request request) {
    ObjectNode gave = JSON.objectNode().put("file", "out-" + number(request));
    return request.ended(number(request), gave, null, null, JOBS, START.plusSeconds(120));
  }

  private static Request failed(Request request) {
    return request.failed(number(request), "exit code 3 " + HOSTILE, START.plusSeconds(180));
  }

  private static List<String> ids(JsonNode list) {
    List<String> ids = new ArrayList<>();
    list.forEach(brief -> ids.add(brief.path("id").asText()));
    return ids;
  }

  @Test
  void whereThereIsNoneItSaysHowToStartOne() throws Exception {
    assertThat(page("/requests"))
        .contains("There is no request.", "rrrspec-java request start FILE")
        .contains("<a href=\"/requests\" aria-current=\"page\">Requests</a>")
        .doesNotContain("<table");
    assertThat(page("/requests?state=failed")).contains("No request is failed");
  }

  @Test
  void aListShowsEachPipelineAsARowOfBoxes() throws Exception {
    write(started(ended(started(asked("a", START, "build", "test", "report")))));
    write(failed(started(asked("b", START.minusSeconds(9), "build", "test"))));
    assertThat(page("/requests"))
        .containsSubsequence(
            "/requests/a", "program of a", "running", "done: ", "build", "running: ", "test")
        .containsSubsequence("waiting: ", "report", "2026-01-02T03:04:05Z", "host &lt;script&gt;")
        .containsSubsequence("/requests/b", "failed: ", "build", "not run: ", "test", "exit code 3")
        .contains("hx-get=\"/requests/now\"")
        .doesNotContain("<script>alert");
    assertThat(page("/requests/now")).startsWith("<div id=\"requests\">").contains("program of a");
  }

  @Test
  void whatRedisAndSqlHaveIsListedOnceAndRedisWins() throws Exception {
    Request old = failed(started(asked("both", START, "build")));
    saved.save(old);
    saved.save(failed(started(asked("only-sql", START.minusSeconds(1), "build"))));
    write(asked("only-redis", START.minusSeconds(2), "build"));
    write(old.retried(JOBS, START.plusSeconds(300)));

    assertThat(ids(json("/v2/requests"))).containsExactly("both", "only-sql", "only-redis");
    assertThat(ids(json("/v2/requests?state=failed"))).containsExactly("only-sql");
    assertThat(ids(json("/v2/requests?state=running"))).containsExactly("both");
    assertThat(page("/requests?state=failed"))
        .contains("hx-get=\"/requests/now?state=failed\"", "program of only-sql")
        .doesNotContain("program of both");
    assertThat(json("/v2/requests/both").path("state").asText()).isEqualTo("running");
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 7})
  void pagesFollowEachOther(int size) throws Exception {
    List<String> newestFirst = new ArrayList<>();
    for (int i = 0; i < 12; i++) {
      // Some of the same time, in one of them or in both.
      Request request =
          failed(started(asked("r-" + (char) ('a' + i), START.plusMillis(i / 4), "build")));
      if (i % 3 != 0) {
        saved.save(request);
      }
      if (i % 3 != 1) {
        write(request);
      }
      newestFirst.add(0, request.id());
    }
    List<String> walked = new ArrayList<>();
    String next = "/v2/requests?state=failed&page=1&per_page=" + size;
    int pages = 0;
    while (!next.isEmpty()) {
      var answer = viewer.get(next);
      List<String> page = ids(mapper.readTree(answer.body()));
      assertThat(page).hasSizeBetween(1, size);
      walked.addAll(page);
      pages++;
      String links = answer.headers().firstValue("Link").orElse("");
      int at = links.indexOf(">; rel=\"next\"");
      next = at < 0 ? "" : links.substring(links.lastIndexOf('<', at) + 1, at);
    }
    assertThat(walked).isEqualTo(newestFirst);
    assertThat(pages).isEqualTo((12 + size - 1) / size);
    assertThat(json("/v2/requests?page=99")).isEmpty();
  }

  @Test
  void aListOfManyHasPagesForPeople() throws Exception {
    for (int i = 0; i < 51; i++) {
      write(asked("r-" + i, START.plusSeconds(i), "build"));
    }
    assertThat(page("/requests"))
        .contains("program of r-50", "href=\"/requests?page=2\"")
        .doesNotContain("program of r-0<");
    assertThat(page("/requests?page=2&state=queued"))
        .contains("program of r-0<", "href=\"/requests?state=queued\"")
        .contains("hx-get=\"/requests/now?state=queued&amp;page=2\"")
        .doesNotContain("program of r-1<");
  }

  @Test
  void aRequestShowsItsJobsAndAsksForMoreUntilItIsOver() throws Exception {
    Request running = write(started(ended(started(asked("a", START, "build", "test", "report")))));
    assertThat(page("/requests/a"))
        .contains("hx-get=\"/requests/a/now\"", "3 jobs", "<strong>1</strong> of 3 jobs done")
        .containsSubsequence("id=\"box-1\"", "build", "done", "id=\"box-2\"", "test", "running")
        .containsSubsequence("id=\"job-1\"", "/runs/run-1", "worker-7", "1 min 0 s", "out-1")
        .containsSubsequence(
            "id=\"job-2\"", "/runs/run-2", "branch", "&lt;script&gt;", "id=\"job-3\"")
        .contains("program of a", "host &lt;script&gt;", "href=\"/v2/requests/a\"")
        .doesNotContain("<script>alert");
    assertThat(viewer.get("/requests/a/now").statusCode()).isEqualTo(200);

    Request over = write(running, failed(running));
    String red = page("/requests/a");
    assertThat(red)
        .doesNotContain("hx-get", "<script>alert")
        .containsSubsequence(
            "id=\"standing\"", "href=\"/runs/run-2\"", "test</a>: exit code 3", "failed")
        .containsSubsequence("id=\"job-2\"", "failed", "/runs/run-2", "worker-7")
        .containsSubsequence("id=\"job-3\"", "not run");
    try (RunningViewer later = viewer(redis.connection())) {
      assertThat(later.get("/requests/a/now").statusCode()).isEqualTo(286);
    }

    // The same from SQL, once Redis has forgotten it.
    saved.save(over);
    assertThat(store.forget("a", over.version())).isTrue();
    assertThat(page("/requests/a")).isEqualTo(red);
  }

  @Test
  void ofVeryManyJobsThoseAroundTheCurrentOneAreShown() throws Exception {
    String[] names = IntStream.range(0, 300).mapToObj(i -> "build").toArray(String[]::new);
    Request request = asked("a", START, names);
    for (int i = 0; i < 100; i++) {
      request = ended(started(request));
    }
    write(request);
    assertThat(page("/requests/a"))
        .contains("70 before, done", "170 more", "id=\"job-71\"", "id=\"job-130\"")
        .doesNotContain("id=\"job-70\"", "id=\"job-131\"");
    assertThat(page("/requests")).contains("95 done", "195 more");
  }

  @Test
  void ofLongValuesTheBeginningIsShown() throws Exception {
    ObjectNode args = JSON.objectNode();
    for (int i = 0; i < 40; i++) {
      args.put("field-" + i, "long ".repeat(10_000));
    }
    args.set("deep", JSON.arrayNode().add(JSON.objectNode().put("a", 1)));
    List<RequestEntry> jobs = Collections.nCopies(50, new RequestEntry("build", args));
    write(Request.asked("a", "host", new TextNode("p"), jobs, args, START).enqueued(JOBS, START));
    assertThat(page("/requests/a"))
        .contains("49\u202f000 more characters", "11 more fields")
        .hasSizeLessThan(2_000_000);
  }

  @Test
  void whatIsNoRequestIsNotFound() throws Exception {
    write(asked("a", START, "build"));
    for (String id : List.of("nobody", "a:steps", "%3Cb%3E", "b".repeat(300))) {
      assertThat(viewer.get("/requests/" + id).statusCode()).as(id).isEqualTo(404);
      assertThat(viewer.get("/requests/" + id + "/now").statusCode()).as(id).isEqualTo(404);
      assertThat(viewer.get("/v2/requests/" + id).statusCode()).as(id).isEqualTo(404);
    }
    assertThat(viewer.get("/requests/%3Cb%3E").body()).contains("There is no request &lt;b&gt;.");
    for (String query : List.of("state=odd", "page=0", "page=x")) {
      assertThat(viewer.get("/requests?" + query).statusCode()).as(query).isEqualTo(400);
      assertThat(viewer.get("/v2/requests?" + query).statusCode()).as(query).isEqualTo(400);
    }
  }

  @Test
  void programsGetTheSameFromRedisAndFromSql() throws Exception {
    Request request = write(failed(started(asked("a", START, "build", "test"))));
    String whole = JsonText.of(RequestJson.shown(request));
    String brief = "[" + JsonText.of(RequestJson.brief(request)) + "]";
    assertThat(page("/v2/requests/a")).isEqualTo(whole).doesNotContain("ran_before", "lease");
    assertThat(page("/v2/requests")).isEqualTo(brief);
    saved.save(request);
    assertThat(store.forget("a", request.version())).isTrue();
    assertThat(page("/v2/requests/a")).isEqualTo(whole);
    assertThat(page("/v2/requests")).isEqualTo(brief);
  }

  @Test
  void withoutRedisWhatIsSavedIsShown() throws Exception {
    saved.save(failed(started(asked("a", START, "build"))));
    try (RedisConnection none =
            RedisConnection.openIdle(RedisAddress.parse("redis://127.0.0.1:1"), 2);
        RunningViewer alone = viewer(none)) {
      assertThat(alone.get("/requests").body()).contains("Redis does not answer", "program of a");
      assertThat(alone.get("/requests/a").body()).contains("exit code 3");
      assertThat(alone.get("/requests/b").statusCode()).isEqualTo(503);
      assertThat(alone.get("/v2/requests").statusCode()).isEqualTo(503);
    }
  }
}
