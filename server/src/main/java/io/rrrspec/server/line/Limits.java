package io.rrrspec.server.line;

import java.time.Duration;

/**
 * What the command port bears.
 *
 * @param connections how many at once; one more is told so, and ended
 * @param longAnswers how many answers of more than 64 KiB are sent at once
 * @param idle a connection that neither sends a whole line nor reads an answer for so long ends
 * @param untilToken a connection that has to bring the token and does not within this time ends
 * @param afterWrongToken how long a wrong token waits for its answer
 * @param linger how long a connection that ends may go on to send what nobody reads any more, so
 *     that the last answer reaches it
 */
record Limits(
    int connections,
    int longAnswers,
    Duration idle,
    Duration untilToken,
    Duration afterWrongToken,
    Duration linger) {
  static final Limits DEFAULT =
      new Limits(
          2_000,
          32,
          Duration.ofMinutes(10),
          Duration.ofSeconds(30),
          Duration.ofSeconds(1),
          Duration.ofSeconds(2));

  /** As many more are told that there are too many; others end without a word. */
  private static final int TOLD = 200;

  int connectionsTold() {
    return connections + TOLD;
  }
}
