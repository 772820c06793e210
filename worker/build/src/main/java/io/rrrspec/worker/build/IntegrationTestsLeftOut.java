package io.rrrspec.worker.build;

import com.fasterxml.jackson.databind.JsonNode;
import io.rrrspec.common.UsageException;
import io.rrrspec.common.config.PrepareSettings;
import java.util.Set;
import java.util.TreeSet;

/** Finds the integration tests of a module that nobody wants to be run. */
final class IntegrationTestsLeftOut {
  private IntegrationTestsLeftOut() {}

  /** Their classes: what Failsafe would run, if nobody has switched it off. */
  static Set<String> classes(ModuleFacts facts, PrepareSettings settings) {
    Set<String> classes = new TreeSet<>();
    for (JsonNode execution : facts.integrationTestsLeftOut()) {
      SurefireParameters parameters = new SurefireParameters(execution.path("parameters"));
      if (parameters.skippedBy() == null) {
        try {
          classes.addAll(new ExecutionReader(facts, execution, parameters, settings).classes());
        } catch (UsageException e) {
          // What is wrong with it matters only to those who want it to be run.
          continue;
        }
      }
    }
    return classes;
  }
}
