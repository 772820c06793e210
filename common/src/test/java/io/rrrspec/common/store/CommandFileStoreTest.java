package io.rrrspec.common.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.rrrspec.common.redis.Keys;
import io.rrrspec.testing.TestRedis;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class CommandFileStoreTest {
  @RegisterExtension static final TestRedis testRedis = new TestRedis();

  @Test
  void bothAreReadAsTheyWereWrittenAndLiveForAWeek() {
    Installation i = new Installation(testRedis);
    CommandFileStore store = new CommandFileStore(i.redis);
    String taskset = i.keys.taskset("1");
    assertThat(store.args(taskset)).isEmpty();
    assertThat(store.output(taskset)).isEmpty();

    store.args(taskset, "{\"ü\": 1}");
    store.output(taskset, "{}");

    assertThat(store.args(taskset)).contains("{\"ü\": 1}");
    assertThat(store.output(taskset)).contains("{}");
    assertThat(i.commands.ttl(Keys.commandArgs(taskset))).isBetween(604_700L, 604_800L);
    assertThat(i.commands.ttl(Keys.commandOutput(taskset))).isBetween(604_700L, 604_800L);
  }
}
