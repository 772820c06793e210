package com.example.shop;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;

/** A port that two test classes listen on, each for a while. */
final class Port {
  private Port() {}

  static ServerSocket listen() throws IOException {
    return new ServerSocket(Integer.getInteger("shop.port", 48_766), 1, InetAddress.getLoopbackAddress());
  }
}
