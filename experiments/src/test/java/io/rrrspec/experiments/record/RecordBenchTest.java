package io.rrrspec.experiments.record;

import static org.assertj.core.api.Assertions.assertThat;

import io.rrrspec.persister.record.SeededRecord;
import io.rrrspec.persister.record.database.Database;
import io.rrrspec.persister.record.run.RecentRuns;
import io.rrrspec.persister.record.run.RunFilter;
import io.rrrspec.testing.sql.TestDatabase;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A smaller version of scripts/record-bench: what is asked is answered, and from indexes. */
class RecordBenchTest {
  private static final int RUNS = 2_000;
  private static final int LARGE = 1_000;

  /** H2, PostgreSQL, MariaDB: every row of a table is read. */
  private static final List<String> FULL_SCANS =
      List.of(".tableScan", "Seq Scan", ": ALL, key null");

  @TempDir Path directory;

  @ParameterizedTest
  @EnumSource(TestDatabase.class)
  void everythingIsAnsweredFromIndexesAndOldRunsGo(TestDatabase kind) throws Exception {
    String url = kind.newUrl(directory);
    if (kind == TestDatabase.POSTGRESQL) {
      // Would be right about tables that are still small.
      url += "&options=-c%20enable_seqscan=off";
    }
    try (Database database = Database.open(url)) {
      PrintStream nowhere = new PrintStream(OutputStream.nullOutputStream());
      RecordBench bench = new RecordBench(database, url, nowhere);
      bench.seed(RUNS, LARGE);

      RecentRuns recent = new RecentRuns(database);
      assertThat(recent.count(RunFilter.ALL)).isEqualTo(RUNS + 1);
      assertThat(recent.count(RunFilter.ALL.ofUser("user7"))).isEqualTo(RUNS / 50);
      Map<String, Supplier<?>> queries = bench.queries().all();
      assertThat(rows(queries, "runs, page in the middle")).isEqualTo(10);
      assertThat(rows(queries, "large run: tasks, all, count")).isEqualTo(LARGE);
      assertThat(rows(queries, "large run: tasks, failed, count")).isEqualTo(LARGE / 100);
      assertThat(rows(queries, "large run: tasks, retried, count")).isEqualTo(LARGE * 3 / 100);
      assertThat(rows(queries, "large run: timeline, 5,000 tasks")).isEqualTo(LARGE * 103 / 100);
      assertThat(rows(queries, "history of a test")).isGreaterThanOrEqualTo(100);
      assertThat(rows(queries, "flaky tests, all classes")).isPositive();

      bench
          .plans()
          .forEach(
              (name, plans) ->
                  plans.forEach(
                      (sql, plan) ->
                          assertThat(ofTables(plan))
                              .as(name + ": " + sql)
                              .doesNotContain(FULL_SCANS)));

      bench.delete(RUNS / 10, 2);
      assertThat(bench.record().left(RUNS - RUNS / 10)).isZero();
      assertThat(recent.count(RunFilter.ALL.between(null, SeededRecord.end(RUNS + 1))))
          .isEqualTo(RUNS / 10);
    }
  }

  /** Without the rows that the query itself has found before: MariaDB reads all of these. */
  private static String ofTables(String plan) {
    return plan.replaceAll("(?m)^<derived.*$", "");
  }

  private static int rows(Map<String, Supplier<?>> queries, String name) {
    return ViewerQueries.rows(Objects.requireNonNull(queries.get(name), name).get());
  }
}
