package io.rrrspec.server.flow;

import static org.assertj.core.api.Assertions.assertThat;

import io.rrrspec.common.flow.FlowStep;
import io.rrrspec.common.model.Taskset;
import io.rrrspec.common.redis.Keys;
import io.rrrspec.common.store.FlowStore;
import io.rrrspec.server.ServerScene;
import io.rrrspec.testing.TestRedis;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
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
  void whatIsNoRunFailsWithOneLine() {
    Map<Object, String> wrong =
        Map.of(
            Map.of("command", 3),
            "the argument is no text: write it, or an object with 'command'",
            Map.of("command", "x", "env", Map.of("RRRSPEC_REDIS", "y")),
            "env has 'RRRSPEC_REDIS', which cannot be a variable",
            Map.of("command", "x", "timeout_sec", 0),
            "timeout_sec is 0: write a whole number, 1 to 1000000");
    wrong.forEach(
        (argument, message) -> {
          String id = flows.start(FlowStep.task("shell", argument));
          runs.settle();
          assertThat(runs.find(id).errorText()).isEqualTo(message);
        });
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
