package io.rrrspec.server.http;

import static io.rrrspec.testing.TasksetBuilder.aTaskset;
import static org.assertj.core.api.Assertions.assertThat;

import io.rrrspec.common.config.RedisAddress;
import io.rrrspec.common.config.SharedSettings;
import io.rrrspec.common.model.Runner;
import io.rrrspec.common.model.TrialStatus;
import io.rrrspec.common.queue.QueueSample;
import io.rrrspec.common.redis.Keys;
import io.rrrspec.common.redis.RedisConnection;
import io.rrrspec.common.store.Lifetimes;
import io.rrrspec.common.store.MessageQueue;
import io.rrrspec.common.store.QueueStore;
import io.rrrspec.common.store.SetAsideStore;
import io.rrrspec.common.store.StatusStore;
import io.rrrspec.common.store.Stores;
import io.rrrspec.server.Server;
import io.rrrspec.server.ServerScene;
import io.rrrspec.testing.Checkout;
import io.rrrspec.testing.TestRedis;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Health and metrics as they come over HTTP, of an installation in a real Redis. */
class HttpServiceTest {
  @RegisterExtension static final TestRedis testRedis = new TestRedis();

  private final ServerScene scene = new ServerScene(testRedis);
  private Server server;
  private HttpService http;

  @BeforeEach
  void startBoth() {
    scene.pass(Duration.between(scene.instant(), Instant.now()));
    server = scene.server("a");
    http = service(scene.redis);
    ServerScene.step(server);
  }

  private HttpService service(RedisConnection redis) {
    SharedSettings settings =
        new SharedSettings(
            RedisAddress.of("localhost", 1),
            "test",
            "",
            0,
            0,
            0,
            "127.0.0.1",
            "",
            URI.create("http://127.0.0.1:3000"));
    Observer observer = new Observer(new StatusStore(redis, scene.keys), List::of, scene);
    HttpService service =
        new HttpService(
            settings,
            new Stores(redis, scene.keys),
            FlowRoutesTest.noFlows(redis, scene.keys),
            FlowRoutesTest.requests(redis, scene.keys),
            observer,
            server.tally(),
            scene.keys.server("a"));
    service.start();
    assertThat(status(service)).as("before it is ready").isEqualTo(503);
    service.ready();
    return service;
  }

  private static int status(HttpService service) {
    try {
      return HttpClient.newHttpClient()
          .send(
              HttpRequest.newBuilder(URI.create(service.baseUrl() + "/metrics")).build(),
              HttpResponse.BodyHandlers.discarding())
          .statusCode();
    } catch (IOException | InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  @AfterEach
  void stop() {
    http.close();
  }

  private HttpResponse<String> get(String path) {
    // What was seen is kept for a second.
    scene.pass(Duration.ofSeconds(2));
    try {
      return HttpClient.newHttpClient()
          .send(
              HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + http.port() + path)).build(),
              HttpResponse.BodyHandlers.ofString());
    } catch (IOException | InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private List<String> complaints() {
    HttpResponse<String> answer = get("/healthz");
    if (answer.body().equals("ok\n")) {
      assertThat(answer.statusCode()).isEqualTo(200);
      return List.of();
    }
    assertThat(answer.statusCode()).isEqualTo(503);
    return answer.body().lines().toList();
  }

  private String runningTaskset(String worker) {
    String taskset = aTaskset().withTasks(3).activatedIn(scene.tasksets);
    ServerScene.step(server);
    assertThat(scene.takeGiven(worker)).isTrue();
    return taskset;
  }

  @Test
  void allIsWell() {
    assertThat(complaints()).isEmpty();
    assertThat(get("/healthz").headers().firstValue("Content-Type"))
        .contains("text/plain;charset=utf-8");
    runningTaskset(scene.worker("w"));
    assertThat(complaints()).isEmpty();
  }

  @Test
  void nobodyLeads() {
    scene.commands.del(scene.keys.lead("dispatcher"));
    assertThat(complaints())
        .containsExactly("no server leads as dispatcher: see the logs of the servers");
  }

  @Test
  void aTasksetWaitsForATypeOfWorkerThatNobodyHas() {
    String worker = scene.worker("w");
    scene.commands.hset(worker, "worker_type", "small");
    aTaskset().withTasks(1).activatedIn(scene.tasksets);
    aTaskset().withTasks(1).runner(Runner.JUNIT).activatedIn(scene.tasksets);
    assertThat(complaints())
        .containsExactly(
            "1 taskset waits for a worker of type default, and none is alive: start one with"
                + " 'rrrspec-java worker --worker-type default', or cancel what waits",
            "1 taskset waits for a worker of type default (rrrspec-java's own), and none is alive:"
                + " start one with 'rrrspec-java worker --worker-type default', or cancel what"
                + " waits");

    scene.commands.hset(worker, "worker_type", "default");
    assertThat(complaints()).isEmpty();
    scene.commands.hdel(worker, "protocol");
    assertThat(complaints()).hasSize(1);
    scene.commands.del(Keys.heartbeat(worker));
    assertThat(complaints()).hasSize(2);
  }

  @Test
  void noPersisterTakesTheQueue() {
    String taskset = overSince(Duration.ofSeconds(31));
    scene.commands.rpush(scene.keys.persisterQueue(), taskset);
    assertThat(complaints())
        .singleElement()
        .asString()
        .matches(
            "no persister takes the queue: 1 taskset waits, the oldest for 3[0-9] s: start one"
                + " with 'rrrspec-java persister'");
  }

  @Test
  void aPersisterDoesNotGetOn() {
    String taskset = overSince(Duration.ofSeconds(121));
    scene.commands.sadd(scene.keys.servers(), scene.keys.server("p"));
    scene.commands.rpush(
        Keys.processing(scene.keys.server("p"), "persister_queue"), taskset, "rubbish");
    assertThat(complaints())
        .singleElement()
        .asString()
        .startsWith("test:server:p cannot persist 2 tasksets, the oldest since 12")
        .endsWith(" s: see its log, and whether its database is well");
  }

  @Test
  void aPersisterSaysWhyItWaits() {
    String taskset = overSince(Duration.ofSeconds(1));
    String persister = scene.keys.server("p");
    scene.commands.sadd(scene.keys.servers(), persister);
    scene.commands.set(Keys.heartbeat(persister), "the database is away\nand more");
    scene.commands.rpush(Keys.processing(persister, "persister_queue"), taskset);
    assertThat(complaints())
        .containsExactly("test:server:p keeps 1 taskset and waits: the database is away");
  }

  private String overSince(Duration time) {
    String taskset = scene.keys.taskset("over");
    long end = scene.instant().minus(time).toEpochMilli();
    scene.commands.hset(taskset, Map.of("status", "failed", "finished_ms", Long.toString(end)));
    return taskset;
  }

  @Test
  void theArbitersAreBehind() {
    String trial = Keys.trial(Keys.task(scene.keys.taskset("x"), "t"), "u");
    long end = scene.instant().minusSeconds(11).toEpochMilli();
    scene.commands.hset(trial, "finished_ms", Long.toString(end));
    scene.commands.rpush(scene.keys.arbiterQueue(), "trial\t" + trial, "rubbish");
    assertThat(complaints())
        .singleElement()
        .asString()
        .startsWith("the arbiters are behind: 2 messages wait, the oldest for 1");

    scene.commands.lpop(scene.keys.arbiterQueue());
    assertThat(complaints()).as("nobody knows for how long").isEmpty();
    scene.pass(Duration.ofSeconds(11));
    assertThat(complaints()).as("seen for so long").hasSize(1);
  }

  @Test
  void messagesAreSetAside() {
    scene.commands.rpush(scene.keys.arbiterQueue(), "rubbish");
    ServerScene.step(server, "arbiter");
    assertThat(complaints())
        .containsExactly(
            "1 message was set aside, which nobody could serve: look at the list test:set_aside,"
                + " then delete it");
    assertThat(scrape()).containsEntry("rrrspec_messages_set_aside_total", 1.0);
  }

  @Test
  void runsAreSetAside() {
    MessageQueue persister =
        MessageQueue.persister(scene.redis, scene.keys, scene.keys.server("persister"));
    SetAsideStore aside = new SetAsideStore(scene.redis, scene.keys);
    aside.add(scene.keys.taskset("1"), "the database refuses the values", persister);
    assertThat(complaints())
        .containsExactly(
            "1 run is set aside because the persister failed to write them: see why with"
                + " 'rrrspec-java persister --set-aside', then try again with"
                + " 'rrrspec-java persister --retry all'");
    assertThat(scrape()).containsEntry("rrrspec_runs_set_aside", 1.0);

    aside.retry(scene.keys.taskset("1"));
    assertThat(scrape()).containsEntry("rrrspec_runs_set_aside", 0.0);
  }

  @Test
  void redisIsOutOfReach() {
    http.close();
    try (RedisConnection nobody = RedisConnection.open(URI.create("redis://127.0.0.1:1"), 2)) {
      http = service(nobody);
      Instant since = scene.instant();
      String line = complaints().get(0);
      assertThat(line)
          .startsWith("Redis is out of reach since 20")
          .endsWith("Z: Failed to connect to 127.0.0.1:1 (Connection refused)");
      assertThat(complaints()).as("since the same moment").containsExactly(line);
      assertThat(Instant.parse(line.split(" ", -1)[6].replaceFirst(":$", "")))
          .isBetween(since.minusSeconds(1), since.plusSeconds(3));
      assertThat(scrape())
          .containsEntry("rrrspec_redis_up", 0.0)
          .containsEntry("rrrspec_tasksets_active", Double.NaN);
    }
  }

  @Test
  void anActorOfThisServerFailsOrIsGone() {
    Observation.LoopState fails =
        new Observation.LoopState("arbiter", true, 7, 3, 3, "java.lang.Oops: no");
    Observation.LoopState gone = new Observation.LoopState("watchdog", false, 7, 0, 0, "");
    Observation seen =
        new Observation(
            scene.instant(),
            new StatusStore(scene.redis, scene.keys).read(),
            "",
            null,
            0,
            0,
            0,
            List.of(fails, gone));
    assertThat(new Health(scene.keys).complaints(seen))
        .containsExactly(
            "the arbiter of this server has failed 3 times in a row: java.lang.Oops: no",
            "the watchdog of this server has ended: start the server again");
  }

  @Test
  void aHostThatIsNotOursIsRefused() throws IOException {
    for (String path : List.of("/healthz", "/metrics", "/nothing")) {
      try (Socket socket = new Socket("127.0.0.1", http.port())) {
        socket
            .getOutputStream()
            .write(
                ("GET " + path + " HTTP/1.1\r\nHost: evil.example.com\r\nConnection: close\r\n\r\n")
                    .getBytes(StandardCharsets.US_ASCII));
        String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(answer).startsWith("HTTP/1.1 403 ").doesNotContain("rrrspec_", "Server:");
      }
    }
  }

  /** All samples, by name and labels as they were written. */
  private Map<String, Double> scrape() {
    HttpResponse<String> answer = get("/metrics");
    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(answer.headers().firstValue("Content-Type").orElse(""))
        .startsWith("text/plain; version=0.0.4");
    Map<String, Double> samples = new TreeMap<>();
    for (String line : answer.body().lines().toList()) {
      if (line.startsWith("#")) {
        assertThat(line).matches("# (HELP|TYPE) rrrspec_[a-z_]+ .+");
      } else {
        Matcher sample = Pattern.compile("(rrrspec_[a-z_]+(\\{.*})?) ([^ ]+)").matcher(line);
        assertThat(sample.matches()).as(line).isTrue();
        samples.put(sample.group(1), Double.valueOf(sample.group(3)));
      }
    }
    return samples;
  }

  @Test
  void metricsSayWhatIsThere() {
    String worker = scene.worker("w");
    String taskset = runningTaskset(worker);
    scene.worker("idle");
    scene.commands.del(Keys.heartbeat(scene.worker("dead")));
    String slave = scene.slave(worker, taskset, "1");
    scene.finish(taskset, slave, scene.claim(taskset, slave), TrialStatus.PASSED);
    ServerScene.step(server, "arbiter");
    scene.finish(taskset, slave, scene.claim(taskset, slave), TrialStatus.FAILED);

    Map<String, Double> samples = scrape();
    assertThat(samples)
        .containsEntry("rrrspec_redis_up", 1.0)
        .containsEntry("rrrspec_leads{role=\"dispatcher\"}", 1.0)
        .containsEntry("rrrspec_leads{role=\"watchdog\"}", 1.0)
        .containsEntry("rrrspec_queue_length{queue=\"arbiter\"}", 1.0)
        .containsEntry("rrrspec_queue_length{queue=\"persister\"}", 0.0)
        .containsEntry("rrrspec_queue_age_seconds{queue=\"persister\"}", 0.0)
        .containsEntry("rrrspec_tasksets_active", 1.0)
        .containsEntry("rrrspec_tasks_left", 2.0)
        .containsEntry("rrrspec_trials_total{verdict=\"passed\"}", 1.0)
        .containsEntry("rrrspec_trials_total{verdict=\"bad\"}", 0.0)
        .containsEntry("rrrspec_assignments_total", 1.0)
        .containsEntry("rrrspec_workers{state=\"dead\",type=\"default\"}", 1.0)
        .containsEntry("rrrspec_workers{state=\"busy\",type=\"default\"}", 1.0)
        .containsEntry("rrrspec_workers{state=\"idle\",type=\"default\"}", 1.0)
        .containsEntry("rrrspec_set_aside", 0.0);
    assertThat(samples.get("rrrspec_queue_age_seconds{queue=\"arbiter\"}")).isBetween(0.0, 60.0);
    assertThat(samples.get("rrrspec_redis_round_trip_seconds")).isBetween(1e-7, 10.0);

    ServerScene.step(server, "arbiter");
    scene.finish(taskset, slave, scene.claim(taskset, slave), TrialStatus.PASSED);
    ServerScene.step(server, "arbiter");
    ServerScene.step(server, "dispatcher");
    assertThat(scrape())
        .containsEntry("rrrspec_trials_total{verdict=\"passed\"}", 2.0)
        .containsEntry("rrrspec_trials_total{verdict=\"bad\"}", 1.0)
        .containsEntry("rrrspec_tasksets_total{status=\"failed\"}", 1.0)
        .containsEntry("rrrspec_queue_length{queue=\"persister\"}", 1.0)
        .containsEntry("rrrspec_tasksets_active", 0.0)
        .containsKey("rrrspec_tasksets_worked_seconds_total")
        .containsKey("rrrspec_tasksets_waited_seconds_total");
  }

  @Test
  void lookingOftenCostsRedisOneLookASecond() {
    get("/metrics");
    long before = commandsSoFar();
    HttpResponse<String> first = get("/metrics");
    long one = commandsSoFar() - before;
    for (int i = 0; i < 20; i++) {
      HttpClient client = HttpClient.newHttpClient();
      HttpRequest request =
          HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + http.port() + "/healthz"))
              .build();
      try {
        client.send(request, HttpResponse.BodyHandlers.ofString());
      } catch (IOException | InterruptedException e) {
        throw new AssertionError(e);
      }
    }
    assertThat(first.statusCode()).isEqualTo(200);
    // The counting is a command itself.
    assertThat(commandsSoFar() - before - one).isLessThanOrEqualTo(2);
    assertThat(one).as("of an installation with nothing in it").isLessThan(25);
  }

  private long commandsSoFar() {
    Matcher count =
        Pattern.compile("total_commands_processed:([0-9]+)").matcher(scene.commands.info("stats"));
    assertThat(count.find()).isTrue();
    return Long.parseLong(count.group(1));
  }

  @Test
  void rubbishInEveryKeyStopsNeither() {
    for (String key :
        List.of(
            scene.keys.arbiterQueue(),
            scene.keys.persisterQueue(),
            scene.keys.dispatcherQueue(),
            scene.keys.setAside(),
            scene.keys.setAsideRuns(),
            scene.keys.queueSamples())) {
      scene.commands.set(key, "rubbish");
    }
    scene.commands.rpush(scene.keys.activeTasksets(), "rubbish", scene.keys.taskset("gone"));
    scene.commands.set(scene.keys.taskset("odd"), "rubbish");
    scene.commands.rpush(scene.keys.activeTasksets(), scene.keys.taskset("odd"));
    assertThat(complaints()).isEmpty();
    assertThat(scrape()).containsEntry("rrrspec_tasksets_active", 3.0);
  }

  private void sample(long atMs, QueueSample.Share... shares) {
    new QueueStore(scene.redis, scene.keys)
        .add(new QueueSample(atMs, Map.of("ruby", 10), List.of(shares)));
  }

  @Test
  void queuesHaveWhatTheLastSampleSaysOfThem() {
    assertThat(scrape().keySet()).noneMatch(name -> name.startsWith("rrrspec_admission_"));
    long now = System.currentTimeMillis();
    sample(
        now,
        new QueueSample.Share("purge", "ruby", 1, 2.5, 8, 40, now - 60_000),
        new QueueSample.Share("odd\"\n<b>", "ruby", 4, 0, 10, 0, 0));
    Map<String, Double> samples = scrape();
    String purge = "{group=\"ruby\",queue=\"purge\"}";
    assertThat(samples)
        .containsEntry("rrrspec_admission_used" + purge, 1.0)
        .containsEntry("rrrspec_admission_guaranteed" + purge, 2.5)
        .containsEntry("rrrspec_admission_most" + purge, 8.0)
        .containsEntry("rrrspec_admission_waiting" + purge, 40.0)
        .containsEntry("rrrspec_admission_workers{group=\"ruby\"}", 10.0);
    assertThat(samples.get("rrrspec_admission_waiting_seconds" + purge)).isBetween(55.0, 3_600.0);
    String odd = "{group=\"ruby\",queue=\"odd\\\"\\n<b>\"}";
    assertThat(samples).containsEntry("rrrspec_admission_waiting_seconds" + odd, 0.0);

    sample(now, new QueueSample.Share("purge", "ruby", 3, 2.5, 8, 0, 0));
    assertThat(scrape())
        .containsEntry("rrrspec_admission_used" + purge, 3.0)
        .containsEntry("rrrspec_admission_waiting_seconds" + purge, 0.0)
        .doesNotContainKey("rrrspec_admission_used" + odd);

    sample(now - 60_000, new QueueSample.Share("purge", "ruby", 3, 2.5, 8, 0, 0));
    assertThat(scrape().keySet())
        .as("nobody says so any more")
        .noneMatch(name -> name.startsWith("rrrspec_admission_"));
  }

  @Test
  void thePageHasEveryMetricAndNoOther() throws IOException {
    scene.worker("w");
    sample(System.currentTimeMillis(), new QueueSample.Share("purge", "ruby", 1, 2, 8, 4, 0));
    TreeSet<String> real = new TreeSet<>();
    scrape().keySet().forEach(sample -> real.add(sample.replaceFirst("\\{.*", "")));
    // Those of loops are there only in a process that runs them.
    real.add("rrrspec_loop_steps_total");
    real.add("rrrspec_loop_failures_total");
    TreeSet<String> told = new TreeSet<>();
    Matcher row =
        Pattern.compile("(?m)^\\| `(rrrspec_[a-z_]+)[`{]")
            .matcher(Files.readString(Checkout.doc("operations.md")));
    while (row.find()) {
      told.add(row.group(1));
    }
    assertThat(told).isEqualTo(real);
  }

  @Test
  void whatAServerHoldsItGivesBackWhenItRetires() {
    server.announce();
    scene.commands.rpush(scene.keys.arbiterQueue(), "one", "two", "three");
    MessageQueue.arbiter(scene.redis, scene.keys, scene.keys.server("a")).take(2);
    assertThat(server.retire()).isEqualTo(2);
    assertThat(scene.commands.lrange(scene.keys.arbiterQueue(), 0, -1))
        .containsExactly("one", "two", "three");
    assertThat(scene.commands.keys("test:server*")).isEmpty();
    assertThat(scene.commands.keys("test:lead*")).isEmpty();
    assertThat(Lifetimes.LEAD).as("others need not wait for it").isPositive();
  }
}
