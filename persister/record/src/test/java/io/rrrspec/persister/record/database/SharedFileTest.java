package io.rrrspec.persister.record.database;

import static io.rrrspec.persister.record.RunBuilder.aRun;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.rrrspec.common.OutageException;
import io.rrrspec.persister.record.RunBuilder;
import io.rrrspec.persister.record.run.RunReader;
import io.rrrspec.persister.record.save.TasksetArchive;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.jdbi.v3.core.Handle;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Several processes that have one H2 file open, as two {@code run}s of one user do. */
class SharedFileTest {
  private static final String COUNT = "SELECT COUNT(*) FROM taskset";

  @TempDir Path directory;
  private String url = "";

  @BeforeEach
  void url() {
    url = JdbcUrl.ofFile(directory.resolve("rrrspec"));
  }

  @Test
  void twoProcessesWriteAndSeeEachOther() throws Exception {
    try (Database mine = Database.open(url);
        OtherProcess other = OtherProcess.start(url).opened()) {
      RunBuilder run = aRun().passed("com.foo.BarTest", 5);
      new TasksetArchive(mine).saveFinished(run.taskset(), run.tasks());
      String theirs = other.save();
      assertThat(other.count()).isEqualTo(2);
      assertThat(new RunReader(mine).find(theirs)).isPresent();
      assertThat(new RunReader(mine).tasks(theirs)).hasSize(50);
    }
  }

  @Test
  void twoProcessesMayCreateTheFileAtTheSameTime() throws Exception {
    try (OtherProcess one = OtherProcess.start(url);
        OtherProcess two = OtherProcess.start(url)) {
      one.opened().save();
      two.opened().save();
      assertThat(one.count()).isEqualTo(2);
    }
  }

  @Test
  void whenTheServingProcessIsKilledNothingSavedIsLostAndTheOtherGoesOn() throws Exception {
    OtherProcess serving = OtherProcess.start(url).opened();
    try (serving;
        Database mine = Database.open(url)) {
      String theirs = serving.save();
      serving.kill();

      RunReader reader = new RunReader(mine);
      await()
          .atMost(Duration.ofSeconds(20))
          .ignoreExceptions()
          .until(() -> reader.find(theirs).isPresent());
      RunBuilder run = aRun().passed("com.foo.BarTest", 5);
      new TasksetArchive(mine).saveFinished(run.taskset(), run.tasks());
      assertThat(reader.recent(10)).hasSize(2);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aReadGoesOnWhenTheServingProcessEndsMeanwhile(boolean inOrder) throws Exception {
    OtherProcess serving = OtherProcess.start(url).opened();
    try (serving;
        Database mine = Database.open(url)) {
      String theirs = serving.save();
      assertThat(mine.read(new Query(serving, inOrder))).isEqualTo(1);
      assertThat(new RunReader(mine).find(theirs)).isPresent();
    }
  }

  @Test
  void aReadIsRepeatedWhileAnotherProcessHasTheFileAndServesNobodyYet() throws Exception {
    String alone = url.replace("AUTO_SERVER=TRUE", "AUTO_SERVER=FALSE");
    OtherProcess serving = OtherProcess.start(url).opened();
    AtomicInteger tries = new AtomicInteger();
    try (serving;
        Database mine = Database.open(url)) {
      serving.save();
      int runs =
          mine.read(
              handle -> {
                if (tries.incrementAndGet() == 1) {
                  end(serving, true);
                  OtherProcess next = start(alone);
                  var unused =
                      CompletableFuture.runAsync(
                          () -> end(next, true),
                          CompletableFuture.delayedExecutor(2, TimeUnit.SECONDS));
                }
                return handle.createQuery(COUNT).mapTo(Integer.class).one();
              });
      assertThat(runs).isEqualTo(1);
      assertThat(tries).hasValueGreaterThan(1);
    }
  }

  @Test
  void aTransactionIsNotBegunAgainWhenTheServingProcessEndsMeanwhile() throws Exception {
    OtherProcess serving = OtherProcess.start(url).opened();
    try (serving;
        Database mine = Database.open(url)) {
      serving.save();
      Query once = new Query(serving, true);
      assertThatThrownBy(() -> mine.transaction(once))
          .isInstanceOf(OutageException.class)
          .hasMessageContaining(
              "is out of reach: the process that had it open has ended; try again")
          .hasMessageNotContaining("database_url");
      assertThat(once.tries).hasValue(1);
      assertThat(mine.transaction(once)).isEqualTo(1);
    }
  }

  @Test
  void aTransactionThatHasNotBegunWaitsForTheFile() throws Exception {
    OtherProcess serving = OtherProcess.start(url).opened();
    try (serving;
        Database mine = Database.open(url)) {
      serving.save();
      serving.kill();
      RunBuilder run = aRun().passed("com.foo.BarTest", 5);
      assertThat(new TasksetArchive(mine).saveFinished(run.taskset(), run.tasks())).isTrue();
      assertThat(new RunReader(mine).recent(10)).hasSize(2);
    }
  }

  @Test
  void aFileThatIsLockedForAMomentIsOpenedAfterwards() throws Exception {
    try (OtherProcess other = lockedAtFirst()) {
      assertThat(other.count()).isZero();
    }
  }

  /** A process that tries to open the file while another locks it and serves nobody. */
  private OtherProcess lockedAtFirst() throws Exception {
    String alone = "jdbc:h2:file:" + directory.resolve("rrrspec");
    OtherProcess other;
    try (Connection own = DriverManager.getConnection(alone)) {
      other = OtherProcess.start(url);
      Thread.sleep(3000);
      assertThat(own.isValid(1)).isTrue();
    }
    return other.opened();
  }

  /** Counts the runs; the first time the serving process ends before. */
  private record Query(OtherProcess serving, boolean inOrder, AtomicInteger tries)
      implements Function<Handle, Integer> {
    Query(OtherProcess serving, boolean inOrder) {
      this(serving, inOrder, new AtomicInteger());
    }

    @Override
    public Integer apply(Handle handle) {
      if (tries.incrementAndGet() == 1) {
        end(serving, inOrder);
      }
      return handle.createQuery(COUNT).mapTo(Integer.class).one();
    }
  }

  private static OtherProcess start(String url) {
    try {
      return OtherProcess.start(url).opened();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void end(OtherProcess process, boolean inOrder) {
    try {
      if (inOrder) {
        process.end();
      } else {
        process.kill();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void theServingProcessListensOnLoopbackOnly() throws Exception {
    try (Database mine = Database.open(url)) {
      assertThat(new RunReader(mine).recent(1)).isEmpty();
      int port = servingPort();
      assertThat(accepts(InetAddress.getByName("127.0.0.1"), port)).isTrue();
      for (InetAddress address : foreignAddresses()) {
        assertThat(accepts(address, port)).as(address.toString()).isFalse();
      }
    }
  }

  /** From the file in which H2 tells other processes where to connect. */
  private int servingPort() throws IOException {
    List<String> lines = Files.readAllLines(directory.resolve("rrrspec.lock.db"));
    String server = lines.stream().filter(l -> l.startsWith("server=")).findFirst().orElseThrow();
    return Integer.parseInt(server.substring(server.lastIndexOf(':') + 1));
  }

  private static List<InetAddress> foreignAddresses() throws IOException {
    return NetworkInterface.networkInterfaces()
        .flatMap(NetworkInterface::inetAddresses)
        .filter(a -> a instanceof Inet4Address && !a.isLoopbackAddress())
        .toList();
  }

  private static boolean accepts(InetAddress address, int port) {
    try (Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress(address, port), 1000);
      return true;
    } catch (IOException e) {
      return false;
    }
  }
}
