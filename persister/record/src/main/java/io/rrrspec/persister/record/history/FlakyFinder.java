package io.rrrspec.persister.record.history;

import io.rrrspec.common.run.CaseOutcomes.Test;
import io.rrrspec.persister.record.row.Hash;
import io.rrrspec.persister.record.row.SqlText;
import io.rrrspec.persister.record.row.TasksetRow;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/**
 * Finds, for a run that is saved, the tests that failed and passed on its sources, in it or in
 * others, and writes a row for each run in which one failed so. What is proof is told in
 * docs/decisions/flaky-tests.md.
 */
public final class FlakyFinder {
  /** How many other runs on the same sources are looked at; the newest. */
  public static final int OTHER_RUNS = 10;

  /** With more classes that failed, something else is broken than tests. */
  private static final int MAX_SPECS = 2_000;

  private static final String INSERT =
      "INSERT INTO flaky_case (taskset_id, task_no, test_hash, trial_no, case_no, class_hash,"
          + " spec_hash, finished_ms, class_name, name, passed_taskset_id, passed_task_no,"
          + " passed_trial_no, passed_case_no) SELECT :run, :task, :test, :trial, :case,"
          + " class_hash, :spec, COALESCE(finished_ms, created_ms, 0), :class, :name, :passedRun,"
          + " :passedTask, :passedTrial, :passedCase FROM taskset WHERE id = :run";

  private final Handle handle;
  private final BadWorkers badWorkers;
  private final Set<String> known = new HashSet<>();

  public FlakyFinder(Handle handle) {
    this.handle = handle;
    this.badWorkers = new BadWorkers(handle);
  }

  /** Looks at one run and its neighbours; what was found before is left as it is. */
  public void find(String tasksetId) {
    Optional<Run> found = run(tasksetId);
    if (found.isEmpty()) {
      return;
    }
    Run run = found.get();
    List<Long> runs = new ArrayList<>(List.of(run.number));
    runs.addAll(others(run));
    List<byte[]> specs = failedSpecs(runs);
    if (specs.isEmpty() || specs.size() > MAX_SPECS) {
      return;
    }
    readKnown(runs);
    for (byte[] spec : specs) {
      find(run.tasksetClass, spec, CountedTrial.of(handle, spec, runs));
    }
  }

  private void find(String tasksetClass, byte[] spec, List<CountedTrial> trials) {
    for (CountedTrial failing : trials) {
      List<Test> failed = failing.outcomes().failed();
      if (failed.isEmpty() || badWorkers.mayBeToBlameFor(failing)) {
        continue;
      }
      for (Test test : failed) {
        byte[] hash = Hash.of(tasksetClass, test.className(), test.name());
        if (!known.contains(id(failing.tasksetId(), failing.taskNo(), hash))) {
          CountedTrial passing = passing(test, failing, trials);
          if (passing != null) {
            known.add(id(failing.tasksetId(), failing.taskNo(), hash));
            insert(spec, hash, test, failing, passing);
          }
        }
      }
    }
  }

  /** Of the trials in which it passed the one in the same run, else in the nearest one. */
  private static @Nullable CountedTrial passing(
      Test test, CountedTrial failing, List<CountedTrial> trials) {
    return trials.stream()
        .filter(trial -> trial.outcomes().provesPassed(test, failing.outcomes()))
        .min(Comparator.comparingLong(trial -> Math.abs(trial.tasksetId() - failing.tasksetId())))
        .orElse(null);
  }

  private void insert(
      byte[] spec, byte[] hash, Test test, CountedTrial failing, CountedTrial passing) {
    handle
        .createUpdate(INSERT)
        .bind("run", failing.tasksetId())
        .bind("task", failing.taskNo())
        .bind("test", hash)
        .bind("trial", failing.trialNo())
        .bind("case", failing.outcomes().caseNo(test))
        .bind("spec", spec)
        .bind("class", SqlText.clean(test.className()))
        .bind("name", SqlText.clean(test.name()))
        .bind("passedRun", passing.tasksetId())
        .bind("passedTask", passing.taskNo())
        .bind("passedTrial", passing.trialNo())
        .bind("passedCase", passing.outcomes().caseNo(test))
        .execute();
  }

  private Optional<Run> run(String tasksetId) {
    return handle
        .createQuery(
            "SELECT id, class_hash, taskset_class, sources FROM taskset WHERE uuid = :uuid")
        .bind("uuid", TasksetRow.uuid(tasksetId))
        .map(
            (row, context) ->
                new Run(row.getLong(1), row.getBytes(2), row.getString(3), row.getString(4)))
        .findOne();
  }

  /** Newer ones, too: of two that are saved at the same time only the later one sees the other. */
  private List<Long> others(Run run) {
    if (run.sources == null) {
      return List.of();
    }
    return handle
        .createQuery(
            "SELECT id FROM taskset WHERE class_hash = :class AND sources = :sources AND id <> :run"
                + " ORDER BY class_hash DESC, sources DESC, id DESC LIMIT :limit")
        .bind("class", run.classHash)
        .bind("sources", run.sources)
        .bind("run", run.number)
        .bind("limit", OTHER_RUNS)
        .mapTo(Long.class)
        .list();
  }

  private List<byte[]> failedSpecs(List<Long> runs) {
    return handle
        .createQuery(
            "SELECT DISTINCT k.spec_hash FROM failed_case f JOIN task k ON k.taskset_id ="
                + " f.taskset_id AND k.task_no = f.task_no WHERE f.taskset_id IN (<runs>) AND"
                + " k.order_dependence IS NULL AND (k.quick IS NULL OR k.quick <> 'refused')")
        .bindList("runs", runs)
        .map((row, context) -> row.getBytes(1))
        .list();
  }

  private void readKnown(List<Long> runs) {
    handle
        .createQuery(
            "SELECT taskset_id, task_no, test_hash FROM flaky_case WHERE taskset_id IN (<runs>)")
        .bindList("runs", runs)
        .map((row, context) -> id(row.getLong(1), row.getInt(2), row.getBytes(3)))
        .forEach(known::add);
  }

  private static String id(long run, int taskNo, byte[] test) {
    return run + " " + taskNo + " " + HexFormat.of().formatHex(test);
  }

  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Run(
      long number, byte[] classHash, String tasksetClass, @Nullable String sources) {}
}
