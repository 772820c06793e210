package io.rrrspec.common.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.rrrspec.common.launch.LaunchChoice;
import io.rrrspec.common.launch.LaunchLoad;
import io.rrrspec.testing.TestRedis;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * The rule when a further JVM finds work is written twice: a slave asks it in Redis, the choice of
 * a worker asks it here. If they differ, a slave ends for a JVM that is never started. Ranks decide
 * which launch that JVM serves, not whether it starts.
 */
class LaunchRuleTest {
  @RegisterExtension static final TestRedis testRedis = new TestRedis();

  private static final int ROUNDS = 20;
  private static final int LOADS = 1_000;

  /** Few values, so that both sides of each comparison are often equal. */
  private final Random random = new Random(17);

  @Test
  void redisAndTheChoiceSayTheSameOfAnyLoad() {
    Installation i = new Installation(testRedis);
    int found = 0;
    int refused = 0;
    for (int round = 0; round < ROUNDS; round++) {
      List<LaunchLoad> loads = new ArrayList<>();
      List<String> arguments = new ArrayList<>();
      for (int n = 0; n < LOADS; n++) {
        LaunchLoad load = draw();
        loads.add(load);
        arguments.addAll(
            List.of(
                Integer.toString(load.classes()),
                Long.toString(load.queued().toMillis()),
                Integer.toString(load.jvms()),
                Integer.toString(load.starting()),
                Long.toString(load.busy().toMillis()),
                Long.toString(load.startCost().toMillis())));
      }
      List<?> answers = (List<?>) i.redis.run("further_jvms", List.of(), arguments);
      for (int n = 0; n < LOADS; n++) {
        LaunchLoad load = loads.get(n);
        boolean here = load.waits() || load.gainsByAnother();
        assertThat(LaunchChoice.next(List.of(load), 4).isPresent()).as("%s", load).isEqualTo(here);
        assertThat(answers.get(n)).as("%s", load).isEqualTo(here ? 1L : 0L);
        found += here ? 1 : 0;
        refused += here ? 0 : 1;
      }
    }
    assertThat(found).isGreaterThan(1_000);
    assertThat(refused).isGreaterThan(1_000);
  }

  private LaunchLoad draw() {
    int jvms = random.nextInt(4);
    int classes = random.nextInt(5);
    Duration queued = millis(classes == 0 ? 0 : random.nextInt(8));
    return new LaunchLoad(
        "core",
        random.nextInt(3),
        classes,
        queued,
        queued,
        jvms,
        random.nextInt(jvms + 1),
        millis(jvms == 0 ? 0 : random.nextInt(8)),
        millis(random.nextInt(4)));
  }

  private static Duration millis(int halfSeconds) {
    return Duration.ofMillis(halfSeconds * 500L);
  }
}
