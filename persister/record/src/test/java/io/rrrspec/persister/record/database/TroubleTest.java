package io.rrrspec.persister.record.database;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the words of the databases mean. PostgreSQL has no numbers. */
class TroubleTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          # PostgreSQL
          53100 | 0 | could not extend file "base/1/2": No space left on device | OUTAGE
          53200 | 0 | out of memory                                    | OUTAGE
          53300 | 0 | too many connections                             | OUTAGE
          57P01 | 0 | terminating connection                           | OUTAGE
          57P03 | 0 | the database system is starting up               | OUTAGE
          58030 | 0 | could not read block                             | OUTAGE
          25006 | 0 | cannot execute INSERT in a read-only transaction | OUTAGE
          08006 | 0 | I/O error                                        | OUTAGE
          28P01 | 0 | password authentication failed                   | OUTAGE
          3D000 | 0 | database does not exist                          | OUTAGE
          42P01 | 0 | relation does not exist                          | OUTAGE
          42501 | 0 | permission denied                                | OUTAGE
          XX001 | 0 | invalid page in block                            | DAMAGE
          XX002 | 0 | unexpected data in index                         | DAMAGE
          XX000 | 0 | internal error                                   | UNKNOWN
          40001 | 0 | could not serialize access                       | COLLISION
          40P01 | 0 | deadlock detected                                | COLLISION
          55P03 | 0 | lock not available                               | COLLISION
          57014 | 0 | canceling statement due to statement timeout     | UNKNOWN
          22021 | 0 | invalid byte sequence                            | VALUES
          22003 | 0 | out of range                                     | VALUES
          23505 | 0 | duplicate key                                    | VALUES
          54000 | 0 | index row size exceeds maximum                   | VALUES
          # MariaDB, MySQL
          HY000 | 1021 | Disk full                                     | OUTAGE
          HY000 | 1026 | Error writing file (Errcode: 28)              | OUTAGE
          HY000 | 3    | Error writing file (Errcode: 28)              | OUTAGE
          HY000 | 1114 | The table 'trial' is full                     | OUTAGE
          HY001 | 1037 | Out of memory                                 | OUTAGE
          08004 | 1040 | Too many connections                          | OUTAGE
          42000 | 1203 | max_user_connections                          | OUTAGE
          08S01 | 1053 | Server shutdown in progress                   | OUTAGE
          HY000 | 1290 | running with the --read-only option           | OUTAGE
          HY000 | 1836 | Running in read-only mode                     | OUTAGE
          70100 | 1927 | Connection was killed                         | OUTAGE
          42S02 | 1146 | Table doesn't exist                           | OUTAGE
          HY000 | 1030 | Got error from storage engine                 | UNKNOWN
          70100 | 1969 | max_statement_time exceeded                   | UNKNOWN
          HY000 | 1020 | Record has changed since last read in table   | COLLISION
          HY000 | 1205 | Lock wait timeout exceeded                    | COLLISION
          40001 | 1213 | Deadlock found                                | COLLISION
          HY000 | 1034 | Index for table is corrupt                    | DAMAGE
          22001 | 1406 | Data too long for column                      | VALUES
          22007 | 1366 | Incorrect string value                        | VALUES
          08S01 | 1153 | Got a packet bigger than 'max_allowed_packet' | VALUES
          08000 | 0    | Packet too big for current server max_allowed_packet value | VALUES
          # H2
          90098 | 90098 | The database has been closed                 | OUTAGE
          90028 | 90028 | IO Exception                                 | OUTAGE
          90031 | 90031 | IO Exception                                 | OUTAGE
          90020 | 90020 | Database may be already in use               | OUTAGE
          90067 | 90067 | Connection is broken                         | OUTAGE
          08000 | 8000  | Could not save properties history.lock.db    | OUTAGE
          HY000 | 50000 | MVStoreException: Writing failed [2.4.240/2] | OUTAGE
          HY000 | 50000 | MVStoreException: Reading failed [2.4.240/1] | OUTAGE
          HY000 | 50000 | MVStoreException: Chunk 7 [2.4.240/6]        | DAMAGE
          HY000 | 50000 | NullPointerException                         | UNKNOWN
          90030 | 90030 | File corrupted                               | DAMAGE
          HYT00 | 50200 | Timeout trying to lock table                 | COLLISION
          90131 | 90131 | Concurrent update                            | COLLISION
          40001 | 40001 | Deadlock                                     | COLLISION
          22001 | 22001 | Value too long                               | VALUES
          """)
  void errorsAreKnownByTheirCodes(String state, int code, String message, Trouble expected) {
    assertThat(Trouble.of(new SQLException(message, state, code))).isEqualTo(expected);
  }

  @Test
  void aPoolThatHasNoConnectionLeftIsAnOutage() {
    assertThat(Trouble.of(new SQLTransientConnectionException("request timed out")))
        .isEqualTo(Trouble.OUTAGE);
    assertThat(Trouble.of(new SQLException("HikariDataSource (x) has been closed.")))
        .isEqualTo(Trouble.OUTAGE);
  }

  @Test
  void whatTheDatabaseItselfSaidIsBelowWhatThePoolSaid() {
    SQLException login = new SQLException("no", "28P01");
    assertThat((Throwable) Trouble.cause(new IllegalStateException(new SQLException("p", login))))
        .isSameAs(login);
    assertThat((Throwable) Trouble.cause(new IllegalStateException())).isNull();
  }
}
