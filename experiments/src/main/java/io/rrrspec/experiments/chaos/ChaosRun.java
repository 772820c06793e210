package io.rrrspec.experiments.chaos;

import static io.rrrspec.experiments.chaos.Findings.Wrong.BURIED;
import static io.rrrspec.experiments.chaos.Findings.Wrong.SQL;

import io.rrrspec.common.ServiceException;
import io.rrrspec.common.redis.Keys;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.exceptions.JedisException;

/**
 * One run of the chaos: tests all the time, faults drawn from a seed, and a look at what is left.
 */
final class ChaosRun {
  /** After the last fault has gone, so long nothing at all may get on until all is persisted. */
  private static final Duration END = Duration.ofSeconds(150);

  /** Whatever gets on, all must be over then: a machine may be slow, but not as slow as that. */
  private static final Duration LATEST_END = Duration.ofMinutes(15);

  private static final Duration TARGET = Duration.ofSeconds(60);
  private static final Duration RECOVERY = Duration.ofSeconds(40);

  /** A host may stand still for two minutes. */
  private static final Duration RETURN = Duration.ofSeconds(150);

  /** So long after a restart of Redis nobody is called dead. */
  private static final long CALM_MILLIS = 9_000;

  private final Cluster cluster;
  private final Observer observer;
  private final Findings findings;
  private final Set<String> checked;
  private final int number;
  private final Random random;

  ChaosRun(
      Cluster cluster,
      Observer observer,
      Findings findings,
      Set<String> checked,
      int number,
      long seed) {
    this.cluster = cluster;
    this.observer = observer;
    this.findings = findings;
    this.checked = checked;
    this.number = number;
    this.random = new Random(seed * 1_000_003 + number);
  }

  /**
   * Does it.
   *
   * @param kinds of the faults, in an order that is drawn anew
   * @param oneByOne whether a fault waits until the one before has recovered: so each is measured
   *     alone; else they come over each other
   * @return how many faults found nobody to hit
   */
  int run(List<FaultKind> kinds, boolean oneByOne) {
    List<FaultKind> order = new ArrayList<>(kinds);
    Collections.shuffle(order, random);
    int skipped = 0;
    List<Client> clients;
    try (Load load = Load.start(cluster, number, random.nextLong())) {
      Injector injector = new Injector(cluster, load, random, number);
      for (FaultKind kind : order) {
        Pause.millis(500 + random.nextInt(2_500));
        long burials = cluster.burials();
        Fault fault = inject(injector, kind);
        if (fault == null) {
          skipped++;
          System.err.println("  run " + number + ": nobody to hit for " + kind);
          continue;
        }
        System.err.println("  run " + number + ": " + fault);
        observer.add(fault);
        if (oneByOne) {
          Pause.until(RECOVERY, fault::isOver);
          Pause.until(RETURN, cluster::isHealed);
          Pause.until(RETURN, cluster::isUp);
          if (kind.hitsEverybody()) {
            Pause.millis(CALM_MILLIS);
          }
          if (kind.killsNobody() && cluster.burials() > burials) {
            findings.add(BURIED, cluster.burials() - burials + " after " + fault);
          }
        }
      }
      load.close();
      clients = load.clients();
    }
    Pause.until(RECOVERY, () -> observer.open(number).isEmpty());
    Pause.until(RETURN, cluster::isHealed);
    observer.open(number).forEach(Fault::giveUp);
    if (cluster.guest().isAlive()) {
      cluster.guest().end();
    }
    end(clients);
    new ClientCheck(findings).check(clients);
    observer.faults().stream()
        .filter(fault -> fault.run() == number)
        .forEach(fault -> System.err.println("  " + fault.line()));
    return skipped;
  }

  private static @Nullable Fault inject(Injector injector, FaultKind kind) {
    Fault[] fault = new Fault[1];
    Pause.until(
        TARGET,
        () -> {
          fault[0] = injector.inject(kind);
          return fault[0] != null;
        });
    return fault[0];
  }

  private void end(List<Client> clients) {
    if (!comesToItsEnd(clients)) {
      new Standstill(cluster, findings).print();
    }
    try (SqlCheck sql = SqlCheck.open(cluster.place())) {
      RunCheck check = new RunCheck(cluster, findings);
      for (String taskset : fresh()) {
        sql.check(check.check(taskset), cluster.lostWrites().mayHaveEndedTwice(taskset), findings);
        checked.add(taskset);
      }
      int saved = sql.count();
      if (saved < checked.size() || (saved > checked.size() && !cluster.lostWrites().happened())) {
        findings.add(SQL, saved + " tasksets in SQL, seen " + checked.size());
      }
    } catch (SQLException e) {
      throw new ServiceException("the database cannot be read", e);
    }
    Leftovers leftovers = new Leftovers(cluster, findings);
    if (clients.stream().anyMatch(Client::isKilled)) {
      leftovers.removeThoseOfKilledClients();
    }
    leftovers.check();
  }

  private boolean comesToItsEnd(List<Client> clients) {
    long latest = System.nanoTime() + LATEST_END.toNanos();
    while (System.nanoTime() < latest) {
      String before = progress();
      if (!Pause.until(END, () -> !progress().equals(before) || isOver(clients))) {
        return false;
      }
      if (isOver(clients)) {
        return true;
      }
    }
    return false;
  }

  /**
   * Is another one after each step towards the end: a task decided, a taskset over or persisted.
   */
  private String progress() {
    View view = cluster.view();
    try {
      StringBuilder text = new StringBuilder(view.unpersisted().toString());
      for (String taskset : view.active()) {
        List<String> left = view.redis().lrange(Keys.tasksLeft(taskset), 0, -1);
        text.append(taskset)
            .append(left.size())
            .append('/')
            // A second look at a class is ten trials, and decides nothing before the last of them.
            .append(left.stream().mapToLong(task -> view.redis().llen(Keys.trials(task))).sum())
            .append('/')
            .append(view.redis().llen(Keys.workerLogs(taskset)))
            .append(' ');
      }
      return text.toString();
    } catch (JedisException e) {
      return ""; // Redis is away
    }
  }

  private boolean isOver(List<Client> clients) {
    try {
      // Between two steps a flow has no taskset that is active: who waits for it knows that it goes
      // on.
      if (clients.stream().anyMatch(Client::isAlive)
          || !cluster.view().active().isEmpty()
          || !cluster.view().unpersisted().isEmpty()
          || !cluster.isUp()) {
        return false;
      }
      try (SqlCheck sql = SqlCheck.open(cluster.place())) {
        for (String taskset : fresh()) {
          if (!sql.isSaved(taskset)) {
            return false;
          }
        }
      }
      return true;
    } catch (SQLException | RuntimeException e) {
      return false; // Redis or the database come back
    }
  }

  /** The tasksets that have been active and that no run before has looked at. */
  private List<String> fresh() {
    Set<String> found = new HashSet<>();
    for (String key : cluster.view().scan(View.KEYS.taskset("*"))) {
      if (View.KEYS.isTaskset(key)
          && !checked.contains(key)
          && !cluster.view().field(key, "activated_ms").isEmpty()) {
        found.add(key);
      }
    }
    return List.copyOf(found);
  }
}
