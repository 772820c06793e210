package io.rrrspec.experiments.chaos;

import io.rrrspec.common.ServiceException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A network namespace for each part, all of them at one bridge, which has a namespace of its own:
 * so no firewall of this machine, such as that of Docker, has a say. Packets are dropped where they
 * arrive, without a word.
 */
final class Network implements AutoCloseable {
  private static final String NFT = "/usr/sbin/nft";

  /** Sets that are empty while nothing is wrong. */
  private static final String RULES =
      """
      table inet chaos {
        counter dropped { }
        set cut { type ipv4_addr; }
        set lossy { type ipv4_addr; }
        set forgotten { type ipv4_addr . inet_service; }
        chain input {
          type filter hook input priority 0;
          ip saddr @cut counter name dropped drop
          ip saddr @lossy numgen random mod 100 < %d counter name dropped drop
          ip saddr . tcp sport @forgotten counter name dropped drop
        }
        chain output {
          type filter hook output priority 0;
          ip daddr . tcp dport @forgotten counter name dropped drop
        }
      }
      """;

  /** What {@link #heal()} counts. */
  static final String DROPPED = "packets dropped";

  private static final Pattern PACKETS = Pattern.compile("packets (\\d+)");

  /** How many of a hundred packets are lost. */
  private static final int LOSS = 20;

  private static final int SUBNETS = 256;

  private final String id;
  private final String subnet;
  private final Map<String, Host> hosts = new LinkedHashMap<>();
  private final AtomicBoolean inUse = new AtomicBoolean();

  private Network(int number) {
    this.id = "chaos" + number;
    this.subnet = "10.231." + number + ".";
  }

  /** Makes the namespaces of these parts; this machine reaches all of them. */
  static Network create(Collection<String> names) {
    if (!Files.isExecutable(Path.of(NFT))) {
      throw new ServiceException("no " + NFT + ": install nftables");
    }
    Network network = reserve();
    try {
      network.build(names);
    } catch (RuntimeException e) {
      network.close();
      throw e;
    }
    return network;
  }

  /** One whose names and addresses no other one has: several may be there at once. */
  private static Network reserve() {
    int first = (int) (ProcessHandle.current().pid() % SUBNETS);
    for (int i = 0; i < SUBNETS; i++) {
      Network network = new Network((first + i) % SUBNETS);
      try {
        Commands.run("ip", "netns", "add", network.bridge());
        return network;
      } catch (ServiceException e) {
        if (!Files.exists(Path.of("/run/netns", network.bridge()))) {
          throw e;
        }
      }
    }
    throw new ServiceException("all networks are in use: see 'ip netns'");
  }

  private void build(Collection<String> names) {
    ip(bridge(), "link", "add", "bridge", "type", "bridge");
    ip(bridge(), "link", "set", "bridge", "up");
    Commands.run(
        "ip", "link", "add", id, "type", "veth", "peer", "name", "uplink", "netns", bridge());
    ip(bridge(), "link", "set", "uplink", "master", "bridge", "up");
    Commands.run("ip", "addr", "add", gateway() + "/24", "dev", id);
    Commands.run("ip", "link", "set", id, "up");
    int number = 1;
    for (String name : names) {
      add(name, ++number);
    }
  }

  private void add(String name, int number) {
    String space = id + "-" + name;
    Commands.run("ip", "netns", "add", space);
    String plug = "p" + number;
    ip(bridge(), "link", "add", plug, "type", "veth", "peer", "name", "eth0", "netns", space);
    ip(bridge(), "link", "set", plug, "master", "bridge", "up");
    ip(space, "addr", "add", subnet + number + "/24", "dev", "eth0");
    ip(space, "link", "set", "eth0", "up");
    ip(space, "link", "set", "lo", "up");
    Host host = new Host(name, subnet + number, List.of("nsenter", "--net=/run/netns/" + space));
    hosts.put(name, host);
    change(host, RULES.formatted(LOSS));
  }

  private static void ip(String space, String... arguments) {
    List<String> command = new ArrayList<>(List.of("ip", "-n", space));
    command.addAll(List.of(arguments));
    Commands.run(command, "");
  }

  private static void change(Host host, String text) {
    String unused = nft(host, text);
  }

  private static String nft(Host host, String text) {
    return Commands.output(host.command(List.of(NFT, "-f", "-")), text);
  }

  /** How many packets the counters in an answer of nft have, taken together. */
  static long packets(String answer) {
    return PACKETS
        .matcher(answer)
        .results()
        .mapToLong(found -> Long.parseLong(found.group(1)))
        .sum();
  }

  private String bridge() {
    return id + "-bridge";
  }

  /** Where this machine is reached from the namespaces. */
  String gateway() {
    return subnet + 1;
  }

  Host host(String name) {
    Host host = hosts.get(name);
    if (host == null) {
      throw new IllegalArgumentException("no host " + name);
    }
    return host;
  }

  /** All whose name begins like this. */
  List<Host> hosts(String... beginnings) {
    return hosts.values().stream()
        .filter(host -> List.of(beginnings).stream().anyMatch(host.name()::startsWith))
        .toList();
  }

  /** Reserves the network for one fault; false if another one has it. */
  boolean take() {
    return inUse.compareAndSet(false, true);
  }

  /** What some hosts send does not arrive at others any more. */
  void cut(List<Host> from, List<Host> to) {
    fill("cut", from, to);
  }

  /** A part of what some hosts send does not arrive at others. */
  void lose(List<Host> from, List<Host> to) {
    fill("lossy", from, to);
  }

  private static void fill(String set, List<Host> from, List<Host> to) {
    for (Host host : to) {
      String others =
          from.stream()
              .filter(other -> !other.equals(host))
              .map(Host::address)
              .collect(Collectors.joining(", "));
      if (!others.isEmpty()) {
        change(host, "add element inet chaos " + set + " { " + others + " }\n");
      }
    }
  }

  /**
   * Connections that exist transport nothing any more, and nobody is told.
   *
   * @param at where they end
   * @param ends their other ends, as {@code address:port}
   */
  void forget(Host at, Collection<String> ends) {
    if (!ends.isEmpty()) {
      change(
          at,
          "add element inet chaos forgotten { "
              + ends.stream().map(end -> end.replace(":", " . ")).collect(Collectors.joining(", "))
              + " }\n");
    }
  }

  /** What hosts send to a port arrives at another one of the same host, by new connections. */
  void redirect(Host at, Collection<Host> from, int port, int other) {
    change(
        at,
        """
        table ip delay {
          chain prerouting {
            type nat hook prerouting priority -100;
            ip saddr { %s } tcp dport %d tcp flags & (syn | ack) == syn counter redirect to :%d
          }
        }
        """
            .formatted(
                from.stream().map(Host::address).collect(Collectors.joining(", ")), port, other));
  }

  /**
   * It does not any more.
   *
   * @return how many connections went there
   */
  long endRedirect(Host at) {
    long connections = packets(nft(at, "list table ip delay\n"));
    change(at, "delete table ip delay\n");
    return connections;
  }

  /** How many packets were dropped since everything arrived. */
  long dropped() {
    return hosts.values().stream()
        .mapToLong(host -> packets(nft(host, "list counters table inet chaos\n")))
        .sum();
  }

  /**
   * Everything arrives again; the next fault may have the network.
   *
   * @return how many packets were dropped since the last time
   */
  long heal() {
    long dropped = 0;
    for (Host host : hosts.values()) {
      dropped +=
          packets(
              nft(
                  host,
                  "flush set inet chaos cut\nflush set inet chaos lossy\n"
                      + "flush set inet chaos forgotten\nreset counters table inet chaos\n"));
    }
    inUse.set(false);
    return dropped;
  }

  /** Removes the namespaces; processes in them go on without a network. */
  @Override
  public void close() {
    remove("ip", "link", "del", id);
    for (String name : hosts.keySet()) {
      remove("ip", "netns", "del", id + "-" + name);
    }
    remove("ip", "netns", "del", bridge());
  }

  private static void remove(String... command) {
    try {
      Commands.run(command);
    } catch (ServiceException e) {
      return; // it was never made
    }
  }
}
