package io.rrrspec.persister.record.database;

import java.util.concurrent.atomic.AtomicInteger;
import org.jdbi.v3.core.statement.SqlLogger;
import org.jdbi.v3.core.statement.StatementContext;

/** Counts the statements that a database gets. */
public final class StatementCount {
  private StatementCount() {}

  /** How many statements some work takes. */
  public static int of(Database database, Runnable work) {
    AtomicInteger count = new AtomicInteger();
    database
        .jdbi()
        .setSqlLogger(
            new SqlLogger() {
              @Override
              public void logBeforeExecution(StatementContext context) {
                count.incrementAndGet();
              }
            });
    work.run();
    database.jdbi().setSqlLogger(SqlLogger.NOP_SQL_LOGGER);
    return count.get();
  }
}
