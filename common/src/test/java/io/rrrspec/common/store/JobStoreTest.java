package io.rrrspec.common.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rrrspec.common.UsageException;
import io.rrrspec.common.queue.Discipline;
import io.rrrspec.common.queue.Job;
import io.rrrspec.common.queue.QueueConflictException;
import io.rrrspec.common.queue.QueueSetup;
import io.rrrspec.common.redis.Keys;
import io.rrrspec.testing.TestRedis;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import redis.clients.jedis.UnifiedJedis;

/** Jobs in their queues. */
class JobStoreTest {
  @RegisterExtension static final TestRedis redis = new TestRedis();

  private final Keys keys = redis.keys();
  private final UnifiedJedis commands = redis.connection().commands();
  private final QueueStore queues = new QueueStore(redis.connection(), keys);
  private final JobStore jobs = new JobStore(redis.connection(), keys);

  private long push(String queue, String text, String user) {
    return jobs.push(new JobStore.Push(queue, "shell", text, user)).number();
  }

  private List<Long> waiting(String queue) {
    return Arrays.stream(jobs.waitingNumbers(queues.read().setup().get(queue).serial()))
        .boxed()
        .toList();
  }

  private int serial(String queue) {
    return queues.read().setup().get(queue).serial();
  }

  @Test
  void aPushThatIsRepeatedGivesTheSameNumber() {
    String taskset = jobs.newTaskset();
    JobStore.Push push = new JobStore.Push("default", "shell", "x", "u");
    assertThat(jobs.push(push, taskset)).isEqualTo(new JobStore.Pushed(1, false));
    assertThat(jobs.push(push, taskset)).isEqualTo(new JobStore.Pushed(1, false));
    assertThat(waiting("default")).containsExactly(1L);
    assertThat(commands.ttl(keys.pushed(Keys.lastPart(taskset)))).isPositive();
  }

  @Test
  void aSetQueueTakesEqualJobsOnceInItsWindow() {
    queues.change(s -> s.create("a").discipline("a", Discipline.parse("set 60")).create("b"));
    assertThat(push("a", "x", "u")).isEqualTo(1);
    assertThat(jobs.push(new JobStore.Push("a", "shell", "x", "another")))
        .isEqualTo(new JobStore.Pushed(1, true));
    assertThat(push("a", "y", "u")).isEqualTo(2);
    assertThat(push("b", "x", "u")).isEqualTo(3);
    assertThat(jobs.push(new JobStore.Push("a", "http", "x", "u")).number()).isEqualTo(4);
    assertThat(jobs.push(new JobStore.Push("a", "shell", "p", "u", "same", null)).number())
        .isEqualTo(5);
    assertThat(jobs.push(new JobStore.Push("a", "shell", "q", "u", "same", null)).number())
        .isEqualTo(5);
    // Also while the first does not wait any more.
    Job first = jobs.find(1).orElseThrow();
    assertThat(jobs.admit(first, "x", Map.of("queue", "a"))).isTrue();
    assertThat(push("a", "x", "u")).isEqualTo(1);
    // But not if nobody wants that any more.
    jobs.cancel(5);
    assertThat(jobs.push(new JobStore.Push("a", "shell", "p", "u", "same", null)).number())
        .isEqualTo(6);
    new TasksetStore(redis.connection(), keys).cancel(first.taskset(), "");
    assertThat(push("a", "x", "u")).isEqualTo(7);
    // The window is over, although an equal job waits.
    commands.keys("test:*").stream()
        .filter(key -> "2".equals(commands.type(key).equals("string") ? commands.get(key) : ""))
        .filter(key -> !key.equals(keys.jobCount()))
        .filter(key -> commands.pttl(key) > 0)
        .forEach(commands::del);
    assertThat(push("a", "y", "u")).isEqualTo(8);
    assertThat(waiting("a")).containsExactly(2L, 4L, 6L, 7L, 8L);
  }

  @Test
  void usersTakeTurnsAndAPreferredJobIsServedFirst() {
    for (int i = 0; i < 4; i++) {
      push("default", "a" + i, "ann");
    }
    long bob = push("default", "b", "bob");
    assertThat(waiting("default")).containsExactly(1L, bob, 2L, 3L, 4L);
    assertThat(jobs.prefer(4)).isEqualTo(JobStore.Done.DONE);
    assertThat(jobs.prefer(3)).isEqualTo(JobStore.Done.DONE);
    assertThat(jobs.prefer(3)).isEqualTo(JobStore.Done.DONE);
    assertThat(waiting("default")).containsExactly(3L, 4L, 1L, bob, 2L);
    assertThat(jobs.find(3).orElseThrow().ahead()).isTrue();
  }

  @Test
  void aFullQueueRefuses() {
    queues.publishLimit(2);
    queues.change(setup -> setup.create("a"));
    push("a", "x", "u");
    push("a", "y", "u");
    assertThatThrownBy(() -> push("a", "z", "u"))
        .isInstanceOf(QueueConflictException.class)
        .hasMessageStartingWith("queue full: 2 jobs wait in 'a'");
    long other = push("default", "x", "u");
    assertThat(jobs.move(other, "a")).isEqualTo(JobStore.Done.FULL);
    assertThat(waiting("default")).containsExactly(other);
    assertThatThrownBy(() -> push("nope", "x", "u")).isInstanceOf(UsageException.class);
  }

  @Test
  void aJobBecomesOneTaskset() {
    long number = push("default", "echo x", "ann");
    Job job = jobs.find(number).orElseThrow();
    assertThat(job.status()).isEqualTo(Job.Status.WAITING);
    assertThat(job.queuedAt()).isNotNull();
    assertThat(jobs.admit(job, "echo x", Map.of("queue", "default", "user", "ann"))).isTrue();
    assertThat(jobs.admit(job, "echo x", Map.of("queue", "default", "user", "ann"))).isFalse();
    assertThat(waiting("default")).isEmpty();
    Job running = jobs.find(number).orElseThrow();
    assertThat(running.status()).isEqualTo(Job.Status.RUNNING);
    assertThat(running.admittedAt()).isNotNull();
    assertThat(commands.lrange(keys.activeTasksets(), 0, -1)).containsExactly(job.taskset());
    assertThat(commands.hget(job.taskset(), "job")).isEqualTo(Long.toString(number));
    assertThat(commands.hget(job.taskset(), "task_count")).isEqualTo("1");
    assertThat(jobs.move(number, "default")).isEqualTo(JobStore.Done.RUNNING);
    assertThat(jobs.prefer(number)).isEqualTo(JobStore.Done.RUNNING);
    assertThat(jobs.cancel(number)).isEqualTo(JobStore.Done.DONE);
    assertThat(commands.lrange(keys.arbiterQueue(), 0, -1))
        .containsExactly("cancel\t" + job.taskset());
  }

  @Test
  void aCancelledJobIsOverAndGoesAwayInTime() {
    long number = push("default", "x", "u");
    assertThat(jobs.cancel(number)).isEqualTo(JobStore.Done.DONE);
    assertThat(jobs.cancel(number)).isEqualTo(JobStore.Done.DONE);
    Job job = jobs.find(number).orElseThrow();
    assertThat(job.status()).isEqualTo(Job.Status.CANCELLED);
    assertThat(job.endedAt()).isNotNull();
    assertThat(commands.ttl(keys.job(number))).isPositive();
    assertThat(jobs.admit(job, "x", Map.of("queue", "default"))).isFalse();
    assertThat(jobs.move(number, "default")).isEqualTo(JobStore.Done.OVER);
    assertThat(jobs.prefer(number)).isEqualTo(JobStore.Done.OVER);
    assertThat(jobs.cancel(99)).isEqualTo(JobStore.Done.UNKNOWN);
    assertThat(jobs.find(99)).isEmpty();
  }

  @Test
  void aDestroyedQueueHandsItsJobsOver() {
    queues.change(setup -> setup.create("a").create("b"));
    for (int i = 0; i < 450; i++) {
      push("a", "x" + i, i % 2 == 0 ? "ann" : "bob");
    }
    push("b", "y", "bob");
    int from = serial("a");
    jobs.drain(queues.change(setup -> setup.destroy("a", "b")));
    assertThat(waiting("b")).hasSize(451).doesNotHaveDuplicates();
    assertThat(jobs.find(1).orElseThrow().queue()).isEqualTo(serial("b"));
    assertThat(commands.exists(keys.waitingJobs(from))).isFalse();
    assertThat(queues.read().setup().moved()).isEmpty();
    // Its name goes on to work.
    assertThat(jobs.find(push("a", "z", "u")).orElseThrow().queue()).isEqualTo(serial("b"));
  }

  @Test
  void nothingIsPushedIntoAQueueThatIsDestroyedMeanwhile() throws Exception {
    queues.change(setup -> setup.create("a").create("b"));
    ExecutorService clients = Executors.newFixedThreadPool(4);
    List<Future<Long>> pushes = new ArrayList<>();
    for (int i = 0; i < 400; i++) {
      String text = "x" + i;
      pushes.add(clients.submit(() -> push("a", text, "u")));
    }
    jobs.drain(queues.change((QueueSetup setup) -> setup.destroy("a", "b")));
    Set<Long> numbers = new HashSet<>();
    for (Future<Long> one : pushes) {
      numbers.add(one.get());
    }
    clients.shutdown();
    assertThat(waiting("b")).containsExactlyInAnyOrderElementsOf(numbers);
  }
}
