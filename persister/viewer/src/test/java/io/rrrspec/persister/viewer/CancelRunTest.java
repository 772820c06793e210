package io.rrrspec.persister.viewer;

import static io.rrrspec.testing.TasksetBuilder.aTaskset;
import static org.assertj.core.api.Assertions.assertThat;

import io.rrrspec.common.model.TasksetStatus;
import io.rrrspec.common.redis.Keys;
import io.rrrspec.persister.record.database.Database;
import io.rrrspec.persister.record.save.TasksetArchive;
import io.rrrspec.persister.viewer.run.Records;
import io.rrrspec.testing.TestRedis;
import io.rrrspec.testing.sql.TestDatabase;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Collections;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Who may end a run over HTTP, and what comes of it. */
class CancelRunTest {
  @RegisterExtension static final TestRedis redis = new TestRedis();

  @TempDir Path directory;

  private Database database;
  private Records records;
  private RunningViewer viewer;
  private String key;
  private String id;

  @BeforeEach
  void open() throws Exception {
    database = Database.open(TestDatabase.H2.newUrl(directory));
    records = Records.of(redis.connection(), redis.keys(), database);
    viewer = new RunningViewer(records, "secret");
    key = aTaskset().withTasks(2).activatedIn(records.tasksets());
    id = Keys.lastPart(key);
  }

  @AfterEach
  void close() {
    viewer.close();
    database.close();
  }

  private String post(String run, String headers, String body) throws IOException {
    return viewer.send(
        "POST /runs/"
            + run
            + "/cancel HTTP/1.1\nContent-Type: application/x-www-form-urlencoded\n"
            + headers,
        body);
  }

  private TasksetStatus status() {
    return records.tasksets().status(key).orElseThrow();
  }

  @Test
  void aButtonOnOurPageEndsTheRunAndLeadsBackToIt() throws Exception {
    String answer =
        post(
            id,
            "Host: localhost:PORT\nOrigin: http://localhost:PORT\nSec-Fetch-Site: same-origin",
            "token=secret");
    assertThat(answer).startsWith("HTTP/1.1 303 ").containsPattern("(?m)^Location: /runs/" + id);
    assertThat(status()).isEqualTo(TasksetStatus.CANCELLED);
    assertThat(records.tasksets().find(key).orElseThrow().reason())
        .isEqualTo("cancelled in the viewer");
    assertThat(records.tasksets().active()).isEmpty();
  }

  @Test
  void aProgramBringsTheTokenInAHeaderAndMaySayTheKey() throws Exception {
    String answer = post(key, "Host: 127.0.0.1:PORT\nAuthorization: Bearer secret", "");
    assertThat(answer).startsWith("HTTP/1.1 303 ").containsPattern("(?m)^Location: /runs/" + id);
    assertThat(status()).isEqualTo(TasksetStatus.CANCELLED);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Host: rebound.example.com:PORT",
        "Host: 127.0.0.1:PORT\nOrigin: http://rebound.example.com",
        "Host: 127.0.0.1:PORT\nOrigin: http://127.0.0.1:1",
        "Host: 127.0.0.1:PORT\nOrigin: null",
        "Host: 127.0.0.1:PORT\nSec-Fetch-Site: cross-site",
        "Host: 127.0.0.1:PORT\nSec-Fetch-Site: same-site",
        "Host: 127.0.0.1:PORT\nOrigin: http://127.0.0.1:PORT\nSec-Fetch-Site: cross-site",
      })
  void a_page_of_another_site_gets_nothing_even_with_the_token(String headers) throws Exception {
    assertThat(post(id, headers, "token=secret")).startsWith("HTTP/1.1 403 ");
    assertThat(status()).isEqualTo(TasksetStatus.WAITING);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "\nAuthorization: Bearer wrong", "\nAuthorization: Basic secret"})
  void without_the_token_nothing_is_ended(String header) throws Exception {
    String answer = post(id, "Host: 127.0.0.1:PORT" + header, "token=Secret");
    assertThat(answer)
        .startsWith("HTTP/1.1 401 ")
        .contains("the token is missing or wrong: it is `token` in the settings");
    assertThat(status()).isEqualTo(TasksetStatus.WAITING);
  }

  @Test
  void whereThereIsNoTokenNoneIsAskedFor() throws Exception {
    try (RunningViewer open = new RunningViewer(records, "")) {
      String answer = open.send("POST /runs/" + id + "/cancel HTTP/1.1\nHost: localhost:PORT", "");
      assertThat(answer).startsWith("HTTP/1.1 303 ");
    }
    assertThat(status()).isEqualTo(TasksetStatus.CANCELLED);
  }

  @Test
  void aLinkEndsNothing() throws Exception {
    assertThat(viewer.get("/runs/" + id + "/cancel").statusCode()).isEqualTo(404);
    assertThat(status()).isEqualTo(TasksetStatus.WAITING);
  }

  @Test
  void aRunThatIsOverStaysAsItEnded() throws Exception {
    records.tasksets().fail(key, "broken");
    String headers = "Host: 127.0.0.1:PORT\nAuthorization: Bearer secret";
    assertThat(post(id, headers, ""))
        .startsWith("HTTP/1.1 409 ")
        .contains("this run is over already: it failed");
    assertThat(status()).isEqualTo(TasksetStatus.FAILED);

    new TasksetArchive(database)
        .saveFinished(records.tasksets().find(key).orElseThrow(), Collections.emptyIterator());
    redis.connection().commands().flushAll();
    assertThat(post(id, headers, "")).startsWith("HTTP/1.1 409 ");
  }

  @Test
  void aRunThatNobodyKnowsIsNotFound() throws Exception {
    String headers = "Host: 127.0.0.1:PORT\nAuthorization: Bearer secret";
    for (String unknown : new String[] {"nobody", "test:worker:w", "%0d%0aX-Y:%20z", "%3Cb%3E"}) {
      String answer = post(unknown, headers, "");
      assertThat(answer).startsWith("HTTP/1.1 404 ").doesNotContain("<b>");
      assertThat(answer.substring(0, answer.indexOf("\r\n\r\n"))).doesNotContain("X-Y");
    }
  }
}
