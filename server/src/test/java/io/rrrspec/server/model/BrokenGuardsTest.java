package io.rrrspec.server.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Each guard, left out of the model's scripts, is found missing: so we know that the net holds. */
class BrokenGuardsTest {

  private static Bounds bounds(Guard missing) {
    return switch (missing) {
      case CLAIM_GIVES_THE_OPEN_TRIAL_AGAIN ->
          Bounds.of("a lost answer").tasks(2, 1).faults(0, 1, 0);
      case CLAIM_PASSES_OVER_DECIDED_TASKS, JUDGE_ONLY_UNDECIDED_TASKS ->
          Bounds.of("foreign").foreignSlaves(1).tasks(2, 1);
      case CLAIM_ASKS_FOR_THE_LIFE, END_OF_A_SLAVE_CLOSES_ITS_TRIAL, JUDGE_COUNTS_LOST_APART ->
          Bounds.of("a crash").tasks(1, 2).faults(2, 0, 0);
      case A_WORKER_VOUCHES_FOR_ITS_OWN -> Bounds.of("two crashes").tasks(1, 1).faults(2, 0, 0);
      case A_WORKER_LEAVES_WHAT_IT_DOES_NOT_SERVE ->
          Bounds.of("lost writes").tasks(1, 1).losesWrites(12);
      case A_WORKER_ENDS_THE_ENDED_AGAIN, A_WORKER_VOUCHES_WHERE_IT_SERVES ->
          Bounds.of("lost writes and a crash").tasks(1, 1).faults(1, 0, 0).losesWrites(6);
      case FINISH_ONLY_WITHOUT_STATUS, JUDGE_ONLY_WITHOUT_VERDICT, PUT_BACK_ONLY_IN_NOBODYS_HANDS ->
          Bounds.of("a lost answer, a doubled message").tasks(1, 2).faults(0, 1, 1);
      case JUDGE_ONLY_WHILE_RUNNING -> Bounds.of("a cancel").tasks(1, 1).cancelled();
      case JUDGE_WAITS_FOR_OPEN_TRIALS, JUDGE_SUPERSEDES_THE_LOSER ->
          Bounds.of("copies").workers(2, 1).tasks(1, 2).withCopies();
      case JUDGE_ENDS_AFTER_FIVE_LOST -> Bounds.of("seven crashes").tasks(1, 1).faults(7, 0, 0);
      case JUDGE_STOPS_AT_MAX_TRIALS -> Bounds.of("no fault").tasks(1, 2);
      case JUDGE_LOOKS_UNTIL_IT_IS_CONFIRMED,
          JUDGE_WANTS_THE_SAME_FAILURE,
          JUDGE_DOES_NOT_COUNT_PROBES,
          JUDGE_TELLS_WHEN_A_LOOK_ENDS,
          CLAIM_GIVES_A_PROBE_TO_A_FRESH_JVM,
          CLAIM_ASKS_FOR_A_FRESH_JVM ->
          Bounds.of("looks").tasks(2, 1).looksAgain();
      case JUDGE_MAKES_A_LOST_PROBE_AGAIN ->
          Bounds.of("looks and a crash").tasks(2, 1).faults(1, 0, 0).looksAgain();
      case CLAIM_KEEPS_PROBES_ON_ONE_WORKER ->
          Bounds.of("looks, two workers").workers(2, 1).tasks(2, 1).looksAgain();
      case CLAIM_KEEPS_A_KNOWN_PAIR_APART -> Bounds.of("known pair").tasks(2, 1).knownPair(true);
      case CLAIM_ASKS_AGAIN_FOR_A_FRESH_JVM -> Bounds.of("all fail").tasks(3, 2).allFail();
      case CLAIM_KEEPS_PARTS_APART -> Bounds.of("parts").workers(1, 1).tasks(1, 1).inParts(2);
      case CLAIM_KEEPS_A_COPY_FROM_PARTS ->
          Bounds.of("parts and copies").workers(2, 1).tasks(1, 1).inOddParts(2).withCopies();
      case END_OF_A_PART_WAITS_FOR_THE_OTHERS,
          END_OF_A_PART_COUNTS_THE_PARTS,
          END_OF_A_PART_COMPARES_THE_PARTS,
          VOID_SPARES_WHAT_RUNS ->
          Bounds.of("parts, two slaves").workers(1, 2).tasks(1, 1).inOddParts(2);
      case VOID_IS_KEPT ->
          Bounds.of("parts, two slaves and a crash")
              .workers(1, 2)
              .tasks(1, 1)
              .faults(1, 0, 0)
              .inParts(2);
      case JUDGE_WANTS_A_FAILURE_OF_THE_CLASS ->
          Bounds.of("parts and a crash").workers(1, 1).tasks(1, 1).faults(1, 0, 0).inParts(2);
      case DROP_TELLS_THE_CLASS ->
          Bounds.of("parts and fail fast").workers(1, 2).tasks(2, 1).inParts(2).failFast(1);
      case PUT_BACK_TELLS_THE_ARBITER ->
          Bounds.of("foreign, a crash").foreignSlaves(1).tasks(1, 1).faults(1, 0, 0);
    };
  }

  /**
   * What does the same in a run as small as this, in which every worker that has gone comes back;
   * not so where max_workers are there already.
   */
  private static Set<Guard> beside(Guard missing) {
    return switch (missing) {
      case A_WORKER_VOUCHES_FOR_ITS_OWN ->
          Set.of(Guard.A_WORKER_ENDS_THE_ENDED_AGAIN, Guard.A_WORKER_VOUCHES_WHERE_IT_SERVES);
      case A_WORKER_VOUCHES_WHERE_IT_SERVES -> Set.of(Guard.A_WORKER_ENDS_THE_ENDED_AGAIN);
      // With the other one alone a class whose parts have not all ended runs whole beside them.
      case END_OF_A_PART_COUNTS_THE_PARTS -> Set.of(Guard.END_OF_A_PART_WAITS_FOR_THE_OTHERS);
      default -> Set.of();
    };
  }

  @ParameterizedTest
  @EnumSource(Guard.class)
  void aMissingGuardIsFound(Guard missing) {
    Bounds bounds = bounds(missing);
    EnumSet<Guard> all = EnumSet.of(missing);
    all.addAll(beside(missing));
    Explorer.Report report = explore(bounds, all);
    System.out.printf(
        "without %s: %s: %,d states, %d steps to the first breach; broken: %s%n",
        missing, bounds.name, report.states(), report.path().size() - 1, report.broken());
    assertThat(report.broken()).as("without %s", missing).isNotEmpty();
    assertThat(report.path()).last().asString().startsWith("=> broken: ");
  }

  @Tag("nightly")
  @Test
  void andWithAllGuardsNothingIsFoundInTheSameRuns() {
    List<Bounds> all = Arrays.stream(Guard.values()).map(BrokenGuardsTest::bounds).toList();
    for (Bounds bounds : all) {
      if (bounds.crashes < 7) {
        assertThat(explore(bounds, EnumSet.noneOf(Guard.class)).broken()).isEmpty();
      }
    }
  }

  @Test
  void aBreachIsToldStepByStep() {
    Bounds bounds = bounds(Guard.CLAIM_GIVES_THE_OPEN_TRIAL_AGAIN);
    Explorer.Report report = explore(bounds, EnumSet.of(Guard.CLAIM_GIVES_THE_OPEN_TRIAL_AGAIN));
    assertThat(report.path())
        .containsExactly(
            "1. worker 0 starts slave 0, which registers",
            "2. slave 0 claims; the answer is lost",
            "3. slave 0 claims",
            "=> broken: an open trial is in the hands of its slave");
  }

  private static Explorer.Report explore(Bounds bounds, EnumSet<Guard> missing) {
    return new Explorer(new Cluster(new Scripts(bounds, missing), new WorkerScripts())).explore();
  }
}
