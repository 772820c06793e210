package io.rrrspec.persister.record.history;

import static io.rrrspec.persister.record.RunBuilder.aRun;
import static org.assertj.core.api.Assertions.assertThat;

import io.rrrspec.common.model.CaseResult;
import io.rrrspec.common.model.CaseResult.Outcome;
import io.rrrspec.common.model.KnownParts;
import io.rrrspec.common.model.PartTimes;
import io.rrrspec.common.model.TaskSplit;
import io.rrrspec.common.model.TaskStatus;
import io.rrrspec.common.model.Trial;
import io.rrrspec.common.model.TrialVerdict;
import io.rrrspec.persister.record.ArchiveContract;
import io.rrrspec.persister.record.RunBuilder;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** By what classes are divided, and which are not. */
class SplitHistoryTest extends ArchiveContract {
  private static final String SPEC = "com.foo.BarTest";

  private void ran(@Nullable TaskSplit split, int millis, CaseResult... cases) {
    RunBuilder run = aRun();
    Trial trial = run.trial(SPEC, TrialVerdict.PASSED, millis, cases);
    RunBuilder whole = run.splitTask(SPEC, TaskStatus.PASSED, split, trial);
    archive.saveFinished(whole.taskset(), whole.tasks());
  }

  private static CaseResult test(String name, int millis, Outcome outcome) {
    return new CaseResult(SPEC, name, outcome, millis, null, null, null);
  }

  private static CaseResult test(String name, int millis) {
    return test(name, millis, Outcome.PASSED);
  }

  private Map<String, KnownParts> found(Instant since) {
    return new ClassHistory(database).parts("myclass", since);
  }

  private KnownParts found() {
    return Objects.requireNonNull(found(Instant.EPOCH).get(SPEC));
  }

  @Test
  void theNewestRunTellsWhatEachMethodTook() {
    ran(null, 9_000, test("old", 8_000));
    ran(
        null,
        3_000,
        test("adds(int)[1]", 700),
        test("adds(int)[2]", 300),
        test("removes", 1_500),
        new CaseResult(SPEC + "$Inner", "x", Outcome.PASSED, 400, null, null, null));

    assertThat(found())
        .isEqualTo(
            KnownParts.of(
                new PartTimes(
                    Duration.ofMillis(100),
                    new TreeMap<>(
                        Map.of(
                            "#adds", Duration.ofMillis(1_000),
                            "#removes", Duration.ofMillis(1_500),
                            "Inner#x", Duration.ofMillis(400))),
                    4,
                    0)));
  }

  private void passedWith(@Nullable String files, boolean partial, TrialVerdict... before) {
    RunBuilder run = partial ? aRun().partial() : aRun();
    List<Trial> trials = new ArrayList<>();
    for (TrialVerdict verdict : before) {
      trials.add(run.trial(SPEC, verdict, 2_500));
    }
    trials.add(
        run.trial(SPEC, TrialVerdict.PASSED, 3_000, test("adds", 1_000)).withClassFiles(files));
    run.task(SPEC, TaskStatus.PASSED, trials.toArray(new Trial[0]));
    archive.saveFinished(run.taskset(), run.tasks());
  }

  @Test
  void theClassFilesAreThoseWithWhichTheClassPassedAtOnce() {
    passedWith(null, false);
    assertThat(found().passedWith()).isNull();
    passedWith("aa", false);
    assertThat(found().passedWith()).isEqualTo("aa");
    passedWith("bb", true);
    passedWith("cc", false, TrialVerdict.BAD);
    passedWith(null, false);
    assertThat(found().passedWith()).as("a partial run, a failure before, nothing").isEqualTo("aa");
    passedWith("dd", false, TrialVerdict.LOST);
    assertThat(found().passedWith()).isEqualTo("dd");
  }

  @Test
  void shortClassesAreNotLookedAt() {
    ran(null, 900, test("adds", 800));
    assertThat(found(Instant.EPOCH)).isEmpty();
  }

  @Test
  void testsThatRunAtTheSameTimeStayTogether() {
    ran(null, 3_000, test("adds", 2_000), test("removes", 2_000));
    assertThat(found()).isEqualTo(KnownParts.refused("its tests run at the same time"));
  }

  @Test
  void whatComesToSomethingElseInPartsStaysWhole() {
    ran(null, 3_000, test("adds", 1_000), test("removes", 1_000));
    ran(new TaskSplit(2, null, "d1"), 3_000, test("removes", 1_000), test("adds", 1_000));
    assertThat(found().refusal()).as("in another order").isNull();

    ran(null, 3_000, test("adds", 1_000), test("removes", 1_000));
    ran(
        new TaskSplit(2, null, "d1"),
        3_000,
        test("removes", 1_000),
        test("adds", 1_000, Outcome.SKIPPED));
    ran(null, 3_000, test("adds", 1_000), test("removes", 1_000));
    assertThat(found().refusal()).isEqualTo("its tests came to something else in parts");
    assertThat(found().classFiles()).isEqualTo("d1");
  }

  @Test
  void whatPartsInJvmsOfTheirOwnPayAgainIsTheirSetUp() {
    ran(null, 9_000, test("adds", 5_000), test("removes", 3_900));
    processor(8_000);
    ran(new TaskSplit(2, null, "d1"), 9_000, test("adds", 5_000), test("removes", 3_900));
    parts("a", 6_000, "b", 5_000);
    assertThat(setup()).as("but for a second each").isEqualTo(Duration.ofMillis(1_000));

    ran(new TaskSplit(2, null, "d1"), 9_000, test("adds", 5_000), test("removes", 3_900));
    parts("a", 4_000, "a", 500);
    assertThat(setup()).as("in one JVM, one after the other").isEqualTo(Duration.ofMillis(1_000));
  }

  @Test
  void partsThatPayNothingAgainHaveTheSetUpOfTheClass() {
    ran(null, 9_000, test("adds", 5_000), test("removes", 3_900));
    processor(8_000);
    ran(new TaskSplit(2, null, "d1"), 9_000, test("adds", 5_000), test("removes", 3_900));
    parts("a", 5_000, "b", 4_900);
    assertThat(setup()).isEqualTo(Duration.ofMillis(100));
  }

  private Duration setup() {
    return Objects.requireNonNull(found().times()).setup();
  }

  /** The processor time of the class in the newest run. */
  private void processor(int millis) {
    write("UPDATE task SET cpu_ms = " + millis + " WHERE taskset_id = " + newest());
  }

  /** The trials of two parts in the newest run. */
  private void parts(String slave, int millis, String other, int otherMillis) {
    part(1, slave, millis);
    part(2, other, otherMillis);
  }

  private void part(int number, String slave, int millis) {
    write(
        "INSERT INTO part_trial (taskset_id, task_no, part_no, trial_no, trial_name, slave_key,"
            + " status, verdict, passed, pending, failed, cpu_ms) SELECT taskset_id, task_no, "
            + (number + ", 0, 't" + number + "', '" + slave)
            + "', 'passed', 'passed', 1, 0, 0, "
            + (millis + " FROM task WHERE taskset_id = " + newest()));
  }

  private long newest() {
    return database.read(
        handle -> handle.createQuery("SELECT MAX(id) FROM taskset").mapTo(Long.class).one());
  }

  private void write(String sql) {
    int changed = database.transaction(handle -> handle.execute(sql));
    assertThat(changed).isEqualTo(1);
  }

  @Test
  void aRefusalStaysUntilItIsOld() {
    ran(new TaskSplit(2, "ordered methods", "d1"), 3_000, test("adds", 1_000));
    assertThat(found().refusal()).isEqualTo("ordered methods");
    assertThat(found().classFiles()).isEqualTo("d1");
    assertThat(found().times()).isNotNull();
    assertThat(found(RunBuilder.START.plusSeconds(61)).get(SPEC))
        .isEqualTo(KnownParts.of(Objects.requireNonNull(found().times())));
  }

  @Test
  void aClassRunsWholeAfterFiveRunsInParts() {
    ran(null, 3_000, test("adds", 1_000));
    for (int run = 0; run < 5; run++) {
      assertThat(found().refusal()).isNull();
      ran(new TaskSplit(2, null, "d1"), 3_000, test("adds", 1_000));
    }
    assertThat(found().refusal()).isEqualTo("it runs whole once after 5 runs in parts");
    ran(null, 3_000, test("adds", 1_000));
    assertThat(found().refusal()).isNull();
  }

  @Test
  void aRefusalOfOtherClassFilesDoesNotKeepAClassFromThat() {
    ran(new TaskSplit(2, "ordered methods", "d1"), 3_000, test("adds", 1_000));
    passedWith("d2", false);
    for (int run = 0; run < 5; run++) {
      assertThat(found().times("d2")).isNotNull();
      ran(new TaskSplit(2, null, "d2"), 3_000, test("adds", 1_000));
    }
    assertThat(found().times("d2")).isNull();
    assertThat(found().refusal()).isEqualTo(KnownParts.OFTEN_IN_PARTS);
  }

  @Test
  void runsOfOtherClassesDoNotMakeAClassUnknown() {
    ran(null, 3_000, test("adds", 1_000));
    for (int run = 0; run < 4; run++) {
      ran(new TaskSplit(2, null, "d1"), 3_000, test("adds", 1_000));
    }
    for (int other = 0; other < 6; other++) {
      RunBuilder run = aRun();
      Trial trial = run.trial("com.foo.OtherTest", TrialVerdict.PASSED, 2_000);
      run.task("com.foo.OtherTest", TaskStatus.PASSED, trial);
      archive.saveFinished(run.taskset(), run.tasks());
    }
    assertThat(found().times()).isNotNull();
    assertThat(found().refusal()).as("four runs in parts").isNull();
    ran(new TaskSplit(2, null, "d1"), 3_000, test("adds", 1_000));
    assertThat(found().refusal()).as("five").isNotNull();
  }

  @Test
  void aPartThatWasLostRefusesNothing() {
    ran(new TaskSplit(2, "its part 1/2 was lost 6 times", null), 3_000, test("adds", 1_000));
    assertThat(found().refusal()).isNull();
  }

  /** A run in which slaves refused the parts, and the class passed whole with other class files. */
  private void refusedFor(String meant, String passed) {
    RunBuilder run = aRun();
    Trial trial =
        run.trial(SPEC, TrialVerdict.PASSED, 3_000, test("adds", 1_000)).withClassFiles(passed);
    RunBuilder whole =
        run.splitTask(
            SPEC, TaskStatus.PASSED, new TaskSplit(2, TaskSplit.OTHER_FILES, meant), trial);
    archive.saveFinished(whole.taskset(), whole.tasks());
  }

  @Test
  void aClassOfTwoKindsOfWorkersIsNotDividedInVainForEver() {
    refusedFor("d1", "d2");
    refusedFor("d2", "d1");
    assertThat(found().refusal()).as("it may have been edited, and edited back").isNull();
    refusedFor("d1", "d2");
    assertThat(found().refusal()).as("d2 was refused once").isNull();
    refusedFor("d2", "d1");
    assertThat(found().refusal()).isEqualTo(KnownParts.OFTEN_REFUSED);
    assertThat(found().times("d1")).isNull();
    passedWith("d3", false);
    assertThat(found().refusal()).as("its class files have changed").isNull();
    passedWith("d2", false);
    assertThat(found().refusal()).isEqualTo(KnownParts.OFTEN_REFUSED);
  }

  @Test
  void aClassThatIsCompiledAnewForEachRunIsNotDividedInVainForEver() {
    for (int run = 0; run < 5; run++) {
      assertThat(found(Instant.EPOCH).getOrDefault(SPEC, KnownParts.refused("")).refusal())
          .isNotEqualTo(KnownParts.OFTEN_REFUSED);
      refusedFor("d" + run, "d" + (run + 1));
    }
    assertThat(found().refusal()).isEqualTo(KnownParts.OFTEN_REFUSED);
    assertThat(found().classFiles()).as("whatever they are").isNull();
  }

  @Test
  void whatItsPartsHaveDecidedSinceForgetsRefusals() {
    refusedFor("d1", "d2");
    refusedFor("d2", "d1");
    ran(new TaskSplit(2, null, "d1"), 3_000, test("adds", 1_000));
    refusedFor("d1", "d1");
    assertThat(found().refusal()).isNull();
    refusedFor("d1", "d1");
    assertThat(found().refusal()).isEqualTo(KnownParts.OFTEN_REFUSED);
  }

  @Test
  void aClassThatHasChangedIsDividedInTheNextRun() {
    ran(new TaskSplit(2, TaskSplit.OTHER_FILES, "d1"), 3_000, test("adds", 1_000));
    assertThat(found().refusal()).isNull();
  }
}
