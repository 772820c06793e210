package io.rrrspec.common.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rrrspec.common.ServiceException;
import io.rrrspec.common.model.HttpExchange.Answer;
import io.rrrspec.common.model.HttpExchange.Header;
import io.rrrspec.common.model.HttpExchange.Request;
import io.rrrspec.common.redis.Keys;
import io.rrrspec.testing.TestRedis;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class HttpExchangeStoreTest {
  @RegisterExtension static final TestRedis testRedis = new TestRedis();

  private static final byte[] BODY = {0, 1, -1, '\n', 'x'};

  private Installation i;
  private HttpExchangeStore store;
  private String taskset;

  @BeforeEach
  void install() {
    i = new Installation(testRedis);
    store = new HttpExchangeStore(i.redis);
    taskset = i.keys.taskset("1");
  }

  @Test
  void aRequestIsReadAsItWasWrittenAndLivesForADay() {
    store.request(
        taskset,
        new Request(
            "POST",
            "http://h/p?q=ü",
            List.of(new Header("A", "1"), new Header("a", "\"2\"\t,"), new Header("A", "1")),
            BODY));

    Request read = store.request(taskset).orElseThrow();
    assertThat(read.method()).isEqualTo("POST");
    assertThat(read.url()).isEqualTo("http://h/p?q=ü");
    assertThat(read.headers())
        .containsExactly(new Header("A", "1"), new Header("a", "\"2\"\t,"), new Header("A", "1"));
    assertThat(read.body()).isEqualTo(BODY);
    assertThat(i.commands.ttl(Keys.httpRequest(taskset))).isBetween(86_000L, 86_400L);
  }

  @Test
  void anAnswerLivesForTwoMinutes() {
    store.answer(taskset, new Answer(404, List.of(new Header("etag", "x")), BODY));

    Answer read = store.answer(taskset).orElseThrow();
    assertThat(read.status()).isEqualTo(404);
    assertThat(read.headers()).containsExactly(new Header("etag", "x"));
    assertThat(read.body()).isEqualTo(BODY);
    assertThat(i.commands.ttl(Keys.httpAnswer(taskset))).isBetween(100L, 120L);
  }

  @Test
  void whereNothingWasWrittenThereIsNothing() {
    assertThat(store.request(taskset)).isEmpty();
    assertThat(store.answer(taskset)).isEmpty();
  }

  @Test
  void headersOfOneConnectionAreLeftOut() {
    Answer answer =
        new Answer(
            200,
            List.of(
                new Header("Connection", "close, X-Mine"),
                new Header("x-mine", "1"),
                new Header("Keep-Alive", "5"),
                new Header("Transfer-Encoding", "chunked"),
                new Header("TE", "trailers"),
                new Header("Content-Type", "text/plain")),
            BODY);

    assertThat(answer.headers()).containsExactly(new Header("Content-Type", "text/plain"));
  }

  @Test
  void whatCannotBeUnderstoodIsSaidInOneLine() {
    i.commands.hset(Keys.httpRequest(taskset), "method", "GET");
    assertThat(store.request(taskset).orElseThrow().body()).isEmpty();
    i.commands.hset(Keys.httpRequest(taskset), "body", "***");
    assertThatThrownBy(() -> store.request(taskset))
        .isInstanceOf(ServiceException.class)
        .hasMessage("the body of an HTTP message is no base64");
    for (String garbage : List.of("[[\"a\"]]", "{", "[null]", "7")) {
      i.commands.hset(Keys.httpRequest(taskset), "headers", garbage);
      assertThatThrownBy(() -> store.request(taskset))
          .isInstanceOf(ServiceException.class)
          .hasMessageStartingWith("the headers of an HTTP message cannot be read");
    }
  }
}
