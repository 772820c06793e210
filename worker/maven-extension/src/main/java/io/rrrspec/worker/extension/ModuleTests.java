package io.rrrspec.worker.extension;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What was found out about the tests of one module. Only one thread of Maven builds a module, but
 * another one writes everything down at the end.
 */
final class ModuleTests {
  private final List<Map<String, Object>> executions = new ArrayList<>();
  private final List<String> goalsAfterTests = new ArrayList<>();
  private final List<Map<String, Object>> leftOut = new ArrayList<>();
  private boolean built;
  private @Nullable String failure;

  synchronized void addExecution(Map<String, Object> execution) {
    executions.add(execution);
  }

  synchronized boolean hasExecutions() {
    return !executions.isEmpty();
  }

  synchronized void addGoalAfterTests(String goal) {
    goalsAfterTests.add(goal);
  }

  /** Notes executions of integration tests that are not to be run. */
  synchronized void addLeftOut(List<Map<String, Object>> executions) {
    leftOut.addAll(executions);
  }

  synchronized void succeeded() {
    built = true;
  }

  /**
   * Notes why the module could not be built.
   *
   * @param why Maven's own words
   */
  synchronized void failed(String why) {
    failure = why;
  }

  /** As it is written down: a module that Maven did not come to is neither built nor failed. */
  synchronized Map<String, Object> facts() {
    Map<String, Object> facts = new LinkedHashMap<>();
    facts.put("executions", List.copyOf(executions));
    facts.put("goalsAfterTests", List.copyOf(goalsAfterTests));
    facts.put("integrationTestsLeftOut", List.copyOf(leftOut));
    facts.put("built", built);
    if (failure != null) {
      facts.put("failure", failure);
    }
    return facts;
  }
}
