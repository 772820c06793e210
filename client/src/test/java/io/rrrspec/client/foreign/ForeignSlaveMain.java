package io.rrrspec.client.foreign;

import io.rrrspec.common.process.ProcessGroup;
import io.rrrspec.common.redis.Keys;
import io.rrrspec.common.redis.RedisConnection;
import java.net.URI;

/** A slave of the other make as a process of its own; its id is its process group. */
final class ForeignSlaveMain {
  private ForeignSlaveMain() {}

  public static void main(String[] args) {
    Keys keys = new Keys(args[1]);
    String taskset = System.getenv("RRRSPEC_TASKSET_KEY");
    try (RedisConnection redis = RedisConnection.open(URI.create(args[0]), 4)) {
      String id = Long.toString(ProcessGroup.own());
      new ForeignSlave(
              redis.commands(),
              keys,
              args[2],
              id,
              taskset,
              Timing.QUICK,
              specFile -> {
                if (specFile.contains("crash")) {
                  Runtime.getRuntime().halt(1);
                }
                return specFile.contains("fail") ? "failed" : "passed";
              })
          .run();
    }
  }
}
