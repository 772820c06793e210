package io.rrrspec.worker.slave.runner;

import io.rrrspec.common.UsageException;
import io.rrrspec.common.model.HttpExchange.Request;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** The text of a task that is an HTTP request: {@code METHOD URL [BODY]}. */
final class HttpTask {
  private static final String USAGE =
      "write METHOD URL [BODY], such as: POST http://127.0.0.1:9000/orders {\"id\": 7}";
  private static final int SHOWN = 100;

  private HttpTask() {}

  /**
   * Reads the text; the body is all that stands behind the URL.
   *
   * @throws UsageException if it is something else; the message says what to write
   */
  static Request parse(String text) {
    String[] words = text.split(" ", 3);
    if (words.length < 2) {
      throw new UsageException("no HTTP request: '" + shown(text) + "': " + USAGE);
    }
    String body = words.length < 3 ? "" : words[2];
    return checked(
        new Request(words[0], words[1], List.of(), body.getBytes(StandardCharsets.UTF_8)));
  }

  /** Returns a request that can be sent. */
  static Request checked(Request request) {
    if (!request.method().matches("[A-Z]{1,20}") || request.method().equals("CONNECT")) {
      throw new UsageException("no HTTP method: '" + shown(request.method()) + "': " + USAGE);
    }
    try {
      URI uri = new URI(request.url());
      String scheme = String.valueOf(uri.getScheme());
      if (uri.getHost() == null || !scheme.matches("(?i)https?")) {
        throw new UsageException(
            "no URL with http:// or https:// and a host: '" + shown(request.url()) + "': " + USAGE);
      }
    } catch (URISyntaxException e) {
      throw new UsageException("no URL: '" + shown(request.url()) + "': " + USAGE, e);
    }
    return request;
  }

  private static String shown(String text) {
    String plain = text.replaceAll("\\p{Cntrl}", "?");
    return plain.length() <= SHOWN ? plain : plain.substring(0, SHOWN) + "…";
  }
}
