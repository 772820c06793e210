package io.rrrspec.client.fleet;

import static io.rrrspec.testing.TasksetBuilder.aTaskset;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;
import static org.awaitility.Awaitility.await;

import io.rrrspec.client.fleet.ClientShell.Result;
import io.rrrspec.client.local.TestCluster;
import io.rrrspec.common.model.RsyncInfo;
import io.rrrspec.common.model.SetupWishes;
import io.rrrspec.common.model.Task;
import io.rrrspec.common.model.Taskset;
import io.rrrspec.common.model.TasksetStatus;
import io.rrrspec.common.queue.Discipline;
import io.rrrspec.common.queue.Share;
import io.rrrspec.common.redis.Keys;
import io.rrrspec.common.store.LeaderStore;
import io.rrrspec.common.store.NameLockStore;
import io.rrrspec.common.store.QueueStore;
import io.rrrspec.common.store.RsyncInfoStore;
import io.rrrspec.common.store.ServerStore;
import io.rrrspec.common.store.TasksetStore;
import io.rrrspec.common.store.WorkerStore;
import io.rrrspec.testing.LinkedFiles;
import io.rrrspec.testing.RealParts;
import io.rrrspec.testing.TestRedis;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

class StartTest {
  @RegisterExtension static final TestRedis redis = new TestRedis();

  @TempDir Path directory;
  @TempDir Path runtime;
  private Path published;
  private ClientShell shell;
  private TasksetStore tasksets;
  private ServerStore servers;

  @BeforeEach
  void surroundings() throws IOException {
    Files.createDirectory(directory.resolve("sources"));
    Files.writeString(directory.resolve("sources/hello.txt"), "hello");
    published = Files.createDirectory(directory.resolve("published"));
    new RsyncInfoStore(redis.connection(), redis.keys())
        .publish(new RsyncInfo(published.toString(), "--recursive --links --perms --times"));
    servers = new ServerStore(redis.connection(), redis.keys());
    // It beats, and that is all it does.
    servers.beat(redis.keys().server("server-0"), Duration.ofMinutes(10));
    tasksets = new TasksetStore(redis.connection(), redis.keys());
    shell = new ClientShell(redis, directory);
    RealParts.require("rsync");
  }

  private TestCluster cluster() {
    shell.set("slave_command", TestCluster.slaveCommand());
    return new TestCluster(redis, directory.resolve("sources"), runtime, 2);
  }

  private Taskset active() {
    List<String> keys = tasksets.active();
    assertThat(keys).hasSize(1);
    return tasksets.find(keys.get(0)).orElseThrow();
  }

  private String field(String key, String name) {
    return redis.connection().commands().hget(key, name);
  }

  @Test
  void itSendsTheSourcesAndPrintsTheKey() {
    shell
        .raw("spec_files", "['true', 'echo b']")
        .raw("env", "{TZ: UTC, WHO: 'me, too'}")
        .set("setup", "always")
        .raw("max_trials", "3");
    Result result =
        shell.run("start", "--user", "alice", "--max-workers", "4", "--worker-type", "gpu");
    Taskset taskset = active();
    assertThat(result.out()).isEqualTo(taskset.key() + "\n");
    assertThat(result.code()).isZero();
    assertThat(result.err())
        .isEqualTo("no server answers: the run waits for one (rrrspec-java server)\n");
    assertThat(published.resolve("shop/hello.txt")).hasContent("hello");
    assertThat(taskset.rsyncName()).isEqualTo("shop");
    assertThat(taskset.user()).isEqualTo("alice");
    assertThat(taskset.maxWorkers()).isEqualTo(4);
    assertThat(taskset.maxTrials()).isEqualTo(3);
    assertThat(taskset.workerType()).isEqualTo("gpu");
    assertThat(taskset.tasksetClass()).isEqualTo("sources");
    assertThat(taskset.unknownSpecTimeoutSec()).isEqualTo(300);
    assertThat(taskset.slaveCommand()).isEqualTo("rrrspec-java slave");
    assertThat(taskset.setupCommand()).isEqualTo("true");
    assertThat(field(taskset.key(), "env")).isEqualTo("{\"TZ\":\"UTC\",\"WHO\":\"me, too\"}");
    assertThat(field(taskset.key(), "setup")).isEqualTo("always");
    assertThat(field(taskset.key(), "max_retries_total")).isEqualTo("20");
    assertThat(field(taskset.key(), "wait")).isNull();
    assertThat(field(taskset.key(), "notify")).isNull();
    assertThat(tasksets.tasks(taskset.key(), 0, 9))
        .extracting(task -> task.specFile())
        .containsExactlyInAnyOrder("true", "echo b");
    assertThat(redis.connection().commands().exists(redis.keys().nameLock("shop"))).isFalse();
  }

  @Test
  void aRunIsServedFromItsQueueByTheWorkersOfThat() {
    QueueStore queues = new QueueStore(redis.connection(), redis.keys());
    queues.change(setup -> setup.create("nightly").group("nightly", "big"));
    shell.raw("spec_files", "['true']");

    Result other = shell.run("start", "--queue", "nightly", "--worker-type", "gpu");
    assertThat(other.code()).isEqualTo(2);
    assertThat(other.err())
        .isEqualTo(
            "rrrspec-java: the queue 'nightly' is served by workers of the type 'big', and"
                + " worker_type is 'gpu': leave worker_type out, or name another queue\n");
    Result unknown = shell.run("start", "--queue", "nigthly");
    assertThat(unknown.code()).isEqualTo(2);
    assertThat(unknown.err())
        .isEqualTo(other.err() + "rrrspec-java: no queue 'nigthly': did you mean 'nightly'?\n");
    assertThat(published).as("nothing was sent").isEmptyDirectory();

    Result result = shell.run("start", "--queue", "nightly");
    assertThat(result.code()).as(result.err()).isZero();
    assertThat(active().workerType()).isEqualTo("big");
    assertThat(field(active().key(), "queue")).isEqualTo("nightly");
    assertThat(shell.run("actives").out())
        .matches("(?s).*KEY .* QUEUE\\n" + active().key() + " .* nightly\\n");
    assertThat(shell.run("show", active().key()).out()).contains("\nqueue nightly\n");
  }

  @Test
  void inAQueueOfDisciplineSetTheFirstRunOfAnIdentityStandsForTheOthers() {
    QueueStore queues = new QueueStore(redis.connection(), redis.keys());
    queues.change(
        setup -> setup.create("set").discipline("set", Discipline.parse("set 600")).create("all"));
    shell.raw("spec_files", "['true']");
    Result first = shell.run("start", "--queue", "set", "--identity", "main at 1234");
    assertThat(first.code()).as(first.err()).isZero();

    Result second = shell.run("start", "--queue", "set", "--identity", "main at 1234");
    assertThat(second.code()).as(second.err()).isZero();
    assertThat(second.out()).as("the same key again").isEqualTo(first.out().repeat(2));
    assertThat(second.err())
        .contains("no second run is started: this one stands for it, by its queue or its job\n");
    assertThat(tasksets.active()).hasSize(1);

    Result another =
        shell.run("start", "--queue", "set", "--identity", "b", "--rsync-name", "other");
    assertThat(another.code()).as(another.err()).isZero();
    Result everyOne =
        shell.run("start", "--queue", "all", "--identity", "main at 1234", "--rsync-name", "third");
    assertThat(everyOne.code()).as(everyOne.err()).isZero();
    assertThat(tasksets.active()).hasSize(3).doesNotHaveDuplicates();
  }

  @Test
  void whoWaitsForARunThatAnotherOneStandsForWaitsForThat() {
    QueueStore queues = new QueueStore(redis.connection(), redis.keys());
    queues.change(setup -> setup.create("set").discipline("set", Discipline.parse("set 600")));
    shell.raw("spec_files", "['false']");
    String[] words = {"start", "--queue", "set", "--identity", "main"};
    try (TestCluster cluster = cluster()) {
      String key = shell.run(words).out().strip();
      tasksets.fail(key, "on purpose");
      Result waits = shell.run("start", "--queue", "set", "--identity", "main", "--wait");
      assertThat(waits.code()).as(waits.err()).isNotZero();
      assertThat(waits.out()).startsWith((key + "\n").repeat(2)).contains(" FAILED ");
    }
  }

  @Test
  void anIdentityMakesNoOtherSourcesOrTestsGreen() throws Exception {
    QueueStore queues = new QueueStore(redis.connection(), redis.keys());
    queues.change(setup -> setup.create("set").discipline("set", Discipline.parse("set 600")));
    shell.raw("spec_files", "['true']");
    String[] words = {"start", "--queue", "set", "--identity", "main"};
    String key = shell.run(words).out().strip();

    shell.raw("spec_files", "['true', 'echo b']");
    Result tests = shell.run(words);
    shell.raw("spec_files", "['true']");
    assertThat(tests.code()).isEqualTo(2);
    assertThat(tests.err())
        .endsWith(
            "rrrspec-java: the run "
                + key
                + " has the identity 'main', too, but other sources or tests: write an identity"
                + " that changes with them, such as the commit\n");
    Path hello = directory.resolve("sources/hello.txt");
    String before = Files.readString(hello);
    Files.writeString(hello, "changed");
    Result sources = shell.run(words);
    assertThat(sources.code()).as(sources.err()).isEqualTo(2);
    assertThat(sources.err()).contains("other sources or tests");
    assertThat(tasksets.active()).containsExactly(key);

    Files.writeString(hello, before);
    assertThat(shell.run(words).code()).isZero();
  }

  @Test
  void aRunForWhichTwoClientsWaitIsNotCancelledByOne() throws Exception {
    QueueStore queues = new QueueStore(redis.connection(), redis.keys());
    queues.change(setup -> setup.create("set").discipline("set", Discipline.parse("set 600")));
    shell.raw("spec_files", "['true']");
    String[] words = {"start", "--queue", "set", "--identity", "main", "--wait"};
    CompletableFuture<Result> first = shell.begin(words);
    await().atMost(Duration.ofSeconds(20)).until(() -> !tasksets.active().isEmpty());
    String key = active().key();
    CompletableFuture<Result> second = shell.begin(words);
    await()
        .atMost(Duration.ofSeconds(20))
        .until(() -> redis.connection().commands().exists(Keys.shared(key)));
    shell.end.raise();
    for (CompletableFuture<Result> each : List.of(first, second)) {
      Result result = each.get(20, TimeUnit.SECONDS);
      assertThat(result.code()).as(result.err()).isEqualTo(130);
      assertThat(result.err()).contains("another client waits for this run, too: it goes on\n");
    }
    assertThat(tasksets.status(key)).contains(TasksetStatus.WAITING);
    assertThat(redis.connection().commands().exists(redis.keys().arbiterQueue())).isFalse();
  }

  @Test
  void argumentsOfTheBuildGoToTheWorkersWithTheRun() {
    shell.raw("build_args", "[-Pci, '-Dlist=a,b']");
    Result result = shell.run("start", "true", "--", "-U", "-Dname=a b");
    assertThat(result.code()).as(result.err()).isZero();
    String key = active().key();
    assertThat(SetupWishes.parseEnvironment(field(key, "env")))
        .containsExactly(
            entry("RRRSPEC_BUILD_ARGS", "[\"-Pci\",\"-Dlist=a,b\",\"-U\",\"-Dname=a b\"]"));
    assertThat(field(key, "setup")).isEqualTo("always");
    assertThat(tasksets.tasks(key, 0, 9)).extracting(Task::specFile).containsExactly("true");
  }

  @Test
  void tasksAreServedInTheOrderThatWasChosenAndAListStartsNothing() {
    shell.raw("spec_files", "['true', 'echo a', 'echo bb', 'echo c']");
    Result list = shell.run("start", "--list", "--order", "as-is");
    assertThat(list.code()).as(list.err()).isZero();
    assertThat(list.out().lines().map(line -> line.replaceFirst("^ *[?]  ", "")))
        .containsExactly(
            "true", "echo a", "echo bb", "echo c", "", "4 tasks, 4 without an estimate");
    assertThat(tasksets.active()).isEmpty();
    assertThat(published).isEmptyDirectory();

    Result result = shell.run("start", "--order", "random:4711");
    assertThat(result.code()).as(result.err()).isZero();
    assertThat(result.err()).contains("order: random, seed 4711 (again: --order random:4711)");
    Result same = shell.run("start", "--list", "--json", "--order", "random:4711");
    assertThat(same.code()).as(same.err()).isZero();
    assertThat(same.out())
        .containsSubsequence(
            tasksets.tasks(active().key(), 0, 9).stream()
                .map(task -> "\"" + task.specFile() + "\"")
                .toList());
  }

  @Test
  void changedClassesNeedGitAndClasses() {
    Result result = shell.run("start", "--changed");
    assertThat(result.code()).isEqualTo(2);
    assertThat(result.err()).contains("is in no Git repository: leave --changed out");
  }

  @Test
  void tagsOfCommandsAreWrongUseBeforeAnythingIsSent() {
    shell.raw("spec_files", "['true']");
    Result result = shell.run("start", "--tag", "fast");
    assertThat(result.code()).isEqualTo(2);
    assertThat(result.err())
        .isEqualTo(
            "rrrspec-java: option --tag 'fast': commands have no tags; leave the option out\n");
    assertThat(tasksets.active()).isEmpty();
    assertThat(published).isEmptyDirectory();
  }

  @Test
  void waitingEndsWithTheTableAndTheReports() throws Exception {
    shell.raw("spec_files", "['cat hello.txt', 'exit 3', 'true']");
    Path xml = directory.resolve("xml");
    try (TestCluster cluster = cluster()) {
      Path pages = directory.resolve("pages of it");
      Result result =
          shell.run("start", "--wait", "--junit-xml", xml.toString(), "--html", pages.toString());
      assertThat(result.code()).as(result.err()).isEqualTo(1);
      String key = result.out().lines().findFirst().orElseThrow();
      assertThat(redis.keys().isTaskset(key)).isTrue();
      assertThat(result.out()).contains("FAILED").contains("1 failed").contains("2 passed");
      assertThat(xml.toFile().list()).containsExactly("TEST-command.xml");
      assertThat(result.err()).contains("pages of this run: " + pages + "/index.html");
      assertThat(LinkedFiles.problems(pages)).isEmpty();
      assertThat(Files.readString(pages.resolve("index.html")))
          .contains("1 failed", Keys.lastPart(key));
      Path again = directory.resolve("again");
      assertThat(shell.run("show", key, "--html", again.toString()).code()).isEqualTo(1);
      assertThat(LinkedFiles.problems(again)).isEmpty();
      assertThat(cluster.tasksets().active()).isEmpty();
      assertThat(field(key, "wait")).isEqualTo("1");
    }
  }

  @Test
  void aGreenRunIs0AndKeyOnlySaysNoMoreThanThat() {
    try (TestCluster cluster = cluster()) {
      Result result = shell.run("start", "--wait", "--detach", "--key-only");
      assertThat(result.code()).as(result.err()).isZero();
      assertThat(result.out()).matches("test:taskset:[-0-9a-f]{36}\n");
      assertThat(field(result.out().strip(), "wait")).isNull();
      assertThat(cluster.tasksets().active()).isEmpty();
    }
  }

  @Test
  void whenSetUpFailsItsLastLinesAreShown() {
    shell.set("setup_command", "echo the compiler is missing; exit 7");
    try (TestCluster cluster = cluster()) {
      Result result = shell.run("start", "--wait");
      assertThat(result.code()).isEqualTo(3);
      assertThat(result.err()).contains("log of worker worker-1", "the compiler is missing");
      assertThat(result.out()).contains("FAILED", "set-up failed");
      assertThat(cluster.tasksets().active()).isEmpty();
    }
  }

  @Test
  void theFirstRequestToEndCancelsTheRunAndWaits() throws Exception {
    shell.raw("spec_files", "['sleep 60']");
    try (TestCluster cluster = cluster()) {
      CompletableFuture<Result> running = shell.begin("start", "--wait");
      await().atMost(Duration.ofSeconds(20)).until(() -> !tasksets.active().isEmpty());
      String key = active().key();
      assertThat(redis.connection().commands().exists(Keys.client(key))).isTrue();
      shell.end.raise();
      Result result = running.get(20, TimeUnit.SECONDS);
      assertThat(result.code()).isEqualTo(130);
      assertThat(result.err()).contains("cancelling the run; once more leaves at once");
      assertThat(result.out()).contains("CANCELLED");
      assertThat(cluster.tasksets().active()).isEmpty();
    }
  }

  @Test
  void theSecondOneLeavesAtOnce() throws Exception {
    // No server does anything: nobody would ever end the run.
    CompletableFuture<Result> running = shell.begin("start", "--wait");
    await().atMost(Duration.ofSeconds(20)).until(() -> shell.out().contains(":taskset:"));
    shell.end.raise();
    await().atMost(Duration.ofSeconds(20)).until(() -> shell.err().contains("cancelling"));
    assertThat(running).isNotDone();
    shell.end.raise();
    assertThat(running.get(20, TimeUnit.SECONDS).code()).isEqualTo(130);
    assertThat(redis.connection().commands().lrange(redis.keys().arbiterQueue(), 0, -1))
        .containsExactly("cancel\t" + active().key());
  }

  @Test
  void whereOnlyAServerOfRubyMayBeItRefusesAndLeavesNothing() throws Exception {
    // rsync_info is there: it has been left behind, and says nothing. A persister is no server.
    servers.retire(redis.keys().server("server-0"));
    servers.beat(redis.keys().server("persister-0"), Duration.ofMinutes(10));
    CompletableFuture<Result> running = shell.begin("start");
    Result result = running.get(60, TimeUnit.SECONDS);
    assertThat(result.code()).isEqualTo(3);
    assertThat(result.err())
        .startsWith("rrrspec-java: no rrrspec-java server lives at ")
        .contains("a server of Ruby rrrspec cannot save the runs of this client")
        .hasLineCount(1);
    assertThat(result.out()).isEmpty();
    assertThat(published).isEmptyDirectory();
    assertThat(redis.connection().commands().keys("*"))
        .containsExactlyInAnyOrder(
            redis.keys().rsyncInfo(),
            redis.keys().servers(),
            Keys.heartbeat(redis.keys().server("persister-0")));
  }

  @Test
  void forAServerThatRestartsItWaits() throws Exception {
    servers.retire(redis.keys().server("server-0"));
    CompletableFuture<Result> running = shell.begin("start");
    await()
        .during(Duration.ofSeconds(1))
        .atMost(Duration.ofSeconds(20))
        .until(() -> !running.isDone());
    servers.beat(redis.keys().server("server-1"), Duration.ofMinutes(10));
    assertThat(running.get(60, TimeUnit.SECONDS).code()).isZero();
    assertThat(tasksets.active()).hasSize(1);
  }

  @Test
  void withoutAServerTheClientItselfEndsTheRun() throws Exception {
    CompletableFuture<Result> running = shell.begin("start", "--wait");
    await().atMost(Duration.ofSeconds(20)).until(() -> shell.out().contains(":taskset:"));
    shell.end.raise();
    Result result = running.get(30, TimeUnit.SECONDS);
    assertThat(result.code()).isEqualTo(130);
    assertThat(result.out()).contains("cancelled by its client, as no server answered");
    assertThat(tasksets.active()).isEmpty();
  }

  @Test
  void beforeThereIsARunTheFirstOneLeavesNothing() throws Exception {
    Path begun = directory.resolve("begun");
    shell.raw("spec_files", "{command: 'touch " + begun + "; sleep 20; echo true'}");
    CompletableFuture<Result> running = shell.begin("start", "--wait");
    await().atMost(Duration.ofSeconds(20)).until(() -> Files.exists(begun));
    shell.end.raise();
    assertThat(running.get(10, TimeUnit.SECONDS).code()).isEqualTo(130);
    assertThat(shell.out()).isEmpty();
    assertThat(tasksets.active()).isEmpty();
  }

  @Test
  void aNameThatAnotherClientIsAboutToUseIsRefused() {
    new NameLockStore(redis.connection(), redis.keys())
        .lock("shop", "bob@ci-3, process 4711 #1234", Duration.ofMinutes(1));
    assertThat(shell.run("start"))
        .isEqualTo(
            new Result(
                2,
                "",
                "rrrspec-java: rsync_name 'shop' is in use: another client is about to start a run"
                    + " with it (bob@ci-3, process 4711): wait, or use another name with"
                    + " --rsync-name\n"));
    assertThat(shell.run("start", "--rsync-name", "other").code()).isZero();
  }

  @Test
  void ofTwoAtOnceOneIsRefused() throws Exception {
    Path begun = directory.resolve("begun");
    Path go = directory.resolve("go");
    shell.raw(
        "spec_files",
        "{command: 'touch " + begun + "; until [ -e " + go + " ]; do sleep 0.1; done; echo true'}");
    CompletableFuture<Result> first = shell.begin("start");
    await().atMost(Duration.ofSeconds(20)).until(() -> Files.exists(begun));
    Result second = new ClientShell(redis, directory).run("start");
    Files.createFile(go);
    assertThat(first.get(30, TimeUnit.SECONDS).code()).isZero();
    assertThat(second.code()).isEqualTo(2);
    assertThat(second.err()).contains("another client is about to start a run with it");
    assertThat(tasksets.active()).hasSize(1);
  }

  @Test
  void aNameWhoseRunGoesOnIsRefused() {
    shell.set("rsync_name", "test-name");
    String key = aTaskset().withTasks(1).activatedIn(tasksets);
    assertThat(shell.run("start"))
        .isEqualTo(
            new Result(
                2,
                "",
                "rrrspec-java: rsync_name 'test-name' is in use: the run "
                    + key
                    + " goes on: wait for its end, end it with `client cancelall test-name`, or, if it is"
                    + " another project's, give each a name of its own with --rsync-name\n"));
  }

  @Test
  void itSaysWhatItWaitsForWhenNobodyServesItsType() throws Exception {
    new WorkerStore(redis.connection(), redis.keys())
        .announce(redis.keys().worker("w"), "big", "host", Duration.ofMinutes(1));
    new LeaderStore(redis.connection(), redis.keys())
        .lead("dispatcher", redis.keys().server("s"), Duration.ofMinutes(1));
    CompletableFuture<Result> running = shell.begin("start", "--wait");
    await()
        .atMost(Duration.ofSeconds(20))
        .until(
            () ->
                shell
                    .err()
                    .contains(
                        "there is no worker of type 'default' (there are: 1 of type 'big'): the run"
                            + " waits for one"));
    assertThat(running).isNotDone();
    shell.end.raise();
    shell.end.raise();
    assertThat(running.get(20, TimeUnit.SECONDS).code()).isEqualTo(130);
  }

  @Test
  void itSaysThatItsQueueIsPaused() throws Exception {
    new QueueStore(redis.connection(), redis.keys())
        .change(setup -> setup.create("nightly").ceil("nightly", Share.NONE));
    new LeaderStore(redis.connection(), redis.keys())
        .lead("dispatcher", redis.keys().server("s"), Duration.ofMinutes(1));
    Result result = shell.run("start", "--queue", "nightly");
    assertThat(result.code()).as(result.err()).isZero();
    assertThat(result.err()).contains("the queue 'nightly' is paused, its ceil is 0");
  }

  @Test
  void aRunThatEndedWithoutAWordToItsClientIsNoticed() throws Exception {
    CompletableFuture<Result> running = shell.begin("start", "--wait");
    await().atMost(Duration.ofSeconds(20)).until(() -> shell.out().contains(":taskset:"));
    String key = active().key();
    redis.connection().commands().hset(key, "notify", "");
    tasksets.fail(key, "somebody wanted it so");
    Result result = running.get(20, TimeUnit.SECONDS);
    assertThat(result.code()).isEqualTo(3);
    assertThat(result.out()).contains("somebody wanted it so");
  }
}
