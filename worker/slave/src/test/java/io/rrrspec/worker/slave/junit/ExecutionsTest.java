package io.rrrspec.worker.slave.junit;

import static org.assertj.core.api.Assertions.assertThat;

import io.rrrspec.common.model.CaseResult;
import io.rrrspec.common.model.TimeLimits;
import io.rrrspec.common.model.TrialResult;
import io.rrrspec.common.model.TrialStatus;
import io.rrrspec.common.project.TestProvider;
import io.rrrspec.worker.slave.jvm.OutputCapture;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** PlainFixture has one test with the tag "fast", which passes, and two that fail without a tag. */
class ExecutionsTest {
  private static final String PLAIN = "io.rrrspec.worker.slave.fixtures.PlainFixture";
  private static final String TAGGED = "io.rrrspec.worker.slave.fixtures.DynamicFixture";
  private static final String EMPTY = "io.rrrspec.worker.slave.fixtures.EmptyFixture";

  private final ExecutionSettings fast = execution("default-test", false, "fast", PLAIN);
  private final ExecutionSettings rest = execution("rest", false, "!fast", PLAIN, TAGGED);
  private final ExecutionSettings none = execution("none", false, "nobody-has-this", PLAIN);
  private final ExecutionSettings must = execution("must", true, "nobody-has-this", PLAIN);

  @Test
  void aTaskRunsUnderTheExecutionThatItNames() {
    assertThat(run(true, PLAIN).passed()).isEqualTo(1);
    assertThat(run(true, PLAIN + "@default-test").status()).isEqualTo(TrialStatus.PASSED);
    TrialResult rest = run(true, PLAIN + "@rest");
    assertThat(rest.status()).isEqualTo(TrialStatus.FAILED);
    assertThat(rest.failed()).isEqualTo(2);
    assertThat(rest.cases()).extracting(CaseResult::name).doesNotContain("passes");
    // Only the other one selects this class.
    assertThat(run(true, TAGGED).cases()).isNotEmpty();
  }

  @Test
  void aTaskOfAClientThatKnowsNoExecutionsRunsUnderEachThatSelectsTheClass() {
    for (String name : List.of(PLAIN, "src/test/java/" + PLAIN.replace('.', '/') + ".java")) {
      TrialResult all = run(false, name);
      assertThat(all.status()).isEqualTo(TrialStatus.FAILED);
      assertThat(all.failed()).isEqualTo(2);
      assertThat(all.cases()).extracting(CaseResult::name).contains("passes", "fails").hasSize(8);
      assertThat(all.reason()).isNull();
    }
    assertThat(run(false, PLAIN + "@default-test").cases()).hasSize(1);
  }

  @Test
  void anExecutionThatIsNotThereIsAnError() {
    TrialResult result = run(true, PLAIN + "@gone");
    assertThat(result.status()).isEqualTo(TrialStatus.ERROR);
    assertThat(result.reason()).startsWith("the build has no execution gone here");
  }

  @Test
  void aClassWithoutTestsSaysWhy() {
    TrialResult filtered = run(true, PLAIN + "@none");
    assertThat(filtered.status()).isEqualTo(TrialStatus.PASSED);
    assertThat(filtered.cases()).isEmpty();
    assertThat(filtered.reason()).isEqualTo("its filters leave no test");
    TrialResult empty = run(true, EMPTY + "@none");
    assertThat(empty.status()).isEqualTo(TrialStatus.PASSED);
    assertThat(empty.reason()).isEqualTo("it has no test");
  }

  @Test
  void whereTheBuildFailsWithoutTestsTheClassDoesToo() {
    TrialResult result = run(true, PLAIN + "@must");
    assertThat(result.status()).isEqualTo(TrialStatus.ERROR);
    assertThat(result.reason())
        .isEqualTo("failIfNoTests is set, and the filters of must leave no test at all");
  }

  private TrialResult run(boolean namesThem, String specFile) {
    // Where the last one runs too, the class is an error: a name without an execution means it.
    List<ExecutionSettings> all =
        namesThem ? List.of(fast, rest, none, must) : List.of(fast, rest, none);
    Executions executions = new Executions(all, namesThem);
    JUnitRunner runner =
        new JUnitRunner(
            executions, MissingClass.WITHOUT_PROJECT, OutputCapture.install(), late -> {});
    try {
      return runner.run(
          specFile,
          TimeLimits.of(Duration.ofSeconds(60), Duration.ofSeconds(60), Duration.ofSeconds(60)));
    } finally {
      runner.close();
    }
  }

  private static ExecutionSettings execution(
      String id, boolean failIfNoTests, String groups, String... classes) {
    return new ExecutionSettings(
        id,
        Set.of(classes),
        new JUnitSettings(
            List.of(groups),
            List.of(),
            GroupSyntax.TAGS,
            List.of(),
            List.of(),
            Map.of(),
            TestProvider.JUNIT_PLATFORM),
        failIfNoTests,
        false);
  }
}
