package example;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;

/** A server that ends when it is asked to, and only then. */
public final class Shop {
  private Shop() {}

  public static void main(String[] args) throws IOException {
    int port = Integer.parseInt(args[0]);
    HttpServer server = HttpServer.create(new InetSocketAddress("127.0.0.1", port), 0);
    server.createContext("/", exchange -> answer(exchange, "open"));
    server.createContext(
        "/close",
        exchange -> {
          answer(exchange, "closed");
          server.stop(0);
          System.exit(0);
        });
    server.start();
  }

  private static void answer(HttpExchange exchange, String text) throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(200, bytes.length);
    exchange.getResponseBody().write(bytes);
    exchange.close();
  }
}
