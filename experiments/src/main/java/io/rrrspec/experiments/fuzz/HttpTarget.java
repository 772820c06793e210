package io.rrrspec.experiments.fuzz;

import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Requests of all kinds to one HTTP port: none is answered with 5xx. */
final class HttpTarget implements Target {
  private static final List<String> METHODS =
      List.of(
          "GET", "POST", "PUT", "DELETE", "PATCH", "HEAD", "OPTIONS", "get", "FETCH", "P\u0001T");
  private static final List<String> BODIES =
      List.of(
          "{\"requester\":\"me\",\"program\":1,\"run_list\":[{\"name\":\"build\",\"args\":{\"target\":\"x\"}}]}",
          "{\"discipline\":\"fifo\",\"priority\":1,\"rate\":1,\"ceil\":2,\"group\":\"default\"}",
          "{\"module\":\"shell\",\"job\":\"true\",\"user\":\"me\"}",
          "{\"name\":\"f\",\"steps\":[{\"shell\":\"true\"}]}",
          "name: f\nsteps: [{shell: 'true'}]",
          "{\"queue\":\"pr\"}",
          "{\"worker\":\"w\"}",
          "reason=x&token=y");
  private static final List<String> HEADERS =
      List.of(
          "If-Match: x",
          "If-Match: \"99999999999999999999\"",
          "Lease: 1",
          "Origin: http://evil.example",
          "Origin: null",
          "Sec-Fetch-Site: cross-site",
          "Host: evil.example",
          "Host:",
          "Authorization: Bearer x",
          "Authorization: Basic %%%",
          "Last-Event-ID: -1",
          "Accept: text/event-stream",
          "Accept: application/json;q=x",
          "Content-Type: text/xml",
          "Content-Type: application/json; charset=none",
          "Content-Type: multipart/form-data; boundary=",
          "Content-Type: application/x-www-form-urlencoded",
          "Cookie: a=b; =; ;",
          "Content-Encoding: gzip",
          "Accept-Encoding: gzip, br;q=2",
          "Accept-Language: \u00e4",
          "Range: bytes=5-1",
          "Expect: 100-continue",
          "Upgrade: websocket",
          "X-Forwarded-For: 127.0.0.1",
          "Transfer-Encoding: chunked",
          "Content-Length: -1",
          ": nothing");

  private final String kind;
  private final int port;
  private final List<String> routes;
  private final List<String> parameters;
  private final List<String> ids;

  /**
   * Makes it.
   *
   * @param routes with {@code {names}} where something may stand
   * @param parameters names of the query
   * @param ids what may stand there
   */
  HttpTarget(
      String kind, int port, List<String> routes, List<String> parameters, List<String> ids) {
    this.kind = kind;
    this.port = port;
    this.routes = List.copyOf(routes);
    this.parameters = List.copyOf(parameters);
    this.ids = List.copyOf(ids);
  }

  @Override
  public String kind() {
    return kind;
  }

  @Override
  public Outcome feed(Draw draw) throws IOException {
    byte[] request = request(draw);
    draw.tell(new String(request, StandardCharsets.ISO_8859_1));
    byte[] answer = RawHttp.exchange(port, request);
    int status = RawHttp.status(answer);
    Harm.unless(status < 500, "it is answered with " + status + ": " + end(answer));
    requireEscaped(answer);
    return status >= 200 && status < 400 ? Outcome.TAKEN : Outcome.REFUSED;
  }

  private static String end(byte[] answer) {
    int from = Math.max(0, answer.length - 300);
    return new String(answer, from, answer.length - from, StandardCharsets.ISO_8859_1);
  }

  /** What stands in an address must not become a part of the page. */
  private static void requireEscaped(byte[] answer) {
    String text = new String(answer, StandardCharsets.UTF_8);
    int body = text.indexOf("\r\n\r\n");
    boolean html =
        body > 0
            && text.substring(0, body).toLowerCase(java.util.Locale.ROOT).contains("text/html");
    Harm.unless(
        !html || !(text.contains("<script>alert(1)") || text.contains("<img src=x")),
        "an address becomes a part of the page");
  }

  private byte[] request(Draw draw) {
    String path = path(draw);
    String body = draw.oneIn(3) ? "" : body(draw);
    byte[] content = HostileText.bytes(draw, body);
    StringBuilder head = new StringBuilder();
    String method = draw.oneIn(2) ? "GET" : draw.one(METHODS);
    head.append(method).append(' ').append(path).append(" HTTP/1.1\r\nConnection: close\r\n");
    if (!draw.oneIn(12)) {
      head.append("Host: 127.0.0.1\r\n");
    }
    for (int i = draw.below(3); i > 0; i--) {
      head.append(header(draw)).append("\r\n");
    }
    if (content.length > 0 || draw.oneIn(2)) {
      head.append("Content-Length: ").append(content.length).append("\r\n");
    }
    head.append("\r\n");
    byte[] first = head.toString().getBytes(StandardCharsets.ISO_8859_1);
    byte[] whole = java.util.Arrays.copyOf(first, first.length + content.length);
    System.arraycopy(content, 0, whole, first.length, content.length);
    return whole;
  }

  private static String header(Draw draw) {
    if (draw.oneIn(5)) {
      String name = draw.one(HEADERS).split(":", -1)[0];
      return name + ": " + HostileText.any(draw).replace('\n', ' ').replace('\r', ' ');
    }
    return draw.one(HEADERS);
  }

  private static String body(Draw draw) {
    return switch (draw.below(4)) {
      case 0 -> HostileText.json(draw);
      case 1 -> HostileText.any(draw);
      default -> HostileText.mutated(draw, draw.one(BODIES));
    };
  }

  private String path(Draw draw) {
    StringBuilder path = new StringBuilder();
    String route = draw.one(routes);
    int from = 0;
    for (int open = route.indexOf('{'); open >= 0; open = route.indexOf('{', from)) {
      path.append(route, from, open).append(part(draw));
      from = route.indexOf('}', open) + 1;
    }
    path.append(route.substring(from));
    if (draw.oneIn(15)) {
      path.append('/').append(part(draw));
    }
    List<String> query = new ArrayList<>();
    for (int i = draw.below(4); i > 0 && !parameters.isEmpty(); i--) {
      query.add(draw.one(parameters) + "=" + part(draw));
    }
    return path + (query.isEmpty() ? "" : "?" + String.join("&", query));
  }

  private String part(Draw draw) {
    if (draw.oneIn(2)) {
      return draw.one(ids);
    }
    String text = draw.oneIn(3) ? HostileText.number(draw) : HostileText.any(draw);
    String bounded = text.length() > 5_000 ? text.substring(0, 5_000) : text;
    // Raw now and then, as no browser sends it.
    return draw.oneIn(6)
        ? bounded.replace(' ', '+').replace('\n', '+').replace('\r', '+')
        : URLEncoder.encode(bounded, StandardCharsets.UTF_8).replace("+", "%20");
  }
}
