package io.rrrspec.persister.viewer;

import static io.rrrspec.testing.TasksetBuilder.aTaskset;
import static org.assertj.core.api.Assertions.assertThat;

import io.rrrspec.common.files.OwnUser;
import io.rrrspec.common.model.TasksetStatus;
import io.rrrspec.common.redis.Keys;
import io.rrrspec.persister.record.database.Database;
import io.rrrspec.persister.viewer.run.Records;
import io.rrrspec.testing.TestRedis;
import io.rrrspec.testing.sql.TestDatabase;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * What another user of the machine gets from a viewer on loopback: a real one, so only for root.
 */
class OtherUsersTest {
  @RegisterExtension static final TestRedis redis = new TestRedis();

  @TempDir Path directory;

  private Database database;
  private Records records;
  private String key;

  @BeforeEach
  void open() throws Exception {
    if (OwnUser.uid() != OwnUser.ROOT) {
      String what = "only root can start a process of another user: run this test as root";
      Assumptions.assumeTrue("true".equals(System.getenv("CI")), what);
      throw new AssertionError(what);
    }
    database = Database.open(TestDatabase.H2.newUrl(directory));
    records = Records.of(redis.connection(), redis.keys(), database);
    key = aTaskset().withTasks(2).activatedIn(records.tasksets());
  }

  @AfterEach
  void close() {
    if (database != null) {
      database.close();
    }
  }

  @Test
  void pagesOfThisUserAloneAreRefusedAndNothingIsCancelled() throws Exception {
    try (RunningViewer viewer = new RunningViewer(records, "")) {
      assertThat(ask(viewer, "GET /")).startsWith("HTTP/1.1 403 ").contains("set web_base");
      assertThat(ask(viewer, "GET /v2/tasksets/recents")).startsWith("HTTP/1.1 403 ");
      assertThat(ask(viewer, "POST " + cancel())).startsWith("HTTP/1.1 403 ");
      assertThat(status()).isNotEqualTo(TasksetStatus.CANCELLED);
      assertThat(viewer.get("/").statusCode()).isEqualTo(200);
    }
  }

  @Test
  void publishedPagesAreShownAndOnlyThisUserCancelsWithoutAToken() throws Exception {
    URI found = URI.create("http://tests.example.com");
    try (RunningViewer viewer = new RunningViewer(records, "", found)) {
      assertThat(ask(viewer, "GET /")).startsWith("HTTP/1.1 200 ");
      assertThat(ask(viewer, "POST " + cancel()))
          .startsWith("HTTP/1.1 401 ")
          .contains("set `token`");
      assertThat(status()).isNotEqualTo(TasksetStatus.CANCELLED);
      assertThat(viewer.send("POST " + cancel() + " HTTP/1.1\nHost: 127.0.0.1:PORT", ""))
          .startsWith("HTTP/1.1 303 ");
      assertThat(status()).isEqualTo(TasksetStatus.CANCELLED);
    }
  }

  private String cancel() {
    return "/runs/" + Keys.lastPart(key) + "/cancel";
  }

  private TasksetStatus status() {
    return records.tasksets().status(key).orElseThrow();
  }

  /** Asks as another user: bash speaks to the port. */
  private static String ask(RunningViewer viewer, String request)
      throws IOException, InterruptedException {
    int port = URI.create(viewer.base()).getPort();
    Process process =
        new ProcessBuilder(
                "setpriv",
                "--reuid=65534",
                "--regid=65534",
                "--clear-groups",
                "/bin/bash",
                "-c",
                "exec 3<>/dev/tcp/127.0.0.1/$0; printf '%s HTTP/1.1\\r\\nHost: 127.0.0.1:%s\\r\\n"
                    + "Connection: close\\r\\nContent-Length: 0\\r\\n\\r\\n' \"$1\" \"$0\" >&3; cat <&3",
                Integer.toString(port),
                request)
            .redirectErrorStream(true)
            .start();
    String answer = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
    return answer;
  }
}
