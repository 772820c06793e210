package io.rrrspec.common.store;

import static io.rrrspec.testing.TasksetBuilder.aTaskset;
import static org.assertj.core.api.Assertions.assertThat;

import io.rrrspec.common.redis.Keys;
import io.rrrspec.common.store.LeaseStore.Kind;
import io.rrrspec.common.store.LeaseStore.Lease;
import io.rrrspec.testing.TestRedis;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class LeaseStoreTest {
  @RegisterExtension static final TestRedis testRedis = new TestRedis();

  private Installation i;
  private LeaseStore leases;

  @BeforeEach
  void install() {
    i = new Installation(testRedis);
    leases = new LeaseStore(i.redis, i.keys);
  }

  private static void assertLease(Lease lease, Kind kind, String holder, String what) {
    assertThat(lease.kind()).isEqualTo(kind);
    assertThat(lease.holder()).isEqualTo(holder);
    assertThat(lease.what()).isEqualTo(what);
  }

  @Test
  void nothingIsHeldAtFirst() {
    i.worker("idle");

    assertThat(leases.ofServers()).isEmpty();
    assertThat(leases.ofWorkers()).isEmpty();
  }

  @Test
  void aTaskIsHeldAsLongAsTheHeartbeatOfWhoVouchesForItsSlave() {
    String taskset = i.running(aTaskset().withTasks(3));
    String slave = i.slave(taskset, "1");
    String trial = i.claim(taskset, slave).trial();
    i.slave(taskset, "idle");
    String own = Keys.slave(i.keys.worker("w"), "own");
    i.slaves.register(own, taskset, "host", false).orElseThrow();
    i.slaves.beat(List.of(own), Duration.ofSeconds(5));
    i.claim(taskset, own);
    String ruby = Keys.slave(i.keys.worker("ruby"), "9");
    i.commands.rpush(Keys.slaves(taskset), ruby);
    String theirs = i.foreignTrial(taskset, "task-2", ruby, "0001");

    List<Lease> held = leases.ofTasks(taskset);
    assertThat(held).hasSize(3);
    assertLease(held.get(0), Kind.TASK, slave, trial);
    assertThat(held.get(0).left()).isBetween(Duration.ofSeconds(30), Installation.LIFE);
    assertThat(held.get(1).left()).isBetween(Duration.ZERO, Duration.ofSeconds(5));
    assertLease(held.get(2), Kind.TASK, ruby, theirs);
    assertThat(held.get(2).left()).as("nobody vouches for it").isEqualTo(Duration.ZERO);
  }

  @Test
  void aTasksetIsPromisedThenHeld() {
    String taskset = aTaskset().withTasks(1).activatedIn(i.tasksets);
    String worker = i.worker("w");
    i.workers.assign(taskset, worker, 0, 10, Duration.ofSeconds(10));
    Lease promise = leases.ofWorkers().get(0);
    assertLease(promise, Kind.PROMISE, worker, taskset);
    assertThat(promise.left()).isBetween(Duration.ofSeconds(1), Duration.ofSeconds(10));

    i.workers.take(worker, taskset);
    Lease held = leases.ofWorkers().get(0);
    assertLease(held, Kind.TASKSET, worker, taskset);
    assertThat(held.left()).isGreaterThan(Duration.ofSeconds(10));
  }

  @Test
  void leadsAndMessagesAreHeldByServers() {
    String server = i.keys.server("a");
    ServerStore servers = new ServerStore(i.redis, i.keys);
    servers.beat(server, Duration.ofSeconds(20));
    new LeaderStore(i.redis, i.keys).lead("watchdog", server, Duration.ofSeconds(8));
    i.arbiter.send("nonsense");
    i.arbiter.take(1);
    i.commands.rpush(Keys.processing(server, "persister_queue"), "test:taskset:1");

    List<Lease> held = leases.ofServers();
    assertThat(held).hasSize(3);
    assertLease(held.get(0), Kind.LEAD, server, "watchdog");
    assertThat(held.get(0).left()).isBetween(Duration.ZERO, Duration.ofSeconds(8));
    assertLease(held.get(1), Kind.MESSAGES, server, "1");
    assertThat(held.get(1).left()).isBetween(Duration.ofSeconds(8), Duration.ofSeconds(20));
    assertLease(held.get(2), Kind.PERSISTING, server, "test:taskset:1");
  }
}
