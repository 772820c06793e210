package io.rrrspec.common.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rrrspec.common.ServiceException;
import io.rrrspec.common.queue.Discipline;
import io.rrrspec.common.queue.Queue;
import io.rrrspec.common.queue.QueueConflictException;
import io.rrrspec.common.queue.QueueSample;
import io.rrrspec.common.queue.QueueSetup;
import io.rrrspec.common.queue.Share;
import io.rrrspec.testing.TestRedis;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** How queues are set up, as Redis keeps it. */
class QueueStoreTest {
  @RegisterExtension static final TestRedis redis = new TestRedis();

  private final QueueStore queues = new QueueStore(redis.connection(), redis.keys());
  private final JobStore jobs = new JobStore(redis.connection(), redis.keys());

  @Test
  void whatIsWrittenIsReadAgain() {
    assertThat(queues.read()).isEqualTo(new QueueStore.Read("0", QueueSetup.NONE, 100_000));
    QueueSetup written =
        queues.change(
            setup ->
                setup
                    .create("a")
                    .create("b")
                    .rate("a", Share.parse("30%"))
                    .ceil("a", Share.parse("5"))
                    .ceil("a", Share.parse("90%"))
                    .priority("a", -3)
                    .group("b", "ruby")
                    .discipline("b", Discipline.parse("set 7"))
                    .strict("ruby", true)
                    .rename("b", "c")
                    .create("d")
                    .destroy("d", "c"));
    assertThat(queues.read().setup()).isEqualTo(written);
    assertThat(queues.read().version()).isEqualTo("1");
    queues.publishLimit(5);
    assertThat(queues.read().limit()).isEqualTo(5);
  }

  @Test
  void aDamagedLimitStopsNobody() {
    queues.change(setup -> setup.create("a"));
    for (String limit : List.of("9223372036854775807", "-1", "many", "")) {
      redis.connection().commands().hset(redis.keys().queues(), "limit", limit);
      assertThat(queues.read().setup().queues()).hasSize(1);
      assertThat(queues.read().limit()).isGreaterThanOrEqualTo(0);
    }
  }

  @Test
  void changesOfManyAtOnceAreAllMade() throws Exception {
    ExecutorService people = Executors.newFixedThreadPool(8);
    List<Future<QueueSetup>> changes = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      String name = "q" + i;
      changes.add(people.submit(() -> queues.change(setup -> setup.create(name))));
    }
    for (Future<QueueSetup> change : changes) {
      change.get();
    }
    people.shutdown();
    QueueSetup setup = queues.read().setup();
    assertThat(setup.queues()).hasSize(40);
    assertThat(setup.queues()).extracting(Queue::serial).doesNotHaveDuplicates();
    assertThat(queues.read().version()).isEqualTo("40");
  }

  @Test
  void aQueueWithJobsIsNotDestroyed() {
    queues.change(setup -> setup.create("a"));
    jobs.push(new JobStore.Push("a", "shell", "x", "u"));
    assertThatThrownBy(() -> queues.destroyEmpty("a"))
        .isInstanceOf(QueueConflictException.class)
        .hasMessageStartingWith("in the queue 'a' 1 job waits: ");
    jobs.cancel(1);
    queues.destroyEmpty("a");
    assertThat(queues.read().setup().queues()).isEmpty();
  }

  @Test
  void whatCannotBeReadIsNamed() {
    redis.connection().commands().hset(redis.keys().queues(), "setup", "{\"queues\":[{}]}");
    assertThatThrownBy(queues::read)
        .isInstanceOf(ServiceException.class)
        .hasMessageContaining(
            "cannot be read (a queue without a name, what belongs to no queue): d");
  }

  @Test
  void modulesOfAllServersCount() {
    queues.publishModules(Map.of("ruby", "ruby {job}", "old", "old {job}"));
    queues.publishModules(Map.of("ruby", "ruby2 {job}"));
    queues.publishModules(Map.of());
    assertThat(queues.modules()).isEqualTo(Map.of("ruby", "ruby2 {job}", "old", "old {job}"));
  }

  @Test
  void samplesAreBoundedAndGoOutOfUse() {
    for (int i = 0; i < 1_000; i++) {
      queues.add(new QueueSample(i, Map.of("default", 1), List.of()));
    }
    assertThat(queues.samples(2)).extracting(QueueSample::atMs).containsExactly(998L, 999L);
    assertThat(queues.samples(5_000)).hasSize(900);
    assertThat(redis.connection().commands().ttl(redis.keys().queueSamples())).isPositive();
  }
}
