package io.rrrspec.persister.record.database;

import static io.rrrspec.persister.record.RunBuilder.aRun;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rrrspec.common.OutageException;
import io.rrrspec.persister.record.RunBuilder;
import io.rrrspec.persister.record.run.RunReader;
import io.rrrspec.persister.record.save.TasksetArchive;
import io.rrrspec.testing.SmallDisk;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** An H2 file that cannot be written: it breaks, and serves again without a new process. */
class BrokenFileTest {
  @TempDir Path directory;

  @ParameterizedTest
  @ValueSource(strings = {"", ";AUTO_SERVER=TRUE"})
  void aDiskThatGetsFullWithinATransactionBreaksTheFileUntilThereIsRoom(String options)
      throws Exception {
    try (SmallDisk disk = SmallDisk.mount(directory, 32)) {
      String url = "jdbc:h2:file:" + disk.directory().resolve("history") + ";WRITE_DELAY=0";
      try (Database database = Database.open(url + options)) {
        TasksetArchive archive = new TasksetArchive(database);
        RunReader reader = new RunReader(database);
        RunBuilder before = aRun().passed("com.foo.BarTest", 5);
        archive.saveFinished(before.taskset(), before.tasks());

        assertThatThrownBy(() -> fillAndWrite(database, disk))
            .isInstanceOf(OutageException.class)
            .hasMessageContaining("has no room left on its disk: free some");
        RunBuilder during = aRun().passed("com.foo.BarTest", 5);
        assertThatThrownBy(() -> archive.saveFinished(during.taskset(), during.tasks()))
            .isInstanceOf(OutageException.class)
            .hasMessageContaining("has no room left on its disk: free some");

        disk.free();
        archive.saveFinished(during.taskset(), during.tasks());
        assertThat(reader.find(before.id())).contains(before.taskset());
        assertThat(reader.find(during.id())).contains(during.taskset());
        assertThat(reader.recent(10)).hasSize(2);
      }
      // And it is all in the file.
      try (Database again = Database.openForReading(url)) {
        assertThat(new RunReader(again).recent(10)).hasSize(2);
      }
    }
  }

  private static void fillAndWrite(Database database, SmallDisk disk) {
    byte[] noise = new byte[1 << 20];
    new Random(1).nextBytes(noise);
    database.transaction(
        handle -> {
          try {
            disk.fill();
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
          return handle.execute("UPDATE taskset SET log = ?", noise);
        });
  }

  @Test
  void aDamagedFileIsAnOutageThatNobodyIsBlamedFor() throws Exception {
    String url = "jdbc:h2:file:" + directory.resolve("history");
    Database.open(url).close();
    byte[] zeroes = new byte[(int) Files.size(directory.resolve("history.mv.db"))];
    Files.write(directory.resolve("history.mv.db"), zeroes);

    assertThatThrownBy(() -> Database.open(url))
        .isInstanceOf(OutageException.class)
        .hasMessageContaining("is damaged: restore it from a backup");
  }

  @ParameterizedTest
  @CsvSource({
    "jdbc:h2:file:DIR/none/history;AUTO_SERVER=TRUE, true",
    "jdbc:h2:DIR/history, true",
    "jdbc:h2:mem:x, false",
    "jdbc:h2:tcp://localhost/x, false",
    "jdbc:postgresql://localhost/x, false",
  })
  void roomIsLookedForWhereTheFileIs(String url, boolean isFile) throws Exception {
    try (SmallDisk disk = SmallDisk.mount(directory, 1)) {
      disk.fill();
      DiskRoom room = DiskRoom.of(url.replace("DIR", directory.toString()));
      if (isFile) {
        assertThatThrownBy(room::check).hasMessageContaining("0 MB are free in " + directory);
      } else {
        room.check();
      }
    }
  }
}
