package io.rrrspec.common.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.rrrspec.common.queue.Job;
import io.rrrspec.common.redis.Keys;
import io.rrrspec.testing.TestRedis;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import redis.clients.jedis.UnifiedJedis;

/** What somebody has put into a queue, or has taken from it, keeps no job from being served. */
class UnservableJobsTest {
  @RegisterExtension static final TestRedis redis = new TestRedis();

  private final Keys keys = redis.keys();
  private final UnifiedJedis commands = redis.connection().commands();
  private final JobStore jobs = new JobStore(redis.connection(), keys);
  private final UnservableJobs unservable = new UnservableJobs(redis.connection(), keys);

  private long push(String text) {
    return jobs.push(new JobStore.Push("default", "shell", text, "me")).number();
  }

  private List<Long> served() {
    return jobs.waiting(Map.of(0, 100)).getOrDefault(0, List.of()).stream()
        .map(Job::number)
        .toList();
  }

  @Test
  void whatIsNoJobThatWaitsIsTakenOutAndTheRestStaysInItsOrder() {
    long first = push("first");
    long gone = push("gone");
    long wrongType = push("wrong type");
    long over = push("over");
    long nowhere = push("nowhere");
    long last = push("last");
    commands.del(keys.job(gone), keys.job(wrongType));
    commands.rpush(keys.job(wrongType), "x");
    commands.hset(keys.job(over), "status", "succeeded");
    commands.hset(keys.job(nowhere), "taskset", keys.activeTasksets());
    for (String member : List.of("", "x", "-1", "1", "1e3", "99999999999999999999", "\0")) {
      commands.zadd(keys.waitingJobs(0), -1e9, member);
    }

    byte[] waiting = keys.waitingJobs(0).getBytes(StandardCharsets.UTF_8);
    commands.zadd(waiting, -1e9, new byte[] {(byte) 0xff, 0, (byte) 0xc0});
    commands.zadd(waiting, -1e9, new byte[] {(byte) 0xed, (byte) 0xa0, (byte) 0x80});

    assertThat(jobs.waitingNumbers(0)).contains(first, last);
    assertThat(served()).contains(first, last).doesNotContain(gone, wrongType, over, nowhere);
    unservable.drop(0, 100);

    assertThat(commands.zcard(keys.waitingJobs(0))).isEqualTo(2);
    assertThat(served()).containsExactly(first, last);
    assertThat(jobs.find(nowhere).orElseThrow().status()).isEqualTo(Job.Status.CANCELLED);
    assertThat(commands.ttl(keys.job(nowhere))).isPositive();
    assertThat(jobs.find(first).orElseThrow().status()).isEqualTo(Job.Status.WAITING);
  }

  @Test
  void aQueueThatIsNoneIsLeftAlone() {
    commands.set(keys.waitingJobs(0), "text");
    unservable.drop(0, 100);
    assertThat(commands.get(keys.waitingJobs(0))).isEqualTo("text");
  }
}
