package io.rrrspec.server.http;

import io.javalin.http.ContentTooLargeResponse;
import io.javalin.http.Context;
import io.javalin.http.HttpStatus;
import io.javalin.http.RequestTimeoutResponse;
import io.javalin.http.ServiceUnavailableResponse;
import io.rrrspec.common.UsageException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.concurrent.Semaphore;

/**
 * The bytes of the body of an HTTP request: so many, in so much time, and of so many at once. A
 * sender that dawdles keeps a thread of the port, so there are not many of them.
 */
final class BodyBytes {
  private static final int MOST_READERS = 50;
  private static final Duration LONGEST = Duration.ofSeconds(30);
  private static final Semaphore FREE = new Semaphore(MOST_READERS);

  private BodyBytes() {}

  /**
   * Reads them. Whether the sender may send anything is asked before.
   *
   * @param most how many there may be
   * @throws ContentTooLargeResponse if there are more
   * @throws RequestTimeoutResponse if they take longer than 30 s
   * @throws ServiceUnavailableResponse if too many bodies are read already
   * @throws UsageException if the sender stops in between
   */
  static byte[] read(Context ctx, int most) {
    if (ctx.req().getContentLengthLong() > most) {
      throw tooLong(ctx, most);
    }
    if (!FREE.tryAcquire()) {
      throw new ServiceUnavailableResponse(
          MOST_READERS + " bodies are read already: send it again in a few seconds");
    }
    try {
      return read(ctx, ctx.req().getInputStream(), most);
    } catch (IOException e) {
      throw new UsageException("the body did not come whole: send it again", e);
    } finally {
      FREE.release();
    }
  }

  private static byte[] read(Context ctx, InputStream in, int most) throws IOException {
    long end = System.nanoTime() + LONGEST.toNanos();
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    byte[] some = new byte[8_192];
    for (int count = in.read(some); count >= 0; count = in.read(some)) {
      bytes.write(some, 0, count);
      if (bytes.size() > most) {
        throw tooLong(ctx, most);
      }
      if (System.nanoTime() > end) {
        ctx.header("Connection", "close");
        throw new RequestTimeoutResponse(
            "the body took longer than " + LONGEST.toSeconds() + " s: send it faster");
      }
    }
    return bytes.toByteArray();
  }

  private static ContentTooLargeResponse tooLong(Context ctx, int most) {
    // What nobody reads would be taken for the next request.
    ctx.header("Connection", "close").status(HttpStatus.CONTENT_TOO_LARGE);
    return new ContentTooLargeResponse("the body is longer than " + most + " bytes");
  }
}
