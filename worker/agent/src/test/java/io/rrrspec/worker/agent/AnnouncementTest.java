package io.rrrspec.worker.agent;

import static org.assertj.core.api.Assertions.assertThat;

import io.rrrspec.common.artifact.ArtifactPlace;
import io.rrrspec.common.artifact.Holding;
import io.rrrspec.common.artifact.Holding.Content;
import io.rrrspec.common.model.Taskset;
import io.rrrspec.common.redis.Keys;
import io.rrrspec.common.redis.RedisConnection;
import io.rrrspec.common.store.ArtifactStore;
import io.rrrspec.common.store.Lifetimes;
import io.rrrspec.common.store.WorkerStore;
import io.rrrspec.testing.TestRedis;
import io.rrrspec.worker.agent.artifact.ServedAt;
import io.rrrspec.worker.agent.workspace.Sources;
import io.rrrspec.worker.agent.workspace.WorkspaceRequest;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class AnnouncementTest {
  @RegisterExtension static final TestRedis testRedis = new TestRedis();

  private final Disk disk = new Disk();
  private Instant now = Instant.parse("2026-01-01T00:00:00Z");
  private RedisConnection redis;
  private Keys keys;
  private String worker;
  private ArtifactStore store;
  private Announcement announcement;

  /** A worker's disk, which has what the test says. */
  private static final class Disk implements Sources {
    private List<Holding> holdings = List.of(new Holding("project-shop"));
    private Optional<ServedAt> servedAt = Optional.empty();

    @Override
    public List<Holding> artifacts() {
      return holdings;
    }

    @Override
    public Optional<ServedAt> servedAt() {
      return servedAt;
    }

    @Override
    public Path workingDir() {
      throw new UnsupportedOperationException();
    }

    @Override
    public String mark() {
      throw new UnsupportedOperationException();
    }

    @Override
    public Path prepare(WorkspaceRequest request) {
      throw new UnsupportedOperationException();
    }

    @Override
    public void release(Taskset taskset) {}

    @Override
    public void distrust(Taskset taskset) {}
  }

  @BeforeEach
  void open() {
    redis = testRedis.connection();
    keys = testRedis.keys();
    worker = keys.worker("w");
    store = new ArtifactStore(redis, keys);
    announcement = new Announcement(worker, "owner", disk, store, () -> now);
  }

  @Test
  void itIsSaidAtFirstAndWhenItChanges() {
    announcement.renew();
    assertThat(store.heldBy(worker)).containsExactly("project-shop");
    disk.holdings = List.of(new Holding("project-web"));
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
  void whereItGivesArtifactsIsSaidWithThem() {
    WorkerStore workers = new WorkerStore(redis, keys);
    workers.claim(worker, "owner", "default", "host", Lifetimes.HEARTBEAT);
    Content content = new Content("a".repeat(64), 5);
    disk.holdings = List.of(new Holding("setup-a", content));
    disk.servedAt = Optional.of(new ServedAt("host:4711", "secret"));
    announcement.renew();
    assertThat(store.places("setup-a"))
        .containsExactly(new ArtifactPlace(worker, "host", "host:4711", "secret", content));
  }

  @Test
  void onlySoMuchIsToldAsAScriptCanTake() {
    disk.holdings = IntStream.range(0, 2_000).mapToObj(i -> new Holding("project-" + i)).toList();
    announcement.renew();
    assertThat(store.heldBy(worker)).hasSize(ArtifactStore.MOST).contains("project-0");
  }
}
