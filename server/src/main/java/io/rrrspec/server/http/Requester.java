package io.rrrspec.server.http;

import io.javalin.http.Context;
import io.rrrspec.common.UsageException;
import org.jspecify.annotations.Nullable;

/** In whose name something is asked for. */
final class Requester {
  private static final int LONGEST = 200;

  private Requester() {}

  /**
   * The name.
   *
   * @param named in the request; null: the address that asks
   */
  static String of(Context ctx, @Nullable String named) {
    if (named == null) {
      return ctx.ip();
    }
    if (named.isBlank()
        || named.length() > LONGEST
        || named.chars().anyMatch(Character::isISOControl)) {
      throw new UsageException(
          "the field 'user' is no name: write one line of at most " + LONGEST + " characters");
    }
    return named;
  }
}
