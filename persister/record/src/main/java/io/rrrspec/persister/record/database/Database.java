package io.rrrspec.persister.record.database;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.pool.HikariPool.PoolInitializationException;
import io.rrrspec.common.RrrspecException;
import io.rrrspec.common.ServiceException;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.jdbi.v3.core.JdbiException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An open SQL database whose tables are current. Safe for use by several threads.
 *
 * <p>What goes wrong in it comes out as {@link ServiceException} with one line for a person.
 */
public final class Database implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(Database.class);

  /** A persister saves four tasksets at once; two are for whoever only asks something. */
  private static final int POOL_SIZE = 6;

  private static final long CONNECT_MILLIS = 5_000;

  static {
    JdbcUrl.serveOnLoopbackOnly();
  }

  private final String url;
  private final Pool pool;
  private final DiskRoom room;
  private final SingleWriter writer;
  private final Handover handover;
  private final Jdbi jdbi;

  /** So that damage is told once, and not with each of the calls that it hits. */
  private final AtomicBoolean damageTold = new AtomicBoolean();

  private Database(String url, Pool pool, SingleWriter writer) {
    this.url = url;
    this.pool = pool;
    this.room = DiskRoom.of(url);
    this.writer = writer;
    this.handover = Handover.of(url);
    this.jdbi = Jdbi.create(pool);
  }

  /**
   * Connects and brings the tables up to date.
   *
   * @param url a JDBC URL, with user and password in it where the database wants them; see {@link
   *     JdbcUrl#ofFile}
   * @throws io.rrrspec.common.UsageException if the URL is of no known kind
   * @throws ServiceException if the database is out of reach, locked, refuses the password, or is
   *     of a newer version
   */
  public static Database open(String url) {
    Dialect dialect = Dialect.of(url);
    DiskRoom room = DiskRoom.of(url);
    return opened(
        url,
        writer -> {
          room.check();
          return new Pool(config(url, dialect), dialect, writer);
        },
        (pool, writer) -> Schema.upgrade(pool.source(), dialect, writer));
  }

  /**
   * Connects for reading alone: the tables are left as they are.
   *
   * @param url as for {@link #open}
   * @throws io.rrrspec.common.UsageException if the URL is of no known kind
   * @throws ServiceException as for {@link #open}, and if the tables are missing or of an older
   *     version
   */
  public static Database openForReading(String url) {
    Dialect dialect = Dialect.of(url);
    return opened(
        url,
        writer -> {
          // Otherwise H2 makes the file that it is to read.
          HikariConfig config =
              config(dialect == Dialect.H2 ? url + ";IFEXISTS=TRUE" : url, dialect);
          config.setReadOnly(true);
          return new Pool(config, dialect, writer);
        },
        (pool, writer) -> Schema.requireCurrent(pool.source(), JdbcUrl.withoutSecrets(url)));
  }

  private interface Connecting {
    Pool connect(SingleWriter writer);
  }

  private interface Checking {
    void check(Pool pool, SingleWriter writer) throws SQLException;
  }

  private static Database opened(String url, Connecting connecting, Checking checking) {
    Handover handover = Handover.of(url);
    long end = System.nanoTime() + Handover.PATIENCE.toNanos();
    while (true) {
      Pool pool = null;
      try {
        SingleWriter writer = SingleWriter.of(url);
        pool = connecting.connect(writer);
        checking.check(pool, writer);
        return new Database(url, pool, writer);
      } catch (Exception e) {
        if (pool != null) {
          pool.close();
        }
        // The source of connections has waited already; what Flyway has begun is not done again.
        boolean mayPass = e instanceof SQLException || e instanceof PoolInitializationException;
        if (!mayPass || System.nanoTime() > end || !handover.awaits(e)) {
          throw DatabaseErrors.explain(url, e);
        }
      }
    }
  }

  private static HikariConfig config(String url, Dialect dialect) {
    HikariConfig config = new HikariConfig();
    config.setPoolName("rrrspec-db");
    if (dialect == Dialect.H2) {
      config.setDataSource(new H2DataSource(H2File.of(url)));
    } else {
      config.setJdbcUrl(dialect.forDriver(url));
    }
    config.setMaximumPoolSize(POOL_SIZE);
    config.setMinimumIdle(1);
    // As the others do by default. What MariaDB does instead locks gaps between rows: of two that
    // replace the logs of different tasksets at once it would send one back.
    config.setTransactionIsolation("TRANSACTION_READ_COMMITTED");
    config.setConnectionTimeout(CONNECT_MILLIS);
    dialect.driverProperties().forEach(config::addDataSourceProperty);
    return config;
  }

  /**
   * Runs the work in one transaction: all of it is there afterwards, or, if it throws, nothing. The
   * work is never begun twice: nobody knows whether a commit that broke is on disk.
   */
  public <T> T transaction(Function<Handle, T> work) {
    AtomicBoolean begun = new AtomicBoolean();
    Function<Handle, T> once =
        handle -> {
          begun.set(true);
          return work.apply(handle);
        };
    while (true) {
      room.check();
      try {
        T result = writer.alone(() -> jdbi.inTransaction(once::apply));
        handover.over();
        return result;
      } catch (RrrspecException e) {
        throw e;
      } catch (RuntimeException e) {
        RuntimeException explained = ours(e);
        if (begun.get() || !isPassing(e)) {
          throw explained;
        }
      }
    }
  }

  /**
   * Runs queries. If the process that serves an H2 file ends meanwhile, they run again from the
   * start: the work must not add to what an earlier try has left.
   */
  public <T> T read(Function<Handle, T> work) {
    while (true) {
      try {
        T result = jdbi.withHandle(work::apply);
        handover.over();
        return result;
      } catch (RuntimeException e) {
        RuntimeException explained = ours(e);
        if (e instanceof RrrspecException || !isPassing(e)) {
          throw explained;
        }
      }
    }
  }

  private boolean isPassing(RuntimeException e) {
    return !pool.isClosed() && handover.awaits(e);
  }

  /** Errors of the database are explained; what the caller's own code threw stays as it is. */
  private RuntimeException ours(RuntimeException e) {
    if (!(e instanceof JdbiException) && Trouble.cause(e) == null) {
      return e;
    }
    pool.failed(e);
    RrrspecException explained = DatabaseErrors.explain(url, e);
    SQLException cause = Trouble.cause(e);
    if (cause != null
        && Trouble.of(cause) == Trouble.DAMAGE
        && damageTold.compareAndSet(false, true)) {
      log.error("{}", explained.getMessage());
    }
    return explained;
  }

  /** For those who watch what is asked, such as tests that want to see plans. */
  Jdbi jdbi() {
    return jdbi;
  }

  @Override
  public void close() {
    pool.close();
  }
}
