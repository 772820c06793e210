package io.rrrspec.persister.record.request;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.rrrspec.common.flow.JsonText;
import io.rrrspec.common.request.Request;
import io.rrrspec.common.request.RequestEntry;
import io.rrrspec.common.request.RequestJobs;
import io.rrrspec.common.request.RequestJson;
import io.rrrspec.common.request.RequestState;
import io.rrrspec.common.store.RequestStore.Place;
import io.rrrspec.persister.record.ArchiveContract;
import io.rrrspec.persister.record.save.Retention;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Requests in every database. */
class SavedRequestsTest extends ArchiveContract {
  private static final Instant START = Instant.parse("2026-01-02T03:04:05.678Z");
  private static final RequestJobs NONE = new RequestJobs(Map.of());

  private SavedRequests requests() {
    return new SavedRequests(database);
  }

  private static Request asked(String id, Instant at, JsonNode program, @Nullable ObjectNode out) {
    return Request.asked(id, "host", program, List.of(RequestEntry.of("build")), out, at);
  }

  private static Request cancelled(String id, Instant at) {
    return asked(id, at, new TextNode("p"), null).cancelled(at.plusSeconds(1));
  }

  /** There is no definition of its job. */
  private static Request failed(String id, Instant at) {
    return asked(id, at, new TextNode("p"), null).enqueued(NONE, at.plusSeconds(1));
  }

  private static List<String> ids(List<JsonNode> briefs) {
    return briefs.stream().map(brief -> brief.path("id").asText()).toList();
  }

  private List<String> listed() {
    return requests().page(null, 0, 10).requests().stream().map(JsonText::of).toList();
  }

  @Test
  void whatIsSavedIsFoundAsItWas() {
    Request request = failed("a-1", START);
    requests().save(request);
    assertThat(requests().find("a-1").map(RequestJson::read)).contains(request);
    assertThat(listed()).containsExactly(JsonText.of(RequestJson.brief(request)));
    assertThat(requests().find("a-2")).isEmpty();
    assertThat(requests().find("A-1")).isEmpty();
  }

  @Test
  void aRepeatChangesNothingAndAnOlderVersionReplacesNoNewerOne() {
    Request first = failed("a", START);
    Request second = first.retried(NONE, START.plusSeconds(5));
    assertThat(second.version()).isGreaterThan(first.version());
    for (Request next : List.of(first, first, second, first, second)) {
      requests().save(next);
    }
    assertThat(count("request")).isEqualTo(1);
    assertThat(requests().find("a").map(RequestJson::read)).contains(second);
    assertThat(listed()).containsExactly(JsonText.of(RequestJson.brief(second)));
  }

  @Test
  void severalSaveTheSameAtOnce() throws Exception {
    List<Callable<Boolean>> savers = new ArrayList<>();
    for (int n = 0; n < 4; n++) {
      savers.add(
          () -> {
            for (int i = 0; i < 25; i++) {
              requests().save(cancelled("r-" + i, START));
            }
            return true;
          });
    }
    ExecutorService threads = Executors.newFixedThreadPool(4);
    try {
      for (Future<Boolean> done : threads.invokeAll(savers)) {
        assertThat(done.get()).isTrue();
      }
    } finally {
      threads.shutdownNow();
    }
    assertThat(count("request")).isEqualTo(25);
  }

  @Test
  void listsAreInTheOrderOfRedis() {
    // As bytes: a collation of a language would put '-' elsewhere, and 'B' behind 'a'.
    List<String> sorted = List.of("b", "a-b", "a", "B", "9", "-");
    sorted.forEach(id -> requests().save(cancelled(id, START)));
    requests().save(failed("old", START.minusMillis(1)));
    requests().save(failed("new", START.plusMillis(1)));
    List<String> all = new ArrayList<>(sorted);
    all.add(0, "new");
    all.add("old");

    assertThat(ids(requests().page(null, 0, 100).requests())).isEqualTo(all);
    assertThat(requests().page(null, 1, 3).total()).isEqualTo(8);
    assertThat(ids(requests().page(null, 1, 3).requests())).isEqualTo(all.subList(3, 6));
    assertThat(ids(requests().page(RequestState.FAILED, 0, 3).requests()))
        .containsExactly("new", "old");
    assertThat(requests().page(RequestState.CANCELLED, 9, 3).total()).isEqualTo(6);
    assertThat(requests().page(RequestState.COMPLETE, 0, 3).requests()).isEmpty();

    for (RequestState state : new RequestState[] {null, RequestState.CANCELLED}) {
      List<String> walked = new ArrayList<>();
      Place last = null;
      List<Place> next = requests().places(state, null, 2);
      while (!next.isEmpty()) {
        next.forEach(place -> walked.add(place.id()));
        assertThat(next).isSorted();
        last = next.get(next.size() - 1);
        next = requests().places(state, last, 2);
      }
      assertThat(walked).isEqualTo(state == null ? all : sorted);
    }
    assertThat(requests().briefs(List.of("9", "none", "b")).keySet()).containsExactly("9", "b");
  }

  @Test
  void whatAnybodyWritesIsStored() {
    JsonNode program = new TextNode("\0 \ud800 \u202e <b> '\" \\ \ud83d\ude00");
    Request request =
        Request.asked(
                "odd", "host \ud800", program, List.of(RequestEntry.of("build\ud800")), null, START)
            .cancelled(START);
    requests().save(request);
    assertThat(requests().find("odd").map(RequestJson::read)).contains(request);
    assertThat(listed()).containsExactly(JsonText.of(RequestJson.brief(request)));
  }

  @Test
  void severalMegabytesAreKeptAndOfMoreThanThatTheLongValuesAreLeftOut() {
    ObjectNode large = JsonNodeFactory.instance.objectNode().put("log", text(3_000_000));
    Request request = asked("large", START, new TextNode("p"), large).cancelled(START);
    requests().save(request);
    assertThat(requests().find("large").map(RequestJson::read)).contains(request);

    Request larger = asked("larger", START, new TextNode(text(2_000_000)), large).cancelled(START);
    requests().save(larger);
    Request kept = requests().find("larger").map(RequestJson::read).orElseThrow();
    assertThat(String.valueOf(kept.output()))
        .matches(
            "\\{\"left_out\":\"3[0-9]{6} characters: the request is too long for the record\"}");
    assertThat(kept.runList()).isEqualTo(larger.runList());
  }

  /** Of which little can be compressed. */
  private static String text(int length) {
    return new Random(1)
        .ints(length, '0', 'z')
        .filter(c -> c != '\\')
        .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
        .append("\\".repeat(length))
        .substring(0, length);
  }

  @Test
  void theyAreDeletedWithTheRunsOfTheirDays() {
    requests().save(cancelled("old", START));
    requests().save(cancelled("new", START.plus(Duration.ofDays(2))));
    Instant now = START.plus(Duration.ofDays(4));
    assertThat(new Retention(database, 0, 5).step(now).didSomething()).isFalse();
    assertThat(new Retention(database, 0, 3).step(now).didSomething()).isTrue();
    assertThat(new Retention(database, 0, 3).step(now).didSomething()).isFalse();
    assertThat(ids(requests().page(null, 0, 9).requests())).containsExactly("new");
  }
}
