package example;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import org.junit.jupiter.api.Test;

class DepotIT {
  private static final String PORT = System.getProperty("shop.port");

  @Test
  void reachesTheServer() throws Exception {
    URI address = URI.create("http://127.0.0.1:" + PORT + "/");
    String answer =
        HttpClient.newHttpClient()
            .send(HttpRequest.newBuilder(address).build(), BodyHandlers.ofString())
            .body();
    assertEquals("open", answer);
  }

  @Test
  void learnsThePortEverywhere() {
    assertEquals(PORT, System.getenv("SHOP_PORT"));
    assertEquals(PORT, System.getProperty("port.of.the.line"));
  }
}
