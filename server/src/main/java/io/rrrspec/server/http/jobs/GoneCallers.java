package io.rrrspec.server.http.jobs;

import io.rrrspec.common.loop.Actor;
import io.rrrspec.server.http.jobs.HttpCaller.Outcome;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.IntSupplier;

/**
 * Looks once a second whether those who wait for answers are still there. A web server does not
 * notice that while it writes nothing, so this asks the kernel: a connection that the other side
 * has closed is not established any more.
 */
final class GoneCallers implements Actor {
  private static final List<Path> TABLES =
      List.of(Path.of("/proc/net/tcp"), Path.of("/proc/net/tcp6"));
  private static final int CLIENT_CLOSED_REQUEST = 499;
  private static final String ESTABLISHED = "01";
  private static final String MAPPED = "0000000000000000FFFF0000";

  private final HttpCallers callers;
  private final IntSupplier port;

  GoneCallers(HttpCallers callers, IntSupplier port) {
    this.callers = callers;
    this.port = port;
  }

  @Override
  public String name() {
    return "gone-callers";
  }

  @Override
  public boolean step() {
    List<HttpCaller> waiting = callers.all();
    if (waiting.isEmpty()) {
      return false;
    }
    Set<String> there;
    try {
      there = established();
    } catch (IOException e) {
      // Without these tables nobody can tell: they are waited for until their time is over.
      return false;
    }
    for (HttpCaller caller : waiting) {
      String address = hex(caller.address());
      if (!there.contains(address) && !there.contains(MAPPED + address)) {
        caller
            .answer()
            .complete(Outcome.givenUp(CLIENT_CLOSED_REQUEST, "the caller has gone away"));
      }
    }
    return false;
  }

  /** The other ends of the connections to the port, as the kernel writes them. */
  private Set<String> established() throws IOException {
    String local = String.format(Locale.ROOT, ":%04X", port.getAsInt());
    Set<String> remote = new HashSet<>();
    for (Path table : TABLES) {
      if (!Files.exists(table)) {
        continue;
      }
      for (String line : Files.readAllLines(table)) {
        String[] words = line.strip().split("\\s+");
        if (words.length > 3 && words[1].endsWith(local) && words[3].equals(ESTABLISHED)) {
          remote.add(words[2]);
        }
      }
    }
    return remote;
  }

  /** Each four bytes as one number of this machine, which is little-endian. */
  private static String hex(InetSocketAddress address) {
    byte[] bytes = address.getAddress().getAddress();
    StringBuilder hex = new StringBuilder();
    for (int word = 0; word < bytes.length; word += 4) {
      for (int i = 3; i >= 0; i--) {
        hex.append(String.format(Locale.ROOT, "%02X", bytes[word + i]));
      }
    }
    return hex.append(String.format(Locale.ROOT, ":%04X", address.getPort())).toString();
  }

  @Override
  public void await(Duration limit) throws InterruptedException {
    Thread.sleep(limit.toMillis());
  }
}
