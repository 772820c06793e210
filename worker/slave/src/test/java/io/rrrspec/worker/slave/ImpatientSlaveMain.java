package io.rrrspec.worker.slave;

import java.time.Duration;
import java.util.Arrays;

/** A slave that waits for Redis as long as its first two arguments say, in milliseconds. */
final class ImpatientSlaveMain {
  private ImpatientSlaveMain() {}

  public static void main(String[] args) {
    SlaveMain.main(
        Arrays.copyOfRange(args, 2, args.length),
        Duration.ofMillis(Long.parseLong(args[0])),
        Duration.ofMillis(Long.parseLong(args[1])));
  }
}
