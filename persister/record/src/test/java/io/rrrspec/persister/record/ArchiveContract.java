package io.rrrspec.persister.record;

import io.rrrspec.common.model.Task;
import io.rrrspec.persister.record.database.Database;
import io.rrrspec.persister.record.history.ClassHistory;
import io.rrrspec.persister.record.run.RunReader;
import io.rrrspec.persister.record.save.TasksetArchive;
import io.rrrspec.testing.sql.TestDatabase;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** What every database has to do alike: a subclass each is about one part of it. */
@ParameterizedClass(name = "{0}")
@EnumSource(TestDatabase.class)
public abstract class ArchiveContract {
  @TempDir Path directory;

  /** Where it runs. */
  @Parameter public TestDatabase kind = TestDatabase.H2;

  public Database database;
  public TasksetArchive archive;
  public RunReader reader;
  public ClassHistory history;

  @BeforeEach
  public void open() throws Exception {
    database = Database.open(kind.newUrl(directory));
    archive = new TasksetArchive(database);
    reader = new RunReader(database);
    history = new ClassHistory(database);
  }

  @AfterEach
  public void close() {
    // Not there if the server is not installed, and the test skipped.
    if (database != null) {
      database.close();
    }
  }

  public final int count(String table) {
    return database.read(
        handle -> handle.createQuery("SELECT COUNT(*) FROM " + table).mapTo(Integer.class).one());
  }

  public static List<Task> tasksOf(RunBuilder run) {
    List<Task> tasks = new ArrayList<>();
    run.tasks().forEachRemaining(finished -> tasks.add(finished.task()));
    return tasks;
  }
}
