package io.rrrspec.persister.record.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rrrspec.common.ServiceException;
import io.rrrspec.common.UsageException;
import io.rrrspec.persister.record.RunBuilder;
import io.rrrspec.persister.record.run.RunReader;
import io.rrrspec.persister.record.save.TasksetArchive;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DatabaseTest {
  @TempDir Path directory;

  @Test
  void theKnownVersionIsTheHighestMigration() throws Exception {
    URI folder =
        Objects.requireNonNull(Schema.class.getClassLoader().getResource(Schema.FOLDER)).toURI();
    try (Stream<Path> files = Files.list(Path.of(folder))) {
      int highest =
          files
              .map(f -> f.getFileName().toString())
              .filter(f -> f.startsWith("V"))
              .mapToInt(f -> Integer.parseInt(f.substring(1, f.indexOf("__"))))
              .max()
              .orElseThrow();
      assertThat(Schema.VERSION).isEqualTo(highest);
    }
  }

  @Test
  void aFileThatIsOpenedAgainKeepsItsRunsAndTheTimesArePrinted() throws Exception {
    String url = JdbcUrl.ofFile(directory.resolve("new/directory/rrrspec"));
    RunBuilder run = RunBuilder.aRun().passed("com.foo.BarTest", 5);
    long begin = System.nanoTime();
    try (Database database = Database.open(url)) {
      System.out.printf("H2 file created in %d ms%n", (System.nanoTime() - begin) / 1_000_000);
      new TasksetArchive(database).saveFinished(run.taskset(), run.tasks());
    }
    begin = System.nanoTime();
    try (Database database = Database.open(url)) {
      System.out.printf("H2 file opened in %d ms%n", (System.nanoTime() - begin) / 1_000_000);
      assertThat(new RunReader(database).find(run.id())).isPresent();
    }
  }

  @Test
  void aNewerSchemaIsRefused() throws Exception {
    String url = JdbcUrl.ofFile(directory.resolve("rrrspec"));
    Database.open(url).close();
    execute(
        url,
        "INSERT INTO \"flyway_schema_history\" SELECT 99, '99', \"description\", \"type\","
            + " \"script\", \"checksum\", \"installed_by\", \"installed_on\", \"execution_time\","
            + " TRUE FROM \"flyway_schema_history\" FETCH FIRST 1 ROW ONLY");
    assertRefused(url, "schema version 99");
  }

  @Test
  void aFileThatAnotherProgramHasLockedIsNamed() throws Exception {
    Path file = directory.resolve("rrrspec");
    String url = JdbcUrl.ofFile(file);
    try (Connection own = DriverManager.getConnection("jdbc:h2:file:" + file);
        OtherProcess other = OtherProcess.start(url)) {
      assertThat(own.isValid(1)).isTrue();
      assertThatThrownBy(other::opened)
          .isInstanceOf(IOException.class)
          .hasMessageContaining("is locked by another process");
    }
  }

  @Test
  void aWrongPasswordIsRefusedWithoutShowingIt() throws Exception {
    String url = JdbcUrl.ofFile(directory.resolve("rrrspec"));
    Database.open(url + ";USER=sa;PASSWORD=right").close();
    assertRefused(url + ";USER=sa;PASSWORD=wrong-one", "refuses this user or password");
  }

  @Test
  void aServerThatDoesNotListenIsOutOfReach() {
    assertRefused("jdbc:h2:tcp://127.0.0.1:1/rrrspec", "out of reach");
  }

  @Test
  void aDamagedFileIsNamed() throws Exception {
    Path file = directory.resolve("rrrspec.mv.db");
    Files.write(
        file,
        "no database at all, but long enough to be read as a header\n"
            .repeat(500)
            .getBytes(java.nio.charset.StandardCharsets.UTF_8));
    assertRefused(JdbcUrl.ofFile(directory.resolve("rrrspec")), "damaged");
  }

  @Test
  void aUrlOfNoKnownKindSaysWhatToWrite() {
    for (String url : List.of("", "postgres://host/db", "jdbc:sqlite:x")) {
      assertThatThrownBy(() -> Database.open(url))
          .isInstanceOf(UsageException.class)
          .hasMessageContaining("jdbc:postgresql:");
    }
  }

  @Test
  void aDirectoryThatWouldBeReadAsSettingsIsRefused() {
    assertThatThrownBy(() -> JdbcUrl.ofFile(directory.resolve("a;INIT=DROP ALL OBJECTS")))
        .isInstanceOf(UsageException.class);
  }

  @Test
  void passwordsAreNotShown() {
    assertThat(JdbcUrl.withoutSecrets("jdbc:postgresql://h/db?user=a&password=s3cret&ssl=true"))
        .isEqualTo("jdbc:postgresql://h/db?user=a&password=***&ssl=true");
    assertThat(JdbcUrl.withoutSecrets("jdbc:mysql://a:s3cret@h:3306/db"))
        .isEqualTo("jdbc:mysql://a:***@h:3306/db");
    assertThat(JdbcUrl.withoutSecrets("jdbc:h2:tcp://h:9092/db"))
        .isEqualTo("jdbc:h2:tcp://h:9092/db");
  }

  private static void assertRefused(String url, String words) {
    assertThatThrownBy(() -> Database.open(url))
        .isInstanceOf(ServiceException.class)
        .hasMessageContaining(words)
        .message()
        .hasLineCount(1)
        .doesNotContain("wrong-one");
  }

  private static void execute(String url, String sql) throws Exception {
    try (Connection connection = Connections.open(url);
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }
}
