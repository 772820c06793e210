package io.rrrspec.client.local;

import io.rrrspec.common.OutageException;
import io.rrrspec.common.ServiceException;
import io.rrrspec.persister.record.database.Database;
import io.rrrspec.persister.record.database.JdbcUrl;
import io.rrrspec.persister.record.database.UnknownTroubleException;
import java.util.function.Consumer;
import java.util.function.Supplier;

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
      return inMemory(e);
    }
  }

  /** An empty one for a run that goes on though the file does not serve. */
  static LocalHistory inMemory(ServiceException trouble) {
    return new LocalHistory(Database.open(JdbcUrl.inMemory()), NOT_RECORDED + trouble.getMessage());
  }

  /**
   * Plans a run. If the history cannot be read meanwhile, plans it once more without.
   *
   * @param needed whether the history says what is to run: then there is no run without it
   * @param forget puts an empty history in place of the one that has failed
   */
  static <T> T planned(boolean needed, Supplier<T> plan, Consumer<ServiceException> forget) {
    try {
      return plan.get();
    } catch (OutageException e) {
      if (needed || !e.what().equals(OutageException.DATABASE)) {
        throw e;
      }
      forget.accept(e);
    } catch (UnknownTroubleException e) {
      if (needed) {
        throw e;
      }
      forget.accept(e);
    }
    return plan.get();
  }
}
