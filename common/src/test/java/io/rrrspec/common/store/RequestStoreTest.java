package io.rrrspec.common.store;

import static io.rrrspec.common.request.RequestExamples.JOBS;
import static io.rrrspec.common.request.RequestExamples.START;
import static io.rrrspec.common.request.RequestExamples.asked;
import static io.rrrspec.common.request.RequestExamples.current;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.rrrspec.common.flow.JsonText;
import io.rrrspec.common.redis.Keys;
import io.rrrspec.common.request.Request;
import io.rrrspec.common.request.RequestJson;
import io.rrrspec.common.request.RequestState;
import io.rrrspec.testing.TestRedis;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import redis.clients.jedis.UnifiedJedis;

class RequestStoreTest {
  @RegisterExtension static final TestRedis testRedis = new TestRedis();

  private final Keys keys = testRedis.keys();
  private final RequestStore store = new RequestStore(testRedis.connection(), keys);

  private static UnifiedJedis redis() {
    return testRedis.connection().commands();
  }

  private static Instant at(int sec) {
    return START.plus(Duration.ofSeconds(sec));
  }

  /** A new one in the store. */
  private Request queued(String id, int sec, String... names) {
    Request request = asked(id, names).enqueued(JOBS, at(sec));
    assertThat(store.write(null, request)).isTrue();
    return request;
  }

  private Request written(Request before, Request after) {
    assertThat(store.write(before, after)).isTrue();
    return after;
  }

  private static Request ended(Request request) {
    return request.ended(current(request).number(), null, "run", "worker", JOBS, at(9));
  }

  private List<String> events(String id, long after) {
    return store.steps(id, after).list().stream().map(step -> step.path("event").asText()).toList();
  }

  private List<String> in(RequestState state) {
    return ids(store.page(state, 0, 10).requests());
  }

  private static List<String> ids(List<JsonNode> requests) {
    return requests.stream().map(request -> request.path("id").asText()).toList();
  }

  @Test
  void whatIsWrittenIsFound() {
    Request request = queued("r-1", 0, "build", "test");
    assertThat(store.find("r-1")).contains(request);
    Request started = request.started(1, "run", "worker", at(1), at(1));
    assertThat(store.write(request, started)).isTrue();
    assertThat(store.find("r-1")).contains(started);
    assertThat(store.find("other")).isEmpty();
  }

  @Test
  void whatCannotBeReadIsNotFound() {
    redis().hset(keys.request("bad"), "whole", "{");
    assertThat(store.find("bad")).isEmpty();
  }

  @Test
  void ofTwoWritersOneWins() {
    Request request = queued("r-1", 0, "build", "test");
    Request one = request.started(1, "run", "worker", at(1), at(1));
    Request other = request.cancelled(at(2));
    assertThat(store.write(request, one)).isTrue();
    assertThat(store.write(request, other)).isFalse();
    assertThat(store.find("r-1")).contains(one);
    assertThat(events("r-1", 0)).containsExactly("asked", "queued", "started");
    assertThat(in(RequestState.CANCELLED)).isEmpty();
    assertThat(store.unsaved(10)).isEmpty();
    assertThat(store.write(null, other)).as("as a new one").isFalse();
  }

  @Test
  void whoWritesAgainBecauseTheAnswerWasLostHasWritten() {
    Request request = queued("r-1", 0, "build", "test");
    assertThat(store.write(null, request)).isTrue();
    Request started = request.started(1, "run", "worker", at(1), at(1));
    assertThat(store.write(request, started)).isTrue();
    assertThat(store.write(request, started)).isTrue();
    assertThat(events("r-1", 0)).as("once").containsExactly("asked", "queued", "started");
  }

  @Test
  void aStepKeepsItsNumberOnceTheOldestAreGone() {
    Request request = queued("r-1", 0, "build");
    String[] many = Collections.nCopies(9_999, "{\"event\":\"old\"}").toArray(String[]::new);
    redis().rpush(keys.requestSteps("r-1"), many);
    written(request, request.started(1, "run", "worker", at(1), at(1)));
    assertThat(store.steps("r-1", 0).first()).as("two steps went").isEqualTo(2);
    RequestStore.Steps last = store.steps("r-1", 10_001);
    assertThat(last.first()).isEqualTo(10_001);
    assertThat(last.list()).extracting(s -> s.path("event").asText()).containsExactly("started");
    assertThat(store.steps("r-1", 10_002).list()).isEmpty();
  }

  @Test
  void aRequestThatIsGoneIsNotWritten() {
    Request request = queued("r-1", 0, "build");
    redis().del(keys.request("r-1"));
    assertThat(store.write(request, request.cancelled(at(1)))).isFalse();
    assertThat(redis().exists(keys.request("r-1"))).isFalse();
  }

  @Test
  void aRequestIsListedInItsState() {
    Request request = queued("r-1", 0, "build", "publish");
    assertThat(in(RequestState.QUEUED)).containsExactly("r-1");
    request = written(request, request.started(1, "run", "worker", at(1), at(1)));
    assertThat(in(RequestState.QUEUED)).isEmpty();
    assertThat(in(RequestState.RUNNING)).containsExactly("r-1");
    request = written(request, request.failed(1, "red", at(2)));
    assertThat(in(RequestState.RUNNING)).isEmpty();
    assertThat(in(RequestState.FAILED)).containsExactly("r-1");
    request = written(request, request.retried(JOBS, at(3)));
    assertThat(in(RequestState.FAILED)).isEmpty();
    request = written(request, ended(request));
    request = written(request, ended(request));
    assertThat(in(RequestState.COMPLETE)).containsExactly("r-1");
    assertThat(in(RequestState.RUNNING)).isEmpty();
    assertThat(ids(store.page(null, 0, 10).requests())).containsExactly("r-1");
    assertThat(events("r-1", 2))
        .containsExactly("started", "failed", "queued", "ended", "queued", "ended", "complete");
  }

  @Test
  void aPageHasSomeOfAllNewestFirst() {
    for (int i = 0; i < 7; i++) {
      Request asked =
          Request.asked("r-" + i, "h", null, asked("x", "build").runList(), null, at(i));
      Request request = asked.enqueued(JOBS, at(i));
      assertThat(store.write(null, request)).isTrue();
      if (i % 2 == 0) {
        written(request, request.cancelled(at(9)));
      }
    }
    assertThat(store.page(null, 0, 3).total()).isEqualTo(7);
    assertThat(ids(store.page(null, 0, 3).requests())).containsExactly("r-6", "r-5", "r-4");
    assertThat(ids(store.page(null, 2, 3).requests())).containsExactly("r-0");
    assertThat(store.page(null, 3, 3)).isEqualTo(new RequestStore.Page(7, List.of()));
    assertThat(store.page(RequestState.QUEUED, 0, 2).total()).isEqualTo(3);
    assertThat(ids(store.page(RequestState.QUEUED, 1, 2).requests())).containsExactly("r-1");
    assertThat(store.page(null, 0, 1).requests().get(0))
        .isEqualTo(JsonText.parse(JsonText.of(RequestJson.brief(store.find("r-6").orElseThrow()))));
    assertThat(store.page(RequestState.COMPLETE, 0, 2).total()).isZero();
    assertThat(store.page(null, Integer.MAX_VALUE, 100).requests()).isEmpty();
  }

  @Test
  void aRequestThatHasExpiredIsLeftOutOfPages() {
    queued("r-1", 0, "build");
    queued("r-2", 0, "build");
    redis().del(keys.request("r-1"));
    assertThat(ids(store.page(null, 0, 10).requests())).containsExactly("r-2");
  }

  @Test
  void anOfferIsThereUntilItIsTakenAndAgainIfItIsLost() {
    Request request = queued("r-1", 5, "test", "report");
    queued("r-2", 4, "report");
    queued("r-3", 3, "build");
    assertThat(store.offers("boards", 10))
        .as("longest waiting first")
        .containsExactly("r-2", "r-1");
    assertThat(store.offers("boards", 1)).containsExactly("r-2");
    assertThat(store.offerCount("boards")).isEqualTo(2);
    assertThat(store.offerCount("builds")).isZero();

    request = written(request, request.taken("L", at(60), at(6)));
    assertThat(store.offers("boards", 10)).containsExactly("r-2");
    request = written(request, request.lost(1, "late", 2, JOBS, at(60)));
    assertThat(store.offers("boards", 10)).containsExactly("r-2", "r-1");
    request = written(request, request.taken("M", at(120), at(61)));
    request = written(request, ended(request));
    assertThat(store.offers("boards", 10)).as("its next job").contains("r-1");
    written(request, request.cancelled(at(70)));
    assertThat(store.offers("boards", 10)).containsExactly("r-2");

    store.dropOffer("boards", "r-2");
    assertThat(store.offerCount("boards")).isZero();
    assertThat(redis().exists(keys.offers("boards"))).isFalse();
  }

  @Test
  void aRequestIsLookedAtWhenItIsDue() {
    Request build = queued("r-1", 0, "build");
    Request test = queued("r-2", 0, "test");
    assertThat(store.due(START, 10)).isEmpty();
    assertThat(store.due(build.due(), 10)).containsExactly("r-1");
    assertThat(store.due(test.due(), 10)).containsExactly("r-1", "r-2");
    assertThat(store.due(test.due(), 1)).containsExactly("r-1");

    store.lookAt("r-1", test.due().plusSeconds(1));
    assertThat(store.due(test.due(), 10)).containsExactly("r-2");
    store.lookAt("gone", START);
    assertThat(store.due(START, 10)).as("what is gone stays so").isEmpty();

    Request over = written(test, test.cancelled(at(1)));
    assertThat(store.due(over.due().minusMillis(1), 10)).isEmpty();
    assertThat(store.due(over.due(), 10)).containsExactly("r-2");
  }

  @Test
  void whatIsOverIsUnsavedUntilThisVersionIsSaved() {
    Request first = queued("r-1", 0, "build");
    Request second = queued("r-2", 0, "build");
    second = written(second, second.cancelled(at(1)));
    Request failed = written(first, first.failed(1, "red", at(2)));
    assertThat(store.unsaved(10)).as("earliest end first").containsExactly("r-2", "r-1");
    assertThat(store.unsaved(1)).containsExactly("r-2");
    store.saved("r-2", second.version());
    store.saved("r-2", second.version());
    assertThat(store.unsaved(10)).containsExactly("r-1");

    Request again = written(failed, failed.retried(JOBS, at(3)));
    assertThat(store.unsaved(10)).as("it is not over").isEmpty();
    Request over = written(again, ended(again));
    store.saved("r-1", failed.version());
    assertThat(store.unsaved(10)).as("another version was saved").containsExactly("r-1");
    store.saved("r-1", over.version());
    assertThat(store.unsaved(10)).isEmpty();
  }

  @Test
  void ofWhatIsGoneThereIsNothingToSave() {
    Request request = queued("r-1", 0, "build");
    written(request, request.cancelled(at(1)));
    redis().del(keys.request("r-1"));
    store.saved("r-1", 0);
    assertThat(store.unsaved(10)).isEmpty();
  }

  @Test
  void whatIsForgottenLeavesNothing() {
    Request request = queued("r-1", 0, "test");
    Request over = written(request, request.cancelled(at(1)));
    assertThat(store.forget("r-1", request.version())).isFalse();
    assertThat(store.find("r-1")).isPresent();
    assertThat(store.forget("r-1", over.version())).isTrue();
    assertThat(redis().keys("*")).isEmpty();
    assertThat(store.forget("r-1", over.version())).as("a repeat").isTrue();
  }

  @Test
  void whatHasExpiredIsForgottenWhereItIsListed() {
    Request request = queued("r-1", 0, "build");
    written(request, request.cancelled(at(1)));
    redis().del(keys.request("r-1"), keys.requestSteps("r-1"));
    assertThat(store.forget("r-1", 0)).isTrue();
    assertThat(redis().keys("*")).isEmpty();
  }

  @Test
  void onlyWhatIsOverExpires() {
    Request request = queued("r-1", 0, "build");
    assertThat(redis().ttl(keys.request("r-1"))).isEqualTo(-1);
    assertThat(redis().ttl(keys.requestSteps("r-1"))).isEqualTo(-1);
    Request failed = written(request, request.failed(1, "red", at(1)));
    long longest = Request.KEEP.plusDays(1).toSeconds();
    assertThat(redis().ttl(keys.request("r-1"))).isBetween(Request.KEEP.toSeconds(), longest);
    assertThat(redis().ttl(keys.requestSteps("r-1"))).isBetween(Request.KEEP.toSeconds(), longest);
    written(failed, failed.retried(JOBS, at(2)));
    assertThat(redis().ttl(keys.request("r-1"))).isEqualTo(-1);
    assertThat(redis().ttl(keys.requestSteps("r-1"))).isEqualTo(-1);
  }

  @Test
  void stepsCanBeReadFromAnyOne() {
    Request request = queued("r-1", 0, "build", "publish");
    request = written(request, request.started(1, "run", "worker", at(1), at(1)));
    written(request, ended(request));
    assertThat(events("r-1", 0)).containsExactly("asked", "queued", "started", "ended", "queued");
    assertThat(events("r-1", 3)).containsExactly("ended", "queued");
    assertThat(events("r-1", 5)).isEmpty();
    assertThat(events("other", 0)).isEmpty();
  }
}
