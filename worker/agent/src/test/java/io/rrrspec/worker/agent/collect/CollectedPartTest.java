package io.rrrspec.worker.agent.collect;

import static io.rrrspec.testing.TasksetBuilder.aTaskset;
import static org.assertj.core.api.Assertions.assertThat;

import io.rrrspec.common.coverage.SavedName;
import io.rrrspec.common.model.CollectRequest;
import io.rrrspec.common.model.RsyncInfo;
import io.rrrspec.common.model.Taskset;
import io.rrrspec.common.project.Project;
import io.rrrspec.common.project.ProjectModule;
import io.rrrspec.common.project.TestExecution;
import io.rrrspec.common.project.TestJvm;
import io.rrrspec.common.project.TestProvider;
import io.rrrspec.common.project.TestSelection;
import io.rrrspec.common.store.CollectStore;
import io.rrrspec.common.store.CollectStore.Part;
import io.rrrspec.common.store.CollectStore.State;
import io.rrrspec.common.store.Stores;
import io.rrrspec.testing.TestRedis;
import io.rrrspec.worker.agent.workspace.CancellablePrograms;
import io.rrrspec.worker.agent.workspace.NeedsRsync;
import io.rrrspec.worker.agent.workspace.Synced;
import io.rrrspec.worker.agent.workspace.WorkerDirectory;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jacoco.core.data.ExecutionData;
import org.jacoco.core.data.ExecutionDataWriter;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** With a real rsync, to a directory of this machine. */
@ExtendWith(NeedsRsync.class)
class CollectedPartTest {
  @RegisterExtension static final TestRedis redis = new TestRedis();

  private static final Instant NOW = Instant.parse("2024-01-01T00:00:00Z");
  private static final Duration DAY = Duration.ofDays(1);
  private static final Duration LIMIT = Duration.ofMinutes(1);

  @TempDir Path base;

  private final List<String> lines = new ArrayList<>();
  private CollectStore store;
  private Taskset taskset;
  private WorkerDirectory dir;
  private Synced sources;
  private Path sent;
  private Path tree;
  private Path coverage;

  @BeforeEach
  void open() throws IOException {
    Stores stores = new Stores(redis.connection(), redis.keys());
    store = stores.collected();
    String key = stores.tasksets().create(aTaskset().withTasks(1).request(), NOW);
    taskset = stores.tasksets().find(key).orElseThrow();
    dir = WorkerDirectory.open(base.resolve("work"));
    sent = Files.createDirectory(base.resolve("sent"));
    RsyncInfo place = new RsyncInfo(sent.toString(), "--recursive --links --times");
    sources = new Synced(dir, null, () -> Optional.of(place), false, () -> NOW, null);
    tree = Files.createDirectories(dir.root().resolve("shop"));
    coverage = base.resolve("coverage");
  }

  @AfterEach
  void close() {
    dir.close();
  }

  private CollectedPart part(String... globs) {
    CollectedPart part =
        new CollectedPart(
            store,
            taskset,
            "w",
            new CollectRequest(List.of(globs), 10, 1_000_000),
            sources,
            tree,
            coverage,
            () -> NOW,
            DAY);
    part.synced();
    return part;
  }

  /** A project whose only module has an agent. */
  private void covered(String destFile) {
    TestJvm jvm =
        new TestJvm(
            "java",
            List.of("-javaagent:/org.jacoco.agent.jar=destfile=" + destFile),
            true,
            Map.of(),
            Map.of(),
            List.of(),
            tree.toString(),
            List.of());
    TestExecution execution =
        new TestExecution(
            "default-test",
            TestProvider.JUNIT_PLATFORM,
            jvm,
            new TestSelection("", List.of(), List.of(), "", "", List.of(), List.of()),
            Map.of(),
            1,
            true,
            List.of("shop.CartTest"),
            "",
            false,
            false);
    ProjectModule module = new ProjectModule("", "shop:shop", "", List.of(execution));
    new Project(Project.FORMAT, List.of(module), List.of(), List.of()).write(tree);
  }

  private void made(String path, String text) throws IOException {
    Path file = tree.resolve(path);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }

  private List<String> sentFiles() throws IOException {
    Path there = sent.resolve(CollectStore.directory(taskset.key(), "w"));
    if (!Files.exists(there)) {
      return List.of();
    }
    try (Stream<Path> all = Files.walk(there)) {
      return all.filter(Files::isRegularFile)
          .map(file -> there.relativize(file).toString())
          .sorted()
          .toList();
    }
  }

  private Part told() {
    List<Part> parts = store.parts(taskset.key());
    assertThat(parts).hasSize(1);
    return parts.get(0);
  }

  @Test
  void whatTheRunHasMadeIsSentAndAServerIsToRemoveItADayLater() throws Exception {
    made("target/old.png", "old");
    CollectedPart part = part("target/**");
    part.begin();
    assertThat(told().state()).isEqualTo(State.OPEN);
    made("target/new.png", "new");
    made("other.png", "other");
    part.send(LIMIT, lines::add);

    assertThat(told()).isEqualTo(new Part("w", "w", State.SENT, ""));
    assertThat(sentFiles()).containsExactly("target/new.png");
    assertThat(lines).containsExactly("sends back 1 file, 1 kB");
    String directory = CollectStore.directory(taskset.key(), "w");
    assertThat(store.due(NOW.plus(DAY).minusSeconds(1), 9)).isEmpty();
    assertThat(store.due(NOW.plus(DAY), 9)).containsExactly(directory);
  }

  @Test
  void theEmptyFileThatAnAgentMakesIsNotSentAndOtherEmptyFilesAre() throws Exception {
    covered("target/jacoco-${surefire.forkNumber}.exec");
    CollectedPart part = part("**/target/**");
    part.begin();
    made("target/jacoco-1.exec", "");
    made("target/jacoco-2.exec", "");
    made("target/mine.exec", "");
    part.send(LIMIT, lines::add);

    assertThat(sentFiles()).containsExactly("target/mine.exec");
  }

  @Test
  void withNothingButSuchFilesThereIsNothing() throws Exception {
    covered("target/jacoco.exec");
    CollectedPart part = part("**/target/jacoco*.exec", "target/jacoco*.exec");
    part.begin();
    made("target/jacoco.exec", "");
    part.send(LIMIT, lines::add);

    assertThat(told()).isEqualTo(new Part("w", "w", State.NONE, ""));
    assertThat(sent).isEmptyDirectory();
  }

  @Test
  void coverageOfEarlierRunsGoesAndThatOfThisRunIsSent() throws Exception {
    covered("target/jacoco.exec");
    made("target/jacoco.exec", "of an earlier run");
    CollectedPart part = part("target/**");
    part.begin();
    assertThat(tree.resolve("target/jacoco.exec")).doesNotExist();
    try (OutputStream out = Files.newOutputStream(coverage.resolve(SavedName.of(null, 1)))) {
      new ExecutionDataWriter(out)
          .visitClassExecution(new ExecutionData(7, "a/B", new boolean[] {true}));
    }
    part.send(LIMIT, lines::add);

    assertThat(sentFiles()).containsExactly("target/jacoco.exec");
    assertThat(coverage).doesNotExist();
  }

  @Test
  void coverageThatCannotBeWrittenIsSaidAndTheOtherFilesAreSent() throws Exception {
    covered("target/jacoco.exec");
    made("target/jacoco.exec/in-the-way", "");
    CollectedPart part = part("target/**");
    part.begin();
    Files.write(coverage.resolve(SavedName.of(null, 1)), new byte[0]);
    made("target/a.png", "a");
    part.send(LIMIT, lines::add);

    assertThat(told().state()).isEqualTo(State.SENT);
    assertThat(told().note())
        .isEqualTo(
            tree.resolve("target/jacoco.exec")
                + " is a directory: the coverage of this run is lost; remove the directory");
    assertThat(sentFiles()).containsExactly("target/a.png");
  }

  @Test
  void aFileThatIsGoneKeepsNoOtherAway() throws Exception {
    made("target/a.png", "a");
    made("target/b.png", "b");
    String said =
        sources.push(
            CollectStore.directory(taskset.key(), "w"),
            tree,
            List.of("target/a.png", "target/gone.png", "target/b.png"),
            new CancellablePrograms("test"),
            LIMIT);

    assertThat(said).startsWith("some files could not be sent: rsync: ").contains("gone.png");
    assertThat(sentFiles()).containsExactly("target/a.png", "target/b.png");
  }

  @Test
  void whatCannotBeSentIsLostAndSaid() throws Exception {
    CollectedPart part = part("target/**");
    part.begin();
    made("target/a.png", "a");
    Files.delete(sent);
    Files.createFile(sent);
    part.send(LIMIT, lines::add);

    assertThat(told().state()).isEqualTo(State.LOST);
    assertThat(told().note()).startsWith("rsync could not send them (exit code ");
    assertThat(lines).containsExactly("cannot send files back: " + told().note());
  }

  @Test
  void aWorkerThatWasCutOffSendsNothing() throws Exception {
    CollectedPart part = part("target/**");
    part.begin();
    made("target/a.png", "a");
    part.giveUp();
    part.send(LIMIT, lines::add);

    assertThat(told()).isEqualTo(new Part("w", "w", State.LOST, "the worker was cut off"));
    assertThat(sent).isEmptyDirectory();
  }

  @Test
  void aServiceThatNeverBeganSaysNothing() throws Exception {
    CollectedPart part = part("target/**");
    made("target/a.png", "a");
    part.send(LIMIT, lines::add);
    part.giveUp();

    assertThat(store.parts(taskset.key())).isEmpty();
    assertThat(lines).isEmpty();
  }
}
