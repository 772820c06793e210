package io.rrrspec.server.flow;

import static org.assertj.core.api.Assertions.assertThat;

import io.rrrspec.common.cron.CronTimes;
import io.rrrspec.common.flow.FlowStep;
import io.rrrspec.testing.TestRedis;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Tasks that are started at times; the test is the clock. */
class FlowCronTest {
  @RegisterExtension static final TestRedis redis = new TestRedis();

  private final List<String> seen = new ArrayList<>();
  private FlowScene scene;
  private Instant now = Instant.parse("2026-11-23T02:30:00Z");

  @BeforeEach
  void open() {
    scene = new FlowScene(redis);
  }

  private FlowType nightly(boolean catchesUp) {
    return FlowType.task(
            "nightly",
            task -> {
              seen.add(task.args().get(0).asText());
              return null;
            })
        .withCron(
            new Cron(
                CronTimes.parse("0 3 * * *", ZoneOffset.UTC),
                catchesUp,
                time -> FlowStep.task("nightly", time.toString()),
                () -> now));
  }

  private void engines(boolean catchUp) {
    scene.engines.clear();
    scene.engine(nightly(catchUp));
    scene.engine(nightly(catchUp));
  }

  private void at(String time) {
    now = Instant.parse(time);
    scene.settle();
  }

  @Test
  void eachTimeIsStartedOnceByTwoEngines() {
    engines(false);
    scene.settle();
    assertThat(seen).isEmpty();
    at("2026-11-23T02:59:59Z");
    assertThat(seen).isEmpty();
    at("2026-11-23T03:00:00Z");
    at("2026-11-23T03:00:01Z");
    assertThat(seen).containsExactly("2026-11-23T03:00:00Z");
    at("2026-11-24T03:00:30Z");
    assertThat(seen).containsExactly("2026-11-23T03:00:00Z", "2026-11-24T03:00:00Z");
  }

  @Test
  void anEngineWhoseClockIsLateStartsNothingAgain() {
    engines(false);
    scene.settle();
    at("2026-11-23T03:00:00Z");
    redis.connection().commands().keys("test:flow:cron:*").forEach(this::forget);
    engines(true);
    at("2026-11-23T03:00:00Z");
    assertThat(seen).hasSize(1);
  }

  private void forget(String key) {
    redis.connection().commands().del(key);
  }

  @Test
  void whatWasMissedIsMadeUpForOnce() {
    engines(true);
    scene.settle();
    engines(true);
    at("2026-11-26T12:00:00Z");
    assertThat(seen).containsExactly("2026-11-26T03:00:00Z");
  }

  @Test
  void orNotAtAll() {
    engines(false);
    scene.settle();
    engines(false);
    at("2026-11-26T12:00:00Z");
    assertThat(seen).isEmpty();
    at("2026-11-27T03:00:00Z");
    assertThat(seen).containsExactly("2026-11-27T03:00:00Z");
  }

  @Test
  void aTypeThatIsNewHasMissedNothing() {
    engines(true);
    at("2026-11-23T12:00:00Z");
    assertThat(seen).isEmpty();
  }

  @Test
  void theKeysAreThoseOfTheOtherImplementationAndEnd() {
    engines(false);
    scene.settle();
    at("2026-11-23T03:00:00Z");
    // It names a time by the next one.
    String claim = "cron:nightly:" + Instant.parse("2026-11-24T03:00:00Z").getEpochSecond();
    assertThat(scene.keys()).contains(claim, "crons:nightly");
    assertThat(redis.connection().commands().get("test:flow:" + claim))
        .isEqualTo("test:flow:" + claim);
    assertThat(redis.connection().commands().ttl("test:flow:" + claim))
        .isBetween(1L, Duration.ofHours(1).toSeconds());
    assertThat(redis.connection().commands().ttl("test:flow:crons:nightly")).isPositive();
  }
}
