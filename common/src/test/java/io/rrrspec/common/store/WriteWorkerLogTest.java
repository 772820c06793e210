package io.rrrspec.common.store;

import static io.rrrspec.testing.TasksetBuilder.aTaskset;
import static org.assertj.core.api.Assertions.assertThat;

import io.rrrspec.common.redis.Keys;
import io.rrrspec.testing.TestRedis;
import java.time.Instant;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class WriteWorkerLogTest {
  @RegisterExtension static final TestRedis testRedis = new TestRedis();

  private static final long NO_LIFETIME = -1;

  private Installation i;
  private String taskset = "";
  private String log = "";

  @BeforeEach
  void install() {
    i = new Installation(testRedis);
    taskset = i.running(aTaskset().withTasks(1));
    log = Keys.workerLog(taskset, i.keys.worker("w"));
  }

  private void write() {
    i.workers.mark(log, "rsync_finished", Instant.EPOCH);
    i.workers.log(log, Instant.EPOCH, "a line");
  }

  private void assertBothExpire() {
    assertThat(i.commands.ttl(log)).isPositive();
    assertThat(i.commands.ttl(Keys.log(log))).isPositive();
  }

  @Test
  void whatTheListNamesLivesUntilItIsPersisted() {
    write();

    assertThat(i.field(log, "rsync_finished_ms")).isEqualTo("0");
    assertThat(i.commands.get(Keys.log(log))).endsWith("a line\n");
    assertThat(i.commands.ttl(log)).isEqualTo(NO_LIFETIME);
    assertThat(i.commands.ttl(Keys.log(log))).isEqualTo(NO_LIFETIME);
  }

  @Test
  void whatTheListDoesNotNameExpires() {
    // Redis loses that the worker took the taskset.
    i.commands.del(log, Keys.workerLogs(taskset));
    write();

    assertBothExpire();
  }

  @Test
  void whatIsWrittenForATasksetThatIsGoneExpires() {
    i.commands.del(taskset);
    write();

    assertBothExpire();
  }

  @Test
  void whoTakesTheTasksetAgainEndsTheLifetime() {
    i.commands.del(log, Keys.workerLogs(taskset));
    write();
    i.workers.take(i.keys.worker("w"), taskset);

    assertThat(i.commands.ttl(log)).isEqualTo(NO_LIFETIME);
    assertThat(i.commands.ttl(Keys.log(log))).isEqualTo(NO_LIFETIME);
    assertThat(i.tasksets.workerLogs(taskset)).containsExactly(log);
  }
}
