package io.rrrspec.server.flow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.rrrspec.common.flow.FlowState;
import io.rrrspec.common.flow.FlowState.State;
import io.rrrspec.common.flow.FlowStep;
import io.rrrspec.common.flow.FlowStep.When;
import io.rrrspec.common.flow.JsonText;
import io.rrrspec.common.redis.Fate;
import io.rrrspec.common.redis.SimulatedRedis;
import io.rrrspec.common.store.FlowStore;
import io.rrrspec.testing.TestRedis;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Chains, sequences and groups on a real Redis, served by two engines. */
class FlowOperatorsTest {
  @RegisterExtension static final TestRedis redis = new TestRedis();

  private FlowScene scene;

  @BeforeEach
  void open() {
    scene = new FlowScene(redis);
  }

  @Test
  void eachChildOfAChainGetsTheResultOfTheOneBefore() {
    scene.two(scene.multiply());
    FlowState chain =
        scene.after(
            FlowStep.chain(
                List.of(FlowScene.product(2, 3), FlowScene.product(10), FlowScene.product())));
    assertThat(chain.result()).isEqualTo(IntNode.valueOf(60));
    assertThat(scene.seen)
        .containsExactly("multiply [2, 3] = 6", "multiply [10, 6] = 60", "multiply [60] = 60");
    assertThat(chain.total()).isEqualTo(3);
    assertThat(chain.progress()).isEqualTo(3);
  }

  @Test
  void aFalsyResultIsNotPassedOn() {
    List<JsonNode> falsy =
        List.of(
            NullNode.getInstance(),
            IntNode.valueOf(0),
            TextNode.valueOf(""),
            com.fasterxml.jackson.databind.node.BooleanNode.FALSE);
    FlowType give = FlowType.task("give", task -> falsy.get(task.args().get(0).asInt()));
    FlowType nothing = FlowType.task("nothing", task -> null);
    scene.two(scene.multiply(), give, nothing);
    List<FlowStep> steps = new ArrayList<>();
    IntStream.range(0, falsy.size())
        .forEach(
            i -> {
              steps.add(FlowStep.task("give", i));
              steps.add(FlowScene.product(i));
            });
    steps.add(FlowStep.task("nothing"));
    steps.add(FlowScene.product(9));
    // "give" gets the product as its second argument.
    FlowState chain = scene.after(FlowStep.chain(steps));
    assertThat(chain.errorText()).isEmpty();
    assertThat(scene.seen)
        .containsExactly(
            "multiply [0] = 0",
            "multiply [1] = 1",
            "multiply [2] = 2",
            "multiply [3] = 3",
            "multiply [9] = 9");
  }

  @Test
  void theResultsOfAGroupAreInItsOrder() {
    scene.two(scene.multiply(), FlowType.task("nothing", task -> null));
    FlowState group =
        scene.after(
            FlowStep.group(
                List.of(
                    FlowScene.product(1),
                    FlowStep.chain(List.of(FlowScene.product(2), FlowScene.product(5))),
                    FlowStep.task("nothing"),
                    FlowStep.group(List.of(FlowScene.product(3), FlowScene.product(4))))));
    assertThat(group.fields().get("result")).isEqualTo("[1,10,null,[3,4]]");
    assertThat(group.total()).isEqualTo(6);
    assertThat(group.progress()).isEqualTo(6);
  }

  @Test
  void anErrorEndsAChainAndCancelsTheRest() {
    scene.two(scene.multiply(), scene.fail());
    FlowState chain =
        scene.after(
            FlowStep.chain(
                List.of(
                    FlowScene.product(2),
                    FlowStep.group(List.of(FlowStep.task("fail"), FlowScene.product(3))),
                    FlowStep.group(List.of(FlowScene.product(4), FlowScene.product(5))))));
    assertThat(chain.errorText()).isEqualTo("on purpose");
    assertThat(scene.seen).doesNotContain("multiply [4] = 4");
    assertThat(scene.seen).filteredOn("fail"::equals).as("tried twice").hasSize(2);
    FlowState last = scene.find(chain.children().get(2));
    assertThat(last.state()).isEqualTo(State.FINISHED);
    assertThat(last.isCancelled()).isTrue();
    last.children()
        .forEach(child -> assertThat(scene.find(child).state()).isEqualTo(State.FINISHED));
    assertThat(scene.keys())
        .noneMatch(
            key -> key.matches("waiting|idle|locked|restart|.*:startable|.*_locked|ichunks.*"));
  }

  @Test
  void aSequenceGoesOnAfterAFailureWithTheChildrenThatSaySo() {
    scene.two(scene.multiply(), scene.fail().withAttempts(1));
    FlowState sequence =
        scene.after(
            FlowStep.sequence(
                List.of(
                    FlowScene.product(2),
                    FlowStep.group(
                        List.of(FlowStep.task("fail"), FlowScene.product(3).inPool("nobody"))),
                    FlowScene.product(4),
                    FlowStep.chain(List.of(FlowScene.product(5), FlowScene.product(6)))
                        .when(When.ALWAYS),
                    FlowScene.product(7),
                    FlowScene.product(8).when(When.FAILED))));
    assertThat(sequence.errorText()).isEqualTo("on purpose");
    assertThat(scene.seen)
        .containsExactly(
            "multiply [2] = 2",
            "fail",
            "multiply [5] = 5",
            "multiply [6, 5] = 30",
            "multiply [8, 30] = 240");
    sequence.children().forEach(c -> assertThat(scene.find(c).isFinished()).isTrue());
    assertThat(scene.find(sequence.children().get(2)).isCancelled()).isTrue();
    assertThat(scene.keys())
        .noneMatch(
            key -> key.matches("waiting|idle|locked|restart|.*:startable|.*_locked|ichunks.*"));
  }

  @Test
  void aSequenceWithoutAFailureIsAChain() {
    scene.two(scene.multiply());
    FlowState sequence =
        scene.after(
            FlowStep.sequence(
                List.of(
                    FlowScene.product(2),
                    FlowStep.chain(List.of(FlowScene.product(9))).when(When.FAILED),
                    FlowScene.product(3).when(When.ALWAYS),
                    FlowStep.group(List.of(FlowScene.product(9))).when(When.FAILED))));
    assertThat(sequence.result()).isEqualTo(IntNode.valueOf(6));
    assertThat(scene.seen).containsExactly("multiply [2] = 2", "multiply [3, 2] = 6");
    assertThat(scene.find(sequence.children().get(1)).isCancelled()).isTrue();
    assertThat(scene.keys())
        .noneMatch(
            key -> key.matches("waiting|idle|locked|restart|.*:startable|.*_locked|ichunks.*"));
  }

  @Test
  void anErrorEndsAGroupAndCancelsTheOthers() {
    FlowType slow = FlowType.task("slow", task -> null);
    scene.two(scene.fail().withAttempts(1), slow);
    // The others wait: their pool is served by nobody.
    FlowState group =
        scene.after(
            FlowStep.group(
                List.of(
                    FlowStep.task("slow").inPool("nobody"),
                    FlowStep.task("fail"),
                    FlowStep.chain(List.of(FlowStep.task("slow").inPool("nobody"))))));
    assertThat(group.errorText()).isEqualTo("on purpose");
    assertThat(scene.find(group.children().get(0)).isCancelled()).isTrue();
    assertThat(scene.find(scene.find(group.children().get(2)).children().get(0)).isFinished())
        .isTrue();
  }

  @Test
  void aLargeGroupIsWrittenInParts() {
    scene.two(scene.multiply());
    List<FlowStep> members = new ArrayList<>();
    IntStream.range(0, 450).forEach(i -> members.add(FlowScene.product(i)));
    FlowStep root = FlowStep.group(members).withId("large");
    assertThat(scene.store.start(root)).isEqualTo("large");
    List<String> children = scene.find("large").children();
    assertThat(children)
        .hasSize(450)
        .allSatisfy(
            child ->
                assertThat(redis.connection().commands().ttl(FlowScene.KEYS.task(child)))
                    .as("kept")
                    .isEqualTo(-1));
    assertThat(redis.connection().commands().scard(FlowScene.KEYS.waiting())).isEqualTo(451);
    long keys = redis.connection().commands().dbSize();
    assertThat(scene.store.start(root)).as("the same").isEqualTo("large");
    assertThat(redis.connection().commands().dbSize()).isEqualTo(keys);
    scene.settle();
    assertThat(scene.find("large").result())
        .isEqualTo(JsonText.parse(IntStream.range(0, 450).boxed().toList().toString()));
    assertThat(scene.seen).hasSize(450).doesNotHaveDuplicates();
    // Once more, in a new life.
    scene.store.start(root);
    scene.settle();
    assertThat(scene.seen).hasSize(900);
  }

  /** Wherever its starter dies, what was written of a large group is forgotten. */
  @ParameterizedTest
  @ValueSource(ints = {2, 3, 4, 5})
  void aGroupWhoseStarterDiesIsForgotten(int calls) {
    List<FlowStep> members = new ArrayList<>();
    IntStream.range(0, 450).forEach(i -> members.add(FlowScene.product(i)));
    int[] made = {0};
    try (SimulatedRedis dying =
        new SimulatedRedis(
            redis.url(), commands -> made[0]++ < calls ? Fate.ARRIVES : Fate.DIES_BEFORE)) {
      dying.clear(1_700_000_000_000L);
      FlowStore store = new FlowStore(dying.connection(), FlowScene.KEYS);
      made[0] = 0;
      assertThatThrownBy(() -> store.start(FlowStep.group(members)));
      assertThat(dying.behind().keys(FlowScene.KEYS.namespace() + "*"))
          .isNotEmpty()
          .allSatisfy(key -> assertThat(dying.behind().pttl(key)).isPositive());
    }
  }
}
