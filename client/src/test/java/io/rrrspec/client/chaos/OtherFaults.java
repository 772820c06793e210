package io.rrrspec.client.chaos;

import static io.rrrspec.client.chaos.FaultKind.CLIENT_KILLED;
import static io.rrrspec.client.chaos.FaultKind.DATABASE_LOCKED;
import static io.rrrspec.client.chaos.FaultKind.FOREIGN_POP;

import io.rrrspec.common.redis.Keys;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The database, slaves of another make, clients. */
final class OtherFaults {
  private static final long LOCK_MILLIS = 5_000;

  private final Cluster cluster;
  private final View view;
  private final Load load;
  private final Random random;
  private final int run;

  OtherFaults(Cluster cluster, Load load, Random random, int run) {
    this.cluster = cluster;
    this.view = cluster.view();
    this.load = load;
    this.random = random;
    this.run = run;
  }

  /** Nobody else gets at the data while it lasts. */
  @Nullable Fault lockDatabase() {
    if (Filler.isOn(cluster.recordDisk())) {
      return null; // who opens a file writes
    }
    Connection connection;
    try {
      connection = cluster.place().connect();
      execute(connection, "SET EXCLUSIVE 1");
    } catch (SQLException e) {
      return null; // its server is being killed: later
    }
    Fault fault = new Fault(DATABASE_LOCKED, "H2", run);
    cluster.later(
        LOCK_MILLIS,
        () -> {
          release(connection);
          awaitPersisted(fault);
        });
    return fault;
  }

  private void awaitPersisted(Fault fault) {
    Set<String> waiting;
    try {
      waiting = view.unpersisted();
    } catch (RuntimeException e) {
      cluster.later(100, () -> awaitPersisted(fault)); // Redis is away
      return;
    }
    List<String> unsaved =
        waiting.stream().filter(taskset -> view.field(taskset, "persisted_ms").isEmpty()).toList();
    if (unsaved.isEmpty()) {
      fault.unmeasured();
    } else {
      fault.watch(() -> unsaved.stream().noneMatch(t -> view.field(t, "persisted_ms").isEmpty()));
    }
  }

  private static void execute(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private static void release(Connection connection) {
    try (connection) {
      execute(connection, "SET EXCLUSIVE 0");
    } catch (SQLException e) {
      return; // the process that served the file was killed: so the lock is gone, too
    }
  }

  /** As a slave of another make does that dies after its LPOP. */
  @Nullable Fault popTask() {
    for (String taskset : view.active()) {
      String task = view.redis().lpop(Keys.taskQueue(taskset));
      if (task != null) {
        long trials = view.redis().llen(Keys.trials(task));
        return new Fault(FOREIGN_POP, task, run).watch(() -> isInHands(taskset, task, trials));
      }
    }
    return null;
  }

  private boolean isInHands(String taskset, String task, long trials) {
    return view.redis().lpos(Keys.taskQueue(taskset), task) != null
        || view.redis().llen(Keys.trials(task)) > trials
        || !view.field(task, "status").isEmpty()
        || !view.field(taskset, "status").equals("running");
  }

  /** A client that waits for its run, or is just about to start it. */
  Fault killClient() {
    Client client = load.killedClient(random);
    Fault fault = new Fault(CLIENT_KILLED, client.name(), run);
    cluster.later(
        500 + random.nextInt(6_000),
        () -> {
          client.kill();
          String key = client.key();
          if (key.isEmpty()) {
            fault.unmeasured();
          } else {
            fault.watch(() -> !Set.of("", "running").contains(view.field(key, "status")));
          }
        });
    return fault;
  }
}
