package io.rrrspec.acceptance.rights;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.rrrspec.common.redis.Keys;
import io.rrrspec.common.redis.RedisConnection;
import io.rrrspec.testing.Checkout;
import io.rrrspec.testing.RealParts;
import io.rrrspec.testing.RedisProgram;
import io.rrrspec.testing.RedisUsers;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import redis.clients.jedis.Protocol.Command;
import redis.clients.jedis.util.SafeEncoder;

/**
 * A whole installation, with each part under its own Redis user, as docs/operations.md sets it up.
 * Redis keeps a log of what it refuses to whom: that has to stay empty.
 */
@SuppressWarnings("deprecation") // sendCommand: for commands that Jedis has no method for
class RedisUsersIT {
  private static final Duration LIMIT = Duration.ofMinutes(2);
  private static final String NAMESPACE = "nightly";
  private static final Pattern BLOCK =
      Pattern.compile("### Redis users\n.*?```bash\n(.*?)```", Pattern.DOTALL);
  private static final Pattern RENAME = Pattern.compile("needs `(sed -i 's/.*? users[.]acl)`");

  @TempDir Path place;
  private Parts parts;

  // Made by each test, which chooses the users.
  @SuppressWarnings("NullAway.Init")
  private RedisProgram redis;

  @SuppressWarnings("NullAway.Init")
  private RedisConnection admin;

  @BeforeEach
  void parts() throws IOException {
    parts = new Parts(place);
  }

  /** Makes the users and starts Redis with them. */
  private void start(RedisUsers users) throws Exception {
    Path file = users(users);
    redis =
        users == RedisUsers.SINCE_7
            ? RedisProgram.startOther("redis-server", place, "redis", settings(file))
            : RedisProgram.start(place, "redis", settings(file));
    admin = RedisConnection.open(RedisUsers.adminUrl(redis.port()), 2);
    await().atMost(LIMIT).ignoreExceptions().until(() -> "PONG".equals(admin.commands().ping()));
    Files.createDirectories(place.resolve("project"));
    Files.createDirectories(place.resolve("sent"));
    Files.createDirectories(place.resolve("jobs"));
    settings();
  }

  private static String[] settings(Path users) {
    return new String[] {"aclfile " + users, "acllog-max-len 1000", "maxmemory-policy noeviction"};
  }

  @AfterEach
  void stop() throws Exception {
    parts.close();
    if (redis != null) {
      admin.close();
      redis.close();
    }
  }

  /** By the commands of the page, for another namespace, with an administrator for this test. */
  private Path users(RedisUsers users) throws Exception {
    String page = Files.readString(Checkout.doc("operations.md"));
    Matcher block = BLOCK.matcher(page);
    Matcher rename = RENAME.matcher(page);
    assertThat(block.find() && rename.find()).isTrue();
    String script =
        block.group(1).replace("/opt/rrrspec-java/docs/redis-users.acl", users.template() + "")
            + rename.group(1);
    Process bash =
        new ProcessBuilder("bash", "-e", "-c", script)
            .directory(place.toFile())
            .redirectInput(new File("/dev/null"))
            .inheritIO()
            .start();
    assertThat(bash.waitFor()).isZero();
    Path file = place.resolve("users.acl");
    Files.writeString(file, Files.readString(file) + "user admin on >admin ~* &* +@all\n");
    return file;
  }

  private void settings() throws IOException {
    parts.settings(
        "server",
        redis("server"),
        password("server"),
        "namespace: " + NAMESPACE,
        "rsync_remote_path: " + place.resolve("sent"),
        "http_port: 0",
        "command_port: 0",
        "job_modules: {say: 'echo {job}'}",
        "job_roots: [jobs]",
        "http_jobs_port: 0",
        "http_jobs: {/: {queue: default, to: 'http://127.0.0.1:1'}}",
        "schedule: {tick: {cron: '* * * * *', flow: flow.yml}}",
        "request_jobs:",
        "  hello: {command: 'echo hello {who}', args: {who: text}}",
        "  steps: {flow: flow.yml, sources: none}",
        "  elsewhere: {external: true, queue: files, args: {file: text}}");
    for (String part : List.of("worker", "persister", "viewer")) {
      parts.settings(
          part,
          redis(part),
          password(part),
          "namespace: " + NAMESPACE,
          "web_port: 0",
          "token: secret",
          "slaves: 2");
    }
    Files.writeString(
        place.resolve("flow.yml"),
        """
        name: steps
        steps:
          - {name: first, shell: "echo first"}
          - group:
              - {name: left, shell: "echo left"}
              - {name: right, shell: "false", retries: 1}
        """);
    Files.writeString(
        place.resolve("request.yml"),
        """
        requester: somebody
        run_list:
          - {name: hello, args: {who: world}}
        """);
  }

  private String redis(String part) {
    return "redis: redis://rrrspec-" + part + "@127.0.0.1:" + redis.port();
  }

  private static String password(String part) {
    return "redis_password_file: " + part + ".password";
  }

  private void client(String serverUrl, String... more) throws IOException {
    parts.settings(
        "client",
        Stream.concat(
                Stream.of(
                    redis("client"),
                    password("client"),
                    "namespace: " + NAMESPACE,
                    "server_url: " + serverUrl,
                    "packaging_dir: project",
                    "rsync_name: users"),
                Stream.of(more))
            .toArray(String[]::new));
  }

  private static final String[] COMMANDS = {
    "runner: command",
    "setup_command: 'true'",
    "spec_files: [echo one, echo two, 'false', sleep 1]",
    "resources: {db: {limit: 1, per: fleet, classes: ['echo*']}}",
    "collect: ['made*']",
    "max_trials: 2"
  };

  private String serverUrl() throws Exception {
    return parts.await("server", "(http://127.0.0.1:[0-9]+)/healthz");
  }

  private void startAll() throws Exception {
    parts.start("server", "server", "server");
    parts.start("persister", "persister", "persister");
    for (String name : List.of("one", "two")) {
      parts.start(
          "worker", name, "worker", "--name", name, "--working-dir", place.resolve(name) + "");
    }
    parts.start("viewer", "viewer", "web");
    client(serverUrl(), COMMANDS);
    await()
        .atMost(LIMIT)
        .until(() -> parts.run("client", "client", "nodes").out().matches("(?s).*one.*two.*"));
  }

  /** What Redis has refused, an entry each. */
  private List<?> refused() {
    return (List<?>)
        SafeEncoder.encodeObject(admin.commands().sendCommand(Command.ACL, "LOG", "1000"));
  }

  private String page(String address, String path) throws Exception {
    HttpResponse<String> answer =
        HttpClient.newHttpClient()
            .send(
                HttpRequest.newBuilder(URI.create(address + path)).build(),
                HttpResponse.BodyHandlers.ofString());
    assertThat(answer.statusCode()).as(path).isEqualTo(200);
    return answer.body();
  }

  @Test
  void eachPartDoesItsWorkUnderItsOwnUser() throws Exception {
    RealParts.requireRedis7();
    assertThatAllWorksWith(RedisUsers.SINCE_7);
  }

  @Tag("nightly")
  @Test
  void alsoWithTheUsersOfRedis6() throws Exception {
    assertThatAllWorksWith(RedisUsers.SINCE_6_2);
  }

  private void assertThatAllWorksWith(RedisUsers users) throws Exception {
    start(users);
    startAll();
    String viewer = parts.await("viewer", "the viewer is at (http://[0-9.:]+)");

    runs(viewer);
    queuesAndJobs();
    flowsAndRequests();
    for (String path : List.of("/", "/active", "/queues", "/flows", "/requests", "/workers")) {
      page(viewer, path);
    }
    parts.run(0, "persister", "persister", "--set-aside");
    tests();

    assertThat(refused()).isEmpty();
    for (String name : List.of("server", "persister", "one", "two", "viewer")) {
      assertThat(parts.said(name)).as(name).doesNotContain("refuses", "NOPERM", "waits for Redis");
    }
  }

  private void runs(String viewer) throws Exception {
    parts.run(1, "client", "client", "start", "--wait", "--junit-xml", place.resolve("xml") + "");
    String key = parts.run(0, "client", "client", "start", "--key-only");
    String id = key.substring(key.lastIndexOf(':') + 1);
    page(viewer, "/runs/" + id);
    parts.run(0, "client", "client", "actives");
    parts.run(1, "client", "client", "waitfor", key);
    parts.run(1, "client", "client", "show", key, "--verbose");
    await()
        .atMost(LIMIT)
        .until(() -> parts.said("persister").contains(new Keys(NAMESPACE).taskset(id)));
    page(viewer, "/runs/" + id);

    String server = serverUrl();
    client(server, "runner: command", "setup_command: 'true'", "spec_files: [sleep 60]");
    String cancelled = parts.run(0, "client", "client", "start", "--key-only");
    parts.run(0, "client", "client", "cancel", cancelled);
    parts.run(130, "client", "client", "waitfor", cancelled);
    cancelled = parts.run(0, "client", "client", "start", "--key-only");
    parts.run(0, "client", "client", "cancelall", "users");
    parts.run(130, "client", "client", "waitfor", cancelled);
    client(server, COMMANDS);
  }

  private void queuesAndJobs() throws Exception {
    for (String line :
        List.of(
            "queue create pr",
            "queue rate pr 50%",
            "queue priority pr 3",
            "queue list",
            "queue show pr",
            "job push pr shell echo first",
            "queue contents pr",
            "queue history pr",
            "queue ceil pr 0",
            "job push pr say hello",
            "job push pr shell echo third",
            "job show 2",
            "job prefer 3",
            "job move 3 default",
            "job cancel 2",
            "queue ceil pr 2",
            "queue discipline pr set 5",
            "job push pr shell echo same",
            "job push pr shell echo same",
            "queue rename pr other")) {
      parts.run(0, "client", line.split(" "));
    }
    parts.run(1, "client", "client", "start", "--wait", "--queue", "other");
    parts.run(0, "client", "queue", "destroy", "other", "default");
  }

  private void flowsAndRequests() throws Exception {
    parts.run(1, "client", "flow", "run", "flow.yml", "--wait");
    String flow = parts.run(0, "client", "flow", "run", "flow.yml");
    parts.run(0, "client", "flow", "list");
    parts.run(0, "client", "flow", "show", flow);
    parts.run(0, "client", "flow", "cancel", flow);
    parts.run(0, "client", "request", "start", "request.yml", "--wait");
    parts.run(0, "client", "request", "list");
  }

  /** A Maven project: set-up, test classes, estimates. */
  private void tests() throws Exception {
    copy(Checkout.project("jupiter-5.14"), place.resolve("project"));
    client("http://127.0.0.1:1");
    for (int i = 0; i < 2; i++) {
      parts.run(0, "client", "client", "start", "--wait");
    }
    parts.run(0, "client", "client", "start", "--wait", "--", "-Dsome=value");
  }

  private static void copy(Path from, Path to) throws IOException {
    try (Stream<Path> tree = Files.walk(from)) {
      for (Path path : tree.toList()) {
        Path relative = from.relativize(path);
        Path target = to.resolve(relative.toString());
        if (!relative.startsWith("target")
            && !relative.startsWith(".rrrspec")
            && !Files.isDirectory(target)) {
          Files.copy(path, target);
        }
      }
    }
  }

  @Test
  void aPartWithTheUserOfAnotherOneSaysWhatItLacksAndEnds() throws Exception {
    start(RedisUsers.SINCE_6_2);
    startAll();
    for (String line :
        List.of("queue create pr", "queue ceil pr 0", "job push pr shell echo never")) {
      parts.run(0, "client", line.split(" "));
    }
    String viewer = parts.await("viewer", "the viewer is at (http://[0-9.:]+)");
    HttpResponse<String> button =
        HttpClient.newHttpClient()
            .send(
                HttpRequest.newBuilder(URI.create(viewer + "/queues/jobs/1/cancel"))
                    .header("Authorization", "Bearer secret")
                    .POST(HttpRequest.BodyPublishers.noBody())
                    .build(),
                HttpResponse.BodyHandlers.ofString());
    assertThat(button.statusCode()).as(button.body()).isEqualTo(403);
    assertThat(button.body())
        .contains("rrrspec-viewer")
        .contains("the script cancel_job on nightly:job:1")
        .contains("give the user the rights in docs/redis-users.acl");

    client("http://127.0.0.1:1", COMMANDS);
    Path settings = place.resolve("client.yml");
    Files.writeString(
        settings, Files.readString(settings).replaceAll("rrrspec-client", "rrrspec-viewer"));
    Files.copy(
        place.resolve("viewer.password"),
        place.resolve("client.password"),
        StandardCopyOption.REPLACE_EXISTING);

    parts.run(0, "client", "client", "nodes");
    Parts.Result start = parts.run("client", "client", "start", "--wait");
    assertThat(start.code()).isEqualTo(3);
    assertThat(start.err().lines().filter(line -> line.contains("refuses")))
        .singleElement()
        .asString()
        .startsWith("rrrspec-java: Redis refuses user 'rrrspec-viewer' the script lock_name on ")
        .endsWith(": give the user the rights in docs/redis-users.acl");
  }

  @Test
  void aPasswordThatChangesNeedsNoRestart() throws Exception {
    start(RedisUsers.SINCE_6_2);
    startAll();
    parts.run(1, "client", "client", "start", "--wait");

    for (String part : RedisUsers.PARTS) {
      admin
          .commands()
          .sendCommand(Command.ACL, "SETUSER", "rrrspec-" + part, "resetpass", ">new-of-" + part);
      admin.commands().sendCommand(Command.CLIENT, "KILL", "USER", "rrrspec-" + part);
    }
    for (String name : List.of("server", "persister", "one", "two")) {
      parts.await(name, "waits for Redis: WRONGPASS");
    }
    for (String part : RedisUsers.PARTS) {
      Files.writeString(place.resolve(part + ".password"), "new-of-" + part + "\n");
    }

    parts.run(1, "client", "client", "start", "--wait");
    await()
        .atMost(LIMIT)
        .ignoreExceptions()
        .untilAsserted(
            () -> page(parts.await("viewer", "the viewer is at (http://[0-9.:]+)"), "/active"));
  }
}
