package io.rrrspec.persister.viewer.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.rrrspec.common.redis.Keys;
import io.rrrspec.common.redis.RedisConnection;
import io.rrrspec.persister.record.database.Database;
import io.rrrspec.persister.viewer.RunningViewer;
import io.rrrspec.persister.viewer.run.Records;
import io.rrrspec.testing.TestRedis;
import io.rrrspec.testing.sql.TestDatabase;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** A viewer between a real Redis and a real database of each kind. */
@ParameterizedClass(name = "{0}")
@EnumSource(TestDatabase.class)
abstract class ApiContract {
  @RegisterExtension static final TestRedis redisServer = new TestRedis();

  static final ObjectMapper JSON = new ObjectMapper();

  @TempDir Path directory;

  /** Where it runs. */
  @Parameter TestDatabase kind = TestDatabase.H2;

  final RedisConnection redis = redisServer.connection();
  final Keys keys = redisServer.keys();
  Database database;
  Records records;
  RunningViewer viewer;

  @BeforeEach
  void open() throws Exception {
    database = Database.open(kind.newUrl(directory));
    records = Records.of(redis, keys, database);
    viewer = new RunningViewer(records, "");
  }

  @AfterEach
  void close() {
    // Not there if the server is not installed, and the test skipped.
    if (viewer != null) {
      viewer.close();
    }
    if (database != null) {
      database.close();
    }
  }

  /** What a route answers. */
  final JsonNode ask(String path) throws Exception {
    HttpResponse<String> answer = viewer.get(path);
    assertThat(answer.statusCode()).as(path + ": " + answer.body()).isEqualTo(200);
    assertThat(answer.headers().firstValue("Content-Type")).contains("application/json");
    return JSON.readTree(answer.body());
  }

  /** The one line with which a route refuses. */
  final String refusal(int status, String path) throws Exception {
    HttpResponse<String> answer = viewer.get(path);
    assertThat(answer.statusCode()).as(path).isEqualTo(status);
    assertThat(answer.headers().firstValue("Content-Type")).contains("application/json");
    JsonNode body = JSON.readTree(answer.body());
    assertThat(body.size()).isEqualTo(1);
    return body.get("error").textValue();
  }

  /** Numbers of one kind, so that equal is what looks equal. */
  static JsonNode json(Object value) throws Exception {
    return JSON.readTree(JSON.writeValueAsString(value));
  }
}
