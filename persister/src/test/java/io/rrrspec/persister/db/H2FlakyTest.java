package io.rrrspec.persister.db;

import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

/** Flaky tests in a file of H2. */
class H2FlakyTest extends FlakyContract {
  @TempDir Path directory;

  @Override
  String url() {
    return JdbcUrl.ofFile(directory.resolve("rrrspec"));
  }
}
