package io.rrrspec.persister.db;

import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

/** The contract on a file of H2, as {@code run} and a small installation use it. */
class H2ArchiveTest extends ArchiveContract {
  @TempDir Path directory;

  @Override
  String url() {
    return JdbcUrl.ofFile(directory.resolve("rrrspec"));
  }
}
