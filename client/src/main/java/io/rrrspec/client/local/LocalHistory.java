package io.rrrspec.client.local;

import io.rrrspec.common.OutageException;
import io.rrrspec.persister.record.database.Database;
import io.rrrspec.persister.record.database.JdbcUrl;

/**
 * The record that a run on this machine is written into: the user's file, or, while that file does
 * not serve, one in memory that ends with the run. Tests are worth running all the same.
 *
 * @param database the open one
 * @param trouble why it is not the user's file, in one line; "" if it is
 */
record LocalHistory(Database database, String trouble) {
  private static final String NOT_RECORDED = "this run will not be in the history: ";

  /**
   * Opens it.
   *
   * @param url of the user's file
   * @throws io.rrrspec.common.RrrspecException if the file is there and of another version, or
   *     cannot be read for a reason that does not pass
   */
  static LocalHistory open(String url) {
    try {
      return new LocalHistory(Database.open(url), "");
    } catch (OutageException e) {
      return new LocalHistory(Database.open(JdbcUrl.inMemory()), NOT_RECORDED + e.getMessage());
    }
  }
}
