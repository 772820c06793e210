package io.rrrspec.server.http.jobs;

import io.rrrspec.common.model.HttpExchange.Answer;
import io.rrrspec.common.model.HttpExchange.Header;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * One who waits for the answer to a request.
 *
 * @param taskset the key of the taskset that carries it out
 * @param address where the request came from
 * @param answer gets the answer, or tells that there will be none
 */
record HttpCaller(String taskset, InetSocketAddress address, CompletableFuture<Outcome> answer) {
  /**
   * What came of a request.
   *
   * @param answer what the caller gets
   * @param cancels whether the job is to be cancelled, since nobody waits any more
   */
  record Outcome(Answer answer, boolean cancels) {
    static Outcome over(Answer answer) {
      return new Outcome(answer, false);
    }

    static Outcome givenUp(int status, String line) {
      return new Outcome(plain(status, line), true);
    }
  }

  /** An answer of this server itself. */
  static Answer plain(int status, String line) {
    return new Answer(
        status,
        List.of(new Header("Content-Type", "text/plain; charset=utf-8")),
        (line + "\n").getBytes(StandardCharsets.UTF_8));
  }
}
