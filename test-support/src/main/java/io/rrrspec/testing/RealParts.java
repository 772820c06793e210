package io.rrrspec.testing;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Programs that a person's machine may lack: then a test is skipped; a build server has them. */
public final class RealParts {
  private static final Pattern REDIS = Pattern.compile("v=(\\d+)");

  private RealParts() {}

  public static void require(String program) {
    boolean there = false;
    for (String directory : System.getenv().getOrDefault("PATH", "").split(":")) {
      there |= Files.isExecutable(Path.of(directory, program));
    }
    if ("true".equals(System.getenv("CI")) && !there) {
      throw new AssertionError("there is no " + program + ": install it");
    }
    assumeTrue(there, "there is no " + program);
  }

  /** Skips the test where there is no {@code redis-server} of version 7 or newer. */
  public static void requireRedis7() {
    require("redis-server");
    assumeTrue(isRedis7(), "redis-server is older than 7");
  }

  /** Whether there is one. */
  public static boolean isRedis7() {
    try {
      Process process =
          new ProcessBuilder("redis-server", "--version").redirectErrorStream(true).start();
      Matcher version =
          REDIS.matcher(new String(process.getInputStream().readAllBytes(), ISO_8859_1));
      return version.find() && Integer.parseInt(version.group(1)) >= 7;
    } catch (IOException e) {
      return false;
    }
  }
}
