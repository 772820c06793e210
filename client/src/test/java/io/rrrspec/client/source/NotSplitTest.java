package io.rrrspec.client.source;

import static org.assertj.core.api.Assertions.assertThat;

import io.rrrspec.common.model.KnownParts;
import io.rrrspec.common.model.PartTimes;
import io.rrrspec.common.model.TasksetRequest.TaskRequest;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

/** Why long classes stay whole. */
class NotSplitTest {
  private static final SplitPlan PLAN = new SplitPlan(4, Duration.ofSeconds(4));
  private static final Predicate<String> UNCHANGED =
      spec -> !spec.equals("changed") && !spec.equals("gated");

  private static TaskRequest task(String spec, int seconds) {
    return new TaskRequest(spec, Duration.ofSeconds(seconds));
  }

  private static PartTimes times(int seconds, String... methods) {
    TreeMap<String, Duration> all = new TreeMap<>();
    for (String method : methods) {
      all.put(method, Duration.ofSeconds(seconds / methods.length));
    }
    return new PartTimes(Duration.ZERO, all, methods.length, 0);
  }

  @Test
  void withoutTwoSlavesNothingIsDivided() {
    List<TaskRequest> tasks = List.of(task("long", 10));
    SplitTasks none = new SplitTasks(Map.of(), Map.of());
    assertThat(
            new NotSplit(none, SplitPlan.ofSlaves(1, tasks), spec -> false, spec -> true)
                .lines(tasks))
        .containsExactly("stays whole: long: there are fewer than two slaves");
  }

  @Test
  void eachLongClassThatStaysWholeHasItsReason() {
    List<TaskRequest> tasks =
        List.of(
            task("divided", 30),
            task("needs", 10).withResources(Set.of("database")),
            task("gated", 10).withResources(Set.of("@0")),
            task("named", 10),
            task("unknown", 10),
            task("changed", 10),
            task("refused", 10),
            task("single", 10),
            task("unseen", 10),
            task("short", 1));
    KnownParts five = KnownParts.of(times(10, "#a", "#b", "#c", "#d", "#e"));
    Map<String, KnownParts> known = new TreeMap<>();
    Map<String, String> files = new TreeMap<>();
    for (String spec :
        List.of("divided", "needs", "gated", "named", "changed", "refused", "short")) {
      known.put(spec, five);
      files.put(spec, "d1");
    }
    known.put("divided", KnownParts.of(times(30, "#a", "#b", "#c", "#d", "#e")));
    known.put("refused", five.with("ordered methods", "d1"));
    known.put("unseen", five);
    known.put("single", KnownParts.of(times(10, "#only")));
    files.put("single", "d1");
    SplitTasks split = new SplitTasks(known, files);

    List<TaskRequest> planned =
        split.of(
            tasks,
            OrderChoice.LONGEST,
            PLAN,
            spec -> !spec.equals("named") && !spec.equals("changed"));
    List<String> lines = new NotSplit(split, PLAN, "named"::equals, UNCHANGED).lines(planned);

    assertThat(planned.get(0).split()).isNotNull();
    assertThat(lines)
        .containsExactly(
            "stays whole: needs: it needs database",
            "stays whole: gated: goals of the build run around its tests",
            "stays whole: named: the setting 'whole' names it",
            "stays whole: unknown: there is no record of its tests",
            "stays whole: changed: its class files have changed since it passed last",
            "stays whole: refused: ordered methods",
            "stays whole: single: dividing it would not pay",
            "stays whole: unseen: nobody knows its class files: it has to pass whole once");
    known.put("refused", five.with(KnownParts.OFTEN_IN_PARTS, null));
    assertThat(
            new NotSplit(new SplitTasks(known, files), PLAN, "named"::equals, UNCHANGED)
                .linesOfThisRun(planned))
        .as("what needs a resource is never divided")
        .containsExactly(
            "stays whole: changed: its class files have changed since it passed last",
            "stays whole: refused: it runs whole once after 5 runs in parts");
  }
}
