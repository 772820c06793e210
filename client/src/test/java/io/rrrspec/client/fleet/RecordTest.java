package io.rrrspec.client.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.rrrspec.client.fleet.ClientShell.Result;
import io.rrrspec.common.model.CaseResult;
import io.rrrspec.common.model.CaseResult.Outcome;
import io.rrrspec.common.model.Slave;
import io.rrrspec.common.model.SlaveStatus;
import io.rrrspec.common.model.Task;
import io.rrrspec.common.model.TaskStatus;
import io.rrrspec.common.model.Taskset;
import io.rrrspec.common.model.TasksetStatus;
import io.rrrspec.common.model.Trial;
import io.rrrspec.common.model.TrialStatus;
import io.rrrspec.common.model.TrialVerdict;
import io.rrrspec.persister.record.database.Database;
import io.rrrspec.persister.record.database.JdbcUrl;
import io.rrrspec.persister.record.save.FinishedTask;
import io.rrrspec.persister.record.save.TasksetArchive;
import io.rrrspec.testing.TestRedis;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** What a client tells of past runs, from a real database that somebody else has open. */
class RecordTest {
  @RegisterExtension static final TestRedis redis = new TestRedis();

  private static final String SPEC = "com.shop.CartTest";

  @TempDir Path directory;
  private ClientShell shell;
  private String url = "";

  @BeforeEach
  void surroundings() throws IOException {
    Files.createDirectory(directory.resolve("sources"));
    url = JdbcUrl.ofFile(directory.resolve("record"));
    shell = new ClientShell(redis, directory).set("database_url", url);
  }

  private ClientShell another() {
    return new ClientShell(redis, directory).set("database_url", url);
  }

  private static String key(String id) {
    return redis.keys().taskset(id);
  }

  private static Trial trial(String id, int number, boolean good) {
    Instant start = Instant.parse("2026-03-01T10:00:00Z");
    String task = key(id) + ":task:" + SPEC;
    return new Trial(
        task + ":trial:" + number,
        task,
        "n:worker:w7:slave:1",
        start,
        start.plusMillis(1_500),
        good ? TrialStatus.PASSED : TrialStatus.FAILED,
        good ? TrialVerdict.PASSED : TrialVerdict.BAD,
        good ? "all well" : "oh no",
        "",
        good ? 1 : 0,
        0,
        good ? 0 : 1,
        List.of(
            new CaseResult(
                SPEC,
                "adds",
                good ? Outcome.PASSED : Outcome.FAILED,
                1_200,
                good ? null : "expected 1",
                null,
                good ? null : "at CartTest.java:7")),
        null,
        0);
  }

  private static void save(Database database, String id, TaskStatus status, Trial... trials) {
    boolean good = status == TaskStatus.PASSED;
    Taskset taskset =
        Taskset.of(key(id))
            .rsyncName("shop")
            .commands("", "slave")
            .workers("default", 1)
            .maxTrials(2)
            .tasksetClass("shop")
            .createdAt(Instant.parse("2026-03-01T09:59:00Z"))
            .status(good ? TasksetStatus.SUCCEEDED : TasksetStatus.FAILED)
            .finishedAt(Instant.parse("2026-03-01T10:01:00Z"))
            .counts(good ? 1 : 0, good ? 0 : 1, 1)
            .user("alice")
            .sources("digest")
            .build();
    List<String> keys = List.of(trials).stream().map(Trial::key).toList();
    Task task =
        new Task(key(id) + ":task:" + SPEC, key(id), SPEC, status, Duration.ofMillis(1_234), keys);
    TasksetArchive archive = new TasksetArchive(database);
    archive.saveFinished(taskset, List.of(new FinishedTask(task, List.of(trials))).iterator());
    archive.saveLogs(
        key(id),
        "what happened",
        List.of(new Slave("n:worker:w7:slave:1", SlaveStatus.NORMAL_EXIT, List.of(), "hello")),
        List.of(),
        Collections.emptyIterator());
  }

  private void saveTwoRuns(Database database) {
    save(database, "one", TaskStatus.PASSED, trial("one", 1, false), trial("one", 2, true));
    save(database, "two", TaskStatus.FAILED, trial("two", 1, false));
  }

  private static JsonNode json(Result result) throws IOException {
    assertThat(result.err()).isEmpty();
    return new ObjectMapper().readTree(result.out());
  }

  @Test
  void flakyTestsAreListedWhileSomebodyHasTheDatabaseOpen() throws Exception {
    try (Database database = Database.open(url)) {
      saveTwoRuns(database);
      Result table = shell.run("flaky");
      assertThat(table.code()).isZero();
      assertThat(table.out())
          .matches("(?s)RATE +RUNS +FIRST +LAST +PROJECT +TEST +MESSAGE\n.*")
          .containsPattern(
              "100.0% +2/2 +2026-03-01 +2026-03-01 +shop +com.shop.CartTest#adds +expected 1");

      JsonNode test = json(another().run("flaky", "--json", "--limit", "1")).get("tests").get(0);
      assertThat(test.get("flaky_runs").asInt()).isEqualTo(2);
      assertThat(test.get("run_keys").get(1).asText()).isEqualTo(key("one"));
      assertThat(test.get("failed").get("trace").asText()).isEqualTo("at CartTest.java:7");
      assertThat(test.get("failed").get("stdout").asText()).isEqualTo("oh no");
      assertThat(test.get("passed").get("stdout").asText()).isEqualTo("all well");
    }
    assertThat(another().run("flaky", "--days", "1").err())
        .isEqualTo("no test has failed and passed on the same sources\n");
  }

  @Test
  void aClassHasItsHistory() throws Exception {
    try (Database database = Database.open(url)) {
      saveTwoRuns(database);
    }
    Result text = shell.run("history", "CartTest");
    assertThat(text.code()).isZero();
    assertThat(text.out())
        .contains("com.shop.CartTest (shop): failed in 1/2 (50.0%) runs")
        .containsPattern("two +2026-03-01T10:01Z +failed +- +1.2 s +bad +w7 +adds")
        .containsPattern("one +2026-03-01T10:01Z +passed +1.5 s +1.2 s +bad,passed +w7 +adds")
        .containsPattern("CHANGED +TO +IN RUN\n2026-03-01T10:01Z +failed +two")
        .containsPattern("1.2 s +com.shop.CartTest#adds");
    JsonNode one = json(another().run("history", SPEC, "--json")).get("classes").get(0);
    assertThat(one.get("newest").get(0).get("failing").get(0).asText()).isEqualTo("adds");
    assertThat(one.get("changes").get(0).get("to").asText()).isEqualTo("failed");
    for (String list : List.of("--slowest", "--most-failing", "--changed")) {
      JsonNode first = json(another().run("history", list, "--json")).get("classes").get(0);
      assertThat(first.get("spec_file").asText()).isEqualTo(SPEC);
      assertThat(first.get("mean_ms").asLong()).isEqualTo(1_500);
      assertThat(first.get("failed").asInt()).isEqualTo(1);
      assertThat(first.get("changed_run").asText()).isEqualTo(key("two"));
    }
    assertThat(another().run("history", "--changed").out()).contains("CHANGED").contains("two");
  }

  @Test
  void aPastRunIsShownFromTheDatabase() throws Exception {
    try (Database database = Database.open(url)) {
      saveTwoRuns(database);
    }
    Result shown = shell.run("show", "one");
    assertThat(shown.code()).as(shown.err()).isZero();
    JsonNode run = json(another().run("show", "one", "--json", "--verbose"));
    assertThat(run.get("key").asText()).isEqualTo(key("one"));
    assertThat(run.get("status").asText()).isEqualTo("succeeded");
    assertThat(run.get("sources").asText()).isEqualTo("digest");
    assertThat(run.get("tests").get("flaky").asInt()).isEqualTo(1);
    JsonNode trials = run.get("task_list").get(0).get("trials");
    assertThat(trials).hasSize(2);
    assertThat(trials.get(0).get("stdout").asText()).isEqualTo("oh no");
    assertThat(trials.get(0).get("tests").get(0).get("message").asText()).isEqualTo("expected 1");
    assertThat(run.get("slaves").get(0).get("log").asText()).isEqualTo("hello");
    assertThat(run.get("log").asText()).isEqualTo("what happened");
    assertThat(another().run("show", "two", "--failure-exit-code", "9").code()).isEqualTo(9);
  }

  private static void expect(Result result, int code, String message) {
    assertThat(result.err()).startsWith("rrrspec-java: " + message).hasLineCount(1);
    assertThat(result.code()).isEqualTo(code);
    assertThat(result.out()).isEmpty();
  }

  @Test
  void whatIsWrongIsNamedInOneLine() {
    expect(shell.run("flaky"), 3, "database jdbc:h2:file:" + directory + "/record");
    Database.open(url).close();
    assertThat(another().run("history", "--changed"))
        .isEqualTo(new Result(0, "", "no class changed between good and failed in these runs\n"));
    expect(another().run("flaky", "--days", "0"), 2, "option --days is '0': write a whole number");
    expect(
        another().run("flaky", "--days", "x"),
        2,
        "invalid value for option '--days': 'x' is not a whole number");
    expect(another().run("flaky", "--days", "1", "--runs", "1"), 2, "--days and --runs exclude");
    expect(another().run("flaky", "--taskset-class", "x"), 2, "there is no run of the taskset_cla");
    expect(another().run("history"), 2, "history needs one of CLASS, --slowest, --most-failing");
    expect(another().run("history", "A", "--changed"), 2, "history needs one of CLASS");
    expect(another().run("history", "NoTest"), 2, "no run has the test class NoTest: write");
    Result unknown = another().run("show", "123");
    expect(unknown, 2, "there is no run test:taskset:123: it never was,");
    assertThat(unknown.err()).endsWith(", and --local looks among the runs of this machine\n");
    ClientShell away = another().set("database_url", "jdbc:h2:tcp://127.0.0.1:1/record");
    expect(away.run("flaky"), 3, "database jdbc:h2:tcp://127.0.0.1:1/record is out of reach");
  }
}
