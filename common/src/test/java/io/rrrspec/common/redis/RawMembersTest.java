package io.rrrspec.common.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.rrrspec.testing.TestRedis;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import redis.clients.jedis.UnifiedJedis;

class RawMembersTest {
  @RegisterExtension static final TestRedis redis = new TestRedis();

  private static final byte[] NO_TEXT = {'x', (byte) 0xff, 0};
  private static final String READ = new String(NO_TEXT, StandardCharsets.UTF_8);

  private final UnifiedJedis commands = redis.connection().commands();
  private final byte[] key = "key".getBytes(StandardCharsets.UTF_8);
  private final byte[] good = "good \ufffd".getBytes(StandardCharsets.UTF_8);

  private void remove() {
    RawMembers.remove(redis.connection(), "key", List.of(READ, "other"));
  }

  @Test
  void bytesAreFoundByWhatTheyAreReadAs() {
    commands.sadd(key, NO_TEXT, good);
    assertThat(commands.srem("key", READ)).isZero();
    remove();
    assertThat(commands.smembers("key")).containsExactly("good \ufffd");

    commands.del(key);
    commands.rpush(key, NO_TEXT, good, NO_TEXT);
    remove();
    assertThat(commands.lrange("key", 0, -1)).doesNotContain(READ).hasSize(1);

    commands.del(key);
    commands.zadd(key, 1, NO_TEXT);
    commands.zadd(key, 2, good);
    remove();
    assertThat(commands.zrange("key", 0, -1)).containsExactly("good \ufffd");

    commands.del(key);
    commands.hset(key, NO_TEXT, good);
    commands.hset(key, good, NO_TEXT);
    remove();
    assertThat(commands.hkeys("key")).containsExactly("good \ufffd");
  }

  @Test
  void whatHasNoMembersIsLeftAlone() {
    commands.set(key, NO_TEXT);
    remove();
    assertThat(commands.get(key)).isEqualTo(NO_TEXT);
  }
}
