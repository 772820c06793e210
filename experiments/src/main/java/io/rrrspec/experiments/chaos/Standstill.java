package io.rrrspec.experiments.chaos;

import static io.rrrspec.experiments.chaos.Findings.Wrong.HUNG;

import io.rrrspec.common.redis.Keys;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import redis.clients.jedis.exceptions.JedisException;

/** What stands where, when the end does not come. */
final class Standstill {
  private static final int LAST_LINES = 15;

  private final Cluster cluster;
  private final Findings findings;

  Standstill(Cluster cluster, Findings findings) {
    this.cluster = cluster;
    this.findings = findings;
  }

  void print() {
    try {
      View view = cluster.view();
      for (String taskset : view.active()) {
        findings.add(HUNG, describe(view, taskset));
      }
      view.unpersisted().forEach(taskset -> findings.add(HUNG, taskset + " is not persisted"));
    } catch (JedisException e) {
      findings.add(HUNG, "Redis does not answer: " + e);
    }
    for (Daemon daemon : cluster.all()) {
      if (!daemon.isAlive()) {
        findings.add(HUNG, daemon.name() + " does not run");
      }
      System.err.println("--- the end of " + daemon.log());
      lastLines(daemon).forEach(System.err::println);
    }
    if (findings.of(HUNG).isEmpty()) {
      findings.add(HUNG, "not everything came to its end");
    }
  }

  private static String describe(View view, String taskset) {
    StringBuilder text = new StringBuilder(taskset);
    text.append(' ').append(view.field(taskset, "status"));
    for (String list : List.of("tasks_left", "task_queue", "retry", "copies", "wake")) {
      text.append(", ").append(list).append(' ');
      text.append(view.redis().lrange(taskset + ":" + list, 0, 9));
    }
    for (String slave : view.redis().lrange(Keys.slaves(taskset), 0, -1)) {
      String trial = view.field(slave, "open_trial");
      if (!trial.isEmpty()) {
        text.append(", ").append(slave).append(" holds ").append(trial);
      }
    }
    for (String worker : view.redis().smembers(View.KEYS.workers())) {
      text.append(", ").append(worker).append(' ').append(view.hash(worker));
    }
    return text.toString();
  }

  private static List<String> lastLines(Daemon daemon) {
    try {
      List<String> lines = Files.readAllLines(daemon.log());
      return lines.subList(Math.max(0, lines.size() - LAST_LINES), lines.size());
    } catch (IOException e) {
      return List.of();
    }
  }
}
