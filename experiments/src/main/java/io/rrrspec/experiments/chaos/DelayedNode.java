package io.rrrspec.experiments.chaos;

import io.rrrspec.common.ServiceException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.List;

/**
 * A server whose answers to some hosts take a while: what they send there goes through a {@link
 * Delay}.
 */
final class DelayedNode implements AutoCloseable {
  private final Network network;
  private final RedisNode node;
  private final Process delay;
  private boolean ended;
  private long connections;

  private DelayedNode(Network network, RedisNode node, Process delay) {
    this.network = network;
    this.node = node;
    this.delay = delay;
  }

  /**
   * Makes it so for connections that are made from now on.
   *
   * @param millis by how many, in each direction
   */
  static DelayedNode start(
      Network network, RedisNode node, Collection<Host> clients, long millis, Place place) {
    ProcessBuilder builder =
        new ProcessBuilder(
            node.host()
                .command(
                    List.of(
                        ProcessHandle.current().info().command().orElse("java"),
                        "-Xmx256m",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Delay.class.getName(),
                        node.host().address(),
                        Integer.toString(node.port()),
                        Long.toString(millis))));
    builder.environment().put(Place.VARIABLE, place.mark());
    builder.redirectError(place.path("log/delay.log").toFile());
    try {
      Process delay = builder.start();
      String port =
          new BufferedReader(new InputStreamReader(delay.getInputStream(), StandardCharsets.UTF_8))
              .readLine();
      if (port == null) {
        throw new ServiceException("the delay does not start: see log/delay.log");
      }
      network.redirect(node.host(), clients, node.port(), Integer.parseInt(port));
      return new DelayedNode(network, node, delay);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Connections are quick again: those through the delay break.
   *
   * @return how many there were
   */
  long end() {
    // Its end is told to both sides, which takes the redirection: without it nobody who waits for
    // an
    // answer would hear of it.
    delay.destroyForcibly().onExit().join();
    if (!ended) {
      connections = network.endRedirect(node.host());
      ended = true;
    }
    return connections;
  }

  @Override
  public void close() {
    long unused = end();
  }
}
