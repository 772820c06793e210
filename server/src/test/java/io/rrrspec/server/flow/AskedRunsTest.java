package io.rrrspec.server.flow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.rrrspec.common.flow.FlowStep;
import io.rrrspec.common.model.Taskset;
import io.rrrspec.common.redis.Keys;
import io.rrrspec.common.store.CommandFileStore;
import io.rrrspec.common.store.FlowStore;
import io.rrrspec.server.ServerScene;
import io.rrrspec.testing.TestRedis;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Tasks of programs that describe their runs themselves. */
class AskedRunsTest {
  @RegisterExtension static final TestRedis testRedis = new TestRedis();

  @TempDir Path classes;

  private FlowRunsScene runs;
  private ServerScene scene;
  private FlowStore flows;

  @BeforeEach
  void open() {
    runs = new FlowRunsScene(testRedis);
    scene = runs.scene;
    flows = runs.flows;
  }

  private Taskset onlyRun() {
    assertThat(scene.tasksets.active()).hasSize(1);
    return scene.tasksets.find(scene.tasksets.active().get(0)).orElseThrow();
  }

  @Test
  void aCommandLineIsARunOfOneTask() {
    String id = flows.start(FlowStep.task("shell", "make report"));
    runs.settle();
    Taskset run = onlyRun();
    assertThat(runs.tasksOf(run.key())).containsExactly("make report");
    assertThat(run.runner().name()).isEqualTo("command");
    assertThat(runs.find(id).text("run")).isEqualTo(run.key());
    scene.tasksets.fail(run.key(), "on purpose");
    runs.settle();
    assertThat(runs.find(id).errorText()).contains(Keys.lastPart(run.key()), "on purpose");
  }

  @Test
  void aRequestThatChangesSomethingIsSentOnce() {
    flows.start(
        FlowStep.task("http", Map.of("request", "POST http://127.0.0.1:1/", "timeout_sec", 60)));
    runs.settle();
    Taskset run = onlyRun();
    assertThat(runs.tasksOf(run.key())).containsExactly("POST http://127.0.0.1:1/");
    assertThat(scene.commands.hget(run.key(), "once")).isEqualTo("1");
    assertThat(scene.commands.hget(run.key(), "unknown_spec_timeout_sec")).isEqualTo("60");
  }

  @Test
  void aCommandMayHaveArgumentsAndPreferAWorkerAndBeBegunOnce() {
    Map<String, Object> request =
        Map.of(
            "tasks",
            List.of("make report"),
            "runner",
            "command",
            "once",
            true,
            "args_file",
            Map.of("ü", List.of(1, "a")),
            "prefer_worker",
            "w1");
    String id = flows.start(FlowStep.task("taskset", Map.of("request", request, "attempts", 2)));
    runs.settle();
    CommandFileStore files = new CommandFileStore(scene.redis);
    Taskset first = onlyRun();
    assertThat(first.preferredWorker()).isEqualTo("w1");
    assertThat(scene.field(first.key(), "once")).isEqualTo("1");
    assertThat(files.args(first.key())).contains("{\"ü\":[1,\"a\"]}");

    scene.tasksets.fail(first.key(), "on purpose");
    await()
        .atMost(Duration.ofSeconds(10))
        .until(
            () -> {
              runs.settle();
              return !scene.tasksets.active().isEmpty();
            });
    Taskset second = onlyRun();
    assertThat(second.key()).isNotEqualTo(first.key());
    assertThat(files.args(second.key())).isEqualTo(files.args(first.key()));
    assertThat(runs.find(id).text("run")).isEqualTo(second.key());
  }

  @Test
  void aCommandLineMayHaveThemToo() {
    flows.start(
        FlowStep.task("shell", Map.of("command", "x", "once", false, "args_file", Map.of())));
    runs.settle();
    Taskset run = onlyRun();
    assertThat(new CommandFileStore(scene.redis).args(run.key())).contains("{}");
    assertThat(scene.field(run.key(), "once")).isEmpty();
    assertThat(run.preferredWorker()).isNull();
  }

  @Test
  void testClassesNeedTheNameOfTheirSources() {
    Map<String, Object> request = Map.of("tasks", List.of("a.OneTest"), "rsync_name", "ann");
    flows.start(FlowStep.task("taskset", Map.of("request", request, "attempts", 2)));
    runs.settle();
    Taskset first = onlyRun();
    assertThat(first.rsyncName()).isEqualTo("ann");
    scene.tasksets.fail(first.key(), "on purpose");
    runs.settle();
    String id =
        flows.start(FlowStep.task("taskset", Map.of("request", Map.of("tasks", List.of("a")))));
    runs.settle();
    assertThat(runs.find(id).errorText())
        .isEqualTo("rsync_name is '': write the name under which the sources were sent");
  }

  @Test
  void testClassesOfSeveralModulesHaveTheirLaunches() {
    flows.start(
        FlowStep.task(
            "taskset",
            Map.of(
                "request",
                Map.of(
                    "tasks",
                    List.of("core:a.ATest", "apps/web:b.BTest@it", "c.CTest"),
                    "rsync_name",
                    "shop"))));
    runs.settle();
    Taskset run = onlyRun();
    assertThat(scene.commands.lrange(Keys.tasks(run.key()), 0, -1))
        .map(task -> scene.field(task, "launch"))
        .containsExactly("core", "apps/web@it", ".");
  }

  @Test
  void whatIsNoRunFailsWithOneLine() {
    Map<Object, String> wrong =
        Map.of(
            Map.of("command", 3),
            "the argument is no text: write it, or an object with 'command'",
            Map.of("command", "x", "env", Map.of("RRRSPEC_REDIS", "y")),
            "env has 'RRRSPEC_REDIS', which cannot be a variable",
            Map.of("command", "x", "timeout_sec", 0),
            "timeout_sec is 0: write a whole number, 1 to 1000000",
            Map.of("command", "x", "once", "yes"),
            "once is \"yes\": write true or false",
            Map.of("command", "x", "args_file", List.of()),
            "args_file is no object: write one",
            Map.of("command", "x", "prefer_worker", 7),
            "prefer_worker is no text: write one");
    wrong.forEach(
        (argument, message) -> {
          String id = flows.start(FlowStep.task("shell", argument));
          runs.settle();
          assertThat(runs.find(id).errorText()).isEqualTo(message);
        });
    String id =
        flows.start(
            FlowStep.task("http", Map.of("request", "GET http://h/", "args_file", Map.of())));
    runs.settle();
    assertThat(runs.find(id).errorText())
        .isEqualTo("args_file is for commands: write it with the runner command");
    assertThat(scene.tasksets.active()).isEmpty();
  }

  private void compiled(String... names) throws IOException {
    for (String name : names) {
      Path file = classes.resolve(name + ".class");
      Files.createDirectories(file.getParent());
      Files.createFile(file);
    }
  }

  @Test
  void compiledClassesRunInBatchesBeforeAllAreFound() throws IOException {
    compiled(
        "a/OneTest", "a/OneTest$Inner", "a/b/TwoTests", "a/Helper", "a/TestThree", "a-b/FourTest");
    compiled("FiveTestCase", "ab/SixTest");
    String id =
        flows.start(
            FlowStep.iterator(
                "test-iterator",
                Map.of("classes", classes.toString(), "rsync_name", "ann", "batch", 2)));
    runs.settle();
    assertThat(scene.tasksets.active()).as("two at a time").hasSize(2);
    // It is found, since nobody has looked there yet.
    compiled("z/LastTest");
    List<String> seen = new ArrayList<>();
    while (!runs.find(id).isFinished()) {
      String run = scene.tasksets.active().get(0);
      seen.addAll(runs.tasksOf(run));
      runs.carryOutAll(run);
      runs.settle();
    }
    assertThat(runs.find(id).error()).isNull();
    assertThat(seen)
        .containsExactlyInAnyOrder(
            "FiveTestCase",
            "a-b.FourTest",
            "a.OneTest",
            "a.TestThree",
            "a.b.TwoTests",
            "ab.SixTest",
            "z.LastTest");
  }

  @Test
  void classesAreFoundFromWhereTheLastLookEnded() throws IOException {
    compiled("a/OneTest", "a/b/TwoTest", "a-b/FourTest", "aTest", "b/OneTest");
    TestClasses all = new TestClasses(classes);
    List<String> whole = all.after("", 100);
    List<String> oneByOne = new ArrayList<>();
    for (List<String> one = all.after("", 1); !one.isEmpty(); ) {
      oneByOne.addAll(one);
      one = all.after(one.get(0), 1);
    }
    assertThat(whole).isSorted().hasSize(5).isEqualTo(oneByOne);
  }
}
