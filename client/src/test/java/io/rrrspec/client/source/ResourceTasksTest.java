package io.rrrspec.client.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.rrrspec.client.marks.ClassMarks;
import io.rrrspec.common.UsageException;
import io.rrrspec.common.config.TestResource;
import io.rrrspec.common.model.ResourceLimit;
import io.rrrspec.common.model.ResourceLimit.Scope;
import io.rrrspec.common.model.TasksetRequest.TaskRequest;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ResourceTasksTest {
  private final List<String> warnings = new ArrayList<>();
  private final Map<String, ClassMarks> marks = new HashMap<>();

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
  void aTaskNeedsAResourceAlsoForItsTagsOrLocks() {
    marks.put("ByTag", new ClassMarks(Set.of("fast", "db-slow"), Set.of(), false, false, null));
    marks.put("ByLock", new ClassMarks(Set.of(), Set.of("postgres"), false, false, null));
    marks.put("ByProvider", new ClassMarks(Set.of(), Set.of(), true, false, null));
    marks.put("None", new ClassMarks(Set.of("postgres"), Set.of("database"), false, false, null));
    marks.put("ByName", new ClassMarks(Set.of(), Set.of(), false, false, null));

    List<TaskRequest> tasks =
        tasks(
            Map.of(
                "db",
                new TestResource(
                    new ResourceLimit(1, Scope.RUN),
                    List.of("*Name"),
                    List.of("database", "db-*"),
                    List.of("postgres", "my*"))),
            OrderChoice.parse("as-is"),
            task("ByTag", 1),
            task("ByLock", 1),
            task("ByProvider", 1),
            task("None", 1),
            task("ByName", 1));

    assertThat(tasks)
        .filteredOn(task -> task.resources().equals(Set.of("db")))
        .extracting(TaskRequest::specFile)
        .containsExactly("ByTag", "ByLock", "ByProvider", "ByName");
    assertThat(warnings)
        .containsExactly(
            "warning: resources.db.tags: no class has the tag 'database': correct it or leave it"
                + " out");
  }

  @Test
  void aClassThatCannotBeReadNeedsWhateverHasTagsAndASentenceSaysSo() {
    for (String name : List.of("Db1", "Db2", "Other")) {
      marks.put(name, new ClassMarks(Set.of(), Set.of(), false, false, null));
    }
    marks.put("Db2", new ClassMarks(Set.of(), Set.of(), true, false, "class Base: it is damaged"));
    Map<String, TestResource> resources =
        Map.of(
            "tagged",
            new TestResource(new ResourceLimit(1, Scope.RUN), List.of(), List.of("x"), List.of()),
            "named",
            resource(1, Scope.RUN, "Other"));

    assertThat(
            tasks(
                resources,
                OrderChoice.parse("as-is"),
                task("Db1", 1),
                task("Db2", 1),
                task("Other", 1)))
        .extracting(TaskRequest::resources)
        .containsExactly(Set.of(), Set.of("tagged"), Set.of("named"));
    assertThat(warnings)
        .containsExactly(
            "warning: resources: the tags and locks of Db2 cannot be read, so it gets all resources"
                + " that have 'tags' or 'locks' (class Base: it is damaged)");
  }

  @Test
  void commandsHaveNoTags() {
    TaskPatterns commands = TaskPatterns.ofCommands(List.of("true"));
    TestResource locked =
        new TestResource(
            new ResourceLimit(1, Scope.RUN), List.of("true"), List.of(), List.of("postgres"));

    assertThatThrownBy(() -> new ResourceTasks(Map.of("db", locked), commands, warnings::add))
        .isInstanceOf(UsageException.class)
        .hasMessage(
            "resources.db.locks needs test classes, and runner is 'command': write 'classes'"
                + " instead, with globs of the command lines");
  }

  @Test
  void withoutTagsAndLocksNoClassIsRead() {
    TaskPatterns unread =
        new TaskPatterns(
            List.of("Db1"),
            text -> text::equals,
            () -> {
              throw new AssertionError("classes are read");
            },
            Set::of);

    assertThat(
            new ResourceTasks(Map.of("db", resource(1, Scope.RUN, "Db1")), unread, warnings::add)
                .of(List.of(task("Db1", 1)), OrderChoice.LONGEST, 1))
        .extracting(TaskRequest::resources)
        .containsExactly(Set.of("db"));
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
            },
            () -> marks,
            Set::of);
    return new ResourceTasks(resources, patterns, warnings::add).of(tasks, order, 1);
  }

  private static TestResource resource(int limit, Scope scope, String... classes) {
    return new TestResource(
        new ResourceLimit(limit, scope), List.of(classes), List.of(), List.of());
  }

  private static TaskRequest task(String name, @Nullable Integer seconds) {
    return new TaskRequest(name, seconds == null ? null : Duration.ofSeconds(seconds));
  }
}
