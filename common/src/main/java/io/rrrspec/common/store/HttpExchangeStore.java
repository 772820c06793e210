package io.rrrspec.common.store;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.rrrspec.common.ServiceException;
import io.rrrspec.common.json.LazyMapper;
import io.rrrspec.common.model.HttpExchange.Answer;
import io.rrrspec.common.model.HttpExchange.Header;
import io.rrrspec.common.model.HttpExchange.Request;
import io.rrrspec.common.redis.Keys;
import io.rrrspec.common.redis.RedisConnection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** HTTP requests that tasks carry out for somebody who waits, and the answers. */
public final class HttpExchangeStore {
  private static final Duration REQUEST_LIFE = Duration.ofDays(1);

  /** Whoever waits for it takes it at once. */
  private static final Duration ANSWER_LIFE = Duration.ofSeconds(120);

  private final RedisConnection redis;

  public HttpExchangeStore(RedisConnection redis) {
    this.redis = redis;
  }

  /** Writes what the only task of a taskset sends; it lives for a day. */
  public void request(String tasksetKey, Request request) {
    write(
        Keys.httpRequest(tasksetKey),
        REQUEST_LIFE,
        Map.of(
            "method", request.method(),
            "url", request.url(),
            "headers", headers(request.headers()),
            "body", Base64.getEncoder().encodeToString(request.body())));
  }

  /**
   * Reads what the only task of a taskset sends; empty if that is what its text says.
   *
   * @throws ServiceException if it cannot be understood
   */
  public Optional<Request> request(String tasksetKey) {
    Fields f = new Fields(redis.commands().hgetAll(Keys.httpRequest(tasksetKey)));
    return f.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new Request(
                f.text("method"), f.text("url"), headers(f.text("headers")), body(f.text("body"))));
  }

  /** Writes the answer, which lives for two minutes; to be called before the trial ends. */
  public void answer(String tasksetKey, Answer answer) {
    write(
        Keys.httpAnswer(tasksetKey),
        ANSWER_LIFE,
        Map.of(
            "status", Integer.toString(answer.status()),
            "headers", headers(answer.headers()),
            "body", Base64.getEncoder().encodeToString(answer.body())));
  }

  /**
   * Reads the answer; empty if there is none (any more).
   *
   * @throws ServiceException if it cannot be understood
   */
  public Optional<Answer> answer(String tasksetKey) {
    Fields f = new Fields(redis.commands().hgetAll(Keys.httpAnswer(tasksetKey)));
    return f.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new Answer(f.number("status", 502), headers(f.text("headers")), body(f.text("body"))));
  }

  /** Deletes both: nobody waits any more. */
  public void forget(String tasksetKey) {
    redis.commands().del(Keys.httpRequest(tasksetKey), Keys.httpAnswer(tasksetKey));
  }

  private void write(String key, Duration life, Map<String, String> fields) {
    List<String> arguments = new ArrayList<>(List.of(Long.toString(life.toSeconds())));
    fields.forEach(
        (name, value) -> {
          arguments.add(name);
          arguments.add(value);
        });
    redis.run("write_http_message", List.of(key), arguments);
  }

  private static String headers(List<Header> headers) {
    try {
      return LazyMapper.JSON.writeValueAsString(
          headers.stream().map(header -> List.of(header.name(), header.value())).toList());
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("lists of strings are always JSON", e);
    }
  }

  private static List<Header> headers(String json) {
    if (json.isEmpty()) {
      return List.of();
    }
    try {
      List<Header> headers = new ArrayList<>();
      for (String[] pair : LazyMapper.JSON.readValue(json, String[][].class)) {
        headers.add(new Header(pair[0], pair[1]));
      }
      return headers;
    } catch (JsonProcessingException | RuntimeException e) {
      throw new ServiceException("the headers of an HTTP message cannot be read: " + json, e);
    }
  }

  private static byte[] body(String base64) {
    try {
      return Base64.getDecoder().decode(base64);
    } catch (IllegalArgumentException e) {
      throw new ServiceException("the body of an HTTP message is no base64", e);
    }
  }
}
