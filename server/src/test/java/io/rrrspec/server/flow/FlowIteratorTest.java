package io.rrrspec.server.flow;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.TextNode;
import io.rrrspec.common.flow.FlowState;
import io.rrrspec.common.flow.FlowState.State;
import io.rrrspec.common.flow.FlowStep;
import io.rrrspec.testing.TestRedis;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Iterators on a real Redis, served by two engines. */
class FlowIteratorTest {
  @RegisterExtension static final TestRedis redis = new TestRedis();

  private FlowScene scene;

  @BeforeEach
  void open() {
    scene = new FlowScene(redis);
  }

  @Test
  void anIteratorMakesChildrenUntilItHasNoMore() {
    scene.two(scene.multiply(), scene.counter(25, 4));
    FlowState iterator = scene.after(FlowStep.iterator("counter"));
    assertThat(iterator.state()).isEqualTo(State.FINISHED);
    assertThat(iterator.childrenCreated()).isEqualTo(25);
    assertThat(iterator.childrenFinished()).isEqualTo(25);
    assertThat(scene.seen).filteredOn(line -> line.startsWith("multiply")).hasSize(25);
    assertThat(scene.seen)
        .filteredOn(line -> line.startsWith("multiply"))
        .as("each once")
        .doesNotHaveDuplicates();
    assertThat(scene.keys()).doesNotContain("ichunks:" + iterator.id());
  }

  @Test
  void theStateDecidesWhichAnswerOfAnIteratorCounts() {
    FlowEngine first = scene.engine(scene.multiply());
    List<FlowEngine> nested = new ArrayList<>();
    FlowType iterator =
        FlowType.iterator(
            "two",
            (state, self) -> {
              if (state != null) {
                return Iteration.END;
              }
              if (!nested.isEmpty()) {
                // Another server answers while this one thinks.
                FlowEngine other = nested.remove(0);
                redis
                    .connection()
                    .commands()
                    .zadd(
                        FlowScene.KEYS.commands("default"),
                        0,
                        "{\"to\":\""
                            + self.id()
                            + "\",\"to_uid\":\""
                            + self.uid()
                            + "\",\"type\":\"iterate\",\"rnd\":\"x\"}");
                other.work("default");
              }
              return Iteration.more(TextNode.valueOf("over"), List.of(FlowScene.product(7)));
            });
    FlowEngine one = scene.engine(scene.multiply(), iterator);
    FlowEngine two = scene.engine(scene.multiply(), iterator);
    nested.add(two);
    assertThat(first).isNotEqualTo(one);
    FlowState state = scene.after(FlowStep.iterator("two"));
    assertThat(state.childrenCreated()).isEqualTo(1);
    assertThat(scene.seen).containsExactly("multiply [7] = 7");
  }

  @Test
  void anIteratorThatFailsIsAskedAgainAndThenEnds() {
    List<String> asked = Collections.synchronizedList(new ArrayList<>());
    FlowType broken =
        FlowType.iterator(
                "broken",
                (state, self) -> {
                  asked.add("asked");
                  throw new IllegalStateException("no file");
                })
            .withPause(Duration.ZERO)
            .withAttempts(3);
    FlowType stubborn =
        FlowType.iterator(
            "stubborn",
            (state, self) ->
                Iteration.more(TextNode.valueOf("same"), List.of(FlowScene.product(1))));
    scene.two(scene.multiply(), broken, stubborn);
    assertThat(scene.after(FlowStep.iterator("broken")).errorText()).isEqualTo("no file");
    assertThat(asked).hasSize(3);
    assertThat(scene.after(FlowStep.iterator("stubborn")).errorText())
        .isEqualTo("the iterator stubborn made children and kept its state");
  }

  @Test
  void anIteratorIsAskedOnceForManyEnds() {
    scene.engine(scene.multiply(), scene.counter(40, 8));
    FlowState iterator = scene.after(FlowStep.iterator("counter"));
    assertThat(iterator.childrenFinished()).isEqualTo(40);
    assertThat(scene.seen).filteredOn("asked"::equals).hasSizeLessThan(40);
  }
}
