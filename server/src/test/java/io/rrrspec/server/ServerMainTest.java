package io.rrrspec.server;

import static io.rrrspec.testing.TasksetBuilder.aTaskset;
import static org.assertj.core.api.Assertions.assertThat;

import io.rrrspec.common.model.RsyncInfo;
import io.rrrspec.common.model.TrialStatus;
import io.rrrspec.common.redis.EmbeddedRedis;
import io.rrrspec.common.redis.Keys;
import io.rrrspec.common.redis.RedisConnection;
import io.rrrspec.common.store.RsyncInfoStore;
import io.rrrspec.common.store.SlaveStore;
import io.rrrspec.common.store.TasksetStore;
import io.rrrspec.common.store.TrialStore;
import io.rrrspec.common.store.TrialStore.Claim;
import io.rrrspec.common.store.WorkerStore;
import io.rrrspec.testing.Checkout;
import io.rrrspec.testing.DaemonProcess;
import io.rrrspec.testing.Forwarder;
import io.rrrspec.testing.TestRedis;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import redis.clients.jedis.Protocol;

/** The server as a process of its own. */
@SuppressWarnings("deprecation") // sendCommand: for commands that Jedis has no method for
class ServerMainTest {
  @RegisterExtension static final TestRedis testRedis = new TestRedis();

  private static final Duration LIMIT = Duration.ofSeconds(30);

  @TempDir Path directory;

  private final ServerScene scene = new ServerScene(testRedis);

  private DaemonProcess server(Map<String, String> more) throws IOException {
    Map<String, String> environment = new HashMap<>();
    environment.put("RRRSPEC_REDIS", testRedis.url().toString());
    environment.put("RRRSPEC_NAMESPACE", scene.keys.namespace());
    environment.put("RRRSPEC_HTTP_PORT", "0");
    environment.put("RRRSPEC_COMMAND_PORT", "0");
    environment.putAll(more);
    return DaemonProcess.start(ServerMain.class.getName(), directory, environment, "server");
  }

  private static int port(DaemonProcess server) {
    server.awaitLog("server is ready");
    return Integer.parseInt(server.awaitLog("http://127.0.0.1:([0-9]+)/healthz").group(1));
  }

  private static HttpResponse<String> get(int port, String path) throws Exception {
    return HttpClient.newHttpClient()
        .send(
            HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path)).build(),
            HttpResponse.BodyHandlers.ofString());
  }

  @Test
  void itServesSaysWhatItDoesAndLeavesNothingBehind() throws Exception {
    try (DaemonProcess server = server(Map.of("RRRSPEC_RSYNC_REMOTE_PATH", "files:/srv/sources"))) {
      int port = port(server);
      server.awaitLog(
          "INFO .*sources go by rsync_remote_path files:/srv/sources, rsync_options --");
      assertThat(new RsyncInfoStore(scene.redis, scene.keys).find().map(RsyncInfo::remotePath))
          .contains("files:/srv/sources");
      Awaitility.await()
          .atMost(LIMIT)
          .untilAsserted(() -> assertThat(get(port, "/healthz").body()).isEqualTo("ok\n"));
      assertThat(get(port, "/metrics").body()).contains("\nrrrspec_redis_up 1.0\n");
      assertThat(get(port, "/").statusCode()).isEqualTo(404);

      String worker = scene.worker("w");
      String taskset = aTaskset().withTasks("good", "bad").maxTrials(2).activatedIn(scene.tasksets);
      server.awaitLog("taskset " + taskset + ": worker " + worker + " assigned");
      Awaitility.await().atMost(LIMIT).until(() -> scene.takeGiven(worker));
      String slave = scene.slave(worker, taskset, "1");
      scene.finish(taskset, slave, scene.claim(taskset, slave), TrialStatus.PASSED);
      scene.finish(taskset, slave, scene.claim(taskset, slave), TrialStatus.FAILED);
      server.awaitLog("task " + taskset + ":task:bad: bad trial on " + slave + "; tried again");
      String other = scene.slave(worker, taskset, "2");
      scene.finish(taskset, other, scene.claim(taskset, other), TrialStatus.FAILED);
      server.awaitLog("task " + taskset + ":task:bad: bad trial on " + other + "; failed");
      server.awaitLog(
          "taskset "
              + taskset
              + ": failed; 1 passed, 1 failed of 2 tasks; waited [0-9.]+ s, ran [0-9.]+ s");
      assertThat(server.log()).doesNotContain("task:good", "Jetty", "Javalin");

      server.terminate();
      assertThat(server.awaitExit()).isZero();
      server.awaitLog("0 messages given back");
      server.awaitLog("server has stopped");
      assertThat(server.output()).isEmpty();
      assertThat(scene.commands.keys("test:server*")).isEmpty();
      assertThat(scene.commands.keys("test:lead*")).isEmpty();
    }
  }

  @Test
  void oneThatPublishedSomethingElseIsReplacedWithAWarning() throws Exception {
    new RsyncInfoStore(scene.redis, scene.keys).publish(new RsyncInfo("old:/place", "-a"));
    try (DaemonProcess silent = server(Map.of())) {
      silent.awaitLog("INFO .*no rsync_remote_path here: what was published stays: .*old:/place");
    }
    try (DaemonProcess server = server(Map.of("RRRSPEC_RSYNC_REMOTE_PATH", "new:/place"))) {
      server.awaitLog("WARN .*rsync_info was different, and is replaced: .*old:/place.* -a;");
      server.awaitLog("sources go by rsync_remote_path new:/place");
    }
  }

  @Test
  void whatAnEmptiedRedisHasLostIsPublishedAgainAlsoWhatAnotherServerHadPublished()
      throws Exception {
    RsyncInfoStore store = new RsyncInfoStore(scene.redis, scene.keys);
    store.publish(new RsyncInfo("files:/srv/sources", "-a"));
    try (DaemonProcess server = server(Map.of())) {
      server.awaitLog("no rsync_remote_path here: what was published stays");
      server.awaitLog("server is ready");
      scene.commands.flushAll();
      Awaitility.await()
          .atMost(LIMIT)
          .untilAsserted(
              () -> assertThat(store.find()).contains(new RsyncInfo("files:/srv/sources", "-a")));
      server.awaitLog("WARN .*Redis has lost rsync_info: it is published again");
    }
  }

  @Test
  void stoppedInTheMiddleOfARunAnotherGoesOnAndAllIsCountedOnce() throws Exception {
    int tasks = 3_000;
    String worker = scene.worker("w");
    String taskset = aTaskset().withTasks(tasks).activatedIn(scene.tasksets);
    String slave;
    try (DaemonProcess first = server(Map.of())) {
      first.awaitLog("taskset " + taskset + ": worker " + worker + " assigned");
      assertThat(scene.takeGiven(worker)).isTrue();
      slave = scene.slave(worker, taskset, "1");
      play(taskset, slave, tasks / 3);
      first.terminate();
      play(taskset, slave, tasks / 3);
      assertThat(first.awaitExit()).isZero();
      assertThat(scene.commands.keys("test:server*")).isEmpty();
    }
    play(taskset, slave, tasks / 3);
    assertThat(scene.tasksets.progress(taskset).left()).as("work is left").isPositive();
    try (DaemonProcess second = server(Map.of())) {
      second.awaitLog("taskset " + taskset + ": succeeded; " + tasks + " passed, 0 failed");
    }
  }

  private void play(String taskset, String slave, int tasks) {
    for (int i = 0; i < tasks; i++) {
      scene.finish(taskset, slave, scene.claim(taskset, slave), TrialStatus.PASSED);
    }
  }

  @Test
  void whileRedisIsAwayItSaysSoAndGoesOnWhenItIsBack() throws Exception {
    int redisPort = testRedis.url().getPort();
    try (Forwarder address = new Forwarder(redisPort);
        DaemonProcess server =
            server(
                Map.of(
                    "RRRSPEC_REDIS",
                    testRedis.url().toString().replace(":" + redisPort, ":" + address.port())))) {
      int port = port(server);
      try (ServerSocket nobody = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
        address.leadTo(nobody.getLocalPort());
      }
      address.leadTo(1);
      Awaitility.await()
          .atMost(LIMIT)
          .untilAsserted(
              () -> {
                HttpResponse<String> health = get(port, "/healthz");
                assertThat(health.statusCode()).isEqualTo(503);
                assertThat(health.body()).startsWith("Redis is out of reach since 20");
              });
      assertThat(get(port, "/metrics").body()).contains("\nrrrspec_redis_up 0.0\n");
      server.awaitLog("WARN .*arbiter waits for Redis: ");

      address.leadTo(redisPort);
      server.awaitLog("INFO .*arbiter works again");
      Awaitility.await()
          .atMost(LIMIT)
          .untilAsserted(() -> assertThat(get(port, "/healthz").body()).isEqualTo("ok\n"));
      assertThat(server.log()).doesNotContain("\tat ");
    }
  }

  @Test
  void aSecondSignalEndsItAlthoughRedisDoesNotAnswer() throws Exception {
    int redisPort = testRedis.url().getPort();
    try (Forwarder address = new Forwarder(redisPort);
        ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        DaemonProcess server =
            server(
                Map.of(
                    "RRRSPEC_REDIS",
                    testRedis.url().toString().replace(":" + redisPort, ":" + address.port())))) {
      port(server);
      address.leadTo(silent.getLocalPort());
      server.awaitLog("waits for Redis");
      server.terminate();
      server.awaitLog("server stops; a second signal ends it at once");
      server.terminate();
      assertThat(server.awaitExit()).isEqualTo(130);
      server.awaitLog("server ends at once$");
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "REDIS | redis://127.0.0.1:1 | 3 | no Redis answers at 127.0.0.1:1: start it, or correct `redis`",
        "REDIS | embedded | 2 | redis is embedded, which nobody else could reach: start a Redis and"
            + " write its URL, such as redis://127.0.0.1:6379",
        "REDIS | redis-sentinel://127.0.0.1:1/m | 3 | no Sentinel of m at 127.0.0.1:1 names a primary"
            + " that answers (All sentinels down, cannot determine where m is running.):"
            + " start them, or correct `redis`",
        "HTTP_PORT | eighty | 2 | environment variable RRRSPEC_HTTP_PORT is 'eighty': write a port,"
            + " 0 to 65,535",
        "BIND | 192.0.2.1 | 3 | cannot listen on 192.0.2.1:0: end what listens there, or set"
            + " http_port to another port (0 takes a free one) or bind to an address of this host",
      })
  void a_wrong_setting_is_one_line(String key, String value, int code, String message)
      throws Exception {
    // Beyond loopback the server requires one.
    Map<String, String> settings = new HashMap<>(Map.of("RRRSPEC_TOKEN", "secret"));
    settings.put("RRRSPEC_" + key, value);
    try (DaemonProcess server = server(settings)) {
      assertThat(server.awaitExit()).isEqualTo(code);
      assertThat(server.log()).isEqualTo("rrrspec-java: " + message + "\n");
      assertThat(scene.commands.keys("test:server*")).isEmpty();
    }
  }

  @Test
  void aPortThatIsTakenAWrongPasswordAndAnEvictingRedisAreOneLine() throws Exception {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        DaemonProcess server =
            server(Map.of("RRRSPEC_HTTP_PORT", Integer.toString(taken.getLocalPort())))) {
      assertThat(server.awaitExit()).isEqualTo(3);
      assertThat(server.log())
          .startsWith("rrrspec-java: cannot listen on 127.0.0.1:" + taken.getLocalPort() + ": end")
          .hasLineCount(1);
    }
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        DaemonProcess server =
            server(Map.of("RRRSPEC_COMMAND_PORT", Integer.toString(taken.getLocalPort())))) {
      assertThat(server.awaitExit()).isEqualTo(3);
      server.awaitLog(
          "^rrrspec-java: cannot listen on 127.0.0.1:"
              + taken.getLocalPort()
              + ": end what listens there, or set command_port to another port");
      assertThat(scene.commands.keys("test:server*")).isEmpty();
    }
    try (DaemonProcess server = server(Map.of("RRRSPEC_BIND", "0.0.0.0"))) {
      assertThat(server.awaitExit()).isEqualTo(2);
      assertThat(server.log())
          .isEqualTo(
              "rrrspec-java: bind is 0.0.0.0, which others can reach, and there is no token: set"
                  + " token, which the command port and changes over http_port then ask for, or"
                  + " bind to 127.0.0.1\n");
    }
    try (DaemonProcess server = server(Map.of("RRRSPEC_COMMAND_PORT_TLS_CERT", "/no/cert.pem"))) {
      assertThat(server.awaitExit()).isEqualTo(2);
      assertThat(server.log())
          .isEqualTo(
              "rrrspec-java: only one of command_port_tls_cert and command_port_tls_key is set: set"
                  + " both, or none\n");
    }
    String wrong = testRedis.url().toString().replaceFirst("://:[^@]*@", "://:wrong@");
    try (DaemonProcess server = server(Map.of("RRRSPEC_REDIS", wrong))) {
      assertThat(server.awaitExit()).isEqualTo(3);
      assertThat(server.log()).endsWith("refuses the user or password: correct `redis`\n");
      assertThat(server.log()).hasLineCount(1).doesNotContain("wrong");
    }
    try (EmbeddedRedis evicting = EmbeddedRedis.start(Path.of("target", "redis").toAbsolutePath());
        RedisConnection connection = RedisConnection.open(evicting.url(), 1)) {
      connection.commands().configSet("maxmemory-policy", "allkeys-lru");
      try (DaemonProcess server = server(Map.of("RRRSPEC_REDIS", evicting.url().toString()))) {
        assertThat(server.awaitExit()).isEqualTo(3);
        assertThat(server.log()).contains("may evict keys").hasLineCount(1);
      }
    }
  }

  @Test
  void theSingleRedisUserOfThePageMayDoAllThatIsNeeded() throws Exception {
    Matcher user =
        Pattern.compile("(?m)^user rrrspec on >secret (.*)$")
            .matcher(Files.readString(Checkout.doc("first-fleet.md")));
    assertThat(user.find()).isTrue();
    try (EmbeddedRedis own = EmbeddedRedis.start(Path.of("target", "redis").toAbsolutePath());
        RedisConnection admin = RedisConnection.open(own.url(), 1)) {
      List<String> rules = new ArrayList<>(List.of("SETUSER", "rrrspec", "on", ">secret"));
      rules.addAll(List.of(user.group(1).split(" ")));
      admin.commands().sendCommand(Protocol.Command.ACL, rules.toArray(String[]::new));
      String url = "redis://rrrspec:secret@127.0.0.1:" + own.url().getPort();
      try (RedisConnection redis = RedisConnection.open(URI.create(url), 4);
          DaemonProcess server =
              server(Map.of("RRRSPEC_REDIS", url, "RRRSPEC_NAMESPACE", "rrrspec"))) {
        redis.check();
        Keys keys = new Keys("rrrspec");
        WorkerStore workers = new WorkerStore(redis, keys);
        String worker = keys.worker("w");
        workers.announce(worker, "default", "host", Duration.ofMinutes(5));
        String taskset = aTaskset().withTasks(1).activatedIn(new TasksetStore(redis, keys));
        assertThat(workers.awaitTaskset(worker, LIMIT)).isEqualTo(taskset);
        assertThat(workers.take(worker, taskset)).isTrue();
        String slave = Keys.slave(worker, "1");
        SlaveStore slaves = new SlaveStore(redis);
        long life = slaves.register(slave, taskset, "host", true).orElseThrow();
        TrialStore trials = new TrialStore(redis, keys);
        Claim.Run run = (Claim.Run) trials.claim(taskset, slave, life);
        trials.finish(run.trial(), slave, taskset, ServerScene.result(TrialStatus.PASSED));
        workers.leave(worker, taskset, "", true, Duration.ofHours(1));
        server.awaitLog("taskset " + taskset + ": succeeded; 1 passed");
        int port = port(server);
        Awaitility.await()
            .atMost(LIMIT)
            .untilAsserted(() -> assertThat(get(port, "/healthz").body()).isEqualTo("ok\n"));
        assertThat(server.log()).doesNotContain("NOPERM", "WARN");
      }
    }
  }
}
