package io.rrrspec.server.flow;

import static org.assertj.core.api.Assertions.assertThat;

import io.rrrspec.common.flow.FlowKeys;
import io.rrrspec.common.flow.FlowStep;
import io.rrrspec.common.model.RsyncInfo;
import io.rrrspec.common.store.FlowStore;
import io.rrrspec.common.store.Stores;
import io.rrrspec.server.ServerScene;
import io.rrrspec.testing.TestRedis;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** With a real rsync. */
class SourcesSweepTest {
  @RegisterExtension static final TestRedis redis = new TestRedis();

  @TempDir Path sent;

  private final ServerScene scene = new ServerScene(redis);

  /** Redis notes the ends of flows by its own clock. */
  private Instant now = Instant.now();

  private Stores stores;
  private FlowStore flows;
  private SourcesSweep sweep;

  @BeforeEach
  void open() throws IOException {
    stores = new Stores(redis.connection(), scene.keys);
    flows = stores.flows(FlowKeys.ofService(scene.keys));
    sweep = new SourcesSweep(stores, flows, () -> now);
    stores.rsyncInfo().publish(new RsyncInfo(sent.toString(), "--recursive --links --times"));
    for (String name : new String[] {"flow-one", "flow-one-more", "ann"}) {
      Path inner = Files.createDirectories(sent.resolve(name).resolve("src/main"));
      Files.writeString(inner.resolve("flow-one"), "text");
      Files.createSymbolicLink(inner.resolve("link"), sent.resolve("ann"));
    }
    stores.sentSources(flows.keys()).sent("one", now);
  }

  private void pass(Duration time) {
    now = now.plus(time);
    sweep.step();
  }

  @Test
  void theSourcesOfAFlowThatIsOverGoAndNothingElse() {
    flows.start(FlowStep.task("x").withId("one").with("title", "one"));
    pass(Duration.ofHours(6).plusMinutes(1));
    assertThat(sent.resolve("flow-one")).exists();
    flows.cancel("one");
    pass(Duration.ofMinutes(30));
    assertThat(sent).isDirectoryNotContaining("glob:**/flow-one");
    assertThat(sent.resolve("flow-one-more/src/main/flow-one")).exists();
    assertThat(sent.resolve("ann/src/main/flow-one")).exists();
    assertThat(stores.sentSources(flows.keys()).due(now.plus(Duration.ofDays(9)), 9)).isEmpty();
  }

  @Test
  void whatWasSentForAFlowThatNeverBeganGoesLater() {
    pass(Duration.ofHours(6).minusMinutes(1));
    assertThat(sent.resolve("flow-one")).exists();
    pass(Duration.ofMinutes(2));
    assertThat(sent.resolve("flow-one")).doesNotExist();
  }

  @ParameterizedTest
  @ValueSource(strings = {"*", "one*", "?ne", "[a-z]ne", "one/../../ann", "", "a b"})
  void whatIsNoIdOfAFlowRemovesNothing(String written) {
    flows.start(FlowStep.task("x").withId("one").with("title", "one"));
    stores.sentSources(flows.keys()).sent(written, now);
    pass(Duration.ofDays(1));
    assertThat(sent.resolve("flow-one/src/main/flow-one")).exists();
    assertThat(sent.resolve("flow-one-more/src/main/flow-one")).exists();
    assertThat(sent.resolve("ann/src/main/flow-one")).exists();
    assertThat(stores.sentSources(flows.keys()).due(now.plus(Duration.ofDays(9)), 9))
        .containsExactly("one");
  }

  @Test
  void whatCannotBeRemovedIsGivenUpWhenItsFlowIsForgotten() {
    stores.rsyncInfo().publish(new RsyncInfo(sent + "/none/none", "--recursive"));
    pass(Duration.ofHours(6).plusMinutes(1));
    assertThat(stores.sentSources(flows.keys()).due(now.plus(Duration.ofDays(9)), 9)).isEmpty();
  }
}
