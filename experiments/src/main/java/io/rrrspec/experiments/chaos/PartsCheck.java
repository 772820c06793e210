package io.rrrspec.experiments.chaos;

import static io.rrrspec.experiments.chaos.Findings.Wrong.DOUBLE;
import static io.rrrspec.experiments.chaos.Findings.Wrong.LOST;
import static io.rrrspec.experiments.chaos.Findings.Wrong.VERDICT;

import io.rrrspec.common.model.CaseResult;
import io.rrrspec.common.model.ClassPart;
import io.rrrspec.common.model.Trial;
import io.rrrspec.common.redis.Keys;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.IntStream;

/** Holds classes that ran in parts against what must have become of them. */
final class PartsCheck {
  private final View view;
  private final Findings findings;
  private final Set<String> ledger;

  PartsCheck(View view, Findings findings, Set<String> ledger) {
    this.view = view;
    this.findings = findings;
    this.ledger = ledger;
  }

  /**
   * Looks at a class, divided or not.
   *
   * @param task its hash
   * @param token what it calls itself in the ledger
   * @param trialsOfParts gets the trials of its parts: status and verdict
   * @return how many tests the trial has by which it has passed; -1 if it has not passed, or is
   *     none of those that may be divided
   */
  int check(String key, Map<String, String> task, String token, Map<String, String> trialsOfParts) {
    String specFile = task.getOrDefault("spec_file", "");
    SortedSet<String> tests = DividedProject.tests(specFile);
    int parts = Integer.parseInt(task.getOrDefault("parts", "0"));
    if (parts > 0) {
      checkParts(key, task, parts, trialsOfParts);
    }
    if (tests.isEmpty() || !"passed".equals(task.get("status"))) {
      return -1;
    }
    for (String trial : view.redis().lrange(Keys.trials(key), 0, -1)) {
      if (view.field(trial, "verdict").equals("passed")) {
        checkTests(trial, tests, token);
      }
    }
    return tests.size();
  }

  /** How many bad trials of a class are no try of it: however many parts fail, they are one. */
  int beyondOneTry(String key) {
    String parts = view.field(key, "parts");
    int count = parts.isEmpty() ? 0 : Integer.parseInt(parts);
    long failed =
        IntStream.rangeClosed(1, count)
            .filter(n -> view.field(ClassPart.taskOf(key, n, count), "status").equals("failed"))
            .count();
    return (int) Math.max(0, failed - 1);
  }

  /** Each test of the class once, and each has run to a good end. */
  private void checkTests(String key, SortedSet<String> tests, String token) {
    for (Trial trial : view.trials().find(List.of(key))) {
      List<String> ran = trial.cases().stream().map(CaseResult::name).sorted().toList();
      List<String> names = ran.stream().map(name -> name.replaceFirst("\\(.*", "")).toList();
      if (!names.equals(List.copyOf(tests)) || trial.passed() != tests.size()) {
        boolean fewer = new TreeSet<>(names).size() < tests.size();
        findings.add(
            fewer ? LOST : DOUBLE, key + " has the tests " + ran + ", passed " + trial.passed());
      }
    }
    for (String test : tests) {
      if (!ledger.contains("end " + token + "#" + test + " 0")) {
        findings.add(LOST, key + " has passed, and " + test + " never did");
      }
    }
  }

  private void checkParts(
      String key, Map<String, String> task, int parts, Map<String, String> trialsOfParts) {
    boolean isVoid = !task.getOrDefault("void", "").isEmpty();
    String last = "";
    Set<String> ofParts = new HashSet<>();
    Map<String, String> bySlave = new HashMap<>();
    List<String> ends = new ArrayList<>();
    for (int n = 1; n <= parts; n++) {
      String part = ClassPart.taskOf(key, n, parts);
      ends.add(view.field(part, "status"));
      for (String trial : view.redis().lrange(Keys.trials(part), 0, -1)) {
        Map<String, String> fields = view.hash(trial);
        trialsOfParts.put(
            trial, fields.getOrDefault("status", "") + "/" + fields.getOrDefault("verdict", ""));
        ofParts.add(Keys.lastPart(trial));
        String ended = fields.getOrDefault("finished_ms", "");
        last = ended.compareTo(last) > 0 ? ended : last;
        checkJvm(trial, fields.getOrDefault("slave", ""), bySlave);
      }
    }
    boolean merged = false;
    for (String trial : view.redis().lrange(Keys.trials(key), 0, -1)) {
      Map<String, String> fields = view.hash(trial);
      boolean together = fields.containsKey("parts");
      merged |= together;
      if (!together && !ofParts.contains(Keys.lastPart(trial))) {
        checkJvm(trial, fields.getOrDefault("slave", ""), bySlave);
        if (fields.getOrDefault("started_ms", "").compareTo(last) < 0) {
          findings.add(DOUBLE, trial + " began before the parts of its class had ended");
        }
      }
    }
    boolean decided = !task.getOrDefault("status", "").isEmpty();
    boolean allOver = ends.stream().noneMatch(String::isEmpty);
    if (decided && (!allOver || !task.getOrDefault("parts_left", "").equals("0"))) {
      findings.add(VERDICT, key + " is decided, and of its parts are left " + ends);
    }
    if (merged && (isVoid || !ends.stream().allMatch("passed"::equals))) {
      findings.add(VERDICT, key + " passed by its parts, and these are " + ends);
    }
    if (decided && !merged && !isVoid) {
      findings.add(VERDICT, key + " ran whole, and nobody knows why");
    }
    findings.divided(merged);
  }

  /** No JVM runs two parts of a class, nor the class after one; the id of a slave may come back. */
  private void checkJvm(String trial, String slave, Map<String, String> bySlave) {
    String other = bySlave.put(slave, trial);
    if (other != null && view.field(slave, "life").equals("1")) {
      findings.add(DOUBLE, trial + " ran in the JVM of " + other);
    }
  }
}
