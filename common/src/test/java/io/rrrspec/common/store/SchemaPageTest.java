package io.rrrspec.common.store;

import static io.rrrspec.testing.TasksetBuilder.aTaskset;
import static org.assertj.core.api.Assertions.assertThat;

import io.rrrspec.common.model.TrialStatus;
import io.rrrspec.common.redis.Keys;
import io.rrrspec.testing.Checkout;
import io.rrrspec.testing.TestRedis;
import java.io.IOException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Holds docs/redis-schema.md against {@link Keys} and against what a run leaves behind. */
class SchemaPageTest {
  @RegisterExtension static final TestRedis testRedis = new TestRedis();

  private static final Pattern ROW =
      Pattern.compile("\\| [S+] `([^`]+)` \\| ([^|]+) \\| (\\w+) \\|.*\\| ([^|]+) \\|");

  /** Methods of {@link Keys} that make no key. */
  private static final Set<String> NO_KEYS =
      Set.of(
          "namespace",
          "toString",
          "hashCode",
          "equals",
          "named",
          "workerOf",
          "taskOf",
          "specFileOf",
          "lastPart");

  private Installation i;
  private String page;

  private record Row(Pattern key, String type, String lifetime) {
    boolean mayStay() {
      return lifetime.startsWith("stays") || lifetime.startsWith("until read");
    }
  }

  @BeforeEach
  void read() throws IOException {
    i = new Installation(testRedis);
    page = Files.readString(Checkout.doc("redis-schema.md"));
  }

  private List<Row> rows() {
    List<Row> rows = new ArrayList<>();
    Matcher m = ROW.matcher(page);
    while (m.find()) {
      String key = m.group(1).replaceAll("\\bN:", "test:").replaceAll("\\$[A-Z]+", "[^:]+");
      rows.add(new Row(Pattern.compile(key), m.group(3), m.group(4)));
    }
    return rows;
  }

  private Row rowOf(String key) {
    List<Row> fitting = rows().stream().filter(r -> r.key().matcher(key).matches()).toList();
    assertThat(fitting).as("rows of the page for %s", key).hasSize(1);
    return fitting.get(0);
  }

  @Test
  void everyKeyThatKeysCanMakeIsOnThePage() {
    List<String> makers =
        Arrays.stream(Keys.class.getDeclaredMethods())
            .filter(method -> Modifier.isPublic(method.getModifiers()))
            .map(Method::getName)
            .filter(name -> !NO_KEYS.contains(name) && !name.startsWith("is"))
            .distinct()
            .toList();

    assertThat(makers).isNotEmpty().allSatisfy(name -> assertThat(page).contains("`" + name + "`"));
  }

  /** A run with a bad trial, a dead slave, an idle one, one that never registered, and an end. */
  private String run() {
    String taskset = i.running(aTaskset().withTasks(3).maxTrials(2).notifying("test:notify:1"));
    String worker = i.keys.worker("w");
    String log = Keys.workerLog(taskset, worker);
    i.workers.mark(log, "setup_finished", Instant.EPOCH);
    i.workers.log(log, Instant.EPOCH, "set up");
    String first = i.slave(taskset, "1");
    i.runOne(taskset, first, TrialStatus.FAILED);
    String second = i.slave(taskset, "2");
    i.claim(taskset, second);
    i.slaves.beat(List.of(first, second), Installation.LIFE);
    i.endSlave(second, taskset, true);
    i.endSlave(Keys.slave(worker, "3"), taskset, false);
    i.slaves.appendLog(second, "bye", Installation.KEEP);
    i.judge();
    String third = i.slave(taskset, "4");
    for (int n = 0; n < 3; n++) {
      i.runOne(taskset, third, TrialStatus.PASSED);
      if (n == 1) {
        String idle = i.slave(taskset, "5");
        i.commands.sadd(Keys.waiting(taskset), idle);
      }
    }
    assertThat(i.field(taskset, "status")).isEqualTo("succeeded");
    return taskset;
  }

  private void persist(String taskset) {
    Duration day = Duration.ofDays(1);
    i.workers.leave(i.keys.worker("w"), taskset, "", true, day);
    i.tasksets.expire(taskset, day);
    for (String slave : i.tasksets.slaves(taskset)) {
      i.slaves.expire(slave, day);
    }
    for (String log : i.tasksets.workerLogs(taskset)) {
      i.workers.expireLog(log, day);
    }
  }

  private void assertOnThePage() {
    for (String key : i.commands.keys("*")) {
      assertThat(i.commands.type(key)).as(key).isEqualTo(rowOf(key).type());
    }
  }

  @Test
  void whatARunLeavesBehindIsOnThePageAndExpires() {
    aTaskset().withTasks(1).activatedIn(i.tasksets);
    i.redis.run(
        "lock_name",
        List.of(i.keys.nameLock("other"), i.keys.activeTasksets()),
        List.of("me", "5000", "other"));
    new ClientStore(i.redis, i.keys).beat(i.tasksets.active().get(0));
    new LeaderStore(i.redis, i.keys).lead("watchdog", i.keys.server("a"), Installation.LIFE);
    new ServerStore(i.redis, i.keys).beat(i.keys.server("a"), Installation.LIFE);
    new EstimateStore(i.redis, i.keys)
        .save("test-class", java.util.Map.of("a", Duration.ofMillis(20)));
    i.arbiter.send("nonsense");
    i.arbiter.take(1);
    assertOnThePage();
    i.arbiter.setAside("nonsense");
    new SetAsideStore(i.redis, i.keys).add("run", "why", i.arbiter);
    i.end(i.tasksets.active().get(0), "cancel");
    String over = i.list(i.keys.persisterQueue()).get(0);
    persist(over);

    String taskset = run();
    assertOnThePage();
    persist(taskset);
    i.workers.retire(i.keys.worker("w"));
    assertOnThePage();
    for (String key : i.commands.keys("*")) {
      assertThat(i.commands.ttl(key) >= 0 || rowOf(key).mayStay()).as("%s expires", key).isTrue();
    }
  }
}
