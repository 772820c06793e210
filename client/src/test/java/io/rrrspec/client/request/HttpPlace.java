package io.rrrspec.client.request;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** A small HTTP server that answers as a test says, and knows what it was asked. */
final class HttpPlace implements AfterEachCallback {
  /** What it was asked: {@code METHOD /path}, and what came with it. */
  record Asked(String what, String token, String lastEvent, String body) {}

  /** Answers a request. */
  interface Answer {
    void to(HttpExchange exchange) throws IOException;
  }

  final List<Asked> asked = new CopyOnWriteArrayList<>();
  private final Map<String, Answer> answers = new ConcurrentHashMap<>();
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final HttpServer server;

  HttpPlace() {
    try {
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
    server.setExecutor(threads);
    server.createContext("/", this::serve);
    server.start();
  }

  String url() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  /** From now on this is answered so. */
  HttpPlace on(String what, Answer answer) {
    answers.put(what, answer);
    return this;
  }

  HttpPlace on(String what, int status, String json) {
    return on(what, exchange -> answer(exchange, status, json));
  }

  /** Events; then the stream ends. */
  HttpPlace events(String what, String... events) {
    return on(
        what,
        exchange -> {
          OutputStream out = stream(exchange);
          for (int i = 0; i < events.length; i++) {
            write(out, i + 1, events[i]);
          }
          exchange.close();
        });
  }

  static OutputStream stream(HttpExchange exchange) throws IOException {
    exchange.getResponseHeaders().set("Content-Type", "text/event-stream;charset=utf-8");
    exchange.sendResponseHeaders(200, 0);
    return exchange.getResponseBody();
  }

  static void write(OutputStream out, int id, String data) throws IOException {
    String text = ": here\n\nid: " + id + "\nevent: step\ndata: " + data + "\n\n";
    out.write(text.getBytes(StandardCharsets.UTF_8));
    out.flush();
  }

  static void answer(HttpExchange exchange, int status, String json) throws IOException {
    byte[] bytes = json.getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().set("Content-Type", "application/json");
    exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
    exchange.getResponseBody().write(bytes);
    exchange.close();
  }

  /** How often it was asked that. */
  long count(String what) {
    return asked.stream().filter(one -> one.what().equals(what)).count();
  }

  private void serve(HttpExchange exchange) throws IOException {
    String what = exchange.getRequestMethod() + " " + exchange.getRequestURI();
    asked.add(
        new Asked(
            what,
            header(exchange, "Authorization"),
            header(exchange, "Last-Event-ID"),
            new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8)));
    answers
        .getOrDefault(what, one -> answer(one, 404, "{\"error\": \"there is no such request\"}"))
        .to(exchange);
  }

  private static String header(HttpExchange exchange, String name) {
    String value = exchange.getRequestHeaders().getFirst(name);
    return value == null ? "" : value;
  }

  @Override
  public void afterEach(ExtensionContext context) {
    server.stop(0);
    threads.shutdownNow();
  }
}
