package io.rrrspec.common.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.rrrspec.common.model.TaskStatus;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class ModuleSumTest {
  private static ModuleSum task(String module, TaskStatus status, long millis) {
    return ModuleSum.of(module, status, Duration.ofMillis(millis));
  }

  @Test
  void tasksAreAddedByModuleFailedOnesFirstThenTheLongest() {
    List<ModuleSum> sums =
        ModuleSum.added(
            List.of(
                task("core", TaskStatus.PASSED, 100),
                task("web", TaskStatus.PASSED, 900),
                task("", TaskStatus.FAILED, 10),
                task("core", TaskStatus.PENDING, 300),
                task("app", TaskStatus.UNDECIDED, 400),
                task("web", TaskStatus.PASSED, 50)));

    assertThat(sums)
        .containsExactly(
            new ModuleSum("", 1, 1, Duration.ofMillis(10)),
            new ModuleSum("web", 2, 0, Duration.ofMillis(950)),
            new ModuleSum("app", 1, 0, Duration.ofMillis(400)),
            new ModuleSum("core", 2, 0, Duration.ofMillis(400)));
    assertThat(sums).extracting(ModuleSum::name).containsExactly(".", "web", "app", "core");
  }
}
