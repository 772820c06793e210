package io.rrrspec.worker.agent.workspace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rrrspec.common.ServiceException;
import io.rrrspec.common.artifact.Artifact;
import io.rrrspec.common.artifact.Holding;
import io.rrrspec.common.model.JobArtifacts;
import io.rrrspec.common.model.Recipe;
import io.rrrspec.common.store.ArtifactStore;
import io.rrrspec.testing.TestRedis;
import io.rrrspec.worker.agent.artifact.Archive;
import io.rrrspec.worker.agent.artifact.Draft;
import io.rrrspec.worker.agent.workspace.Hosts.Host;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Jobs with outputs on two workers: real rsync, Redis, HTTP and commands. */
@ExtendWith(NeedsRsync.class)
class JobFilesTest {
  @RegisterExtension static final TestRedis testRedis = new TestRedis();

  private static final String BUILD = Artifact.result("1".repeat(64));
  private static final String CHECK = Artifact.result("2".repeat(64));
  private static final Recipe MAKES_APP =
      new Recipe(
          BUILD,
          "mkdir -p out && tr a-z A-Z < src/a.txt > out/app && echo \"$WHO\" > out/who",
          Map.of("WHO", "recipe"),
          List.of("out/app", "out/w*"),
          List.of(),
          "");
  private static final JobArtifacts BUILDS =
      new JobArtifacts(BUILD, MAKES_APP.outputs(), List.of());
  private static final JobArtifacts CHECKS =
      new JobArtifacts(CHECK, List.of("report"), List.of(MAKES_APP));

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
    first.box.source("src/a.txt", "text");
  }

  private Host host(String name) throws IOException {
    Host host = hosts.open(name);
    host.box.setup = "true";
    return host;
  }

  @AfterEach
  void close() throws Exception {
    hosts.close();
  }

  /** The worker does a whole job that builds; its command is played by the test. */
  private void build(Host host, String app) throws Exception {
    host.box.job = BUILDS;
    Synced sources = host.box.sources(false);
    sources.prepare(host.box.request());
    Files.createDirectories(host.box.here("out"));
    Files.writeString(host.box.here("out/app"), app);
    Files.writeString(host.box.here("out/who"), "step\n");
    Files.writeString(host.box.here("out/undeclared"), "");
    sources.keepOutputs(host.box.request().taskset(), host.box.log::add);
    sources.release(host.box.request().taskset());
  }

  private void prepareCheck(Host host) throws InterruptedException {
    host.box.job = CHECKS;
    host.box.prepare();
  }

  @Test
  void whatAJobHasMadeIsThereForTheNextOneOnAnotherWorker() throws Exception {
    build(first, "TEXT");
    assertThat(first.box.log)
        .anyMatch(l -> l.startsWith("keeps what was made for others: 2 files"));
    assertThat(store.maker(BUILD)).isEmpty();
    prepareCheck(second);

    assertThat(second.box.files()).containsExactly("out/app", "out/who", "src/a.txt");
    assertThat(second.box.here("out/app")).hasContent("TEXT");
    assertThat(second.box.here("out/who")).as("nothing was made anew").hasContent("step");
    assertThat(second.box.log).anyMatch(l -> l.startsWith("has the result of: mkdir -p out"));
  }

  @Test
  void whoFindsNobodyMakesItWithTheVariablesOfThatStepAndKeepsIt() throws Exception {
    prepareCheck(second);

    assertThat(second.box.here("out/app")).hasContent("TEXT");
    assertThat(second.box.here("out/who")).hasContent("recipe");
    assertThat(second.cache.holdings()).extracting(Holding::name).containsExactly(BUILD);
    prepareCheck(first);
    assertThat(first.box.log).noneMatch(l -> l.startsWith("nobody can give"));
  }

  @Test
  void aStepThatFailsHereEndsThePreparationWithItsLastLines() {
    first.box.job =
        new JobArtifacts(
            null,
            List.of(),
            List.of(
                new Recipe(BUILD, "echo oh dear; exit 3", Map.of(), List.of("a"), List.of(), "")));
    assertThatThrownBy(first.box::prepare)
        .isInstanceOf(ServiceException.class)
        .hasMessage(
            "a step that this one uses has failed here (exit code 3): echo oh dear; exit 3\n"
                + "oh dear");
    first.box.job =
        new JobArtifacts(
            null,
            List.of(),
            List.of(new Recipe(BUILD, "touch b", Map.of(), List.of("a"), List.of(), "")));
    assertThatThrownBy(first.box::prepare)
        .hasMessageContaining("has failed here (declared output 'a' is missing): touch b");
    assertThat(first.cache.holdings()).isEmpty();
    assertThat(store.maker(BUILD)).isEmpty();
  }

  @Test
  void nothingIsLeftOfWhatIsToBeMade() throws Exception {
    first.box.source("out/app", "sent by mistake");
    first.box.source("report", "old");
    build(first, "TEXT");
    prepareCheck(first);
    assertThat(first.box.here("report")).doesNotExist();
    assertThat(first.box.here("out/app")).hasContent("TEXT");
    first.box.job = BUILDS;
    first.box.prepare();
    assertThat(first.box.files()).containsExactly("report", "src/a.txt");
  }

  @Test
  void aRecipeStartsWithJustTheSourcesAndWhatItUses() throws Exception {
    Recipe other =
        new Recipe(
            CHECK, "ls src > list; echo b > src/a.txt", Map.of(), List.of("list"), List.of(), "");
    first.box.source("src/b.txt", "an output of the job, and an input of that step");
    first.box.job =
        new JobArtifacts(
            Artifact.result("3".repeat(64)), List.of("src/b.txt"), List.of(MAKES_APP, other));
    Path tree = first.box.prepare();
    assertThat(tree.resolve("list")).hasContent("a.txt\nb.txt");
    assertThat(tree.resolve("src/a.txt")).as("what a command has changed").hasContent("text");
    assertThat(first.box.files()).containsExactly("list", "out/app", "out/who", "src/a.txt");
  }

  @Test
  void nothingOfAnEarlierCommandIsThere() throws Exception {
    build(first, "TEXT");
    first.box.job = new JobArtifacts(CHECK, List.of("report"), List.of());
    first.box.prepare();
    assertThat(first.box.files()).containsExactly("src/a.txt");
  }

  @Test
  void theResultOfAnotherTypeOfWorkersIsNotMadeHere() {
    Recipe arm = new Recipe(BUILD, "touch a", Map.of(), List.of("a"), List.of(), "arm");
    first.box.job = new JobArtifacts(null, List.of(), List.of(arm));
    assertThatThrownBy(first.box::prepare)
        .isInstanceOf(ServiceException.class)
        .hasMessage(
            "nobody can give the result of: touch a, which only workers of type 'arm' make: start"
                + " the flow again");
    assertThat(first.cache.holdings()).isEmpty();
  }

  @Test
  void whoComesMeanwhileWaitsForTheFirst() throws Exception {
    store.make(BUILD, first.key);
    CompletableFuture<?> waits = awaitWaiting();
    build(first, "TEXT");
    waits.get(30, TimeUnit.SECONDS);
    assertThat(second.box.here("out/who")).hasContent("step");
  }

  @Test
  void aMakerThatDiesIsNotWaitedFor() throws Exception {
    store.make(BUILD, first.key);
    CompletableFuture<?> waits = awaitWaiting();
    testRedis.connection().commands().pexpire(testRedis.keys().artifactMaker(BUILD), 1);
    waits.get(30, TimeUnit.SECONDS);
    assertThat(second.box.here("out/who")).hasContent("recipe");
  }

  private CompletableFuture<?> awaitWaiting() {
    CompletableFuture<?> waits =
        CompletableFuture.runAsync(
            () -> {
              try {
                prepareCheck(second);
              } catch (InterruptedException e) {
                throw new IllegalStateException(e);
              }
            },
            task -> new Thread(task).start());
    Awaitility.await()
        .atMost(Duration.ofSeconds(30))
        .until(
            () -> {
              store.make(BUILD, first.key);
              return second.box.log.stream()
                  .anyMatch(
                      l ->
                          l.startsWith("waits for the worker w1, which makes or packs the result"));
            });
    return waits;
  }

  @Test
  void aPreparationThatIsEndedDoesNotWaitOn() {
    store.make(BUILD, first.key);
    second.box.programs.end();
    assertThatThrownBy(() -> prepareCheck(second)).isInstanceOf(InterruptedException.class);
  }

  @Test
  void aResultThatHoldsSomethingElseIsDroppedAndMadeHere() throws Exception {
    Path other = Files.createDirectories(base.resolve("other"));
    Files.createDirectories(other.resolve("out"));
    Files.createDirectories(other.resolve("src"));
    Files.writeString(other.resolve("out/app"), "EVIL");
    Files.writeString(other.resolve("out/who"), "evil");
    Files.writeString(other.resolve("src/a.txt"), "evil");
    give(other, Set.of("out/app", "out/who", "src/a.txt"));
    prepareCheck(second);
    assertThat(second.box.log)
        .anyMatch(l -> l.endsWith("of no use: it holds src/a.txt, which is no declared output"));
    assertThat(second.box.here("src/a.txt")).hasContent("text");
    assertThat(second.box.here("out/who")).hasContent("recipe");

    give(other, Set.of("out/app"));
    Host third = host("w3");
    second.cache.remove(BUILD);
    prepareCheck(third);
    assertThat(third.box.log).anyMatch(l -> l.endsWith("of no use: it lacks the output 'out/w*'"));
    assertThat(third.box.here("out/who")).hasContent("recipe");
  }

  @Test
  void aLinkOnTheWayLeadsNowhere() throws Exception {
    build(first, "TEXT");
    Path outside = Files.createDirectories(base.resolve("outside"));
    Files.createSymbolicLink(second.box.remote.resolve("shop/out"), outside);
    second.box.job = CHECKS;
    assertThatThrownBy(second.box::prepare)
        .isInstanceOf(ServiceException.class)
        .hasMessageMatching("the result of: mkdir -p out .* has no place: .*/out is no directory");
    assertThat(outside).isEmptyDirectory();
  }

  private void give(Path directory, Set<String> files) throws IOException {
    try (Draft draft = first.peers.begin(BUILD)) {
      Archive.pack(draft, directory, files);
      draft.commit();
    }
  }

  @Test
  void damageInRedisKeepsNobodyFromMakingIt() throws Exception {
    testRedis.connection().commands().set(testRedis.keys().artifact(BUILD), "no hash");
    testRedis.connection().commands().lpush(testRedis.keys().artifactMaker(BUILD), "no string");
    prepareCheck(second);
    assertThat(second.box.here("out/who")).hasContent("recipe");
    assertThat(second.box.log).anyMatch(l -> l.startsWith("cannot keep what was made: "));
  }

  @Test
  void withoutOtherWorkersItIsMadeAndNotKept() throws Exception {
    second.box.peers = null;
    prepareCheck(second);
    assertThat(second.box.here("out/app")).hasContent("TEXT");
    assertThat(second.box.log).noneMatch(l -> l.contains("keep"));
  }
}
