package io.rrrspec.common.model;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** An HTTP request that a task carries out for somebody who waits, and the answer to it. */
@SuppressWarnings("ArrayRecordComponent") // nobody compares them
public final class HttpExchange {
  /** More bytes of a body are passed on in neither direction. */
  public static final int MOST_BODY = 1024 * 1024;

  /** Of one connection, and not for who is behind it (RFC 9110, 7.6.1). */
  private static final Set<String> HOP_BY_HOP =
      Set.of(
          "connection",
          "keep-alive",
          "proxy-authenticate",
          "proxy-authorization",
          "proxy-connection",
          "te",
          "trailer",
          "transfer-encoding",
          "upgrade");

  private HttpExchange() {}

  /** One line of the head of a message. */
  public record Header(String name, String value) {
    private boolean is(String other) {
      return name.equalsIgnoreCase(other);
    }
  }

  /**
   * What is sent.
   *
   * @param method {@code GET}, {@code POST}, …
   * @param url where to; absolute
   * @param headers in their order; a name may occur more than once
   * @param body empty for none
   */
  public record Request(String method, String url, List<Header> headers, byte[] body) {
    public Request {
      headers = endToEnd(headers);
    }
  }

  /**
   * What came back.
   *
   * @param status the code, such as 200
   * @param headers in their order; a name may occur more than once
   * @param body empty for none
   */
  public record Answer(int status, List<Header> headers, byte[] body) {
    public Answer {
      headers = endToEnd(headers);
    }
  }

  /** Without the headers that concern one connection only, and those that these name. */
  private static List<Header> endToEnd(List<Header> headers) {
    Set<String> named =
        headers.stream()
            .filter(header -> header.is("connection"))
            .flatMap(header -> Stream.of(header.value().split(",")))
            .map(name -> name.strip().toLowerCase(Locale.ROOT))
            .collect(Collectors.toSet());
    return headers.stream()
        .filter(header -> !HOP_BY_HOP.contains(header.name().toLowerCase(Locale.ROOT)))
        .filter(header -> !named.contains(header.name().toLowerCase(Locale.ROOT)))
        .toList();
  }
}
