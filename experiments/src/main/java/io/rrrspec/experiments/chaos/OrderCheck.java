package io.rrrspec.experiments.chaos;

import static io.rrrspec.experiments.chaos.Findings.Wrong.DOUBLE;
import static io.rrrspec.experiments.chaos.Findings.Wrong.VERDICT;

import io.rrrspec.common.redis.Keys;
import io.rrrspec.server.arbiter.Arbiter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Holds runs in which classes fail only after others against what must have become of them. A fault
 * may make any class fail, but then Redis says which: nothing turns green that is not explained,
 * and nothing is explained that is not so.
 */
final class OrderCheck {
  /** The first failure is looked at. */
  static final int MAX_TRIALS = 1;

  private static final Pattern CULPRITS = Pattern.compile("\"after\":\\[([^\\]]*)]");

  /** How a look may end without an answer, whatever is looked at. */
  private static final Set<String> HONEST = Set.of("time", "lost", "budget");

  private final View view;
  private final Findings findings;
  private final boolean lostWrites;

  OrderCheck(Cluster cluster, Findings findings) {
    this.view = cluster.view();
    this.findings = findings;
    this.lostWrites = cluster.lostWrites().happened();
  }

  /** Whether a taskset is of this kind. */
  static boolean isFor(Map<String, String> taskset) {
    return taskset.getOrDefault("max_trials", "").equals(Integer.toString(MAX_TRIALS));
  }

  /** Looks at a task of such a run. */
  void check(String key, Map<String, String> task) {
    String kind = KnownTasks.kind(task.getOrDefault("spec_file", ""));
    String outcome = task.getOrDefault("probe_outcome", "");
    List<Map<String, String>> trials =
        view.redis().lrange(Keys.trials(key), 0, -1).stream().map(view::hash).toList();
    if (outcome.equals("found")) {
      findings.explained();
      checkFound(key, kind, task, trials);
    } else if (!outcome.isEmpty()) {
      findings.unexplained();
    }
    boolean failed = task.getOrDefault("status", "").equals("failed");
    boolean bad = trials.stream().anyMatch(trial -> is(trial, "verdict", "bad"));
    if (!failed && bad && !outcome.equals("found")) {
      findings.add(VERDICT, key + " is green after a failure: " + outcome + ", " + words(trials));
    }
    if (failed && !kind.equals("random") && !isHonest(kind, outcome, trials)) {
      findings.add(VERDICT, key + " is red: " + outcome + ", " + words(trials));
    }
  }

  private void checkFound(
      String key, String kind, Map<String, String> task, List<Map<String, String>> trials) {
    String text = task.getOrDefault("order_dependence", "");
    Matcher culprits = CULPRITS.matcher(text);
    if (!kind.equals("victim") || !culprits.find() || !culprits.group(1).contains("chaos.Litter")) {
      findings.add(VERDICT, key + " is called order-dependent: " + text);
    }
    long alone = trials.stream().filter(trial -> is(trial, "probe", "alone")).count();
    long after = trials.stream().filter(trial -> is(trial, "probe", "after")).count();
    if (alone < 5 || after < 5) {
      findings.add(VERDICT, key + " was not confirmed: " + words(trials));
    }
  }

  /** Whether a fault, or a search that had no time, is why a class is red that is not to blame. */
  private boolean isHonest(String kind, String outcome, List<Map<String, String>> trials) {
    boolean hit = trials.stream().anyMatch(OrderCheck::wasHit);
    boolean tooLost =
        trials.stream().filter(trial -> is(trial, "verdict", "lost")).count() > Arbiter.MOST_LOST;
    boolean searched = kind.equals("victim") && HONEST.contains(outcome);
    return hit || searched || tooLost || lostWrites;
  }

  /** Whether somebody else has said how it ended, or its JVM could not go on. */
  private static boolean wasHit(Map<String, String> trial) {
    boolean counts = is(trial, "verdict", "bad") || is(trial, "verdict", "probe");
    boolean itself = is(trial, "closed_by", trial.getOrDefault("slave", ""));
    return counts && !(itself && (is(trial, "status", "failed") || is(trial, "status", "passed")));
  }

  /** Looks at such a run as a whole. */
  void check(String taskset, Map<String, String> fields, List<String> tasks) {
    String probing = fields.getOrDefault("probing", "0");
    if (!probing.equals("0") && !is(fields, "status", "cancelled")) {
      findings.add(DOUBLE, taskset + " is over and looks at " + probing);
    }
    for (String task : tasks) {
      String probe = view.field(task, "probe");
      if (!probe.isEmpty() && !probe.equals("over")) {
        findings.add(DOUBLE, task + " is over with a probe to come: " + probe);
      }
    }
  }

  private static boolean is(Map<String, String> hash, String field, String value) {
    return hash.getOrDefault(field, "").equals(value);
  }

  private static List<String> words(List<Map<String, String>> trials) {
    List<String> words = new ArrayList<>();
    for (Map<String, String> trial : trials) {
      words.add(
          trial.get("status")
              + "/"
              + trial.get("verdict")
              + " "
              + trial.getOrDefault("reason", "")
              + " by "
              + trial.get("closed_by"));
    }
    return words;
  }
}
