package io.rrrspec.worker.agent.workspace;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Skips on a person's machine that has no rsync; under {@code CI=true} the tests fail instead. */
public final class NeedsRsync implements ExecutionCondition {
  @Override
  public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
    boolean there =
        Arrays.stream(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
            .anyMatch(dir -> !dir.isEmpty() && Files.isExecutable(Path.of(dir, "rsync")));
    return there || "true".equals(System.getenv("CI"))
        ? ConditionEvaluationResult.enabled("rsync, or CI")
        : ConditionEvaluationResult.disabled("there is no rsync: install it");
  }
}
