package io.rrrspec.worker.agent.workspace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rrrspec.common.ServiceException;
import io.rrrspec.common.artifact.Artifact;
import io.rrrspec.common.artifact.Holding;
import io.rrrspec.common.store.ArtifactStore;
import io.rrrspec.testing.Checkout;
import io.rrrspec.testing.TestRedis;
import io.rrrspec.worker.agent.workspace.Hosts.Host;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Two workers that share a set-up: real rsync, Redis and HTTP; each has its own directory. */
@ExtendWith(NeedsRsync.class)
class SharedSetUpTest {
  @RegisterExtension static final TestRedis testRedis = new TestRedis();

  private static final String STATE = Artifact.workspace("1".repeat(64));
  private static final Path PROJECT = Checkout.project("jupiter-5.14");

  @TempDir Path base;

  private ArtifactStore store;
  private Hosts hosts;
  private Host first;
  private Host second;

  @BeforeEach
  void open() throws IOException {
    store = new ArtifactStore(testRedis.connection(), testRedis.keys());
    hosts = new Hosts(testRedis, base.toRealPath());
    first = host("w1");
    second = host("w2");
    first.box.source("pom.xml", "<project/>");
    first.box.source("src/a.txt", "a");
    String setup = "echo set up >>counts; mkdir -p out; cat src/a.txt >out/made.txt";
    first.box.setup = setup;
    second.box.setup = setup;
  }

  private Host host(String name) throws IOException {
    Host host = hosts.open(name);
    host.box.shared = true;
    host.box.state = STATE;
    return host;
  }

  @AfterEach
  void close() throws Exception {
    hosts.close();
  }

  @Test
  void theSecondWorkerFetchesWhatTheFirstHasSetUp() throws Exception {
    first.box.prepare();
    assertThat(first.box.log).anyMatch(line -> line.startsWith("gives its workspace to other"));
    assertThat(store.setupTime("shop")).isPresent();
    slowSetUp();
    second.box.prepare();

    assertThat(second.box.setUps()).as("the note of the one set-up came along").isEqualTo(1);
    assertThat(second.box.log)
        .anyMatch(line -> line.startsWith("has fetched the workspace that w1 has set up: "))
        .contains("synced: 4 entries, 0 of them changed (0 kB), 0 deleted")
        .contains("set-up is skipped: w1 has done it")
        .doesNotContain("set-up begins");
    assertThat(second.box.here("out/made.txt")).hasContent("a");
    assertThat(second.box.files()).isEqualTo(first.box.files());
    assertThat(store.maker(setUpName())).isEmpty();

    second.box.log.clear();
    second.box.prepare();
    assertThat(second.box.log)
        .contains("set-up is skipped: nothing has changed since the last one here");
  }

  @Test
  void whoComesMeanwhileWaitsForTheFirst() throws Exception {
    first.box.setup = "while [ ! -e ../../go ]; do sleep 0.05; done; " + first.box.setup;
    second.box.setup = first.box.setup;
    CompletableFuture<Path> makes = inBackground(first);
    Awaitility.await()
        .atMost(Duration.ofSeconds(30))
        .until(() -> first.box.log.contains("set-up begins"));
    CompletableFuture<Path> waits = inBackground(second);
    awaitThatTheSecondWaits();
    Files.createFile(base.toRealPath().resolve("go"));
    makes.get(30, TimeUnit.SECONDS);
    waits.get(30, TimeUnit.SECONDS);
    assertThat(second.box.log).contains("set-up is skipped: w1 has done it");
  }

  @Test
  void whoWaitsForAWorkerThatFailsSetsUpItself() throws Exception {
    first.box.setup =
        "while [ ! -e ../../go ]; do sleep 0.05; done; [ \"$PWD\" != '"
            + first.box.work.resolve("shop")
            + "' ] || exit 3; "
            + first.box.setup;
    second.box.setup = first.box.setup;
    CompletableFuture<Path> makes = inBackground(first);
    Awaitility.await()
        .atMost(Duration.ofSeconds(30))
        .until(() -> first.box.log.contains("set-up begins"));
    CompletableFuture<Path> waits = inBackground(second);
    awaitThatTheSecondWaits();
    Files.createFile(base.toRealPath().resolve("go"));
    assertThatThrownBy(() -> makes.get(30, TimeUnit.SECONDS))
        .hasRootCauseInstanceOf(ServiceException.class);
    waits.get(30, TimeUnit.SECONDS);
    assertThat(second.box.log).contains("set-up has finished");
    assertThat(second.cache.holdings()).hasSize(1);
  }

  @Test
  void aWorkerThatDiedIsWaitedForNoLongerThanItsSignLives() throws Exception {
    String name = setUpNameAfter(first);
    store.make(name, first.key);
    CompletableFuture<Path> waits = inBackground(second);
    awaitThatTheSecondWaits();
    // As it does when nobody renews it.
    testRedis.connection().commands().pexpire(testRedis.keys().artifactMaker(name), 1);
    waits.get(30, TimeUnit.SECONDS);
    assertThat(second.box.log).contains("set-up has finished");
  }

  @Test
  void aSetUpThatIsFasterThanFetchingIsMadeHere() throws Exception {
    first.box.prepare();
    store.noteSetup("shop", Duration.ZERO);
    second.box.prepare();
    assertThat(second.box.log)
        .contains("set-up has finished")
        .noneMatch(l -> l.contains("fetch") && l.contains("w1"));
  }

  @Test
  void otherSourcesThanThoseThatWereSentAreSetUpHere() throws Exception {
    first.box.prepare();
    slowSetUp();
    // The client says that nothing has changed, and that is not so.
    first.box.source("src/a.txt", "b");
    second.box.prepare();
    assertThat(second.box.log)
        .contains("set-up runs, though w1 has done it: the sources are others")
        .contains("set-up has finished");
    assertThat(second.box.here("out/made.txt")).hasContent("b");
  }

  @Test
  void whatIsNotSharedIsNeitherGivenNorFetched() throws Exception {
    first.box.shared = false;
    first.box.prepare();
    assertThat(first.cache.holdings()).isEmpty();
    second.box.shared = false;
    second.box.prepare();
    assertThat(second.box.log).contains("set-up has finished");
  }

  @Test
  void aLinkThatLeadsOutKeepsAWorkspaceFromBeingGiven() throws Exception {
    first.box.setup += "; ln -s /etc/passwd out/link";
    second.box.setup = first.box.setup;
    first.box.prepare();
    assertThat(first.box.log)
        .contains(
            "cannot give its workspace to other workers: the link out/link leads out of the"
                + " directory, to /etc/passwd");
    second.box.prepare();
    assertThat(second.box.log).contains("set-up has finished");
  }

  @Test
  void whatIsNoWorkspaceLeavesTheOneHereAlone() throws Exception {
    first.box.prepare();
    slowSetUp();
    try (var draft = first.peers.begin(setUpName())) {
      draft.write("no archive".getBytes(StandardCharsets.UTF_8));
      draft.commit();
    }
    second.box.prepare();
    assertThat(second.box.log)
        .anyMatch(line -> line.startsWith("the workspace of another worker is of no use: "))
        .contains("set-up has finished");
    assertThat(second.box.here("out/made.txt")).hasContent("a");
  }

  @Test
  void whatIsDamagedInRedisKeepsNobodyFromSettingUp() throws Exception {
    String name = setUpNameAfter(first);
    var redis = testRedis.connection().commands();
    redis.set(testRedis.keys().artifact(name), "no hash");
    redis.hset(testRedis.keys().artifactMaker(name), "no", "text");
    redis.del(testRedis.keys().setupMillis("shop"));
    redis.hset(testRedis.keys().setupMillis("shop"), "no", "text");
    second.box.prepare();
    assertThat(second.box.log).contains("set-up has finished");
  }

  @Test
  void aPreparedProjectHoldsInItsNewPlace() throws Exception {
    for (Host host : List.of(first, second)) {
      host.box.environment =
          Map.of(
              "JAVA",
              Path.of(System.getProperty("java.home"), "bin", "java").toString(),
              "CP",
              System.getProperty("java.class.path"));
      host.box.setup =
          "set +x; echo set up >>counts; \"$JAVA\" -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -cp"
              + " \"$CP\" "
              + PrepareMain.class.getName();
    }
    for (String file :
        List.of(
            "pom.xml",
            "src/main/java/example/Calculator.java",
            "src/test/java/example/CalculatorTest.java")) {
      first.box.source(file, Files.readString(PROJECT.resolve(file)));
    }
    first.box.prepare();
    slowSetUp();
    second.box.prepare();

    assertThat(second.box.log).contains("set-up is skipped: w1 has done it");
    Path args = second.box.here(".rrrspec/slave.args");
    assertThat(args)
        .content()
        .contains(second.box.work.resolve("shop/target/test-classes").toString())
        .doesNotContain(first.box.work.toString());
    second.box.log.clear();
    second.box.prepare();
    assertThat(second.box.log)
        .contains("set-up is skipped: nothing has changed since the last one here");

    // The build may depend on what is different here.
    Host third = host("w3");
    third.box.setup = second.box.setup;
    Map<String, String> environment = new HashMap<>(second.box.environment);
    environment.put("TZ", "Asia/Tokyo");
    third.box.environment = environment;
    third.box.prepare();
    assertThat(third.box.log)
        .contains("set-up runs, though w1 has done it: the variable TZ has changed")
        .contains("set-up has finished");
  }

  private void awaitThatTheSecondWaits() {
    Awaitility.await()
        .atMost(Duration.ofSeconds(30))
        .until(
            () -> {
              first.peers.beat(); // as the worker's heartbeat does
              return second.box.log.contains("waits for the worker w1, which sets up the same");
            });
  }

  private CompletableFuture<Path> inBackground(Host host) {
    return CompletableFuture.supplyAsync(
        () -> {
          try {
            return host.box.prepare();
          } catch (InterruptedException e) {
            throw new IllegalStateException(e);
          }
        },
        task -> new Thread(task).start());
  }

  /** A set-up that took so long is worth to be fetched. */
  private void slowSetUp() {
    store.noteSetup("shop", Duration.ofMinutes(1));
  }

  private String setUpName() {
    return first.cache.holdings().stream().map(Holding::name).findFirst().orElseThrow();
  }

  /** The name that the set-up of a worker has. */
  private String setUpNameAfter(Host host) throws InterruptedException {
    host.box.prepare();
    String name = setUpName();
    host.cache.remove(name);
    return name;
  }
}
