package io.rrrspec.common.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.rrrspec.common.config.Argument;
import io.rrrspec.common.config.ArgumentType;
import io.rrrspec.common.config.RequestJob;
import io.rrrspec.common.config.RequestJob.Kind;
import io.rrrspec.testing.TestRedis;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class RequestJobStoreTest {
  @RegisterExtension static final TestRedis testRedis = new TestRedis();

  private final RequestJobStore store =
      new RequestJobStore(testRedis.connection(), testRedis.keys());

  private static RequestJob job(String name) {
    return new RequestJob(
        name,
        Kind.COMMAND,
        "make {target} \"ä\n\"",
        null,
        "builds",
        Map.of("target", new Argument(ArgumentType.TEXT, true)),
        List.of("file"),
        true,
        2,
        600);
  }

  @Test
  void whatIsPublishedReplacesAllThatWasThere() {
    store.publish(Map.of("test", job("test"), "build", job("build"), "report", job("report")));
    assertThat(store.all())
        .containsExactly(
            Map.entry("build", job("build")),
            Map.entry("report", job("report")),
            Map.entry("test", job("test")));

    store.publish(Map.of("deploy", job("deploy")));
    assertThat(store.all()).containsExactly(Map.entry("deploy", job("deploy")));

    store.publish(Map.of());
    assertThat(store.all()).isEmpty();
  }

  @Test
  void thereMayBeMoreThanOneCallOfRedisTakes() {
    Map<String, RequestJob> jobs = new HashMap<>();
    for (int i = 0; i < 10_000; i++) {
      jobs.put("job" + i, job("job" + i));
    }
    store.publish(jobs);
    assertThat(store.all()).isEqualTo(jobs);
  }

  @Test
  void whatCannotBeReadIsLeftOut() {
    store.publish(Map.of("build", job("build")));
    String key = testRedis.keys().requestJobs();
    testRedis.connection().commands().hset(key, "a", "{");
    testRedis.connection().commands().hset(key, "b", "null");
    testRedis.connection().commands().hset(key, "c", job("c").json().replace("command", "future"));
    assertThat(store.all()).containsOnlyKeys("build");
  }
}
