package io.rrrspec.client.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.rrrspec.common.config.TestResource;
import io.rrrspec.common.model.ResourceLimit;
import io.rrrspec.common.model.ResourceLimit.Scope;
import io.rrrspec.common.model.TasksetRequest.TaskRequest;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ResourceTasksTest {
  private final List<String> warnings = new ArrayList<>();

  @Test
  void aTaskNeedsEachResourceOfWhichAPatternFits() {
    List<TaskRequest> tasks =
        tasks(
            Map.of(
                "db", resource(1, Scope.RUN, "**/db/**", "core:*RepositoryTest"),
                "port", resource(2, Scope.WORKER, "*ServerTest")),
            OrderChoice.LONGEST,
            task("com.foo.db.CartTest", 4),
            task("com.foo.db.HttpServerTest", 4),
            task("core:com.foo.UserRepositoryTest", 3),
            task("web:com.foo.UserRepositoryTest", 2),
            task("com.foo.PlainTest", 1));

    assertThat(tasks)
        .extracting(TaskRequest::specFile, TaskRequest::resources)
        .containsExactlyInAnyOrder(
            tuple("com.foo.db.CartTest", Set.of("db")),
            tuple("com.foo.db.HttpServerTest", Set.of("db", "port")),
            tuple("core:com.foo.UserRepositoryTest", Set.of("db")),
            tuple("web:com.foo.UserRepositoryTest", Set.of()),
            tuple("com.foo.PlainTest", Set.of()));
    assertThat(warnings).isEmpty();
  }

  @Test
  void whatWaitsForEachOtherComesAsEarlyAsItsSumSays() {
    assertThat(names(1, task("Long", 9), task("Db1", 5), task("Db2", 5), task("Mid", 4)))
        .containsExactly("Db1", "Long", "Db2", "Mid");
  }

  @Test
  void aHigherLimitMakesTheChainShorter() {
    assertThat(names(2, task("Long", 9), task("Db1", 5), task("Db2", 5), task("Mid", 4)))
        .containsExactly("Long", "Db1", "Db2", "Mid");
  }

  @Test
  void aTaskWithoutAnEstimateCountsAsTheOneBehindIt() {
    assertThat(names(1, task("Long", 9), task("Db1", null), task("Db2", 5), task("Mid", 4)))
        .containsExactly("Db1", "Long", "Db2", "Mid");
  }

  @Test
  void anOrderThatSomebodyHasChosenStays() {
    assertThat(
            tasks(
                Map.of("db", resource(1, Scope.RUN, "Db*")),
                OrderChoice.parse("as-is"),
                task("Long", 9),
                task("Db1", 5),
                task("Db2", 5)))
        .extracting(TaskRequest::specFile)
        .containsExactly("Long", "Db1", "Db2");
  }

  @Test
  void aPatternThatFitsNothingIsNamedInALine() {
    tasks(
        Map.of("db", resource(1, Scope.RUN, "Db*", "Cart*")), OrderChoice.LONGEST, task("Db1", 5));

    assertThat(warnings)
        .containsExactly(
            "warning: resources.db.classes: no class matches 'Cart*': correct it or leave it out");
  }

  @Test
  void onlyWhatARunNeedsIsLimited() {
    Map<String, TestResource> resources =
        Map.of("db", resource(1, Scope.RUN, "Db*"), "port", resource(3, Scope.WORKER, "Port*"));

    assertThat(
            ResourceTasks.limits(resources, tasks(resources, OrderChoice.LONGEST, task("Db1", 5))))
        .isEqualTo(Map.of("db", new ResourceLimit(1, Scope.RUN)));
  }

  private List<String> names(int limit, TaskRequest... ordered) {
    return tasks(Map.of("db", resource(limit, Scope.RUN, "Db*")), OrderChoice.LONGEST, ordered)
        .stream()
        .map(TaskRequest::specFile)
        .toList();
  }

  private List<TaskRequest> tasks(
      Map<String, TestResource> resources, OrderChoice order, TaskRequest... ordered) {
    List<TaskRequest> tasks = List.of(ordered);
    TaskPatterns patterns =
        new TaskPatterns(
            tasks.stream().map(TaskRequest::specFile).toList(),
            text -> {
              TestPattern pattern = TestPattern.of(text, Path.of("/project"));
              return task -> pattern.test(TestClass.ofTask(task));
            });
    return new ResourceTasks(resources, patterns, warnings::add).of(tasks, order, 1);
  }

  private static TestResource resource(int limit, Scope scope, String... classes) {
    return new TestResource(new ResourceLimit(limit, scope), List.of(classes));
  }

  private static TaskRequest task(String name, @Nullable Integer seconds) {
    return new TaskRequest(name, seconds == null ? null : Duration.ofSeconds(seconds));
  }
}
