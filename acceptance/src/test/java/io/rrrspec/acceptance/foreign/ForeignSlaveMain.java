package io.rrrspec.acceptance.foreign;

import io.rrrspec.common.process.ChildProcess;
import io.rrrspec.common.process.HostName;
import io.rrrspec.common.redis.Keys;
import io.rrrspec.common.redis.RedisConnection;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A foreign slave as a process of its own. Its id is its process group, and its worker is called as
 * its host is, unless a file of RRRSPEC_CONFIG_FILES sets another name.
 */
final class ForeignSlaveMain {
  private static final Pattern NAME =
      Pattern.compile("^RRRSpec\\.hostname = '([^']*)'$", Pattern.MULTILINE);

  private ForeignSlaveMain() {}

  private static String hostName() throws IOException {
    String name = HostName.ofThisHost();
    for (String file : System.getenv().getOrDefault("RRRSPEC_CONFIG_FILES", "").split(":", -1)) {
      if (!file.isEmpty() && Files.exists(Path.of(file))) {
        Matcher set = NAME.matcher(Files.readString(Path.of(file)));
        name = set.find() ? set.group(1) : name;
      }
    }
    return name;
  }

  public static void main(String[] args) throws IOException {
    Keys keys = new Keys(args[1]);
    String taskset = System.getenv("RRRSPEC_TASKSET_KEY");
    try (RedisConnection redis = RedisConnection.open(URI.create(args[0]), 4)) {
      String id = Long.toString(ChildProcess.ownGroup());
      new ForeignSlave(
              redis.commands(),
              keys,
              keys.worker(hostName()),
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
