package io.rrrspec.persister.record.database;

import static io.rrrspec.persister.record.RunBuilder.aRun;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.rrrspec.common.UsageException;
import io.rrrspec.persister.record.RunBuilder;
import io.rrrspec.persister.record.run.RunReader;
import io.rrrspec.persister.record.save.TasksetArchive;
import io.rrrspec.testing.Checkout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Who else gets into an H2 file: nobody, also into one that an earlier version left open to all.
 */
class H2FileTest {
  private static final int NOBODY = 65_534;

  /** What an earlier version told H2. */
  private static final String EARLIER = ";AUTO_SERVER=TRUE;WRITE_DELAY=0;LOCK_TIMEOUT=10000";

  @TempDir Path base;

  private Path directory = Path.of("");
  private Path file = Path.of("");
  private String url = "";

  @BeforeEach
  void openDirectory() throws IOException {
    // One that others can enter: then the modes of the files are what counts.
    directory = Files.createDirectory(base.resolve("srv"));
    Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxr-xr-x"));
    file = directory.resolve("history");
    url = "jdbc:h2:file:" + file;
  }

  @Test
  void nobodyGetsInWithoutThePasswordAndEveryFileIsForItsOwnerAlone() throws Exception {
    try (Database database = Database.open(url)) {
      save(database);
      assertClosed();
      try (OtherProcess other = OtherProcess.start(url).opened()) {
        assertThat(other.count()).isEqualTo(1);
      }
    }
    assertClosed();
    try (Database database = Database.openForReading(url)) {
      assertThat(new RunReader(database).recent(10)).hasSize(1);
      assertClosed();
    }
  }

  @Test
  void aHistoryWithoutAPasswordKeepsItsRunsAndIsClosed() throws Exception {
    makeEarlier("");
    assertThat(modeOf(Path.of(file + ".mv.db"))).isEqualTo("rw-r--r--");
    try (Database database = Database.open(url)) {
      assertThat(count(database)).isEqualTo(1);
      assertClosed();
    }
    try (Database again = Database.open(url)) {
      assertThat(count(again)).isEqualTo(1);
      assertClosed();
    }
  }

  @Test
  void aHistoryOfAUserWithoutAPasswordIsClosedToo() throws Exception {
    makeEarlier("sa");
    try (Database database = Database.open(url)) {
      assertThat(count(database)).isEqualTo(1);
      assertClosed();
    }
  }

  @Test
  void aHistoryThatAnEarlierVersionServesRightNowIsClosed() throws Exception {
    makeEarlier("");
    try (Connection earlier = DriverManager.getConnection(url + EARLIER)) {
      try (Database database = Database.open(url)) {
        assertThat(count(database)).isEqualTo(1);
        assertAttackFails();
      }
      assertThat(earlier.isValid(1)).isTrue();
    }
  }

  @Test
  void twoProcessesMayCloseAHistoryAtTheSameTime() throws Exception {
    makeEarlier("");
    try (OtherProcess one = OtherProcess.start(url);
        OtherProcess two = OtherProcess.start(url)) {
      one.opened().save();
      two.opened().save();
      assertThat(one.count()).isEqualTo(3);
      assertClosed();
    }
  }

  @Test
  void aProcessThatWasKilledWhileItClosedAHistoryIsMadeUpFor() throws Exception {
    makeEarlier("");
    String password = H2Password.of(file).readOrMake(false).password();
    try (Connection earlier = DriverManager.getConnection(url + EARLIER);
        Statement statement = earlier.createStatement()) {
      statement.execute("CREATE USER RRRSPEC PASSWORD '" + password + "' ADMIN");
    }
    Database.open(url).close();
    assertClosed();
  }

  @Test
  void aCopyOfAnEarlierHistoryIsOpenedOnceItsPasswordFileIsGone() throws Exception {
    Database.open(url).close();
    Files.delete(Path.of(file + ".mv.db"));
    makeEarlier("");
    assertThatThrownBy(() -> Database.open(url)).hasMessageContaining(".password");
    Files.delete(Path.of(file + ".password"));
    try (Database database = Database.open(url)) {
      assertThat(count(database)).isEqualTo(1);
      assertClosed();
    }
  }

  @Test
  void aPasswordOfOnesOwnIsLeftAlone() throws Exception {
    String own = url + ";AUTO_SERVER=TRUE;USER=me;PASSWORD=of my own";
    try (Database database = Database.open(own)) {
      save(database);
      assertClosed();
    }
    assertThat(Path.of(file + ".password")).doesNotExist();
    try (Database database = Database.open(own)) {
      assertThat(count(database)).isEqualTo(1);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {";USER=sa", ";USER=sa;PASSWORD=", ";AUTO_SERVER=TRUE;USER=;PASSWORD="})
  void aUserWithoutAPasswordIsRefused(String settings) {
    assertRefused(url + settings, "names a user without a password");
  }

  @ParameterizedTest
  @ValueSource(strings = {"nio:/srv/history", "split:/srv/history", "file:nio:/srv/history"})
  void aFileThatCannotBeClosedIsRefused(String name) {
    assertRefused("jdbc:h2:" + name + ";AUTO_SERVER=TRUE", "cannot be kept from other users");
  }

  @Test
  void aDirectoryInWhichAnybodyMayWriteIsRefused() throws Exception {
    Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxrwxrwx"));
    assertRefused(url, "every user of this machine may write to " + directory);
    assertThat(directory).isEmptyDirectory();
  }

  @ParameterizedTest
  @ValueSource(strings = {".mv.db", ".lock.db", ".password", ".trace.db"})
  void whatAnotherUserPutThereIsRefused(String ending) throws Exception {
    Database.open(url).close();
    Path planted = Path.of(file + ending);
    if (!Files.exists(planted)) {
      Files.createFile(planted);
    }
    try {
      Files.setAttribute(planted, "unix:uid", NOBODY);
    } catch (IOException e) {
      assumeTrue(false, "only root can give a file to another user");
    }
    assertRefused(url, planted + " belongs to another user (uid " + NOBODY + ")");
  }

  /** Each URL of H2 that a person may copy from the docs, as it stands there. */
  @Test
  void theUrlsInTheDocsAreSafe() throws Exception {
    List<String> urls = new ArrayList<>();
    try (Stream<Path> docs = Files.walk(Checkout.root().resolve("docs"))) {
      for (Path page : docs.filter(p -> p.toString().matches(".*\\.(md|yml|service)")).toList()) {
        Matcher found = Pattern.compile("jdbc:h2:[^\\s`'\")]+").matcher(Files.readString(page));
        while (found.find()) {
          urls.add(found.group());
        }
      }
    }
    assertThat(urls).isNotEmpty();
    for (String documented : urls) {
      String here = documented.replace("/srv/rrrspec/history", file.toString());
      assertThat(here).contains(file.toString());
      try (Database database = Database.open(here)) {
        save(database);
        assertClosed();
      }
    }
  }

  /** As an earlier version did, with one run in it. */
  private void makeEarlier(String user) throws SQLException {
    String earlier = url + EARLIER;
    Flyway.configure(Schema.class.getClassLoader())
        .dataSource(earlier, user, "")
        .table("flyway_schema_history")
        .locations("classpath:" + Schema.FOLDER)
        .placeholders(Dialect.H2.placeholders())
        .load()
        .migrate();
    try (Connection connection = DriverManager.getConnection(earlier, user, "");
        Statement statement = connection.createStatement()) {
      statement.execute(
          "INSERT INTO taskset (uuid, redis_key, rsync_name, setup_command, slave_command,"
              + " worker_type, max_workers, max_trials, class_hash, taskset_class,"
              + " unknown_spec_timeout_sec, least_timeout_sec, created_ms, finished_ms, status,"
              + " succeeded_count, failed_count, task_count, runner, logs_saved) VALUES ('old',"
              + " 'rrrspec:taskset:old', 'a', '', '', '', 1, 1,"
              + " X'00000000000000000000000000000000', 'shop', 1, 1, 1000, 2000, 'failed', 0, 0, 0,"
              + " 'junit', TRUE)");
    }
  }

  private static void save(Database database) {
    RunBuilder run = aRun().passed("com.foo.BarTest", 5);
    new TasksetArchive(database).saveFinished(run.taskset(), run.tasks());
  }

  private static int count(Database database) {
    return new RunReader(database).recent(10).size();
  }

  private void assertClosed() throws Exception {
    try (Stream<Path> files = Files.list(directory)) {
      for (Path path : files.toList()) {
        assertThat(modeOf(path)).as(path.toString()).isEqualTo("rw-------");
      }
    }
    assertAttackFails();
  }

  /** What any user of the machine could do who knew the file's name. */
  private void assertAttackFails() {
    for (String user : List.of("", "sa", "RRRSPEC")) {
      // H2 may be opening or closing the file for the attempt before: that is no answer.
      await()
          .atMost(Duration.ofSeconds(30))
          .until(() -> answerToAttack(user).contains("Wrong user name or password"));
    }
  }

  private String answerToAttack(String user) {
    try (Connection connection =
            DriverManager.getConnection(url + EARLIER + ";IFEXISTS=TRUE", user, "");
        Statement statement = connection.createStatement()) {
      statement.execute(
          "CREATE ALIAS IF NOT EXISTS WHO AS $$ String who() {"
              + " return System.getProperty(\"user.name\"); } $$");
      throw new AssertionError("'" + user + "' can make the database run code");
    } catch (SQLException e) {
      return String.valueOf(e.getMessage());
    }
  }

  private static void assertRefused(String url, String words) {
    assertThatThrownBy(() -> Database.open(url))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining(words)
        .message()
        .hasLineCount(1);
  }

  private static String modeOf(Path path) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
  }
}
