package io.rrrspec.persister.viewer.api;

import io.javalin.http.Context;
import java.util.Map;

/** What cannot be answered, as JSON. */
public final class ApiErrors {
  private ApiErrors() {}

  /** Whether a program asked for this, which wants JSON. */
  public static boolean concerns(Context ctx) {
    return ctx.path().equals("/v2") || ctx.path().startsWith("/v2/");
  }

  /**
   * Answers.
   *
   * @param status of HTTP
   * @param message one line that says why
   */
  public static void show(Context ctx, int status, String message) {
    ctx.status(status);
    JsonAnswer.send(ctx, Map.of("error", message));
  }
}
