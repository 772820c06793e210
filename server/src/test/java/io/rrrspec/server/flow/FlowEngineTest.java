package io.rrrspec.server.flow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.rrrspec.common.UsageException;
import io.rrrspec.common.flow.FlowState;
import io.rrrspec.common.flow.FlowState.State;
import io.rrrspec.common.flow.FlowStep;
import io.rrrspec.common.store.FlowTransitions.Event;
import io.rrrspec.testing.TestRedis;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;
import redis.clients.jedis.UnifiedJedis;

/** Single tasks on a real Redis, served by two engines. */
class FlowEngineTest {
  @RegisterExtension static final TestRedis redis = new TestRedis();

  private FlowScene scene;

  @BeforeEach
  void open() {
    scene = new FlowScene(redis);
  }

  @Test
  void commandsThatNobodyCanReadAreOneLineOfTheLogAlsoInManyLooks() {
    FlowEngine engine = scene.engine(scene.multiply());
    ListAppender<ILoggingEvent> log = new ListAppender<>();
    log.start();
    Logger logger = (Logger) LoggerFactory.getLogger(FlowEngine.class);
    logger.addAppender(log);
    for (int i = 0; i < 250; i++) {
      redis.connection().commands().zadd(FlowScene.KEYS.commands("default"), 0, "nonsense " + i);
    }
    try {
      for (int i = 0; i < 3; i++) {
        engine.work("default");
      }
    } finally {
      logger.detachAppender(log);
    }
    assertThat(log.list)
        .extracting(ILoggingEvent::getFormattedMessage)
        .singleElement()
        .asString()
        .startsWith("100 commands were dropped that nobody can read, the first of them: nonsense");
  }

  @Test
  void aTaskIsExecutedOnceAndItsResultStays() {
    scene.two(scene.multiply());
    FlowState task = scene.after(FlowScene.product(2, 3));
    assertThat(task.state()).isEqualTo(State.FINISHED);
    assertThat(task.result()).isEqualTo(IntNode.valueOf(6));
    assertThat(task.progress()).isEqualTo(1);
    assertThat(scene.seen).containsExactly("multiply [2, 3] = 6");
    assertThat(scene.keys()).containsExactlyInAnyOrder(task.id(), "finished");
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
    scene.two(third);
    FlowState task = scene.after(FlowStep.task("third"));
    assertThat(task.result()).isEqualTo(TextNode.valueOf("done"));
    assertThat(scene.seen).containsExactly("try 0", "try 1", "try 2");
    FlowState other = scene.after(FlowStep.task("third").with("retry", 2));
    assertThat(other.errorText()).isEqualTo("not yet");
  }

  @Test
  void betweenTwoAttemptsThereIsAPause() {
    scene.two(scene.fail().withPause(Duration.ofMinutes(1)));
    FlowState task = scene.after(FlowStep.task("fail"));
    assertThat(task.state()).isEqualTo(State.RESTART);
    assertThat(redis.connection().commands().zscore(FlowScene.KEYS.restart(), task.id()))
        .isBetween(System.currentTimeMillis() + 50_000.0, System.currentTimeMillis() + 70_000.0);
  }

  @Test
  void aTaskWhoseServerDiesIsExecutedAgainAfterItsDeadline() {
    FlowEngine engine = scene.engine(scene.multiply());
    String id = scene.store.start(FlowScene.product(2).with("timeout", 1));
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
        .atMost(Duration.ofSeconds(30))
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
    scene.two(late);
    FlowState task = scene.after(FlowStep.chain(List.of(FlowStep.task("late"))));
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
    scene.two(self);
    assertThat(scene.after(FlowStep.task("self")).result()).isEqualTo(TextNode.valueOf("end"));
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
    scene.two(half);
    List<Event> events = new ArrayList<>();
    scene.engines.forEach(engine -> engine.listen(events::add));
    FlowState root =
        scene.after(
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
    scene.two(scene.multiply());
    String id = scene.store.start(FlowScene.product(2), Duration.ofMinutes(10));
    scene.settle();
    assertThat(scene.find(id).state()).isEqualTo(State.WAITING);
    assertThat(scene.seen).isEmpty();
  }

  @Test
  void aSecondStartOfAnIdThatIsNotFinishedIsTheSameTask() {
    scene.two(scene.multiply());
    FlowStep step = FlowScene.product(2).withId("nightly");
    assertThat(scene.store.start(step)).isEqualTo("nightly");
    String uid = scene.find("nightly").uid();
    assertThat(scene.store.start(FlowScene.product(3).withId("nightly"))).isEqualTo("nightly");
    scene.settle();
    assertThat(scene.seen).containsExactly("multiply [2] = 2");
    assertThat(scene.store.start(step)).isEqualTo("nightly");
    assertThat(scene.find("nightly").uid()).isNotEqualTo(uid);
    scene.settle();
    assertThat(scene.seen).hasSize(2);
  }

  @Test
  void whatIsDueIsDoneAtOnceHoweverMuchItIs() {
    scene.two(scene.multiply());
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
  void whatIsToBeStartedOnceIsTheSameTaskAlsoWhenItIsOver() {
    scene.two(scene.multiply());
    FlowStep step = FlowScene.product(2).withId("nightly").with("once", true);
    scene.after(step);
    scene.after(step);
    assertThat(scene.seen).hasSize(1);
  }

  @Test
  void aCommandOfAnEarlierLifeIsIgnored() {
    scene.two(scene.multiply());
    FlowStep step = FlowStep.chain(List.of(FlowScene.product(2))).withId("again");
    String child = scene.after(step).children().get(0);
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
    scene.two(scene.multiply(), scene.counter(100, 10));
    FlowStep waiting = FlowScene.product(1).inPool("nobody");
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
    scene.two(scene.multiply());
    String id =
        scene.store.start(
            FlowStep.group(List.of(FlowScene.product(1).inPool("nobody"), FlowScene.product(2))));
    redis.connection().commands().sadd(FlowScene.KEYS.cancelling(), id);
    scene.engines.get(0).tick();
    assertThat(scene.find(id).isFinished()).isTrue();
    scene.find(id).children().forEach(c -> assertThat(scene.find(c).isFinished()).isTrue());
    assertThat(scene.keys()).doesNotContain("cancelling");
  }

  @Test
  void afterItsTimeToForgetNothingIsLeft() {
    scene.two(scene.multiply(), scene.fail(), scene.counter(9, 2));
    Duration none = Duration.ZERO;
    scene.store.start(
        FlowStep.group(
                List.of(
                    FlowStep.chain(List.of(FlowScene.product(2).keptFor(none))).keptFor(none),
                    FlowStep.iterator("counter").keptFor(none)))
            .keptFor(none));
    scene.store.start(FlowStep.chain(List.of(FlowStep.task("fail").keptFor(none))).keptFor(none));
    // The children of the iterator are kept for days: as if these were over.
    org.awaitility.Awaitility.await()
        .atMost(Duration.ofSeconds(30))
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
    IntStream.range(0, 10).forEach(i -> scene.store.start(FlowScene.product(i)));
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
    scene.two(scene.multiply());
    String foreign = scene.store.start(FlowStep.task("foreign"));
    FlowState own = scene.after(FlowScene.product(3));
    assertThat(own.isFinished()).isTrue();
    assertThat(scene.find(foreign).state()).isEqualTo(State.WAITING);
    scene.engine(FlowType.task("foreign", task -> TextNode.valueOf("known here")));
    scene.settle();
    assertThat(scene.find(foreign).result()).isEqualTo(TextNode.valueOf("known here"));
  }

  @Test
  void whatNobodyCanReadIsDropped() {
    scene.two(scene.multiply());
    redis.connection().commands().zadd(FlowScene.KEYS.commands("default"), 0, "garbage");
    redis.connection().commands().zadd(FlowScene.KEYS.commands("default"), 0, "{\"to\":\"x\"}");
    FlowState own = scene.after(FlowScene.product(3));
    assertThat(own.isFinished()).isTrue();
    assertThat(scene.keys()).containsExactlyInAnyOrder(own.id(), "finished");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"to\":xyz,\"to_uid\":\"a\",\"type\":\"activate\",\"rnd\":\"1\"}",
        "{\"to\":\"waiting\",\"to_uid\":\"a\",\"type\":\"activate\",\"rnd\":\"1\"}",
        "{\"to\":{},\"to_uid\":\"a\",\"type\":\"result\",\"rnd\":\"1\"}",
      })
  void aCommandThatFailsKeepsNoOther(String command) {
    scene.two(scene.multiply());
    UnifiedJedis commands = redis.connection().commands();
    commands.zadd(FlowScene.KEYS.commands("default"), 0, command);
    String waiting = scene.store.start(FlowScene.product(2), Duration.ofMinutes(10));
    assertThat(scene.after(FlowScene.product(3)).isFinished()).isTrue();
    assertThat(commands.zrange(FlowScene.KEYS.commands("default"), 0, -1)).hasSize(1);
    assertThat(scene.find(waiting).state()).isEqualTo(State.WAITING);
  }

  @Test
  void aTaskThatFailsToStartKeepsNoOther() {
    scene.two(scene.multiply());
    UnifiedJedis commands = redis.connection().commands();
    commands.hset(
        FlowScene.KEYS.task("bad"),
        Map.of("name", "\"multiply\"", "state", "\"startable\"", "parent", "{x", "id", "\"bad\""));
    commands.sadd(FlowScene.KEYS.startable("default"), "bad", "finished");
    scene.after(FlowScene.product(3));
    assertThat(scene.after(FlowScene.product(3)).isFinished()).isTrue();
    assertThat(commands.exists(FlowScene.KEYS.startable("default"))).isFalse();
  }
}
