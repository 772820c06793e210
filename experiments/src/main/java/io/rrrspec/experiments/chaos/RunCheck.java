package io.rrrspec.experiments.chaos;

import static io.rrrspec.experiments.chaos.Findings.Wrong.DOUBLE;
import static io.rrrspec.experiments.chaos.Findings.Wrong.LOST;
import static io.rrrspec.experiments.chaos.Findings.Wrong.VERDICT;

import io.rrrspec.common.redis.Keys;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Holds tasksets that are over against what must have become of them, task by task. */
final class RunCheck {
  private static final Pattern NAME = Pattern.compile("\"CHAOS_RUN\":\"([^\"]+)\"");

  private final View view;
  private final Findings findings;
  private final Set<String> ledger;

  /**
   * What Redis says of one taskset.
   *
   * @param trials by their key: status and verdict
   * @param partTrials the same of the parts of classes
   * @param passedTests how many tests passed in the trials by which classes have passed that may be
   *     divided, by spec_file
   */
  record Outcome(
      String taskset,
      String status,
      Map<String, String> tasks,
      Map<String, String> trials,
      Map<String, String> partTrials,
      Map<String, String> passedTests) {
    /** Whether it is the run of a step of a flow. */
    boolean isOfFlow() {
      return !tasks.isEmpty() && tasks.keySet().stream().allMatch(KnownTasks::isStep);
    }
  }

  private final OrderCheck order;
  private final PartsCheck parts;

  RunCheck(Cluster cluster, Findings findings) {
    this.view = cluster.view();
    this.findings = findings;
    this.order = new OrderCheck(cluster, findings);
    try {
      this.ledger = new HashSet<>(Files.readAllLines(cluster.place().path("state/ledger")));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    this.parts = new PartsCheck(view, findings, ledger);
  }

  /** Looks at one; findings are noted. */
  Outcome check(String taskset) {
    Map<String, String> tasks = new HashMap<>();
    Map<String, String> trials = new HashMap<>();
    Map<String, String> partTrials = new HashMap<>();
    Map<String, String> passedTests = new HashMap<>();
    int passed = 0;
    Matcher named = NAME.matcher(view.field(taskset, "env"));
    String run = named.find() ? named.group(1) : "";
    Map<String, String> fields = view.hash(taskset);
    boolean inOrder = OrderCheck.isFor(fields);
    List<String> keys = view.redis().lrange(Keys.tasks(taskset), 0, -1);
    for (String key : keys) {
      Map<String, String> task = view.hash(key);
      String status = task.getOrDefault("status", "");
      String specFile = task.getOrDefault("spec_file", "");
      boolean ordered = !task.getOrDefault("order_dependence", "").isEmpty();
      if (tasks.put(specFile, ordered ? status + SqlCheck.ORDER_DEPENDENT : status) != null) {
        findings.add(DOUBLE, "task " + key + " is listed twice");
      }
      passed += status.equals("passed") ? 1 : 0;
      String token = KnownTasks.token(specFile, run);
      checkTask(key, specFile, token, status, inOrder, trials);
      int tests = parts.check(key, task, token, partTrials);
      if (tests >= 0) {
        passedTests.put(specFile, Integer.toString(tests));
      }
      if (inOrder) {
        order.check(key, task);
      }
      checkLaunch(taskset, key, task.getOrDefault("launch", ""));
    }
    if (inOrder) {
      order.check(taskset, fields, keys);
    }
    checkCounters(taskset, fields, keys.size(), passed);
    findings.places().look(view, taskset);
    findings.counted(keys.size(), trials.size());
    if (fields.getOrDefault("launches", "").equals("1")) {
      findings.severalLaunches();
    }
    return new Outcome(
        taskset, fields.getOrDefault("status", ""), tasks, trials, partTrials, passedTests);
  }

  private void checkTask(
      String key,
      String specFile,
      String token,
      String status,
      boolean inOrder,
      Map<String, String> trialsOfAll) {
    int good = 0;
    int bad = 0;
    List<String> history = new ArrayList<>();
    for (String trial : view.redis().lrange(Keys.trials(key), 0, -1)) {
      Map<String, String> fields = view.hash(trial);
      String verdict = fields.getOrDefault("verdict", "");
      String said = fields.getOrDefault("status", "") + "/" + verdict;
      if (trialsOfAll.put(trial, said) != null) {
        findings.add(DOUBLE, "trial " + trial + " is listed twice");
      }
      good += verdict.equals("passed") ? 1 : 0;
      bad += verdict.equals("bad") ? 1 : 0;
      history.add(
          said + " on " + fields.get("slave") + " (" + fields.getOrDefault("reason", "") + ")");
    }
    if (status.isEmpty()) {
      findings.add(LOST, key + " has no outcome: " + history);
    } else if (KnownTasks.isStep(specFile)) {
      if (ledger.contains("end " + token + " 7")) {
        findings.add(VERDICT, key + " had the result of something else: " + history);
      }
    } else if (!inOrder && !status.equals(KnownTasks.outcome(specFile))) {
      findings.add(VERDICT, key + " is " + status + ": " + history);
    }
    int most = inOrder ? OrderCheck.MAX_TRIALS : KnownTasks.MAX_TRIALS;
    if (good > 1
        || bad - parts.beyondOneTry(key) > most
        || (good == 1 && status.equals("failed"))) {
      findings.add(DOUBLE, key + " is counted more than once: " + history);
    }
    if (status.equals("passed") && (good == 0 || !ledger.contains("end " + token + " 0"))) {
      findings.add(LOST, key + " passed and never did: " + history);
    }
  }

  /** A task runs in JVMs of its own launch only. */
  private void checkLaunch(String taskset, String key, String launch) {
    for (String trial : view.redis().lrange(Keys.trials(key), 0, -1)) {
      Map<String, String> slave = view.hash(view.field(trial, "slave"));
      // The id of a slave may have come back in another run.
      boolean same = slave.getOrDefault("taskset", "").equals(taskset);
      if (same && !slave.getOrDefault("launch", "").equals(launch)) {
        findings.add(VERDICT, trial + " ran in a JVM of " + slave.get("launch"));
      }
    }
  }

  private void checkCounters(String taskset, Map<String, String> fields, int tasks, int passed) {
    String expected = passed == tasks ? "succeeded" : "failed";
    if (!expected.equals(fields.get("status"))) {
      findings.add(VERDICT, taskset + " is " + fields.get("status") + ": " + fields.get("reason"));
    }
    int good = number(fields, "succeeded_count");
    int bad = number(fields, "failed_count");
    if (good != passed || good + bad != tasks || number(fields, "task_count") != tasks) {
      findings.add(
          good + bad > tasks ? DOUBLE : LOST,
          taskset + " counts " + good + " + " + bad + " of " + tasks + ", passed " + passed);
    }
    if (view.redis().llen(Keys.tasksLeft(taskset)) != 0) {
      findings.add(LOST, taskset + " is over and has tasks left");
    }
  }

  private static int number(Map<String, String> fields, String name) {
    return Integer.parseInt(fields.getOrDefault(name, "0"));
  }
}
