package io.rrrspec.client.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.rrrspec.client.source.GatedTasks.Gate;
import io.rrrspec.common.UsageException;
import io.rrrspec.common.model.ResourceLimit;
import io.rrrspec.common.model.ResourceLimit.Scope;
import io.rrrspec.common.model.TasksetRequest.TaskRequest;
import io.rrrspec.common.project.Project;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Tasks that goals of the build run before and behind stand behind the gate of their module. */
class GatedTasksTest {
  private static final Path ROOT = Path.of("/shop");
  private static final List<String> GOALS =
      List.of("jetty:start in pre-integration-test", "jetty:stop in post-integration-test");

  private final Project project =
      Projects.ofModules(
          Projects.module(
              ROOT,
              "core",
              "com.shop:core",
              Projects.execution(ROOT, "default-test", 1, "shop.CartTest"),
              Projects.ofFailsafe(ROOT, "its", "shop.CartIT").withGoalsAround(GOALS),
              Projects.ofFailsafe(ROOT, "more", "shop.MoreIT").withGoalsAround(GOALS)),
          Projects.module(
              ROOT, "plain", "com.shop:plain", Projects.ofFailsafe(ROOT, "its", "shop.PlainIT")),
          Projects.module(
              ROOT,
              "web",
              "com.shop:web",
              Projects.ofFailsafe(ROOT, "its", "shop.WebIT").withGoalsAround(GOALS)));

  @Test
  void executionsOfAModuleShareItsGateButNoLaunch() {
    List<TaskRequest> tasks =
        tasks("core:shop.CartTest", "core:shop.CartIT@its", "core:shop.MoreIT@more");
    assertThat(tasks)
        .extracting(TaskRequest::specFile, TaskRequest::resources)
        .containsExactlyInAnyOrder(
            tuple("core:shop.CartTest", Set.of("db")),
            tuple("core:shop.CartIT@its", Set.of("db", "@0")),
            tuple("core:shop.MoreIT@more", Set.of("db", "@0")));
    assertThat(GatedTasks.limits(tasks)).isEqualTo(Map.of("@0", new ResourceLimit(0, Scope.RUN)));
    assertThat(GatedTasks.gates(project, tasks))
        .containsExactly(
            new Gate(
                "core",
                "@0",
                List.of("core@its", "core@more"),
                List.of("core:shop.CartIT@its", "core:shop.MoreIT@more")));
  }

  @Test
  void aModuleOfWhichNothingIsSelectedHasNoGate() {
    assertThat(GatedTasks.gates(project, tasks("core:shop.CartTest", "web:shop.WebIT@its")))
        .extracting(Gate::module, Gate::name)
        .containsExactly(tuple("web", "@1"));
    assertThat(GatedTasks.gates(project, tasks("plain:shop.PlainIT@its"))).isEmpty();
  }

  @Test
  void aSingleLaunchIsNamedSoThatItCanWait() {
    Project single =
        Projects.of(Projects.ofFailsafe(ROOT, "its", "shop.CartIT").withGoalsAround(GOALS));
    List<TaskRequest> tasks =
        LaunchTasks.of(List.of(new TaskRequest("shop.CartIT@its", null)), single);
    assertThat(tasks).extracting(TaskRequest::launch).containsExactly(".@its");
    assertThat(GatedTasks.gates(single, tasks)).extracting(Gate::module).containsExactly("");
  }

  @Test
  void aFleetRefusesThemInOneLine() {
    assertThatCode(
            () ->
                GatedTasks.requireNone(
                    project, List.of("core:shop.CartTest", "plain:shop.PlainIT@its")))
        .doesNotThrowAnyException();
    assertThatThrownBy(
            () ->
                GatedTasks.requireNone(
                    project, List.of("core:shop.CartIT@its", "web:shop.WebIT@its")))
        .isInstanceOf(UsageException.class)
        .hasMessage(
            "core: jetty:start in pre-integration-test, jetty:stop in post-integration-test (and 1"
                + " more module): on a fleet goals around integration tests cannot run. Use"
                + " rrrspec-java run, leave --integration-tests out, or set 'ignore:"
                + " [pre-integration-test]' to run the tests without these goals");
  }

  private List<TaskRequest> tasks(String... names) {
    List<TaskRequest> tasks =
        Stream.of(names)
            .map(name -> new TaskRequest(name, null).withResources(Set.of("db")))
            .toList();
    return GatedTasks.behindGates(project, LaunchTasks.of(tasks, project));
  }
}
