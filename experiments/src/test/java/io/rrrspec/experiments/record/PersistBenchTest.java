package io.rrrspec.experiments.record;

import static org.assertj.core.api.Assertions.assertThat;

import io.rrrspec.testing.TestRedis;
import io.rrrspec.testing.sql.TestDatabase;
import java.nio.file.Path;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** That the measurement works; its figures say nothing at this size. */
class PersistBenchTest {
  @RegisterExtension static final TestRedis redis = new TestRedis();

  @TempDir Path directory;

  @ParameterizedTest
  @EnumSource(TestDatabase.class)
  void itMeasures(TestDatabase kind) throws Exception {
    PersistBench bench =
        new PersistBench(redis.connection(), redis.keys(), kind.newUrl(directory), 20);
    assertThat(bench.run(1).row("x")).matches("\\| x \\| 20 \\| [0-9.]+ \\|.*");
  }
}
