package io.rrrspec.persister.record.database;

import static io.rrrspec.persister.record.RunBuilder.aRun;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.rrrspec.persister.record.RunBuilder;
import io.rrrspec.persister.record.run.RunReader;
import io.rrrspec.persister.record.save.TasksetArchive;
import java.io.IOException;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Several processes that have one H2 file open, as two {@code run}s of one user do. */
class SharedFileTest {
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
