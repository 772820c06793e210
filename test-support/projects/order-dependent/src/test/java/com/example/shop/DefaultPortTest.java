package com.example.shop;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.ServerSocket;
import org.junit.jupiter.api.Test;

class DefaultPortTest {
  @Test
  void listensOnTheDefaultPort() throws Exception {
    try (ServerSocket socket = new ServerSocket(Integer.getInteger("shop.port", 48_765))) {
      assertTrue(socket.isBound());
    }
  }
}
