package io.rrrspec.server.flow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.rrrspec.common.UsageException;
import io.rrrspec.common.flow.FlowState;
import io.rrrspec.common.flow.FlowState.State;
import io.rrrspec.common.flow.FlowStep;
import io.rrrspec.common.flow.FlowStep.When;
import io.rrrspec.common.flow.JsonText;
import io.rrrspec.common.redis.Fate;
import io.rrrspec.common.redis.SimulatedRedis;
import io.rrrspec.common.store.FlowStore;
import io.rrrspec.common.store.FlowTransitions.Event;
import io.rrrspec.testing.TestRedis;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Flows on a real Redis, served by two engines. */
class FlowEngineTest {
  @RegisterExtension static final TestRedis redis = new TestRedis();

  private FlowScene scene;

  @BeforeEach
  void open() {
    scene = new FlowScene(redis);
  }

  private void two(FlowType... types) {
    scene.engine(types);
    scene.engine(types);
  }

  private static FlowStep multiply(Object... factors) {
    return FlowStep.task("multiply", factors);
  }

  private FlowState after(FlowStep root) {
    String id = scene.store.start(root);
    scene.settle();
    return scene.find(id);
  }

  @Test
  void aTaskIsExecutedOnceAndItsResultStays() {
    two(scene.multiply());
    FlowState task = after(multiply(2, 3));
    assertThat(task.state()).isEqualTo(State.FINISHED);
    assertThat(task.result()).isEqualTo(IntNode.valueOf(6));
    assertThat(task.progress()).isEqualTo(1);
    assertThat(scene.seen).containsExactly("multiply [2, 3] = 6");
    assertThat(scene.keys()).containsExactlyInAnyOrder(task.id(), "finished");
  }

  @Test
  void eachChildOfAChainGetsTheResultOfTheOneBefore() {
    two(scene.multiply());
    FlowState chain = after(FlowStep.chain(List.of(multiply(2, 3), multiply(10), multiply())));
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
    two(scene.multiply(), give, nothing);
    List<FlowStep> steps = new ArrayList<>();
    IntStream.range(0, falsy.size())
        .forEach(
            i -> {
              steps.add(FlowStep.task("give", i));
              steps.add(multiply(i));
            });
    steps.add(FlowStep.task("nothing"));
    steps.add(multiply(9));
    // "give" gets the product as its second argument.
    FlowState chain = after(FlowStep.chain(steps));
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
    two(scene.multiply(), FlowType.task("nothing", task -> null));
    FlowState group =
        after(
            FlowStep.group(
                List.of(
                    multiply(1),
                    FlowStep.chain(List.of(multiply(2), multiply(5))),
                    FlowStep.task("nothing"),
                    FlowStep.group(List.of(multiply(3), multiply(4))))));
    assertThat(group.fields().get("result")).isEqualTo("[1,10,null,[3,4]]");
    assertThat(group.total()).isEqualTo(6);
    assertThat(group.progress()).isEqualTo(6);
  }

  @Test
  void anErrorEndsAChainAndCancelsTheRest() {
    two(scene.multiply(), scene.fail());
    FlowState chain =
        after(
            FlowStep.chain(
                List.of(
                    multiply(2),
                    FlowStep.group(List.of(FlowStep.task("fail"), multiply(3))),
                    FlowStep.group(List.of(multiply(4), multiply(5))))));
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
    two(scene.multiply(), scene.fail().withAttempts(1));
    FlowState sequence =
        after(
            FlowStep.sequence(
                List.of(
                    multiply(2),
                    FlowStep.group(List.of(FlowStep.task("fail"), multiply(3).inPool("nobody"))),
                    multiply(4),
                    FlowStep.chain(List.of(multiply(5), multiply(6))).when(When.ALWAYS),
                    multiply(7),
                    multiply(8).when(When.FAILED))));
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
    two(scene.multiply());
    FlowState sequence =
        after(
            FlowStep.sequence(
                List.of(
                    multiply(2),
                    FlowStep.chain(List.of(multiply(9))).when(When.FAILED),
                    multiply(3).when(When.ALWAYS),
                    FlowStep.group(List.of(multiply(9))).when(When.FAILED))));
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
    two(scene.fail().withAttempts(1), slow);
    // The others wait: their pool is served by nobody.
    FlowState group =
        after(
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

  private FlowType counter(int all, int atOnce) {
    return FlowType.iterator(
        "counter",
        (state, iterator) -> {
          int next = state == null ? 0 : state.asInt();
          scene.seen.add("asked");
          if (next >= all) {
            return Iteration.END;
          }
          if (iterator.childrenCreated() - iterator.childrenFinished() > atOnce / 2) {
            return Iteration.NOTHING;
          }
          int last = Math.min(all, next + atOnce);
          return Iteration.more(
              IntNode.valueOf(last),
              IntStream.range(next, last).<FlowStep>mapToObj(i -> multiply(i)).toList());
        });
  }

  @Test
  void anIteratorMakesChildrenUntilItHasNoMore() {
    two(scene.multiply(), counter(25, 4));
    FlowState iterator = after(FlowStep.iterator("counter"));
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
              return Iteration.more(TextNode.valueOf("over"), List.of(multiply(7)));
            });
    FlowEngine one = scene.engine(scene.multiply(), iterator);
    FlowEngine two = scene.engine(scene.multiply(), iterator);
    nested.add(two);
    assertThat(first).isNotEqualTo(one);
    FlowState state = after(FlowStep.iterator("two"));
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
            (state, self) -> Iteration.more(TextNode.valueOf("same"), List.of(multiply(1))));
    two(scene.multiply(), broken, stubborn);
    assertThat(after(FlowStep.iterator("broken")).errorText()).isEqualTo("no file");
    assertThat(asked).hasSize(3);
    assertThat(after(FlowStep.iterator("stubborn")).errorText())
        .isEqualTo("the iterator stubborn made children and kept its state");
  }

  @Test
  void aTaskIsTriedAgainAsItsTypeSays() {
    FlowType third =
        FlowType.task(
                "third",
                task -> {
                  scene.seen.add("try " + task.retries());
                  if (task.retries() < 2) {
                    throw new IllegalStateException("not yet");
                  }
                  return TextNode.valueOf("done");
                })
            .withAttempts(3)
            .withPause(Duration.ZERO);
    two(third);
    FlowState task = after(FlowStep.task("third"));
    assertThat(task.result()).isEqualTo(TextNode.valueOf("done"));
    assertThat(scene.seen).containsExactly("try 0", "try 1", "try 2");
    FlowState other = after(FlowStep.task("third").with("retry", 2));
    assertThat(other.errorText()).isEqualTo("not yet");
  }

  @Test
  void betweenTwoAttemptsThereIsAPause() {
    two(scene.fail().withPause(Duration.ofMinutes(1)));
    FlowState task = after(FlowStep.task("fail"));
    assertThat(task.state()).isEqualTo(State.RESTART);
    assertThat(redis.connection().commands().zscore(FlowScene.KEYS.restart(), task.id()))
        .isBetween(System.currentTimeMillis() + 50_000.0, System.currentTimeMillis() + 70_000.0);
  }

  @Test
  void aTaskWhoseServerDiesIsExecutedAgainAfterItsDeadline() {
    FlowEngine engine = scene.engine(scene.multiply());
    String id = scene.store.start(multiply(2).with("timeout", 1));
    FlowEngine dead =
        new FlowEngine(
            redis.connection(),
            FlowScene.KEYS,
            List.of(scene.multiply()),
            java.util.Map.of("default", 1),
            lost -> {},
            true);
    dead.work("default");
    assertThat(dead.take("default")).isTrue();
    assertThat(scene.find(id).state()).isEqualTo(State.LOCKED);
    org.awaitility.Awaitility.await()
        .atMost(Duration.ofSeconds(5))
        .until(
            () -> {
              engine.tick();
              engine.step();
              return scene.find(id).isFinished();
            });
    assertThat(scene.seen).hasSize(1);
  }

  @Test
  void whoEndsTooLateChangesNothing() {
    FlowType late =
        FlowType.task(
            "late",
            task -> {
              scene.seen.add("late");
              if (scene.seen.size() == 1) {
                // Its time is over, and another server has it.
                redis.connection().commands().zadd(FlowScene.KEYS.locked(), 1, task.id());
                scene.engines.get(1).tick();
                scene.engines.get(1).take("default");
                return TextNode.valueOf("first");
              }
              return TextNode.valueOf("second");
            });
    two(late);
    FlowState task = after(FlowStep.chain(List.of(FlowStep.task("late"))));
    assertThat(task.result()).isEqualTo(TextNode.valueOf("second"));
    assertThat(task.progress()).isEqualTo(1);
  }

  @Test
  void aTaskCanExtendItsTimeAndRestartItself() {
    FlowType self =
        FlowType.task(
                "self",
                task -> {
                  scene.seen.add("call " + task.retries());
                  assertThat(task.extend(Duration.ofHours(1))).isTrue();
                  assertThat(task.deadline()).isGreaterThan(System.currentTimeMillis() + 3_000_000);
                  if (scene.seen.size() < 3) {
                    assertThat(task.restart(scene.seen.size() == 2, Duration.ZERO)).isTrue();
                    assertThat(task.extend(Duration.ofHours(1))).as("not ours any more").isFalse();
                  }
                  return TextNode.valueOf("end");
                })
            .withAttempts(1);
    two(self);
    assertThat(after(FlowStep.task("self")).result()).isEqualTo(TextNode.valueOf("end"));
    assertThat(scene.seen).containsExactly("call 0", "call 0", "call 1");
  }

  @Test
  void progressIsSummedUpToTheRootAndTold() {
    FlowType half =
        FlowType.task(
            "half",
            task -> {
              task.addProgress(5);
              return null;
            });
    two(half);
    List<Event> events = new ArrayList<>();
    scene.engines.forEach(engine -> engine.listen(events::add));
    FlowState root =
        after(
            FlowStep.group(
                List.of(
                    FlowStep.task("half").withTotal(10),
                    FlowStep.chain(List.of(FlowStep.task("half").withTotal(7))))));
    assertThat(root.total()).isEqualTo(17);
    assertThat(root.progress()).isEqualTo(17);
    assertThat(events).filteredOn(event -> event.over() && event.id().equals(root.id())).hasSize(1);
    assertThat(events).filteredOn(Event::over).hasSize(4);
    assertThat(events)
        .filteredOn(event -> !event.over() && event.id().equals(root.id()))
        .isNotEmpty()
        .allSatisfy(event -> assertThat(event.total()).isEqualTo(17));
  }

  @Test
  void aPostponedFlowBeginsLater() {
    two(scene.multiply());
    String id = scene.store.start(multiply(2), Duration.ofMinutes(10));
    scene.settle();
    assertThat(scene.find(id).state()).isEqualTo(State.WAITING);
    assertThat(scene.seen).isEmpty();
  }

  @Test
  void aSecondStartOfAnIdThatIsNotFinishedIsTheSameTask() {
    two(scene.multiply());
    FlowStep step = multiply(2).withId("nightly");
    assertThat(scene.store.start(step)).isEqualTo("nightly");
    String uid = scene.find("nightly").uid();
    assertThat(scene.store.start(multiply(3).withId("nightly"))).isEqualTo("nightly");
    scene.settle();
    assertThat(scene.seen).containsExactly("multiply [2] = 2");
    assertThat(scene.store.start(step)).isEqualTo("nightly");
    assertThat(scene.find("nightly").uid()).isNotEqualTo(uid);
    scene.settle();
    assertThat(scene.seen).hasSize(2);
  }

  @Test
  void aLargeGroupIsWrittenInParts() {
    two(scene.multiply());
    List<FlowStep> members = new ArrayList<>();
    IntStream.range(0, 450).forEach(i -> members.add(multiply(i)));
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
    IntStream.range(0, 450).forEach(i -> members.add(multiply(i)));
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

  @Test
  void anIteratorIsAskedOnceForManyEnds() {
    scene.engine(scene.multiply(), counter(40, 8));
    FlowState iterator = after(FlowStep.iterator("counter"));
    assertThat(iterator.childrenFinished()).isEqualTo(40);
    assertThat(scene.seen).filteredOn("asked"::equals).hasSizeLessThan(40);
  }

  @Test
  void whatIsDueIsDoneAtOnceHoweverMuchItIs() {
    two(scene.multiply());
    FlowEngine engine = scene.engines.get(0);
    for (int i = 0; i < 450; i++) {
      redis.connection().commands().zadd(FlowScene.KEYS.finished(), 1, "old" + i);
    }
    int steps = 0;
    while (engine.step()) {
      assertThat(steps++).isLessThan(10);
    }
    assertThat(redis.connection().commands().zcard(FlowScene.KEYS.finished())).isZero();
  }

  @Test
  void aCommandOfAnEarlierLifeIsIgnored() {
    two(scene.multiply());
    FlowStep step = FlowStep.chain(List.of(multiply(2))).withId("again");
    String child = after(step).children().get(0);
    String uid = scene.find("again").uid();
    scene.store.start(step);
    redis
        .connection()
        .commands()
        .zadd(
            FlowScene.KEYS.commands("default"),
            0,
            "{\"to\":\"again\",\"to_uid\":\""
                + uid
                + "\",\"type\":\"result\",\"data\":{\"id\":\""
                + child
                + "\",\"result\":99},\"rnd\":\"x\"}");
    scene.settle();
    assertThat(scene.find("again").result()).isEqualTo(IntNode.valueOf(2));
    assertThat(scene.find("again").childrenFinished()).isEqualTo(1);
  }

  @Test
  void cancellingARootCancelsAllBelow() {
    two(scene.multiply(), counter(100, 10));
    FlowStep waiting = multiply(1).inPool("nobody");
    String id =
        scene.store.start(
            FlowStep.chain(
                List.of(FlowStep.group(List.of(waiting, waiting)), FlowStep.iterator("counter"))));
    scene.settle();
    String child = scene.find(id).children().get(0);
    assertThatThrownBy(() -> scene.store.cancel(child))
        .isInstanceOf(UsageException.class)
        .hasMessage(child + " is a part of a flow: cancel the flow itself");
    assertThatThrownBy(() -> scene.store.cancel("nope")).isInstanceOf(UsageException.class);
    scene.store.cancel(id);
    assertThat(scene.find(id).isCancelled()).isTrue();
    scene.settle();
    assertThat(scene.keys()).noneMatch(key -> key.matches("waiting|idle|locked|restart|canc.*"));
    assertThat(redis.connection().commands().zcard(FlowScene.KEYS.finished())).isEqualTo(5);
    assertThat(scene.seen).isEmpty();
  }

  @Test
  void whatACrashedCancelLeftAnotherServerGoesOnWith() {
    two(scene.multiply());
    String id =
        scene.store.start(FlowStep.group(List.of(multiply(1).inPool("nobody"), multiply(2))));
    redis.connection().commands().sadd(FlowScene.KEYS.cancelling(), id);
    scene.engines.get(0).tick();
    assertThat(scene.find(id).isFinished()).isTrue();
    scene.find(id).children().forEach(c -> assertThat(scene.find(c).isFinished()).isTrue());
    assertThat(scene.keys()).doesNotContain("cancelling");
  }

  @Test
  void afterItsTimeToForgetNothingIsLeft() {
    two(scene.multiply(), scene.fail(), counter(9, 2));
    Duration none = Duration.ZERO;
    scene.store.start(
        FlowStep.group(
                List.of(
                    FlowStep.chain(List.of(multiply(2).keptFor(none))).keptFor(none),
                    FlowStep.iterator("counter").keptFor(none)))
            .keptFor(none));
    scene.store.start(FlowStep.chain(List.of(FlowStep.task("fail").keptFor(none))).keptFor(none));
    // The children of the iterator are kept for days: as if these were over.
    org.awaitility.Awaitility.await()
        .atMost(Duration.ofSeconds(5))
        .until(
            () -> {
              scene.settle();
              redis
                  .connection()
                  .commands()
                  .zrange(FlowScene.KEYS.finished(), 0, -1)
                  .forEach(
                      id -> redis.connection().commands().zadd(FlowScene.KEYS.finished(), 1, id));
              return scene.keys().isEmpty();
            });
  }

  @Test
  void aPoolIsServedUpToItsLimit() {
    List<Runnable> held = new ArrayList<>();
    FlowEngine engine =
        new FlowEngine(
            redis.connection(),
            FlowScene.KEYS,
            List.of(scene.multiply()),
            java.util.Map.of("default", 3),
            held::add,
            true);
    IntStream.range(0, 10).forEach(i -> scene.store.start(multiply(i)));
    scene.engines.add(engine);
    scene.settle();
    assertThat(held).hasSize(3);
    held.remove(0).run();
    scene.settle();
    assertThat(held).hasSize(3);
    assertThat(engine.executing()).isEqualTo(3);
    while (!held.isEmpty()) {
      held.remove(0).run();
      scene.settle();
    }
    assertThat(scene.seen).hasSize(10);
  }

  @Test
  void tasksOfUnknownTypesAreLeftToOthers() {
    two(scene.multiply());
    String foreign = scene.store.start(FlowStep.task("foreign"));
    FlowState own = after(multiply(3));
    assertThat(own.isFinished()).isTrue();
    assertThat(scene.find(foreign).state()).isEqualTo(State.WAITING);
    scene.engine(FlowType.task("foreign", task -> TextNode.valueOf("known here")));
    scene.settle();
    assertThat(scene.find(foreign).result()).isEqualTo(TextNode.valueOf("known here"));
  }

  @Test
  void whatNobodyCanReadIsDropped() {
    two(scene.multiply());
    redis.connection().commands().zadd(FlowScene.KEYS.commands("default"), 0, "garbage");
    redis.connection().commands().zadd(FlowScene.KEYS.commands("default"), 0, "{\"to\":\"x\"}");
    FlowState own = after(multiply(3));
    assertThat(own.isFinished()).isTrue();
    assertThat(scene.keys()).containsExactlyInAnyOrder(own.id(), "finished");
  }
}
