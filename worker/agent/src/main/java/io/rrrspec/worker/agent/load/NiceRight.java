package io.rrrspec.worker.agent.load;

import java.math.BigInteger;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;

/**
 * Whether this process may give a thread a higher priority again. Anybody may lower one; to raise
 * it takes the capability {@code CAP_SYS_NICE}, or a limit that leaves room (setpriority(2)).
 */
final class NiceRight {
  /** {@code CAP_SYS_NICE} in a mask of capabilities. */
  private static final int SYS_NICE = 23;

  /** A limit of 1 means a nice value of 19, one of 40 means -20. */
  private static final int LIMIT_BASE = 20;

  private static final int MOST = 40;
  private static final String UNLIMITED = "unlimited";

  private static final String ALL_USERS = "0 0 4294967295";

  private NiceRight() {}

  /**
   * Tells whether a thread may get this nice value, whatever it has now.
   *
   * @param proc where the kernel shows processes
   * @param nice -20 to 19
   */
  static boolean allows(Path proc, long nice) {
    Path self = proc.resolve("self");
    return hasCapability(self) || LIMIT_BASE - softLimit(self) <= nice;
  }

  /** One that holds in a user namespace alone, as in a container without root, is none here. */
  private static boolean hasCapability(Path self) {
    List<String> users = SystemFiles.lines(self.resolve("uid_map"));
    boolean global = users.isEmpty() || words(users.get(0)).equals(ALL_USERS);
    return global
        && SystemFiles.lines(self.resolve("status")).stream()
            .filter(line -> line.matches("CapEff:\\s*[0-9a-f]{1,16}"))
            .map(line -> line.substring(line.indexOf(':') + 1).trim())
            .anyMatch(mask -> new BigInteger(mask, 16).testBit(SYS_NICE));
  }

  private static long softLimit(Path self) {
    String name = "Max nice priority ";
    return SystemFiles.lines(self.resolve("limits")).stream()
        .filter(line -> line.startsWith(name))
        .map(line -> line.substring(name.length()).trim())
        .map(
            limit ->
                limit.startsWith(UNLIMITED) ? OptionalLong.of(MOST) : SystemFiles.number(limit))
        .flatMapToLong(OptionalLong::stream)
        .findFirst()
        .orElse(0);
  }

  private static String words(String line) {
    return String.join(" ", Arrays.asList(line.trim().split("\\s+")));
  }
}
