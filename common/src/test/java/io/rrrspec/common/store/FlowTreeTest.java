package io.rrrspec.common.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.rrrspec.common.flow.FlowKeys;
import io.rrrspec.common.flow.FlowState;
import io.rrrspec.common.flow.FlowStep;
import io.rrrspec.common.flow.JsonText;
import io.rrrspec.testing.TestRedis;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The steps of a flow as people look at them. */
class FlowTreeTest {
  @RegisterExtension static final TestRedis redis = new TestRedis();

  private final FlowKeys keys = FlowKeys.ofService(redis.keys());
  private final FlowStore flows = new FlowStore(redis.connection(), keys);

  private static FlowStep step(String title) {
    return FlowStep.task("taskset").with("title", title);
  }

  private FlowState start(FlowStep root) {
    return flows.outline(flows.start(root)).orElseThrow();
  }

  private static List<FlowStep> steps(int count) {
    return IntStream.range(0, count).mapToObj(i -> step("step " + i)).toList();
  }

  @Test
  void whatNobodyCanReadOfAStepKeepsNoOtherStepFromPeople() {
    FlowState root =
        start(
            FlowStep.group(
                    List.of(step("a").withId("a"), step("b").withId("b"), step("c").withId("c")))
                .withId("all")
                .with("title", "all"));
    redis.connection().commands().hset(keys.task("a"), "title", "{\"a\":");
    redis.connection().commands().hset(keys.task("a"), "began_ms", "[".repeat(5_000));
    redis.connection().commands().del(keys.task("b"));
    redis.connection().commands().rpush(keys.task("b"), "wrong type");
    redis.connection().commands().hset(keys.task("all"), "children_finished", "soon");
    redis.connection().commands().hset(keys.task("c"), "state", "\"nobody knows\"");

    assertThat(FlowTree.read(flows, root).steps())
        .extracting(FlowTree.Step::path)
        .containsExactly("all", "taskset", "c");
    assertThat(FlowTree.read(flows, root).steps()).allMatch(step -> !step.status().isEmpty());
    assertThat(flows.find("a").orElseThrow().number("began_ms", -1)).isEqualTo(-1);
    assertThat(flows.find("all").orElseThrow().childrenFinished()).isZero();
  }

  @Test
  void stepsAreInTheOrderOfTheFileWithTheNamesOfThoseAroundThem() {
    FlowStep modules =
        FlowStep.group(
                List.of(
                    step("core"),
                    FlowStep.chain(List.of(step("database"), step("store"))).with("title", "db")))
            .with("title", "modules");
    FlowState root =
        start(
            FlowStep.chain(List.of(step("compile"), modules, step("notify")))
                .with("title", "shop"));
    FlowTree tree = FlowTree.read(flows, root);
    assertThat(tree.steps())
        .extracting(step -> step.depth() + " " + step.path())
        .containsExactly(
            "0 shop",
            "1 compile",
            "1 modules",
            "2 modules / core",
            "2 modules / db",
            "3 modules / db / database",
            "3 modules / db / store",
            "1 notify");
    assertThat(tree.unread()).isZero();
  }

  @Test
  void whatIsInSomethingThatIsOverIsShownAsItWillEnd() {
    FlowState root =
        start(
            FlowStep.chain(List.of(step("one"), FlowStep.group(List.of(step("two")))))
                .with("title", "shop"));
    String one = root.children().get(0);
    redis.connection().commands().hset(keys.task(one), "state", "\"locked\"");
    redis.connection().commands().hset(keys.task(root.id()), "state", "\"finished\"");
    assertThat(FlowTree.read(flows, flows.outline(root.id()).orElseThrow()).steps())
        .extracting(FlowTree.Step::status)
        .containsExactly("succeeded", "cancelled", "not run", "not run");
  }

  @Test
  void ofALargeFlowTheUpperLevelsAreReadAndTheRestIsCounted() {
    FlowStep group = FlowStep.group(steps(2_500)).with("title", "many");
    FlowState root = start(FlowStep.chain(List.of(group, step("last"))));
    FlowTree all = FlowTree.read(flows, root);
    assertThat(all.steps()).hasSize(2_503);
    assertThat(all.steps().get(2_000).title()).isEqualTo("step 1998");
    FlowTree some = FlowTree.read(flows, root, 100);
    assertThat(some.steps()).hasSize(100).last().extracting(step -> step.title()).isEqualTo("last");
    assertThat(some.unread()).isEqualTo(2_403);
  }

  @Test
  void ofTheChildrenOfAnIteratorTheNewestAreReadOrElseSomeThatAreNotFinished() {
    String id = flows.start(FlowStep.iterator("runs").with("title", "again"));
    List<String> children = steps(50).stream().map(flows::start).toList();
    redis.connection().commands().sadd(keys.chunks(id), children.toArray(String[]::new));
    FlowState root = flows.outline(id).orElseThrow();
    assertThat(FlowTree.read(flows, root).steps()).hasSize(21);

    String newest = JsonText.of(children.get(7)) + "," + JsonText.of(children.get(3));
    redis.connection().commands().hset(keys.task(id), "newest", "[" + newest + "]");
    assertThat(FlowTree.read(flows, flows.outline(id).orElseThrow()).steps())
        .extracting(FlowTree.Step::title)
        .containsExactly("again", "step 7", "step 3");
  }

  @Test
  void whatIsForgottenIsLeftOutAndACircleEnds() {
    FlowState root = start(FlowStep.chain(List.of(step("one"), step("two"))));
    redis.connection().commands().del(keys.task(root.children().get(0)));
    redis
        .connection()
        .commands()
        .hset(keys.task(root.children().get(1)), "children", "[" + JsonText.of(root.id()) + "]");
    assertThat(FlowTree.read(flows, root).steps())
        .extracting(FlowTree.Step::title)
        .containsExactly("chain", "two");
  }

  @Test
  void theNameOfAnotherKeyIsNoFlow() {
    String id = flows.start(step("one"));
    assertThat(flows.outline(id)).isPresent();
    for (String other :
        List.of("", "waiting", "roots", "wake", "default:commands", "ichunks:" + id, "nobody")) {
      assertThat(flows.find(other)).as(other).isEmpty();
      assertThat(flows.outline(other)).as(other).isEmpty();
    }
  }
}
