package io.rrrspec.worker.agent;

import static org.assertj.core.api.Assertions.assertThat;

import io.rrrspec.common.artifact.Holding;
import io.rrrspec.common.redis.Keys;
import io.rrrspec.common.redis.RedisConnection;
import io.rrrspec.common.store.ArtifactStore;
import io.rrrspec.common.store.Lifetimes;
import io.rrrspec.testing.TestRedis;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class AnnouncementTest {
  @RegisterExtension static final TestRedis testRedis = new TestRedis();

  private List<Holding> holdings = List.of(new Holding("project-shop"));
  private Instant now = Instant.parse("2026-01-01T00:00:00Z");
  private RedisConnection redis;
  private Keys keys;
  private String worker;
  private ArtifactStore store;
  private Announcement announcement;

  @BeforeEach
  void open() {
    redis = testRedis.connection();
    keys = testRedis.keys();
    worker = keys.worker("w");
    store = new ArtifactStore(redis, keys);
    announcement = new Announcement(worker, () -> holdings, store, () -> now);
  }

  @Test
  void itIsSaidAtFirstAndWhenItChanges() {
    announcement.renew();
    assertThat(store.heldBy(worker)).containsExactly("project-shop");
    holdings = List.of(new Holding("project-web"));
    announcement.renew();
    assertThat(store.heldBy(worker)).as("looked at when something was done").hasSize(1);
    announcement.tell();
    assertThat(store.heldBy(worker)).containsExactly("project-web");
    assertThat(store.holders(List.of("project-shop")).get("project-shop")).isEmpty();
  }

  @Test
  void itIsSaidAgainBeforeItIsForgotten() {
    announcement.renew();
    redis.commands().del(Keys.artifacts(worker), keys.artifact("project-shop"));
    announcement.tell();
    announcement.renew();
    assertThat(store.heldBy(worker)).as("not at each step").isEmpty();
    now = now.plus(Lifetimes.ANNOUNCE_EVERY);
    announcement.renew();
    assertThat(store.holders(List.of("project-shop")).get("project-shop")).containsExactly(worker);
  }

  @Test
  void aWorkerThatIsAnnouncedAnewSaysItAgain() {
    announcement.renew();
    redis.commands().del(Keys.artifacts(worker));
    announcement.forget();
    announcement.renew();
    assertThat(store.heldBy(worker)).containsExactly("project-shop");
  }

  @Test
  void aDamagedKeyDoesNotStopTheWorker() {
    redis.commands().set(keys.artifact("project-shop"), "no hash");
    announcement.renew();
    announcement.tell();
    redis.commands().del(keys.artifact("project-shop"));
    now = now.plus(Lifetimes.ANNOUNCE_EVERY);
    announcement.renew();
    assertThat(store.heldBy(worker)).containsExactly("project-shop");
  }

  @Test
  void onlySoMuchIsToldAsAScriptCanTake() {
    holdings = IntStream.range(0, 2_000).mapToObj(i -> new Holding("project-" + i)).toList();
    announcement.renew();
    assertThat(store.heldBy(worker)).hasSize(ArtifactStore.MOST).contains("project-0");
  }
}
