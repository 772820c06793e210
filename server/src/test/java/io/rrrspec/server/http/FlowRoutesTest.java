package io.rrrspec.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.rrrspec.common.config.RedisAddress;
import io.rrrspec.common.config.SharedSettings;
import io.rrrspec.common.flow.FlowKeys;
import io.rrrspec.common.flow.FlowOrder;
import io.rrrspec.common.flow.FlowState;
import io.rrrspec.common.flow.FlowStep;
import io.rrrspec.common.redis.Keys;
import io.rrrspec.common.redis.RedisConnection;
import io.rrrspec.common.store.FlowStore;
import io.rrrspec.common.store.Stores;
import io.rrrspec.server.ServerScene;
import io.rrrspec.server.flow.FlowOrders;
import io.rrrspec.server.flow.FlowStarts;
import io.rrrspec.server.request.Requests;
import io.rrrspec.testing.TestRedis;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Flows over HTTP, in a real Redis; nobody starts them here. */
class FlowRoutesTest {
  @RegisterExtension static final TestRedis redis = new TestRedis();
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String FLOW =
      "name: shop\nvariables: {TO: x}\nsteps:\n  - {shell: 'true', sources: false}\n";

  @TempDir Path roots;

  private final ServerScene scene = new ServerScene(redis);
  private final HttpClient client = HttpClient.newHttpClient();
  private final FlowKeys keys = FlowKeys.ofService(scene.keys);
  private final FlowStore flows = new FlowStore(redis.connection(), keys);
  private HttpService http;

  /** For tests of other things. */
  static FlowOrders noFlows(RedisConnection redis, Keys keys) {
    return new FlowOrders(
        new FlowStore(redis, FlowKeys.ofService(keys)), List.of(), InstantSource.system());
  }

  /** For tests of other things. */
  static Requests requests(RedisConnection redis, Keys keys) {
    return new Requests(
        new Stores(redis, keys),
        FlowKeys.ofService(keys),
        () -> "http://127.0.0.1:1",
        InstantSource.system());
  }

  @BeforeEach
  void start() {
    http = service("");
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
    Stores stores = new Stores(redis.connection(), scene.keys);
    HttpService service =
        new HttpService(
            settings,
            stores,
            new FlowOrders(flows, List.of(roots), scene),
            requests(redis.connection(), scene.keys),
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

  private static String body(Map<String, Object> fields) throws IOException {
    return JSON.writeValueAsString(fields);
  }

  private String refused(Map<String, Object> fields) throws IOException {
    HttpResponse<String> answer = ask("POST", "/flows", body(fields));
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(400);
    return JSON.readTree(answer.body()).path("error").asText();
  }

  private String order(Map<String, Object> fields) throws IOException {
    HttpResponse<String> answer = ask("POST", "/flows", body(fields));
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(201);
    String id = JSON.readTree(answer.body()).path("id").asText();
    assertThat(answer.headers().firstValue("Location")).contains("/flows/" + id);
    return id;
  }

  private JsonNode show(String id) throws IOException {
    HttpResponse<String> answer = ask("GET", "/flows/" + id, "");
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    return JSON.readTree(answer.body());
  }

  @Test
  void anOrderIsATaskForAServerOfThisHost() throws IOException {
    Files.createDirectory(roots.resolve("shop"));
    String id =
        order(
            Map.of(
                "flow",
                FLOW,
                "variables",
                Map.of("TO", "y"),
                "sources",
                roots + "/shop",
                "user",
                "ci"));
    FlowState task = flows.find(FlowOrder.taskOf(id)).orElseThrow();
    assertThat(task.type()).isEqualTo(FlowStarts.typeOfHost());
    assertThat(task.pool()).isEqualTo(FlowStarts.POOL);
    assertThat(FlowOrder.of(task))
        .contains(
            new FlowOrder(id, "flow", FLOW, Map.of("TO", "y"), roots.toRealPath() + "/shop", "ci"));
    JsonNode shown = show(id);
    assertThat(shown.path("id").asText()).isEqualTo(id);
    assertThat(shown.path("name").asText()).isEqualTo("shop");
    assertThat(shown.path("status").asText()).isEqualTo("starts");
    assertThat(shown.path("user").asText()).isEqualTo("ci");
    assertThat(JSON.readTree(ask("GET", "/flows", "").body()).path("flows").path(0).path("id"))
        .isEqualTo(shown.path("id"));
  }

  @Test
  void aFlowIsShownWithItsStepsAndCancelled() throws IOException {
    flows.start(
        FlowStep.chain(
                List.of(
                    FlowStep.task("taskset", Map.of()).with("title", "build"),
                    FlowStep.group(
                            List.of(FlowStep.task("taskset", Map.of()).with("title", "core")))
                        .with("title", "tests")))
            .withId("flow1")
            .with("title", "shop")
            .with("user", "ann")
            .with("started_ms", 1_000));
    JsonNode shown = show("flow1");
    assertThat(shown.path("started_at").asText()).isEqualTo("1970-01-01T00:00:01Z");
    assertThat(shown.path("steps").findValuesAsText("path"))
        .containsExactly("build", "tests", "tests / core");
    assertThat(shown.path("steps").path(2).path("depth").asInt()).isEqualTo(2);
    assertThat(ask("DELETE", "/flows/flow1", "").statusCode()).isEqualTo(200);
    assertThat(flows.find("flow1").orElseThrow().isCancelled()).isTrue();
    assertThat(ask("DELETE", "/flows/flow1", "").statusCode()).isEqualTo(409);
    assertThat(ask("GET", "/flows/other", "").statusCode()).isEqualTo(404);
    assertThat(ask("GET", "/flows/a%20b", "").statusCode()).isEqualTo(400);
  }

  @Test
  void anOrderIsCancelledAsAFlowIs() throws IOException {
    String id = order(Map.of("flow", FLOW));
    assertThat(ask("DELETE", "/flows/" + id, "").statusCode()).isEqualTo(200);
    assertThat(show(id).path("status").asText()).isEqualTo("not run");
  }

  @Test
  void aMistakeIsSaidWithItsPlace() throws IOException {
    assertThat(refused(Map.of("flow", "steps:\n  - {shel: x}\n")))
        .isEqualTo("flow line 2, column 6: unknown key 'shel': did you mean 'shell'?");
    assertThat(refused(Map.of("flow", FLOW, "variables", Map.of("COLOUR", "1"))))
        .isEqualTo("the flow shop has no variable 'COLOUR': its variables are TO");
    assertThat(refused(Map.of("flow", FLOW, "variables", "x")))
        .contains("'variables' is no object");
    assertThat(refused(Map.of("flow", "steps: [{tests: A}]"))).contains("needs sources");
    assertThat(refused(Map.of("flow", FLOW, "sources", "/etc")))
        .isEqualTo("/etc is not below job_roots of the server");
    assertThat(refused(Map.of("flow", FLOW, "sources", roots + "/none")))
        .contains("there is no directory");
    assertThat(refused(Map.of("flow", FLOW, "user", "a\nb"))).contains("'user' is no name");
    assertThat(refused(Map.of("steps", "x"))).contains("the body has a field 'steps'");
  }

  @Test
  void aLinkLeadsNowhereElse() throws IOException {
    Files.createSymbolicLink(roots.resolve("out"), Path.of("/etc"));
    assertThat(refused(Map.of("flow", FLOW, "sources", roots + "/out")))
        .isEqualTo("/etc is not below job_roots of the server");
  }

  @Test
  void onlyWhoMayChangesAnything() throws IOException {
    http.close();
    http = service("secret");
    assertThat(ask("POST", "/flows", body(Map.of("flow", FLOW))).statusCode()).isEqualTo(401);
    assertThat(
            ask("POST", "/flows", body(Map.of("flow", FLOW)), "Authorization", "Bearer secret")
                .statusCode())
        .isEqualTo(201);
    http.close();
    http = service("");
    assertThat(
            ask("POST", "/flows", body(Map.of("flow", FLOW)), "Origin", "http://evil.example")
                .statusCode())
        .isEqualTo(403);
  }
}
