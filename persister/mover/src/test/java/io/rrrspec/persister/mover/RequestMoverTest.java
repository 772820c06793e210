package io.rrrspec.persister.mover;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.TextNode;
import io.rrrspec.common.loop.Loop;
import io.rrrspec.common.redis.Keys;
import io.rrrspec.common.redis.RedisConnection;
import io.rrrspec.common.request.Request;
import io.rrrspec.common.request.RequestEntry;
import io.rrrspec.common.request.RequestJobs;
import io.rrrspec.common.request.RequestJson;
import io.rrrspec.common.store.RequestStore;
import io.rrrspec.persister.record.SqlRows;
import io.rrrspec.persister.record.database.Database;
import io.rrrspec.persister.record.request.SavedRequests;
import io.rrrspec.testing.TestRedis;
import io.rrrspec.testing.sql.TestDatabase;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Requests on their way from Redis to SQL. */
class RequestMoverTest {
  @RegisterExtension static final TestRedis redisServer = new TestRedis();

  private static final Duration LIMIT = Duration.ofSeconds(60);
  private static final Instant START = Instant.parse("2026-01-02T03:04:05Z");
  private static final RequestJobs NONE = new RequestJobs(Map.of());

  @TempDir Path directory;

  private final RedisConnection redis = redisServer.connection();
  private final Keys keys = redisServer.keys();
  private final RequestStore store = new RequestStore(redis, keys);
  private String url = "";
  private Database database;
  private SavedRequests saved;

  @BeforeEach
  void open() throws Exception {
    url = TestDatabase.H2.newUrl(directory);
    database = Database.open(url);
    saved = new SavedRequests(database);
  }

  @AfterEach
  void close() {
    database.close();
  }

  private RequestMover mover() {
    return new RequestMover(store, saved, InstantSource.system());
  }

  private Request asked(String id) {
    Request asked =
        Request.asked(
            id, "host", new TextNode("p"), List.of(RequestEntry.of("build")), null, START);
    Request first = asked.enqueued(NONE, START);
    assertThat(store.write(null, first)).isTrue();
    return first;
  }

  @Test
  void whatIsOverIsSavedOnceAndStaysInRedis() {
    Request request = asked("a");
    RequestMover mover = mover();
    assertThat(mover.step()).isTrue();
    assertThat(mover.step()).isFalse();
    assertThat(saved.find("a").map(RequestJson::read)).contains(request);
    assertThat(store.find("a")).contains(request);
    assertThat(store.unsaved(9)).isEmpty();
  }

  @Test
  void whatWasTriedAgainAndEndsOnceMoreIsSavedOnceMore() {
    Request request = asked("a");
    RequestMover mover = mover();
    mover.step();
    Request again = request.retried(NONE, START.plusSeconds(9));
    assertThat(store.write(request, again)).isTrue();
    assertThat(mover.step()).isTrue();
    assertThat(saved.find("a").map(RequestJson::read)).contains(again);
    assertThat(SqlRows.count(database, "request")).isEqualTo(1);
  }

  @Test
  void whatIsGoneOrCannotBeReadHidesNoOther() {
    for (int i = 0; i < 150; i++) {
      redis.commands().zadd(keys.requestsUnsaved(), i, "gone-" + i);
      redis.commands().zadd(keys.requestsUnsaved(), i, "odd-" + i);
      redis.commands().hset(keys.request("odd-" + i), Map.of("version", "7", "whole", "{}"));
    }
    asked("good");
    RequestMover mover = mover();
    for (int steps = 0; steps < 5; steps++) {
      mover.step();
    }
    assertThat(saved.find("good")).isPresent();
    // Somebody with another version may be able to read them.
    assertThat(store.unsaved(1_000)).hasSize(150).allMatch(id -> id.startsWith("odd-"));
  }

  @Test
  void severalShareWhatIsThereAndEndWhenTheyAreTold() throws Exception {
    for (int i = 0; i < 250; i++) {
      asked("r-" + i);
    }
    RequestMover first = mover();
    RequestMover second = mover();
    try (Loop one = Loop.start(first, Duration.ofSeconds(1));
        Loop two = Loop.start(second, Duration.ofSeconds(1))) {
      Awaitility.await().atMost(LIMIT).until(() -> store.unsaved(1).isEmpty());
      first.stop();
      second.stop();
      assertThat(one.finish(LIMIT)).isTrue();
      assertThat(two.finish(LIMIT)).isTrue();
      assertThat(one.failures() + two.failures()).isZero();
    }
    assertThat(SqlRows.count(database, "request")).isEqualTo(250);
    asked("later");
    assertThat(first.step()).isFalse();
    assertThat(store.unsaved(9)).containsExactly("later");
  }

  @Test
  void withoutItsDatabaseItWaitsAndBlamesNoRequest() {
    asked("a");
    RequestMover mover = mover();
    database.close();
    assertThatThrownBy(mover::step).isInstanceOf(RuntimeException.class);
    assertThat(store.unsaved(9)).containsExactly("a");
    open(url);
    assertThat(mover().step()).isTrue();
    assertThat(saved.find("a")).isPresent();
  }

  private void open(String again) {
    database = Database.open(again);
    saved = new SavedRequests(database);
  }
}
