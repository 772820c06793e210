package io.rrrspec.common.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.rrrspec.common.store.AffinityRule.Load;
import io.rrrspec.testing.TestRedis;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The rule of affinity in Redis does what its reference says. */
class AffinityRuleTest {
  @RegisterExtension static final TestRedis testRedis = new TestRedis();

  private static final int ROUNDS = 20;
  private static final int SITUATIONS = 1_000;

  /** Few values, so that both sides of each comparison are often equal. */
  private final Random random = new Random(19);

  @Test
  void redisChoosesAsTheReferenceInAnySituation() {
    Installation i = new Installation(testRedis);
    Map<String, Integer> chosen = new HashMap<>();
    for (int round = 0; round < ROUNDS; round++) {
      List<String> expected = new ArrayList<>();
      List<String> arguments = new ArrayList<>();
      for (int n = 0; n < SITUATIONS; n++) {
        List<Load> loads = loads();
        Double plain = random.nextInt(3) == 0 ? null : (double) ms();
        int jvms = 1 + random.nextInt(4);
        double balanced = ms();
        expected.add(AffinityRule.choose(loads, plain, balanced, jvms).orElse(""));
        arguments.addAll(
            List.of(
                Integer.toString(loads.size()),
                plain == null ? "" : text(plain),
                text(balanced),
                Integer.toString(jvms)));
        loads.forEach(
            load ->
                arguments.addAll(
                    List.of(
                        load.name(),
                        text(load.sum()),
                        text(load.longest()),
                        text(load.cost()),
                        Integer.toString(load.jvms()),
                        load.mine() ? "1" : "",
                        text(load.work()))));
      }
      assertThat((List<?>) i.redis.run("choose_affinities", List.of(), arguments))
          .isEqualTo(expected);
      expected.forEach(each -> chosen.merge(each, 1, Integer::sum));
    }
    assertThat(chosen).containsOnlyKeys("", "a", "b", "warm c", AffinityRule.PLAIN);
    assertThat(chosen.values()).allMatch(times -> times > 300);
  }

  private List<Load> loads() {
    List<Load> loads = new ArrayList<>();
    for (String name : List.of("warm c", "a", "b")) {
      if (random.nextInt(4) == 0) {
        continue;
      }
      int jvms = random.nextInt(3);
      boolean mine = jvms > 0 && random.nextInt(5) == 0;
      int sum = ms();
      loads.add(
          new Load(name, sum, Math.min(sum, ms()), ms(), jvms, mine, jvms == 0 ? 0 : 3 * ms()));
    }
    return loads;
  }

  private int ms() {
    return random.nextInt(8) * 500;
  }

  private static String text(double ms) {
    return Long.toString((long) ms);
  }
}
