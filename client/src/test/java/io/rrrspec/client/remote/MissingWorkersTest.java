package io.rrrspec.client.remote;

import static org.assertj.core.api.Assertions.assertThat;

import io.rrrspec.common.artifact.HeldArtifacts;
import io.rrrspec.common.model.Runner;
import io.rrrspec.common.model.Taskset;
import io.rrrspec.common.store.NodeStore.Node;
import io.rrrspec.common.store.NodeStore.Sick;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class MissingWorkersTest {
  private static Taskset run(String workerType, Runner runner) {
    return Taskset.of("rrrspec:taskset:1")
        .rsyncName("app")
        .workers(workerType, 10)
        .tasksetClass("app")
        .counts(0, 0, 1)
        .runner(runner)
        .build();
  }

  private static Node node(String type, @Nullable String taskset, boolean alive, boolean ours) {
    return new Node("w", type, null, taskset, null, alive, ours);
  }

  private static String say(Taskset taskset, Node... nodes) {
    return new MissingWorkers(true, List.of(nodes)).noneFree(taskset).orElse("");
  }

  @Test
  void itSaysWhichTypesThereAre() {
    assertThat(say(run("", Runner.JUNIT), node("default", null, false, true)))
        .isEqualTo(
            "there is no worker yet: the run waits for one of type 'default' (rrrspec-java"
                + " worker)");
    assertThat(
            say(
                run("gpu", Runner.JUNIT),
                node("default", null, true, true),
                node("big", null, true, true),
                node("big", "x", true, true),
                node("gpu", null, false, true)))
        .isEqualTo(
            "there is no worker of type 'gpu' (there are: 2 of type 'big', 1 of type 'default'):"
                + " the run waits for one");
  }

  @Test
  void aQueueThatIsPausedIsNamed() {
    Node idle = node("default", null, true, true);
    assertThat(
            new MissingWorkers(true, List.of(idle), Set.of(), "nightly")
                .noneFree(run("", Runner.JUNIT)))
        .contains(
            "the queue 'nightly' is paused, its ceil is 0: the run waits until somebody gives it"
                + " more (rrrspec-java queue ceil nightly NUMBER)");
  }

  @Test
  void withoutAServerNoWorkerHelps() {
    Node idle = node("default", null, true, true);
    assertThat(new MissingWorkers(false, List.of(idle)).none(run("", Runner.JUNIT)))
        .contains("no server answers: the run waits for one (rrrspec-java server)");
  }

  @Test
  void itSaysThatThoseThatAreLeftAreSick() {
    Sick sick = new Sick("rrrspec:taskset:1", "5 tasks failed here", Duration.ofMinutes(4));
    Node off =
        new Node(
            "w",
            "default",
            null,
            null,
            null,
            true,
            true,
            null,
            sick,
            HeldArtifacts.NONE,
            Set.of(),
            1);
    assertThat(say(run("default", Runner.JUNIT), off, node("default", "x", true, true)))
        .isEqualTo(
            "every worker of type 'default' that is not busy was taken off a run and gets none for"
                + " some minutes (`client nodes` says why): this one waits");
    assertThat(say(run("default", Runner.JUNIT), off, node("default", null, true, true))).isEmpty();
  }

  private static Node with(Integer... jdks) {
    return new Node(
        "w",
        "default",
        null,
        null,
        null,
        true,
        true,
        null,
        null,
        HeldArtifacts.NONE,
        Set.of(jdks),
        1);
  }

  @Test
  void itSaysWhichJdkNoWorkerHas() {
    List<Node> nodes = List.of(with(17), with(25, 17), node("big", null, true, true));
    assertThat(new MissingWorkers(true, nodes, Set.of(11), null).none(run("", Runner.JUNIT)))
        .contains(
            "no worker of type 'default' has JDK 11 (they have: 17, 25): the run waits for one that"
                + " has; install it there, or write its directory in jdks of a worker, and restart"
                + " that worker");
    assertThat(new MissingWorkers(true, nodes, Set.of(17, 25), null).none(run("", Runner.JUNIT)))
        .isEmpty();
    assertThat(
            new MissingWorkers(true, List.of(with()), Set.of(21, 8), null)
                .none(run("", Runner.JUNIT)))
        .hasValueSatisfying(
            line -> assertThat(line).contains("has JDK 8 and 21 (they have: none)"));
  }

  @Test
  void itSaysThatAllAreBusy() {
    Node busy = node("default", "rrrspec:taskset:2", true, true);
    assertThat(say(run("default", Runner.JUNIT), busy))
        .isEqualTo("the only worker of type 'default' is busy with other runs: this one waits");
    assertThat(say(run("default", Runner.JUNIT), busy, busy))
        .isEqualTo("all 2 workers of type 'default' are busy with other runs: this one waits");
    assertThat(say(run("default", Runner.JUNIT), busy, node("default", null, true, true)))
        .isEmpty();
    assertThat(new MissingWorkers(true, List.of(busy)).none(run("default", Runner.JUNIT)))
        .isEmpty();
  }

  @Test
  void anotherMakesWorkerCannotRunCommands() {
    Node ruby = node("default", null, true, false);
    assertThat(say(run("", Runner.JUNIT), ruby)).isEmpty();
    assertThat(say(run("", Runner.COMMAND), ruby))
        .isEqualTo(
            "the workers of type 'default' are foreign and cannot run the tasks of runner"
                + " 'command': the run waits for one of ours");
  }
}
