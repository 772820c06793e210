package io.rrrspec.client.record;

import io.rrrspec.common.UsageException;
import io.rrrspec.common.config.Settings;
import io.rrrspec.common.config.SettingsTable;
import io.rrrspec.persister.record.database.Database;
import io.rrrspec.persister.record.database.JdbcUrl;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;

/** Finds the database that has the past runs, and opens it for reading. */
final class RecordDatabase {
  private RecordDatabase() {}

  /**
   * Opens the one that {@code database_url} names, as the persister does; without that, or if it is
   * asked for, the file in which {@code run} keeps its history. Another process may have it open.
   *
   * @param local whether the runs on this machine are meant, whatever the settings say
   * @throws UsageException if there is no such file
   * @throws io.rrrspec.common.ServiceException if it is out of reach, or of another version
   */
  static Database open(Settings settings, boolean local) {
    String url = settings.find(SettingsTable.DATABASE_URL);
    if (url != null && !local) {
      return Database.openForReading(url);
    }
    Path file = settings.sources().dataDir().resolve("history");
    // Opening it would make it.
    if (!isThere(Path.of(file + ".mv.db"))) {
      throw new UsageException(
          "there is no record of past runs in "
              + file
              + ".mv.db: set database_url to the one that the persister has, or run tests with"
              + " `rrrspec-java run` first");
    }
    return Database.openForReading(JdbcUrl.inDataDirectory(settings.sources().dataDir()));
  }

  private static boolean isThere(Path file) {
    try {
      Files.readAttributes(file, BasicFileAttributes.class);
      return true;
    } catch (AccessDeniedException e) {
      throw new UsageException(
          "the record of past runs in "
              + file
              + " cannot be read (permission denied): it is for the user whose runs these are",
          e);
    } catch (IOException e) {
      return false;
    }
  }
}
