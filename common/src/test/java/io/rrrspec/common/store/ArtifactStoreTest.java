package io.rrrspec.common.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.rrrspec.common.artifact.ArtifactPlace;
import io.rrrspec.common.artifact.Holding;
import io.rrrspec.common.artifact.Holding.Content;
import io.rrrspec.common.redis.Keys;
import io.rrrspec.common.redis.RedisConnection;
import io.rrrspec.common.store.ArtifactStore.Maker;
import io.rrrspec.testing.TestRedis;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class ArtifactStoreTest {
  @RegisterExtension static final TestRedis testRedis = new TestRedis();

  private static final String NAME = "setup-" + "a".repeat(64);
  private static final Content CONTENT = new Content("b".repeat(64), 1234);

  private RedisConnection redis;
  private Keys keys;
  private ArtifactStore store;
  private WorkerStore workers;
  private String w1;
  private String w2;

  @BeforeEach
  void open() {
    redis = testRedis.connection();
    keys = testRedis.keys();
    store = new ArtifactStore(redis, keys);
    workers = new WorkerStore(redis, keys);
    w1 = keys.worker("w1");
    w2 = keys.worker("w2");
    workers.claim(w1, "owner-1", "default", "host-1", Lifetimes.HEARTBEAT);
    workers.claim(w2, "owner-2", "default", "host-2", Lifetimes.HEARTBEAT);
  }

  @Test
  void aPlaceLivesAndGivesTheArtifactAtAnAddress() {
    store.announce(w1, List.of(new Holding(NAME, CONTENT)));
    store.announce(w2, List.of(new Holding(NAME)));
    assertThat(store.places(NAME)).as("nobody has said where").isEmpty();
    assertThat(store.serve(w1, "owner-1", "host-1:4711", "secret")).isTrue();
    assertThat(store.serve(w2, "owner-2", "host-2:4711", "secret")).isTrue();
    assertThat(store.places(NAME))
        .containsExactly(new ArtifactPlace(w1, "host-1", "host-1:4711", "secret", CONTENT));
    redis.commands().del(Keys.heartbeat(w1));
    assertThat(store.places(NAME)).as("it is dead").isEmpty();
  }

  @Test
  void whatIsWithdrawnIsGivenByNobody() {
    store.serve(w1, "owner-1", "host-1:4711", "secret");
    store.announce(w1, List.of(new Holding(NAME, CONTENT)));
    store.announce(w1, List.of());
    assertThat(store.places(NAME)).isEmpty();
    assertThat(redis.commands().exists(keys.artifact(NAME))).isFalse();
  }

  @Test
  void onlyWhoHasTheNameSaysWhereItGives() {
    assertThat(store.serve(w1, "owner-2", "elsewhere:1", "secret")).isFalse();
    assertThat(redis.commands().hget(w1, "artifact_address")).isNull();
    assertThat(store.serve(keys.worker("gone"), "owner", "elsewhere:1", "secret")).isFalse();
    assertThat(redis.commands().exists(keys.worker("gone"))).isFalse();
  }

  @Test
  void oneWorkerMakesAnArtifactUntilItIsMadeOrItsTimeIsOver() {
    assertThat(store.maker(NAME)).isEmpty();
    assertThat(store.make(NAME, w1)).isTrue();
    assertThat(store.make(NAME, w1)).as("it goes on").isTrue();
    assertThat(store.make(NAME, w2)).isFalse();
    Maker maker = store.maker(NAME).orElseThrow();
    assertThat(maker.worker()).isEqualTo("w1");
    assertThat(redis.commands().pttl(keys.artifactMaker(NAME)))
        .isBetween(1L, Lifetimes.MAKER.toMillis());
    store.made(NAME, w2);
    assertThat(store.make(NAME, w2)).as("another one cannot say so").isFalse();
    store.made(NAME, w1);
    assertThat(store.make(NAME, w2)).isTrue();
  }

  @Test
  void goingOnDoesNotChangeSinceWhen() {
    long fiveSecondsAgo = System.currentTimeMillis() - 5_000;
    redis.commands().set(keys.artifactMaker(NAME), "w1\t" + fiveSecondsAgo);
    store.make(NAME, w1);
    assertThat(store.maker(NAME).orElseThrow().age()).isGreaterThanOrEqualTo(Duration.ofSeconds(4));
    redis.commands().set(keys.artifactMaker(NAME), "w1");
    assertThat(store.maker(NAME)).as("it cannot be read").isEmpty();
  }

  @Test
  void aNameThatBeginsLikeAnotherIsAnotherWorker() {
    store.make(NAME, keys.worker("w1-b"));
    assertThat(store.make(NAME, w1)).isFalse();
  }

  @Test
  void theTimeOfASetUpIsKnownForAWhile() {
    assertThat(store.setupTime("shop")).isEmpty();
    store.noteSetup("shop", Duration.ofMillis(4_321));
    assertThat(store.setupTime("shop")).contains(Duration.ofMillis(4_321));
    assertThat(redis.commands().ttl(keys.setupMillis("shop"))).isPositive();
    redis.commands().set(keys.setupMillis("shop"), "soon");
    assertThat(store.setupTime("shop")).isEmpty();
  }

  @Test
  void whatCannotBeReadIsGivenByNobody() {
    store.serve(w1, "owner-1", "host-1:4711", "secret");
    for (String text : List.of("", "2", "abc 1", "b".repeat(64) + " -1", "b".repeat(64) + " 1 2")) {
      redis.commands().hset(keys.artifact(NAME), "w1", text);
      assertThat(store.places(NAME)).as(text).isEmpty();
    }
  }
}
