package io.rrrspec.experiments.bench;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Measures what a request costs that goes through HTTP jobs, beside the same target called
 * directly. Run by {@code scripts/http-jobs-bench}, which starts the fleet: {@code target} serves
 * until it is ended, {@code measure NAME COUNT URL} prints lines of a table.
 */
public final class HttpJobsBenchMain {
  private static final int WARM_UP = 50;

  private HttpJobsBenchMain() {}

  public static void main(String[] args) throws Exception {
    if (args[0].equals("target")) {
      target();
    } else {
      measure(args[1], Integer.parseInt(args[2]), URI.create(args[3]));
    }
  }

  /** Answers at once; prints its port. */
  private static void target() throws IOException {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(Executors.newCachedThreadPool());
    byte[] body = "hello\n".getBytes(StandardCharsets.UTF_8);
    server.createContext(
        "/",
        exchange -> {
          exchange.getRequestBody().readAllBytes();
          exchange.sendResponseHeaders(200, body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
    server.start();
    System.out.println(server.getAddress().getPort());
  }

  private static void measure(String name, int count, URI url) throws Exception {
    HttpClient client = HttpClient.newHttpClient();
    times(client, url, 1, WARM_UP);
    for (int atOnce : List.of(1, 8)) {
      times(client, url, atOnce, WARM_UP);
      long start = System.nanoTime();
      List<Long> nanos = times(client, url, atOnce, count);
      double seconds = (System.nanoTime() - start) / 1e9;
      Collections.sort(nanos);
      System.out.printf(
          Locale.ROOT,
          "| %s | %d | %.1f | %.1f | %.0f |%n",
          name,
          atOnce,
          nanos.get(nanos.size() / 2) / 1e6,
          nanos.get((int) (nanos.size() * 0.95)) / 1e6,
          count / seconds);
    }
  }

  private static List<Long> times(HttpClient client, URI url, int atOnce, int count)
      throws Exception {
    ExecutorService callers = Executors.newFixedThreadPool(atOnce);
    List<Future<Long>> calls = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      calls.add(callers.submit(() -> time(client, url)));
    }
    List<Long> nanos = new ArrayList<>();
    for (Future<Long> call : calls) {
      nanos.add(call.get());
    }
    callers.shutdown();
    return nanos;
  }

  private static long time(HttpClient client, URI url) throws Exception {
    long start = System.nanoTime();
    int status =
        client.send(HttpRequest.newBuilder(url).build(), BodyHandlers.ofString()).statusCode();
    if (status != 200) {
      throw new IOException(url + " answered " + status);
    }
    return System.nanoTime() - start;
  }
}
