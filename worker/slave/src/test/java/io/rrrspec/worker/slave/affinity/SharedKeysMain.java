package io.rrrspec.worker.slave.affinity;

import io.rrrspec.common.model.TimeLimits;
import io.rrrspec.common.model.TrialAffinity;
import io.rrrspec.common.model.TrialResult;
import io.rrrspec.worker.slave.junit.JUnitRunner;
import io.rrrspec.worker.slave.junit.JUnitSettings;
import io.rrrspec.worker.slave.jvm.OutputCapture;
import java.io.PrintStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Runs test classes in this JVM and prints what each shared. */
final class SharedKeysMain {
  private static final TimeLimits PLENTY =
      new TimeLimits(Duration.ofMinutes(1), Duration.ofMinutes(2));

  private SharedKeysMain() {}

  /**
   * Runs.
   *
   * @param args simple names of {@link SpringBehaviours}
   */
  public static void main(String[] args) {
    PrintStream out = System.out;
    List<String> lines = new ArrayList<>();
    try (JUnitRunner runner =
        new JUnitRunner(JUnitSettings.NONE, OutputCapture.install(), partial -> {})) {
      for (String name : args) {
        TrialResult result = runner.run(SpringBehaviours.class.getName() + "$" + name, PLENTY);
        TrialAffinity shared = result.affinity();
        lines.add(
            String.join(
                "\t",
                name,
                result.status().text(),
                String.valueOf(shared.key()),
                shared.started() ? "started" : "-",
                String.join(",", shared.held())));
      }
    }
    lines.forEach(out::println);
    out.flush();
  }
}
