package com.example.shop;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.ServerSocket;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Listens on the port of the shop while its tests run. */
class StockServerTest {
  private static ServerSocket server;

  @BeforeAll
  static void start() throws Exception {
    server = Port.listen();
  }

  @AfterAll
  static void stop() throws Exception {
    if (server != null) {
      server.close();
    }
  }

  @Test
  void answers() throws Exception {
    assertTrue(server.isBound());
    Thread.sleep(3_000);
  }
}
