package io.rrrspec.common.store;

import static io.rrrspec.testing.TasksetBuilder.aTaskset;
import static org.assertj.core.api.Assertions.assertThat;

import io.rrrspec.common.model.Runner;
import io.rrrspec.common.redis.Keys;
import io.rrrspec.common.store.WorkerStore.Assigned;
import io.rrrspec.testing.TestRedis;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class AssignWorkerTest {
  @RegisterExtension static final TestRedis testRedis = new TestRedis();

  private Installation i;

  @BeforeEach
  void install() {
    i = new Installation(testRedis);
  }

  private Assigned assign(String taskset, String worker, int serving) {
    return i.workers.assign(taskset, worker, serving, 2, Duration.ofSeconds(10));
  }

  @Test
  void theFirstWorkerSetsTheTasksetRunning() {
    String taskset = aTaskset().withTasks(1).activatedIn(i.tasksets);
    String worker = i.worker("w");

    assertThat(assign(taskset, worker, 0)).isEqualTo(Assigned.ASSIGNED);
    assertThat(i.field(taskset, "status")).isEqualTo("running");
    assertThat(i.list(Keys.workerQueue(worker))).containsExactly(taskset);
    assertThat(i.commands.pttl(Keys.reservation(worker))).isPositive();
  }

  @Test
  void aRepeatFindsTheWorkerBusy() {
    String taskset = aTaskset().withTasks(1).activatedIn(i.tasksets);
    String worker = i.worker("w");
    assign(taskset, worker, 0);

    assertThat(assign(taskset, worker, 1)).isEqualTo(Assigned.BUSY);
    assertThat(i.list(Keys.workerQueue(worker))).hasSize(1);
  }

  @Test
  void aWorkerIsBusyFromTheAssignmentToTheLeave() {
    String taskset = aTaskset().withTasks(1).activatedIn(i.tasksets);
    String worker = i.worker("w");
    assign(taskset, worker, 0);
    i.commands.del(Keys.reservation(worker));
    assertThat(assign(taskset, worker, 0)).as("queued").isEqualTo(Assigned.BUSY);
    assign(taskset, worker, 0);
    i.commands.set(Keys.reservation(worker), taskset);
    i.workers.awaitTaskset(worker, Duration.ofMillis(100));
    assertThat(assign(taskset, worker, 0)).as("popped").isEqualTo(Assigned.BUSY);
    i.workers.take(worker, taskset);
    assertThat(assign(taskset, worker, 0)).as("serving").isEqualTo(Assigned.BUSY);
    i.workers.leave(worker, taskset, "", true, Installation.KEEP);
    assertThat(assign(taskset, worker, 0)).isEqualTo(Assigned.ASSIGNED);
  }

  @Test
  void nobodyIsGivenToWhatIsFullOrOverOrGone() {
    String taskset = aTaskset().withTasks(1).activatedIn(i.tasksets);
    String worker = i.worker("w");
    assertThat(assign(taskset, worker, 2)).isEqualTo(Assigned.FULL);
    i.end(taskset, "cancel");
    assertThat(assign(taskset, worker, 0)).isEqualTo(Assigned.OVER);
    assertThat(assign(i.keys.taskset("gone"), worker, 0)).isEqualTo(Assigned.OVER);
    assertThat(i.commands.exists(i.keys.taskset("gone"))).isFalse();
    assertThat(i.list(Keys.workerQueue(worker))).isEmpty();
  }

  @Test
  void whatWasPromisedCountsNoLongerWhenThatIsOver() {
    String over = aTaskset().withTasks(1).activatedIn(i.tasksets);
    String next = aTaskset().withTasks(1).activatedIn(i.tasksets);
    String worker = i.worker("w");
    assign(over, worker, 0);
    // As a foreign worker: it takes the taskset and leaves the reservation.
    i.commands.lpop(Keys.workerQueue(worker));
    assertThat(assign(next, worker, 0)).isEqualTo(Assigned.BUSY);
    i.end(over, "cancel");

    assertThat(assign(next, worker, 0)).isEqualTo(Assigned.ASSIGNED);
    i.workers.take(worker, over);
    assertThat(i.commands.get(Keys.reservation(worker))).as("of the next one").isEqualTo(next);
  }

  @Test
  void whatNeedsOursIsNotGivenToAnotherMake() {
    String command = aTaskset().withTasks(1).activatedIn(i.tasksets);
    String junit = aTaskset().withTasks(1).runner(Runner.JUNIT).activatedIn(i.tasksets);
    String none = aTaskset().withTasks(1).activatedIn(i.tasksets);
    i.commands.hset(none, "runner", "");
    for (String id : java.util.List.of("a", "b", "c")) {
      i.commands.hdel(i.worker(id), "protocol");
    }

    assertThat(assign(command, i.keys.worker("a"), 0)).isEqualTo(Assigned.UNFIT);
    assertThat(i.field(command, "status")).isEmpty();
    assertThat(assign(junit, i.keys.worker("b"), 0)).isEqualTo(Assigned.ASSIGNED);
    assertThat(assign(none, i.keys.worker("c"), 0)).isEqualTo(Assigned.ASSIGNED);
  }

  @Test
  void aDeadWorkerIsNotGivenAway() {
    String taskset = aTaskset().withTasks(1).activatedIn(i.tasksets);
    String worker = i.worker("w");
    i.commands.del(Keys.heartbeat(worker));

    assertThat(assign(taskset, worker, 0)).isEqualTo(Assigned.DEAD);
    assertThat(i.field(taskset, "status")).isEmpty();
  }
}
