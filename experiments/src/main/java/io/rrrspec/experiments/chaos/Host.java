package io.rrrspec.experiments.chaos;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Where a part runs.
 *
 * @param name of the part
 * @param address that others reach it at
 * @param prefix what stands before a command that runs there; empty: this machine
 */
record Host(String name, String address, List<String> prefix) {
  /** This machine, which others reach by loopback. */
  static Host local(String name) {
    return new Host(name, "127.0.0.1", List.of());
  }

  /** What starts a command there. */
  List<String> command(List<String> command) {
    List<String> whole = new ArrayList<>(prefix);
    whole.addAll(command);
    return whole;
  }

  /** What a process there gets, beside what all get: the address at which it opens its ports. */
  Map<String, String> environment(Map<String, String> ofAll) {
    Map<String, String> environment = new HashMap<>(ofAll);
    if (!prefix.isEmpty()) {
      environment.merge(
          "RRRSPEC_JAVA_OPTS", " -Dh2.bindAddress=" + address, (all, own) -> all + own);
      if (name.startsWith("worker")) {
        environment.put("RRRSPEC_BIND", address);
      }
    }
    return environment;
  }
}
