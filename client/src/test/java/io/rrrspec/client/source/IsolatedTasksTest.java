package io.rrrspec.client.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.rrrspec.common.model.ResourceLimit;
import io.rrrspec.common.model.TasksetRequest.TaskRequest;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

class IsolatedTasksTest {
  private static final Set<String> HOST = Set.of("!isolated");

  private final List<String> warnings = new ArrayList<>();

  private List<TaskRequest> tasks(Supplier<Set<String>> marked, List<String> patterns) {
    List<TaskRequest> ordered =
        List.of(
            new TaskRequest("com.foo.SlowBenchmarkTest", null).withResources(Set.of("db")),
            new TaskRequest("com.foo.ClockTest", null),
            new TaskRequest("com.foo.CartTest", null));
    TaskPatterns all =
        new TaskPatterns(
            ordered.stream().map(TaskRequest::specFile).toList(),
            text -> {
              TestPattern pattern = TestPattern.of(text, Path.of("/project"));
              return task -> pattern.test(TestClass.ofTask(task));
            },
            null,
            marked);
    return IsolatedTasks.of(ordered, patterns, all, warnings::add);
  }

  @Test
  void aTaskIsIsolatedByItsNameOrByItsClassAndKeepsWhatItNeeds() {
    List<TaskRequest> tasks =
        tasks(() -> Set.of("com.foo.ClockTest", "com.foo.NotRunTest"), List.of("*BenchmarkTest"));

    assertThat(tasks)
        .extracting(TaskRequest::specFile, TaskRequest::resources)
        .containsExactly(
            tuple("com.foo.SlowBenchmarkTest", Set.of("db", "!isolated")),
            tuple("com.foo.ClockTest", HOST),
            tuple("com.foo.CartTest", Set.of()));
    assertThat(IsolatedTasks.limits(tasks))
        .isEqualTo(Map.of("!isolated", new ResourceLimit(1, ResourceLimit.Scope.HOST)));
    assertThat(warnings).isEmpty();
  }

  @Test
  void withoutIsolatedTasksNothingIsLimited() {
    List<TaskRequest> tasks = tasks(Set::of, List.of());

    assertThat(IsolatedTasks.limits(tasks)).isEmpty();
    assertThat(tasks.get(0).resources()).containsExactly("db");
  }

  @Test
  void aPatternThatFitsNothingIsNamedInALine() {
    tasks(Set::of, List.of("*TimingTest", "ClockTest"));

    assertThat(warnings)
        .containsExactly(
            "warning: isolated: no class matches '*TimingTest': correct it or leave it out");
  }
}
