package io.rrrspec.common.process;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;

/** What this host is called. */
public final class HostName {
  private HostName() {}

  /** The kernel's name first: a resolver may take seconds, and name another. */
  public static String ofThisHost() {
    try {
      String name = Files.readString(Path.of("/proc/sys/kernel/hostname")).strip();
      return name.isEmpty() ? InetAddress.getLocalHost().getHostName() : name;
    } catch (IOException e) {
      try {
        return InetAddress.getLocalHost().getHostName();
      } catch (IOException unknown) {
        return "localhost";
      }
    }
  }
}
