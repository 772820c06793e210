package io.rrrspec.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.rrrspec.common.config.Argument;
import io.rrrspec.common.config.ArgumentType;
import io.rrrspec.common.config.RedisAddress;
import io.rrrspec.common.config.RequestJob;
import io.rrrspec.common.config.SharedSettings;
import io.rrrspec.common.flow.FlowKeys;
import io.rrrspec.common.flow.JsonText;
import io.rrrspec.common.request.RequestReader;
import io.rrrspec.common.store.Stores;
import io.rrrspec.server.ServerScene;
import io.rrrspec.server.request.Requests;
import io.rrrspec.testing.TestRedis;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Requests over HTTP, in a real Redis; only workers of other implementations run jobs here. */
class RequestRoutesTest {
  @RegisterExtension static final TestRedis redis = new TestRedis();

  private static final String ASKED =
      "{\"requester\":\"me\",\"program\":{\"name\":\"p\"},\"run_list\":[{\"name\":\"report\","
          + "\"args\":{\"to\":\"all\"}},{\"name\":\"report\"}]}";

  private final ServerScene scene = new ServerScene(redis);
  private final Stores stores = new Stores(redis.connection(), scene.keys);
  private final HttpClient client = HttpClient.newHttpClient();
  private HttpService http;

  @BeforeEach
  void start() {
    http = service("");
    stores
        .requestJobs()
        .publish(
            Map.of(
                "report",
                job("report", RequestJob.Kind.EXTERNAL, "", "reports"),
                "build",
                job("build", RequestJob.Kind.COMMAND, "make", null)));
  }

  private static RequestJob job(
      String name, RequestJob.Kind kind, String text, @Nullable String queue) {
    return new RequestJob(
        name,
        kind,
        text,
        null,
        queue,
        Map.of("to", new Argument(ArgumentType.TEXT, true)),
        List.of("page"),
        false,
        2,
        60);
  }

  private HttpService service(String token) {
    SharedSettings settings =
        new SharedSettings(
            RedisAddress.of("localhost", 1),
            "test",
            "",
            0,
            0,
            0,
            "127.0.0.1",
            token,
            URI.create("http://127.0.0.1:3000"));
    HttpService service =
        new HttpService(
            settings,
            stores,
            FlowRoutesTest.noFlows(redis.connection(), scene.keys),
            new Requests(stores, FlowKeys.ofService(scene.keys), () -> "http://here:1", scene),
            new Observer(stores.status(), List::of, scene),
            scene.server("a").tally(),
            scene.keys.server("a"));
    service.start();
    service.ready();
    return service;
  }

  @AfterEach
  void stop() {
    http.close();
  }

  private HttpResponse<String> ask(String method, String path, String body, String... headers) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + http.port() + path))
            .method(
                method, body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body));
    if (headers.length > 0) {
      request.headers(headers);
    }
    try {
      return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
    } catch (IOException | InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private JsonNode answer(int status, String method, String path, String body, String... headers) {
    HttpResponse<String> answer = ask(method, path, body, headers);
    assertThat(answer.statusCode())
        .as(method + " " + path + ": " + answer.body())
        .isEqualTo(status);
    assertThat(answer.headers().firstValue("Content-Type").orElse(""))
        .startsWith("application/json");
    return JsonText.parse(answer.body());
  }

  private String error(int status, String method, String path, String body, String... headers) {
    String line = answer(status, method, path, body, headers).path("error").asText();
    assertThat(line).isNotBlank().doesNotContain("\n");
    return line;
  }

  private String started() {
    HttpResponse<String> answer = ask("POST", "/request", ASKED);
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(303);
    String id = JsonText.parse(answer.body()).path("id").asText();
    assertThat(answer.headers().firstValue("Location")).contains("/request/" + id);
    return "/request/" + id;
  }

  private JsonNode taken() {
    return answer(200, "GET", "/job/reports", "");
  }

  @Test
  void askedFollowedAndDoneByAWorkerOfAnotherImplementation() {
    String url = started();
    JsonNode asked = answer(200, "GET", url, "");
    assertThat(asked.path("state").asText()).isEqualTo("queued");
    assertThat(asked.path("run_list").size()).isEqualTo(2);
    assertThat(asked.has("lease")).isFalse();

    JsonNode job = taken();
    assertThat(job.path("url").asText()).isEqualTo(url);
    assertThat(job.path("job").path("args").path("to").asText()).isEqualTo("all");
    assertThat(job.path("lease").asText()).isNotBlank();
    assertThat(ask("GET", "/job/reports", "").statusCode()).isEqualTo(204);

    answer(200, "PUT", url + "/running_job", "\"report\"");
    answer(200, "PUT", url + "/worker", "{\"worker\":\"other\"}");
    JsonNode whole = answer(200, "GET", url, "");
    assertThat(whole.path("running_job").asText()).isEqualTo("report");
    assertThat(whole.path("state").asText()).isEqualTo("running");
    String moved =
        "{\"requester\":\"me\",\"running_job\":\"report\",\"run_list\":[\"report\"],"
            + "\"ran_list\":[{\"name\":\"report\",\"args\":{\"to\":\"all\"},"
            + "\"output\":{\"page\":\"p\"}}],\"output\":{\"page\":\"p\"}}";
    JsonNode written = answer(200, "PUT", url, moved);
    assertThat(written.path("ran_list").size()).isEqualTo(1);
    assertThat(written.path("running_job").asText()).isEqualTo("report");
    assertThat(answer(200, "PUT", url, moved)).isEqualTo(written);

    HttpResponse<String> done = ask("DELETE", url + "/running_job", "");
    assertThat(done.statusCode()).isEqualTo(303);
    assertThat(done.headers().firstValue("Location")).contains(url);
    assertThat(error(404, "DELETE", url + "/running_job", "")).contains("no job");

    taken();
    answer(200, "PUT", url + "/running_job", "\"report\"");
    assertThat(ask("DELETE", url + "/running_job", "").statusCode()).isEqualTo(303);
    JsonNode end = answer(200, "GET", url, "");
    assertThat(end.path("state").asText()).isEqualTo("complete");
    assertThat(end.path("output").path("page").asText()).isEqualTo("p");
    assertThat(end.path("ran_list").size()).isEqualTo(2);
    String events = ask("GET", url + "/events", "").body();
    assertThat(events.lines().filter(line -> line.startsWith("event: ")).toList())
        .containsExactly(
            "event: asked",
            "event: queued",
            "event: taken",
            "event: started",
            "event: changed",
            "event: changed",
            "event: ended",
            "event: queued",
            "event: taken",
            "event: started",
            "event: ended",
            "event: complete");
    assertThat(ask("GET", url + "/events", "", "Last-Event-ID", "10").body())
        .contains("id: 11")
        .doesNotContain("id: 10\n");
  }

  @Test
  void partsAreReadAndWrittenByThemselves() {
    String url = started();
    for (String part : List.of("worker", "running_job", "output")) {
      assertThat(error(404, "GET", url + "/" + part, "")).contains(part);
    }
    for (String part : List.of("requester", "run_list", "ran_list", "program", "run_args")) {
      assertThat(answer(200, "GET", url + "/" + part, "").has(part)).isTrue();
    }
    answer(200, "PUT", url + "/requester", "\"you\"");
    answer(200, "PUT", url + "/program", "{\"channel\":4}");
    answer(200, "PUT", url + "/run_list", "[\"report\",\"report\",{\"name\":\"build\"}]");
    JsonNode whole = answer(200, "GET", url, "");
    assertThat(whole.path("requester").asText()).isEqualTo("you");
    assertThat(whole.path("program").path("channel").asInt()).isEqualTo(4);
    assertThat(whole.path("run_list").path(0).path("args").path("to").asText()).isEqualTo("all");
    assertThat(whole.path("run_list").path(2).path("name").asText()).isEqualTo("build");
    assertThat(error(404, "GET", url + "/runlist", "")).contains("run_list");
    assertThat(error(404, "PUT", url + "/version", "1")).contains("requester");
  }

  @Test
  void nullFailsTheJobAndRetryGoesOn() {
    String url = started();
    taken();
    answer(200, "PUT", url + "/running_job", "\"report\"");
    JsonNode failed = answer(200, "PUT", url + "/running_job", "null");
    assertThat(failed.path("state").asText()).isEqualTo("failed");
    assertThat(failed.path("running_job").isNull()).isTrue();
    assertThat(answer(200, "PUT", url + "/running_job", "null")).isEqualTo(failed);
    assertThat(error(409, "PUT", url + "/running_job", "\"report\"")).contains("report");
    assertThat(error(409, "DELETE", url, "")).contains("failed");
    assertThat(answer(200, "POST", url + "/retry", "").path("state").asText()).isEqualTo("running");
    assertThat(error(409, "POST", url + "/retry", "")).contains("running");
    assertThat(taken().path("url").asText()).isEqualTo(url);
    assertThat(answer(200, "DELETE", url, "").path("state").asText()).isEqualTo("cancelled");
    assertThat(error(409, "PUT", url + "/program", "1")).contains("cancelled");
  }

  @Test
  void versionsGuardAgainstLostUpdates() {
    String url = started();
    HttpResponse<String> read = ask("GET", url, "");
    String version = read.headers().firstValue("ETag").orElseThrow();
    answer(200, "PUT", url + "/requester", "\"a\"", "If-Match", version);
    assertThat(error(412, "PUT", url + "/requester", "\"b\"", "If-Match", version))
        .contains("version");
    assertThat(error(412, "DELETE", url, "", "If-Match", version)).contains("version");
    assertThat(error(400, "PUT", url + "/requester", "\"b\"", "If-Match", "x")).contains("x");
    answer(200, "PUT", url + "/requester", "\"b\"");
  }

  @Test
  void listsArePaged() {
    for (int i = 0; i < 51; i++) {
      started();
    }
    answer(200, "DELETE", started(), "");
    JsonNode first = answer(200, "GET", "/request?state=queued", "");
    assertThat(first.path("requests").size()).isEqualTo(50);
    assertThat(first.path("total").asInt()).isEqualTo(51);
    assertThat(first.path("pages").asInt()).isEqualTo(2);
    assertThat(answer(200, "GET", "/request?state=queued&page=2", "").path("requests").size())
        .isEqualTo(1);
    assertThat(answer(200, "GET", "/request?state=cancelled", "").path("total").asInt())
        .isEqualTo(1);
    assertThat(answer(200, "GET", "/request", "").path("total").asInt()).isEqualTo(52);
    assertThat(error(400, "GET", "/request?state=done", "")).contains("complete");
    assertThat(error(400, "GET", "/request?page=0", "")).contains("page");
  }

  @Test
  void whatCanBeAskedForIsToldAndNothingElseIsTaken() {
    JsonNode jobs = answer(200, "GET", "/request/jobs", "").path("jobs");
    assertThat(jobs.path("report").path("kind").asText()).isEqualTo("external");
    assertThat(jobs.path("report").path("args").path("to").asText()).isEqualTo("optional text");
    assertThat(jobs.path("report").path("outputs").path(0).asText()).isEqualTo("page");
    assertThat(error(400, "POST", "/request", ASKED.replace("\"report\"", "\"rebort\"")))
        .isEqualTo("there is no job 'rebort': did you mean 'report'?");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '`',
      value = {
        "[]; an object",
        "{}; requester",
        "no; no JSON",
        "{\"requester\":1,\"program\":1,\"run_list\":[{\"name\":\"report\"}]}; requester is 1",
        "{\"requester\":\"a\",\"program\":1}; run_list",
        "{\"requester\":\"a\",\"program\":1,\"run_list\":[]}; empty",
        "{\"requester\":\"a\",\"program\":1,\"run_list\":{}}; a list",
        "{\"requester\":\"a\",\"program\":1,\"run_list\":[\"report\"]}; run_list[0]",
        "{\"requester\":\"a\",\"program\":1,\"run_list\":[{\"name\":\"report\",\"args\":{\"to\":1}}]}; write a text",
        "{\"requester\":\"a\",\"program\":1,\"run_list\":[{\"name\":\"report\"}],\"x\":1}; a field 'x'",
      })
  void whatIsNoRequestIsRefused(String body, String says) {
    assertThat(error(400, "POST", "/request", body)).contains(says);
    assertThat(answer(200, "GET", "/request", "").path("total").asInt()).isZero();
  }

  @Test
  void sizesAreBounded() {
    String many =
        String.join(",", Collections.nCopies(RequestReader.MOST_JOBS + 1, "{\"name\":\"report\"}"));
    assertThat(
            error(
                400,
                "POST",
                "/request",
                "{\"requester\":\"a\",\"program\":1,\"run_list\":[" + many + "]}"))
        .contains("1000");
    assertThat(error(413, "POST", "/request", "\"" + "a".repeat(1024 * 1024) + "\""))
        .contains("1048576");
  }

  @Test
  void askingHeadTakesNothing() {
    started();
    assertThat(ask("HEAD", "/job/reports", "").statusCode()).isEqualTo(200);
    assertThat(answer(200, "GET", "/job/", "").path("queues").path("reports").asInt()).isEqualTo(1);
    taken();
    assertThat(error(404, "GET", "/job/default", "")).contains("reports");
  }

  @Test
  void onlyWhoMayDoesAnything() {
    String url = started();
    for (String[] one :
        List.of(
            new String[] {"POST", "/request"},
            new String[] {"PUT", url},
            new String[] {"PUT", url + "/requester"},
            new String[] {"DELETE", url},
            new String[] {"DELETE", url + "/running_job"},
            new String[] {"POST", url + "/retry"},
            new String[] {"GET", "/job/reports"})) {
      error(403, one[0], one[1], "", "Origin", "http://evil.example");
      error(403, one[0], one[1], "", "Sec-Fetch-Site", "cross-site");
    }
    http.close();
    http = service("secret");
    error(401, "GET", "/job/reports", "");
    error(401, "DELETE", url, "", "Authorization", "Bearer wrong");
    answer(200, "DELETE", url, "", "Authorization", "Bearer secret");
  }

  @Test
  void unknownIdsAreNotFound() {
    for (String id : List.of("x", "3f1e4c1a-0000-0000-0000-000000000000", "a%20b", "..%2f..")) {
      for (String method : List.of("GET", "PUT", "DELETE")) {
        assertThat(ask(method, "/request/" + id, "{}").statusCode()).isBetween(400, 404);
      }
    }
    assertThat(error(404, "GET", "/request/x", "")).startsWith("there is no request x");
  }
}
