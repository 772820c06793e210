package io.rrrspec.server.http;

import com.fasterxml.jackson.databind.JsonNode;
import io.javalin.http.ContentTooLargeResponse;
import io.javalin.http.Context;
import io.rrrspec.common.UsageException;
import io.rrrspec.common.request.OutsideJson;

/** The JSON value that a request brings: of any kind, but bounded. */
final class JsonBody {
  /** The most bytes of one. */
  static final int MOST = 1024 * 1024;

  private JsonBody() {}

  /**
   * Reads it.
   *
   * @throws ContentTooLargeResponse if it is longer than {@link #MOST}
   * @throws UsageException if it is no JSON
   */
  static JsonNode of(Context ctx) {
    byte[] bytes = BodyBytes.read(ctx, MOST);
    if (bytes.length == 0) {
      throw new UsageException("there is no body: send JSON");
    }
    try {
      return OutsideJson.read(bytes);
    } catch (IllegalArgumentException e) {
      throw new UsageException("the body is no JSON: " + e.getMessage(), e);
    }
  }
}
