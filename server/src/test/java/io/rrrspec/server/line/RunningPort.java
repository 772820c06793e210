package io.rrrspec.server.line;

import io.rrrspec.common.config.RedisAddress;
import io.rrrspec.common.config.SharedSettings;
import io.rrrspec.common.store.Stores;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** A command port in this JVM, on a free port of loopback. */
final class RunningPort implements AutoCloseable {
  /** So short that a test need not wait for what takes minutes. */
  static final Limits QUICK =
      new Limits(
          2_000,
          32,
          Duration.ofMinutes(10),
          Duration.ofSeconds(30),
          Duration.ofMillis(10),
          Duration.ofSeconds(2));

  private final CommandPort port;

  RunningPort(Stores stores, String token) {
    this(stores, token, QUICK);
  }

  RunningPort(Stores stores, String token, Limits limits) {
    this(stores, token, limits, null);
  }

  RunningPort(
      Stores stores, String token, Limits limits, io.netty.handler.ssl.@Nullable SslContext tls) {
    SharedSettings settings =
        new SharedSettings(
            RedisAddress.of("localhost", 1),
            "test",
            "",
            0,
            0,
            0,
            "127.0.0.1",
            token,
            URI.create("http://127.0.0.1:3000"));
    port = new CommandPort(settings, tls, stores, limits);
    port.start();
  }

  int number() {
    return port.port();
  }

  LineSocket connect() throws IOException {
    return new LineSocket(port.port());
  }

  @Override
  public void close() {
    port.close();
  }
}
