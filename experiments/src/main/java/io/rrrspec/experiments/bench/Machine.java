package io.rrrspec.experiments.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The facts without which figures mean nothing. */
public final class Machine {
  private Machine() {}

  /** Names processor, system, JDK, Redis and load. */
  public static String facts(BenchRedis redis) {
    return String.join(
        ", ",
        Runtime.getRuntime().availableProcessors() + " cores (" + processor() + ")",
        System.getProperty("os.name") + " " + System.getProperty("os.version"),
        "JDK " + Runtime.version(),
        "Redis " + redis.info("server", "redis_version"),
        "load " + load() + " at the start; everything on this one machine");
  }

  private static String processor() {
    return line(Path.of("/proc/cpuinfo"), "model name").replaceAll(".*: *", "");
  }

  private static String load() {
    return line(Path.of("/proc/loadavg"), "").replaceAll(" .*", "");
  }

  private static String line(Path file, String start) {
    try {
      return Files.readAllLines(file).stream()
          .filter(l -> l.startsWith(start))
          .findFirst()
          .orElse("unknown");
    } catch (IOException e) {
      return "unknown";
    }
  }
}
