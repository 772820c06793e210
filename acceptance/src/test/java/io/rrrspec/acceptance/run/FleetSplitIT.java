package io.rrrspec.acceptance.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.rrrspec.common.model.KnownParts;
import io.rrrspec.common.model.PartTimes;
import io.rrrspec.common.queue.Job;
import io.rrrspec.common.redis.EmbeddedRedis;
import io.rrrspec.common.redis.Keys;
import io.rrrspec.common.redis.RedisConnection;
import io.rrrspec.common.store.JobStore.Push;
import io.rrrspec.common.store.NodeStore.Node;
import io.rrrspec.common.store.Stores;
import io.rrrspec.persister.record.database.JdbcUrl;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** Classes in parts on a fleet: two workers of two slaves, and a third one of another type. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class FleetSplitIT {
  private static final Pattern CASE =
      Pattern.compile("<testcase (?:[a-z]+=\"[^\"]*\" ?)*name=\"([^\"]*)\"");

  private static final Pattern HTTP =
      Pattern.compile("health and metrics are at (http://127\\.0\\.0\\.1:\\d+)/");

  private static final Duration LIMIT = Duration.ofMinutes(3);

  /** A taskset class; each test has one of its own, that nobody else's run says anything of. */
  private static final String FIRST_CLASS = "first";

  /** No method of the classes that nearly all tests need sleeps for longer. */
  private static final Duration LONGEST = Duration.ofMillis(900);

  private static final List<String> METHODS = List.of("one", "two", "three", "four");

  @TempDir static Path scratch;

  private final List<Process> services = new ArrayList<>();
  private final Map<String, Process> workers = new HashMap<>();
  private EmbeddedRedis redis;
  private RedisConnection connection;
  private Stores stores;
  private RealRun client;
  private String http = "";
  private String tasksetClass = FIRST_CLASS;
  private Map<String, KnownParts> recorded = Map.of();

  @BeforeAll
  void fleet() throws Exception {
    redis = EmbeddedRedis.start(Files.createDirectory(scratch.resolve("redis")));
    connection = RedisConnection.open(redis.url(), 4);
    stores = new Stores(connection, new Keys("rrrspec"));
    client = new RealRun(scratch, "parts");
    for (String name : List.of("Edited", "Odd", "Held", "Killed", "Red")) {
      test(name, METHODS);
    }
    Files.writeString(
        source("Gate"),
        """
        package shop;

        import java.nio.file.Files;
        import java.nio.file.Path;

        /** Where tests wait until somebody has seen them, if they were told so. */
        final class Gate {
          static void pass(String test) throws Exception {
            LongTest.take(700);
            String gate = System.getenv("GATE");
            if (gate != null) {
              Files.writeString(Path.of(gate, test), ProcessHandle.current().pid() + "");
              for (int i = 0; i < 1800 && !Files.exists(Path.of(gate, "open")); i++) {
                Thread.sleep(50);
              }
            }
            if (test.equals(System.getenv("RED"))) {
              throw new AssertionError("on purpose");
            }
          }
        }
        """);
    copyOf("requested");
    settings("fleet.yml", "");
    RealRun server = service("server");
    Awaitility.await().atMost(LIMIT).until(() -> HTTP.matcher(server.err()).find());
    Matcher address = HTTP.matcher(server.err());
    assertThat(address.find()).isTrue();
    http = address.group(1);
    service("persister");
    worker("one", "default");
    worker("two", "default");
    worker("odd", "odd");
    awaitSlaves();
    client.settings(scratch.resolve("fleet.yml"));
    recorded =
        new HashMap<>(
            record(
                "shop.LongTest",
                "shop.EditedTest",
                "shop.OddTest",
                "shop.HeldTest",
                "shop.KilledTest",
                "shop.RedTest"));
    recorded.replaceAll((spec, parts) -> asTheySleep(parts));
  }

  /** Runs classes whole, and returns what is known of them then. */
  private Map<String, KnownParts> record(String... specs) throws Exception {
    RealRun.Result whole =
        start(Stream.concat(Stream.of("--split", "off"), Stream.of(specs)).toArray(String[]::new));
    assertThat(whole.code()).as(whole.err() + whole.out()).isZero();
    assertThat(whole.out()).doesNotContain("Parts");
    Awaitility.await().atMost(LIMIT).until(() -> Stream.of(specs).allMatch(this::isKnown));
    return known();
  }

  /** Tells a taskset class what is known, with the times of an idle machine. */
  private void tell(String name, Map<String, KnownParts> known) {
    // On a busy one the start of a JVM takes longer than the tests, and nothing is divided.
    Map<String, KnownParts> calm = new HashMap<>();
    Map<String, Duration> estimates = new HashMap<>();
    known.forEach(
        (spec, parts) -> {
          calm.put(spec, calm(parts));
          estimates.put(spec, estimate(calm(parts)));
        });
    stores.partTimes().save(name, calm);
    stores.estimates().save(name, estimates);
  }

  private static KnownParts calm(KnownParts parts) {
    PartTimes times = parts.times();
    return times == null
        ? parts
        : with(
            new PartTimes(Duration.ofMillis(100), times.methods(), times.tests(), times.skipped()),
            parts);
  }

  /** None of its methods takes longer than they sleep. */
  private static KnownParts asTheySleep(KnownParts parts) {
    PartTimes times = Objects.requireNonNull(parts.times());
    SortedMap<String, Duration> methods = new TreeMap<>(times.methods());
    methods.replaceAll((name, took) -> took.compareTo(LONGEST) > 0 ? LONGEST : took);
    return with(new PartTimes(times.setup(), methods, times.tests(), times.skipped()), parts);
  }

  private static KnownParts with(PartTimes times, KnownParts parts) {
    return new KnownParts(times, parts.refusal(), parts.classFiles(), parts.passedWith());
  }

  private static Duration estimate(KnownParts known) {
    PartTimes times = Objects.requireNonNull(known.times());
    return times.methods().values().stream().reduce(times.setup(), Duration::plus);
  }

  private boolean isKnown(String spec) {
    KnownParts parts = known().get(spec);
    return parts != null && parts.times() != null && parts.passedWith() != null;
  }

  @BeforeEach
  void usual(TestInfo test) throws IOException {
    tasksetClass = test.getTestMethod().orElseThrow().getName();
    tell(tasksetClass, recorded);
    client.settings(settings(tasksetClass + ".yml", ""));
    // A test may have killed a worker, and started another one.
    awaitSlaves();
  }

  @AfterAll
  void end() throws Exception {
    services.forEach(Process::destroy);
    for (Process service : services) {
      service.waitFor();
    }
    connection.close();
    redis.close();
  }

  /** Writes a class of tests of 0.7 s each. */
  private void test(String name, List<String> methods) throws IOException {
    StringBuilder text = new StringBuilder("package shop;\n\nclass " + name + "Test {\n");
    for (String method : methods) {
      text.append("  @org.junit.jupiter.api.Test\n  void ")
          .append(method)
          .append("() throws Exception {\n    Gate.pass(\"")
          .append(method)
          .append("\");\n  }\n");
    }
    Files.writeString(source(name + "Test"), text.append("}\n"));
  }

  private Path source(String name) {
    return client.project().resolve("src/test/java/shop/" + name + ".java");
  }

  private Path settings(String name, String more) throws IOException {
    Path sent = Files.createDirectories(scratch.resolve("sent"));
    return Files.writeString(
        scratch.resolve(name),
        """
        redis: %s
        http_port: 0
        command_port: 0
        taskset_class: %s
        max_trials: 2
        least_timeout_sec: 120
        database_url: %s
        rsync_remote_path: %s
        job_roots: ['%s']
        request_jobs: {long: {tests: '%s'}}
        %s
        """
            .formatted(
                redis.url(),
                tasksetClass,
                JdbcUrl.ofFile(scratch.resolve("record")),
                sent,
                scratch,
                scratch.resolve("requested"),
                more));
  }

  private RealRun service(String... words) throws IOException {
    RealRun place = client.beside(Files.createTempDirectory(scratch, words[0]));
    place.settings(scratch.resolve("fleet.yml"));
    services.add(place.startCommand(List.of(words)));
    return place;
  }

  /**
   * A copy of the project, with a taskset class of its name, whose settings ask for a long class
   * only.
   */
  private Path copyOf(String name) throws IOException {
    Path copy = Files.createDirectory(scratch.resolve(name));
    copy(client.project(), copy);
    Files.writeString(
        copy.resolve(".rrrspec.yml"),
        "rsync_name: "
            + name
            + "\nsplit: auto\nspec_files: ['shop.LongTest']\ntaskset_class: "
            + name
            + "\n");
    return copy;
  }

  private void worker(String name, String type) throws IOException {
    RealRun unused =
        service(
            "worker",
            "--name",
            name,
            "--worker-type",
            type,
            "--slaves",
            "2",
            "--working-dir",
            scratch.resolve("work-" + name).toString());
    workers.put(name, services.get(services.size() - 1));
  }

  /** Until the workers tell of six slaves in all. */
  private void awaitSlaves() {
    Awaitility.await()
        .atMost(LIMIT)
        .until(
            () ->
                stores.nodes().all().stream()
                        .filter(Node::alive)
                        .mapToInt(node -> Objects.requireNonNullElse(node.slaves(), 0))
                        .sum()
                    == 6);
  }

  private Map<String, KnownParts> known() {
    return stores.partTimes().find(tasksetClass);
  }

  private KnownParts known(String spec) {
    return Objects.requireNonNull(known().get(spec), spec);
  }

  private static List<String> words(String... options) {
    List<String> words = new ArrayList<>(List.of("client", "start", "--wait"));
    words.addAll(List.of(options));
    return words;
  }

  private RealRun.Result start(String... options) throws Exception {
    List<String> words = words(options);
    words.addAll(List.of("--junit-xml", scratch.resolve("parts.xml").toString()));
    return client.command(words.toArray(String[]::new));
  }

  /** The names of the tests in the report of a class. */
  private List<String> cases(String name) throws IOException {
    return CASE.matcher(Files.readString(client.report("shop." + name)))
        .results()
        .map(it -> it.group(1))
        .sorted()
        .toList();
  }

  private static String key(RealRun.Result run) {
    return run.out().lines().findFirst().orElseThrow();
  }

  @Test
  void aClassInPartsLooksAsIfItHadRunWhole() throws Exception {
    tell(tasksetClass, record("shop.LongTest", "shop.OrderedTest", "shop.ReliesTest"));
    List<String> casesOfLong = cases("LongTest");
    assertThat(casesOfLong).contains("first", "third(int)[3]", "skipped");
    RealRun.Result divided =
        start("--split", "auto", "shop.LongTest", "shop.OrderedTest", "shop.ReliesTest");
    assertThat(divided.code()).as(divided.err() + divided.out()).isZero();
    assertThat(divided.out())
        .contains("Parts     1 class in ")
        .contains("Whole instead of in parts")
        .containsPattern("shop\\.OrderedTest\\R.*order")
        .containsPattern("shop\\.ReliesTest\\R.*its part \\d/\\d failed")
        .contains("flaky", "ReliesTest")
        .doesNotContainPattern("Test#\\d+/\\d");
    assertThat(cases("LongTest")).isEqualTo(casesOfLong);

    RealRun.Result waited = client.command("client", "waitfor", key(divided));
    assertThat(waited.code()).isZero();
    assertThat(waited.out()).contains("Parts     1 class in ");
    String shown = client.command("client", "show", key(divided), "--verbose").out();
    assertThat(shown)
        .contains("pending shop.LongTest\n    pending ")
        .containsPattern("    part 1/\\d: (passed|pending) .* on \\w+:slave:.*\\R        \\w")
        .containsPattern("        (.*, )?third\\(int\\)\\[3]")
        .containsPattern("    part \\d/\\d: refused .* on \\w+:slave:\\d+: .*order");
    assertThat(divided.out()).contains("it passed whole: flaky, or its tests need one another");
    Awaitility.await().atMost(LIMIT).until(() -> known("shop.OrderedTest").refusal() != null);
    assertThat(stores.estimates().find(tasksetClass).get("shop.LongTest"))
        .as("that of the class, not that of a part")
        .isGreaterThan(Duration.ofSeconds(3));
    Awaitility.await()
        .atMost(LIMIT)
        .until(() -> client.command("client", "flaky").out().contains("ReliesTest#"));

    RealRun.Result next = start("--split", "auto", "shop.LongTest");
    assertThat(next.code()).as(next.err() + next.out()).isZero();
    assertThat(next.out()).contains("Parts     1 class in ");
    assertThat(cases("LongTest")).isEqualTo(casesOfLong);
    assertThat(client.command("client", "start", "--list", "shop.LongTest").out())
        .containsPattern(" s  shop\\.LongTest \\(in \\d parts\\)\\R");
    RealRun.Result refused = start("--split", "auto", "--verbose", "shop.OrderedTest");
    assertThat(refused.code()).as(refused.err() + refused.out()).isZero();
    assertThat(refused.err()).containsPattern("stays whole: shop\\.OrderedTest: .*order");
    assertThat(refused.out()).doesNotContain("Parts     ", "Whole instead of in parts");

    RealRun.Result one = start("--split", "auto", "shop.LongTest#first");
    assertThat(one.code()).as(one.err() + one.out()).isZero();
    assertThat(one.out()).doesNotContain("Parts");
    assertThat(cases("LongTest")).containsExactly("first");
  }

  @Test
  void aClassThatHasChangedRunsWholeAndIsDividedInTheNextRun() throws Exception {
    List<String> five = List.of("five", "four", "one", "three", "two");
    test("Edited", five);
    RealRun.Result changed = start("--split", "auto", "shop.EditedTest");
    assertThat(changed.code()).as(changed.err() + changed.out()).isZero();
    assertThat(changed.out())
        .contains("Whole instead of in parts")
        .contains("its slave has other class files than those")
        .doesNotContain("Parts     ");
    assertThat(cases("EditedTest")).isEqualTo(five);
    Awaitility.await().atMost(LIMIT).until(() -> methods("shop.EditedTest").contains("#five"));
    assertThat(known("shop.EditedTest").refusal()).isNull();

    RealRun.Result next = start("--split", "auto", "shop.EditedTest");
    assertThat(next.code()).as(next.err() + next.out()).isZero();
    assertThat(next.out())
        .contains("Parts     1 class in ")
        .doesNotContain("Whole instead of in parts");
    assertThat(cases("EditedTest")).isEqualTo(five);
  }

  private List<String> methods(String spec) {
    PartTimes times = known(spec).times();
    return times == null ? List.of() : List.copyOf(times.methods().keySet());
  }

  @Test
  void aWorkerWithOtherSourcesRefusesThePartsAndRunsTheClassWhole() throws Exception {
    client.settings(
        settings(
            "odd.yml",
            "setup_command: sed -i 's/void one/void other/' src/test/java/shop/OddTest.java &&"
                + " rrrspec-java prepare"));
    RealRun.Result run = start("--split", "auto", "--worker-type", "odd", "shop.OddTest");
    assertThat(run.code()).as(run.err() + run.out()).isZero();
    assertThat(run.out())
        .contains("Whole instead of in parts")
        .contains("its slave has other class files than those")
        .doesNotContain("Parts     ");
    assertThat(cases("OddTest")).containsExactly("four", "other", "three", "two");
  }

  @Test
  void aClassThatFailsInAPartFailsAsAWhole() throws Exception {
    client.settings(settings("red.yml", "env: {RED: two}"));
    RealRun.Result fast = start("--split", "auto", "--fail-fast", "shop.RedTest", "shop.ShortTest");
    assertThat(fast.code()).as(fast.err() + fast.out()).isEqualTo(1);
    assertThat(fast.out()).contains(" FAILED    1 failed").doesNotContainPattern("RedTest#\\d");

    RealRun.Result red = start("--split", "auto", "shop.RedTest");
    assertThat(red.code()).as(red.err() + red.out()).isEqualTo(1);
    assertThat(red.out()).contains(" FAILED    1 failed, 3 passed  of 4 tests");
    assertThat(cases("RedTest")).containsExactly("four", "one", "three", "two");
  }

  @Test
  void aPartOfAKilledWorkerRunsAgainAsAPart() throws Exception {
    Path gate = gate("killed-worker");
    Process run = client.startCommand(words("--split", "auto", "shop.HeldTest"));
    awaitAll(gate);
    kill(Objects.requireNonNull(workers.get("two")).toHandle());
    worker("three", "default");
    Files.createFile(gate.resolve("open"));

    assertThat(run.waitFor(3, TimeUnit.MINUTES)).isTrue();
    assertThat(run.exitValue()).as(client.err() + client.out()).isZero();
    assertThat(client.out())
        .contains("Parts     1 class in 4 parts", "4 passed")
        .doesNotContain("Whole instead of in parts", "flaky");
    String key = client.out().lines().findFirst().orElseThrow();
    String shown = client.command("client", "show", key, "--verbose").out();
    assertThat(shown).containsPattern("    part \\d/4: lost .* on two:slave:");
  }

  @Test
  void aClassRunsWholeAfterTheJvmOfAPartHasDied() throws Exception {
    Path gate = gate("killed-slave");
    Process run = client.startCommand(words("--split", "auto", "shop.KilledTest"));
    awaitAll(gate);
    kill(ProcessHandle.of(Long.parseLong(Files.readString(gate.resolve("two")))).orElseThrow());
    Files.createFile(gate.resolve("open"));

    assertThat(run.waitFor(3, TimeUnit.MINUTES)).isTrue();
    assertThat(run.exitValue()).as(client.err() + client.out()).isZero();
    assertThat(client.out())
        .contains("Whole instead of in parts", "flaky", "4 passed")
        .containsPattern("shop\\.KilledTest\\R.*its part \\d/4 failed");
  }

  @Test
  void aCancelledRunLeavesNoPartBehind() throws Exception {
    Path gate = gate("cancelled");
    Process run = client.startCommand(words("--split", "auto", "shop.HeldTest"));
    awaitAll(gate);
    String key = client.out().lines().findFirst().orElseThrow();
    RealRun other = client.beside(Files.createTempDirectory(scratch, "cancel"));
    other.settings(scratch.resolve("fleet.yml"));
    assertThat(other.command("client", "cancel", key).code()).isZero();

    assertThat(run.waitFor(3, TimeUnit.MINUTES)).isTrue();
    assertThat(run.exitValue()).as(client.err() + client.out()).isEqualTo(130);
    assertThat(client.out()).doesNotContain("Parts     ", "flaky");
    Awaitility.await()
        .atMost(LIMIT)
        .until(() -> stores.nodes().all().stream().allMatch(node -> node.taskset() == null));
    assertThat(connection.commands().llen(Keys.taskQueue(key))).isZero();
  }

  @Test
  void aJobIsDividedByTheSettingsOfItsProject() throws Exception {
    Path project = copyOf("job");
    tell("job", recorded);
    long job =
        stores.jobs().push(new Push("default", Job.JUNIT, project.toString(), "ann")).number();
    Awaitility.await()
        .atMost(LIMIT)
        .until(() -> stores.jobs().find(job).orElseThrow().status() == Job.Status.SUCCEEDED);
    String key = stores.jobs().find(job).orElseThrow().taskset();
    assertThat(client.command("client", "show", key).out()).contains("Parts     1 class in ");
  }

  /** The runs that have classes in parts. */
  private Set<String> runsInParts() {
    return connection.commands().keys("rrrspec:taskset:*").stream()
        .filter(key -> key.matches("rrrspec:taskset:[^:]+"))
        .filter(key -> stores.tasksets().isDivided(key))
        .collect(Collectors.toSet());
  }

  private void assertInParts(Set<String> runs) throws Exception {
    assertThat(runs).hasSize(1);
    String shown = client.command("client", "show", runs.iterator().next()).out();
    assertThat(shown).contains("Parts     1 class in ").doesNotContain("Whole instead of in parts");
  }

  @Test
  void aStepOfAFlowIsDividedAndItsCopiesRunWhole() throws Exception {
    Files.writeString(
        client.project().resolve("flow.yml"),
        """
        name: parts
        steps:
          - {name: once, tests: shop.LongTest}
          - {name: often, tests: shop.LongTest, batch: 1}
        """);
    Set<String> before = runsInParts();
    RealRun.Result flow = client.command("flow", "run", "flow.yml", "--wait");
    assertThat(flow.code()).as(flow.err() + flow.out()).isZero();
    assertThat(flow.out()).contains("succeeded");
    Set<String> runs = runsInParts();
    runs.removeAll(before);
    // What is copied is never activated itself.
    runs.removeIf(key -> stores.tasksets().find(key).orElseThrow().finishedAt() == null);
    assertInParts(runs);
  }

  @Tag("nightly")
  @Test
  void aJobOfARequestIsDivided() throws Exception {
    tell("requested", recorded);
    Set<String> before = runsInParts();
    HttpRequest ask =
        HttpRequest.newBuilder(URI.create(http + "/request"))
            .POST(
                BodyPublishers.ofString(
                    "{\"requester\": \"it\", \"program\": null, \"run_list\": [{\"name\":"
                        + " \"long\"}]}"))
            .build();
    String answer = HttpClient.newHttpClient().send(ask, BodyHandlers.ofString()).body();
    Matcher id = Pattern.compile("\"id\": ?\"([^\"]+)\"").matcher(answer);
    assertThat(id.find()).as(answer).isTrue();
    URI request = URI.create(http + "/request/" + id.group(1));
    Awaitility.await().atMost(LIMIT).until(() -> body(request), text -> !waits(text));
    assertThat(body(request)).containsPattern("\"state\": ?\"complete\"");
    Set<String> runs = runsInParts();
    runs.removeAll(before);
    assertInParts(runs);
  }

  private static boolean waits(String request) {
    return !Pattern.compile("\"state\": ?\"(complete|failed|cancelled)\"").matcher(request).find();
  }

  private static String body(URI of) throws Exception {
    return HttpClient.newHttpClient()
        .send(HttpRequest.newBuilder(of).build(), BodyHandlers.ofString())
        .body();
  }

  private static void copy(Path from, Path to) throws IOException {
    try (var tree = Files.walk(from)) {
      for (Path path : tree.toList()) {
        Path relative = from.relativize(path);
        if (!relative.startsWith("target") && !relative.startsWith(".rrrspec")) {
          Path copy = to.resolve(relative.toString());
          if (Files.isDirectory(path)) {
            Files.createDirectories(copy);
          } else {
            Files.copy(path, copy);
          }
        }
      }
    }
  }

  /** A directory in which tests wait. */
  private Path gate(String name) throws IOException {
    Path gate = Files.createDirectory(scratch.resolve(name));
    client.settings(settings(name + ".yml", "env: {GATE: '" + gate + "'}"));
    return gate;
  }

  /** All methods wait at the same time: so each of them is a part of its own. */
  private static void awaitAll(Path gate) {
    Awaitility.await()
        .atMost(LIMIT)
        .until(() -> METHODS.stream().allMatch(name -> isWritten(gate.resolve(name))));
  }

  private static boolean isWritten(Path file) {
    return file.toFile().length() > 0;
  }

  private static void kill(ProcessHandle process) {
    List<ProcessHandle> all = process.descendants().toList();
    process.destroyForcibly();
    all.forEach(ProcessHandle::destroyForcibly);
  }
}
