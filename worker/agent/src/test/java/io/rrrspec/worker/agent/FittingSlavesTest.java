package io.rrrspec.worker.agent;

import static io.rrrspec.testing.TasksetBuilder.aTaskset;
import static org.assertj.core.api.Assertions.assertThat;

import io.rrrspec.common.model.Taskset;
import io.rrrspec.common.redis.Keys;
import io.rrrspec.common.redis.RedisConnection;
import io.rrrspec.common.store.Stores;
import io.rrrspec.testing.TestRedis;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which tasksets may have more slaves than their worker has processors. */
class FittingSlavesTest {
  @RegisterExtension static final TestRedis testRedis = new TestRedis();

  @TempDir Path dir;

  private static Taskset withCommand(String command) {
    RedisConnection redis = testRedis.connection();
    Stores stores = new Stores(redis, new Keys("test"));
    String key = aTaskset().withTasks(3).activatedIn(stores.tasksets());
    redis.commands().hset(key, "slave_command", command);
    redis.commands().hset(key, "runner", "junit");
    return stores.tasksets().find(key).orElseThrow();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "rrrspec-java slave",
        "exec rrrspec-java slave\n",
        "exec '/opt/with blank/bin/rrrspec-java' slave",
        "exec \"/opt/bin/rrrspec-java\" slave"
      })
  void ourOwnSlaveMay(String command) {
    assertThat(FittingSlaves.fit(withCommand(command), dir)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "createdb test$SLAVE_NUMBER; exec rrrspec-java slave",
        "export PORT=$SLAVE_NUMBER\nexec rrrspec-java slave",
        "./slave",
        "rrrspec-java slave --redis x",
        "rrrspec-java slave > log"
      })
  void anyOtherCommandMayUseItsNumber(String command) {
    assertThat(FittingSlaves.fit(withCommand(command), dir)).isFalse();
  }

  @Test
  void aBuildThatNumbersItsJvmsStaysAtItsNumber() throws IOException {
    Taskset taskset = withCommand("exec rrrspec-java slave");
    Path launches = Files.createDirectories(dir.resolve(".rrrspec/launches"));
    String usual = "rrrspec_fork_number=$((${SLAVE_NUMBER:-0} + 1))\n";
    Files.writeString(dir.resolve(".rrrspec/slave.sh"), usual);
    Files.writeString(launches.resolve("0.sh"), usual);
    assertThat(FittingSlaves.fit(taskset, dir)).isTrue();

    Files.writeString(launches.resolve("1.sh"), usual + "DB='db-'\"$rrrspec_fork_number\"''\n");
    assertThat(FittingSlaves.fit(taskset, dir)).isFalse();
    Files.delete(launches.resolve("1.sh"));
    Files.writeString(
        dir.resolve(".rrrspec/slave.sh"), "rrrspec_arguments=x.$rrrspec_fork_number.args\n");
    assertThat(FittingSlaves.fit(taskset, dir)).isFalse();
  }
}
