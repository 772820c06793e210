package io.rrrspec.persister.record.database;

import static io.rrrspec.persister.record.RunBuilder.aRun;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rrrspec.common.OutageException;
import io.rrrspec.common.RrrspecException;
import io.rrrspec.common.ServiceException;
import io.rrrspec.common.UsageException;
import io.rrrspec.persister.record.RunBuilder;
import io.rrrspec.persister.record.run.RunReader;
import io.rrrspec.persister.record.save.TasksetArchive;
import io.rrrspec.testing.sql.TestDatabase;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the servers say when something is wrong, in our words. */
@ParameterizedClass(name = "{0}")
@EnumSource(names = {"POSTGRESQL", "MARIADB"})
class ServerErrorsTest {
  private static final String KEY_OPTION = "&allowPublicKeyRetrieval=true";

  @TempDir Path directory;

  @Parameter TestDatabase kind = TestDatabase.POSTGRESQL;

  private String url = "";

  @BeforeEach
  void url() throws Exception {
    url = kind.newUrl(directory);
  }

  @Test
  void aWrongPasswordIsRefusedWithoutShowingIt() {
    assertRefused(
        url.replace("password=secret", "password=wrong-one"),
        ServiceException.class,
        "refuses this user or password: correct database_url");
  }

  @Test
  void aDatabaseThatIsNotThereIsNamed() {
    // What a user may not see MariaDB refuses in the same words as what is not there.
    assertRefused(
        url.replaceFirst("/rrrspec_[0-9]+", "/not_there"),
        ServiceException.class,
        kind == TestDatabase.MARIADB
            ? "does not exist, or is not this user's"
            : "does not exist: create it");
  }

  @Test
  void aServerThatDoesNotListenIsAnOutage() {
    assertRefused(
        url.replaceFirst("127.0.0.1:[0-9]+", "127.0.0.1:1"),
        OutageException.class,
        "is out of reach: start it");
  }

  @Test
  void aUrlThatTheDriverCannotReadSaysWhatToWrite() {
    assertRefused(
        url.replaceFirst("//127.0.0.1:[0-9]+", "//rrrspec:wrong-one@host"),
        UsageException.class,
        "cannot be understood: write jdbc:");
  }

  @Test
  void mysqlInTheUrlIsServedByTheSameDriver() {
    if (kind == TestDatabase.MARIADB) {
      try (Database database = Database.open(url.replace("jdbc:mariadb:", "jdbc:mysql:"))) {
        assertThat(new RunReader(database).recent(1)).isEmpty();
      }
    } else {
      assertThatThrownBy(() -> Database.open("jdbc:mysqls://host/x"))
          .isInstanceOf(UsageException.class);
    }
  }

  @Test
  void mysqlThatWantsTheServersKeySaysWhatToAdd() {
    // Others than MySQL know nothing of the option. A password that was right before needs no key.
    if (url.contains(KEY_OPTION)) {
      assertRefused(
          url.replace(KEY_OPTION, "").replace("password=secret", "password=wrong-one"),
          OutageException.class,
          "takes passwords only over TLS, or encrypted with its key: add sslMode=");
    }
  }

  @Test
  void aSecondProgramFindsTheTablesAndTheirVersion() {
    RunBuilder run = aRun().passed("com.foo.BarTest", 5);
    try (Database first = Database.open(url);
        Database second = Database.open(url)) {
      new TasksetArchive(first).saveFinished(run.taskset(), run.tasks());
      assertThat(new RunReader(second).find(run.id())).contains(run.taskset());
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"57P01", "57P03", "08006", "08S01", "53300"})
  void whatPassesByItselfIsAnOutage(String state) {
    assertThat(DatabaseErrors.explain(url, new java.sql.SQLException("words", state)))
        .isInstanceOf(OutageException.class);
  }

  private static void assertRefused(
      String url, Class<? extends RrrspecException> type, String words) {
    assertThatThrownBy(() -> Database.open(url))
        .isInstanceOf(type)
        .hasMessageContaining(words)
        .message()
        .hasLineCount(1)
        .doesNotContain("wrong-one");
  }
}
