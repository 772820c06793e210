package io.rrrspec.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.rrrspec.common.config.RedisAddress;
import io.rrrspec.common.config.SharedSettings;
import io.rrrspec.common.redis.RedisConnection;
import io.rrrspec.common.store.StatusStore;
import io.rrrspec.common.store.Stores;
import io.rrrspec.server.ServerScene;
import io.rrrspec.testing.Forwarder;
import io.rrrspec.testing.TestRedis;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Queues and jobs over HTTP, in a real Redis. */
class QueueRoutesTest {
  @RegisterExtension static final TestRedis redis = new TestRedis();

  private final ServerScene scene = new ServerScene(redis);
  private final HttpClient client = HttpClient.newHttpClient();
  private HttpService http;

  @BeforeEach
  void start() {
    http = service(redis.connection(), "");
  }

  private HttpService service(RedisConnection connection, String token) {
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
            new Stores(connection, scene.keys),
            FlowRoutesTest.noFlows(connection, scene.keys),
            FlowRoutesTest.requests(connection, scene.keys),
            new Observer(new StatusStore(connection, scene.keys), List::of, scene),
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

  private String ask(String method, String path, String body, String... headers) {
    return ask(http, method, path, body, headers);
  }

  /** Status and body. */
  private String ask(
      HttpService service, String method, String path, String body, String... headers) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + service.port() + path))
            .method(
                method, body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body));
    if (headers.length > 0) {
      request.headers(headers);
    }
    try {
      HttpResponse<String> answer =
          client.send(request.build(), HttpResponse.BodyHandlers.ofString());
      return answer.statusCode() + " " + answer.body();
    } catch (IOException | InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void whatIsDamagedInRedisIsSaidAndNotCalledAFaultOfTheServer() {
    ask("PUT", "/queues/purge", "{}");
    scene.commands.set(scene.keys.waitingJobs(1), "text");
    assertThat(ask("GET", "/queues/purge/jobs", ""))
        .startsWith("409 {\"error\":\"what this is about is damaged in Redis: WRONGTYPE");
  }

  @Test
  void aDamagedQueueIsNamedAndTheOthersAreListed() {
    ask("PUT", "/queues/good", "{}");
    ask("PUT", "/queues/bad", "{\"rate\":2}");
    String key = scene.keys.queues();
    String setup = String.valueOf(scene.commands.hget(key, "setup"));
    scene.commands.hset(key, "setup", setup.replace("\"rate\":\"2\"", "\"rate\":\"NaN\""));
    assertThat(ask("GET", "/queues", ""))
        .startsWith("200 ")
        .contains("\"name\":\"good\"", "\"damaged\":[\"the queue 'bad'\"]")
        .doesNotContain("\"name\":\"bad\"");
    assertThat(ask("PUT", "/queues/good", "{\"rate\":3}"))
        .startsWith("409 ")
        .contains("cannot be read (the queue 'bad'): delete the fields");
    String nameless = setup.replace("\"name\":\"bad\"", "\"nam\":\"bad\"");
    for (String nonsense :
        List.of(nameless, "", "null", "[]", "{}", "nonsense", "{\"queues\":1}")) {
      scene.commands.hset(key, "setup", nonsense);
      assertThat(ask("GET", "/queues", "")).as(nonsense).startsWith("200 ").contains("damaged");
    }
  }

  @Test
  void queuesAreMadeChangedRenamedAndDestroyed() {
    assertThat(ask("PUT", "/queues/purge", "{\"group\":\"ruby\",\"rate\":\"30%\",\"priority\":-1}"))
        .isEqualTo(
            "201 {\"name\":\"purge\",\"also\":[],\"group\":\"ruby\",\"priority\":-1,\"strict\":false,"
                + "\"rate\":\"30%\",\"ceil\":\"100%\",\"discipline\":\"fifo\",\"waiting\":0}");
    // Both at once, in whichever order only one of them would be refused.
    assertThat(ask("PUT", "/queues/purge", "{\"rate\":\"50%\",\"ceil\":\"50%\"}"))
        .startsWith("200 ");
    assertThat(ask("PUT", "/queues/purge", "{\"rate\":\"10%\",\"ceil\":\"20%\"}"))
        .startsWith("200 ");
    assertThat(
            ask(
                "PUT",
                "/queues/purge",
                "{\"discipline\":\"set 60\",\"name\":\"swept\",\"rate\":2}"))
        .startsWith("200 {\"name\":\"swept\",\"also\":[\"purge\"],")
        .contains("\"rate\":\"2\"", "\"discipline\":\"set 60\"");
    assertThat(ask("GET", "/queues/purge", "")).startsWith("200 {\"name\":\"swept\"");
    assertThat(ask("GET", "/queues", ""))
        .startsWith("200 {\"queues\":[{\"name\":\"default\",")
        .contains("{\"name\":\"swept\",");
    assertThat(ask("DELETE", "/queues/swept", "")).isEqualTo("204 ");
    assertThat(ask("GET", "/queues/swept", ""))
        .isEqualTo("404 {\"error\":\"there is no queue 'swept': create it with PUT\"}");
  }

  @Test
  void jobsArePushedShownMovedPreferredAndCancelled() throws Exception {
    ask("PUT", "/queues/purge", "{\"discipline\":\"set\"}");
    String push = "{\"module\":\"shell\",\"job\":\"echo 'é'\",\"user\":\"ann\"}";
    assertThat(ask("POST", "/queues/purge/jobs", push))
        .isEqualTo("201 {\"id\":1,\"duplicate\":false}");
    assertThat(ask("POST", "/queues/purge/jobs", push))
        .isEqualTo("201 {\"id\":1,\"duplicate\":true}");
    assertThat(ask("POST", "/queues/purge/jobs", "{\"module\":\"shell\",\"job\":\"two\"}"))
        .isEqualTo("201 {\"id\":2,\"duplicate\":false}");
    JsonNode job = new ObjectMapper().readTree(ask("GET", "/jobs/1", "").substring(4));
    assertThat(job.get("status").asText()).isEqualTo("waiting");
    assertThat(job.get("queue").asText()).isEqualTo("purge");
    assertThat(job.get("user").asText()).isEqualTo("ann");
    assertThat(job.get("job").asText()).isEqualTo("echo 'é'");
    assertThat(job.get("run").isNull()).isTrue();

    assertThat(ask("POST", "/jobs/2/prefer", "")).startsWith("200 {\"id\":2,");
    JsonNode contents =
        new ObjectMapper().readTree(ask("GET", "/queues/purge/jobs", "").substring(4));
    assertThat(contents.get("total").asInt()).isEqualTo(2);
    assertThat(contents.get("jobs").findValuesAsText("id")).containsExactly("2", "1");
    assertThat(ask("POST", "/jobs/2/move", "{\"queue\":\"default\"}"))
        .contains("\"queue\":\"default\"");
    assertThat(ask("DELETE", "/jobs/2", "")).contains("\"status\":\"cancelled\"");
    assertThat(ask("POST", "/jobs/2/prefer", ""))
        .isEqualTo("409 {\"error\":\"job 2 is over: it cannot be preferred any more\"}");

    assertThat(ask("DELETE", "/queues/purge", ""))
        .startsWith("409 {\"error\":\"in the queue 'purge'");
    assertThat(ask("DELETE", "/queues/purge?take_over=default", "")).isEqualTo("204 ");
    assertThat(ask("GET", "/queues/default/jobs", "")).startsWith("200 ").contains("\"id\":1,");
  }

  @Test
  void mistakesAreOneLineOfJson() {
    new Stores(redis.connection(), scene.keys).queues().publishLimit(1);
    assertThat(ask("PUT", "/queues/.a", "{}")).startsWith("400 {\"error\":\"'.a' is no name");
    assertThat(ask("PUT", "/queues/a", ""))
        .startsWith("400 {\"error\":\"the body is no JSON object");
    assertThat(ask("PUT", "/queues/a", "[1]")).startsWith("400 ");
    assertThat(ask("PUT", "/queues/a", "{\"raet\":1}"))
        .isEqualTo("400 {\"error\":\"the body has a field 'raet': did you mean 'rate'?\"}");
    assertThat(ask("PUT", "/queues/a", "{\"rate\":{}}"))
        .startsWith("400 {\"error\":\"the field 'rate'");
    assertThat(ask("PUT", "/queues/a", "{\"rate\":\"x\\ny\"}"))
        .startsWith("400 {\"error\":\"'x y' is no share");
    assertThat(ask("PUT", "/queues/a", "{\"rate\":2,\"ceil\":1}")).startsWith("400 ");
    assertThat(ask("GET", "/queues/a", "")).startsWith("404 ");
    assertThat(ask("POST", "/queues/a/jobs", "{\"module\":\"shell\",\"job\":\"x\"}"))
        .startsWith("404 {\"error\":\"there is no queue 'a'");
    assertThat(ask("POST", "/queues/default/jobs", "{\"module\":\"shell\"}"))
        .startsWith("400 {\"error\":\"the field 'job' is missing");
    assertThat(ask("POST", "/queues/default/jobs", "{\"module\":\"shel\",\"job\":\"x\"}"))
        .startsWith("400 {\"error\":\"no module 'shel': did you mean 'shell'?");
    assertThat(ask("POST", "/queues/default/jobs", "{\"module\":\"shell\",\"job\":\"x\\ny\"}"))
        .startsWith("400 {\"error\":\"a job is one line");
    assertThat(ask("POST", "/queues/default/jobs", "{\"module\":\"shell\",\"job\":\"x\"}"))
        .startsWith("201 ");
    assertThat(ask("POST", "/queues/default/jobs", "{\"module\":\"shell\",\"job\":\"x\"}"))
        .startsWith("409 {\"error\":\"queue full: 1 jobs wait");
    assertThat(ask("GET", "/jobs/99", "")).startsWith("404 {\"error\":\"there is no job 99");
    assertThat(ask("GET", "/jobs/x", "")).startsWith("400 ");
    assertThat(ask("GET", "/jobs/1/x", "")).isEqualTo("404 {\"error\":\"there is no such page\"}");
    assertThat(ask("GET", "/nothing", "")).isEqualTo("404 there is no such page\n");
  }

  @Test
  void aBodyIsBoundedHoweverItComes() throws Exception {
    String body = "{\"module\":\"shell\",\"job\":\"" + "x".repeat(RequestBody.MOST) + "\"}";
    assertThat(ask("POST", "/queues/default/jobs", body))
        .isEqualTo("413 {\"error\":\"the body is longer than 131072 bytes\"}");
    // In chunks nobody says in advance how long it is.
    try (Socket socket = new Socket("127.0.0.1", http.port())) {
      StringBuilder request =
          new StringBuilder(
              "POST /queues/default/jobs HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n"
                  + "Transfer-Encoding: chunked\r\n\r\n");
      for (int i = 0; i < 129; i++) {
        request.append("400\r\n").append("x".repeat(1_024)).append("\r\n");
      }
      socket.getOutputStream().write((request + "0\r\n\r\n").getBytes(StandardCharsets.UTF_8));
      InputStream in = socket.getInputStream();
      assertThat(new String(in.readNBytes(12), StandardCharsets.UTF_8)).isEqualTo("HTTP/1.1 413");
    }
  }

  @Test
  void pagesOfOtherSitesGetNothing() {
    String port = Integer.toString(http.port());
    for (String[] foreign :
        new String[][] {
          {"Origin", "http://evil.example.com"},
          {"Origin", "http://127.0.0.1:1"},
          {"Origin", "null"},
          {"Sec-Fetch-Site", "cross-site"},
          {"Sec-Fetch-Site", "same-site"}
        }) {
      assertThat(ask("PUT", "/queues/a", "{}", foreign))
          .isEqualTo("403 {\"error\":\"this asks for a change from a page of another site\"}");
      assertThat(ask("DELETE", "/jobs/1", "", foreign)).startsWith("403 ");
      assertThat(ask("POST", "/queues/default/jobs", "{}", foreign)).startsWith("403 ");
    }
    assertThat(ask("PUT", "/queues/a", "{}", "Origin", "http://127.0.0.1:" + port))
        .startsWith("201 ");
  }

  @Test
  void withATokenChangesRequireIt() {
    try (HttpService closed = service(redis.connection(), "secret")) {
      for (String[] wrong :
          new String[][] {{}, {"Authorization", "Bearer wrong"}, {"Authorization", "secret"}}) {
        assertThat(ask(closed, "PUT", "/queues/a", "{}", wrong))
            .startsWith("401 {\"error\":\"the token is missing or wrong");
        assertThat(ask(closed, "POST", "/jobs/1/prefer", "", wrong)).startsWith("401 ");
      }
      assertThat(ask(closed, "PUT", "/queues/a", "{}", "Authorization", "Bearer secret"))
          .startsWith("201 ");
      assertThat(ask(closed, "GET", "/queues/a", "")).startsWith("200 ");
    }
  }

  @Test
  void whileRedisIsAwayItSaysSo() throws Exception {
    int redisPort = redis.url().getPort();
    try (Forwarder address = new Forwarder(redisPort);
        RedisConnection far =
            RedisConnection.open(
                URI.create(redis.url().toString().replace(":" + redisPort, ":" + address.port())),
                4);
        HttpService cut = service(far, "")) {
      assertThat(ask(cut, "GET", "/queues", "")).startsWith("200 ");
      address.leadTo(1);
      for (String path : List.of("/queues", "/jobs/1", "/queues/default/jobs")) {
        assertThat(ask(cut, "GET", path, ""))
            .startsWith("503 {\"error\":\"Redis does not answer (")
            .endsWith("): try again later\"}");
      }
    }
  }
}
