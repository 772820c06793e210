package io.rrrspec.client;

import io.rrrspec.common.files.Removal;
import io.rrrspec.common.loop.Actor;
import io.rrrspec.common.loop.Loop;
import io.rrrspec.common.model.RsyncInfo;
import io.rrrspec.common.redis.EmbeddedRedis;
import io.rrrspec.common.redis.Keys;
import io.rrrspec.common.redis.RedisConnection;
import io.rrrspec.common.store.Stores;
import io.rrrspec.server.Server;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;

/**
 * Loads what short commands need, by carrying some of them out on a Redis and a server of its own
 * in a directory that is deleted, and ends: run once with <code>-XX:ArchiveClassesAtExit</code>, so
 * that later commands start quicker.
 */
public final class QuickPreloadMain {
  private static final Duration LONGEST_WAIT = Duration.ofSeconds(1);

  private QuickPreloadMain() {}

  public static void main(String[] args) throws IOException, InterruptedException {
    if (System.getenv().keySet().stream().anyMatch(name -> name.startsWith("RRRSPEC_"))) {
      // They win over the file that is given here: the commands would go to somebody's Redis.
      throw new IllegalStateException("no setting may be in the environment");
    }
    Path scratch = Files.createTempDirectory("rrrspec-preload");
    try (EmbeddedRedis server =
            EmbeddedRedis.start(Files.createDirectory(scratch.resolve("redis")));
        RedisConnection redis = RedisConnection.open(server.url(), 16)) {
      Keys keys = new Keys("rrrspec");
      Server local = new Server("preload", redis, keys, InstantSource.system());
      local.announce();
      Path sent = Files.createDirectory(scratch.resolve("sent"));
      new Stores(redis, keys)
          .rsyncInfo()
          .publish(new RsyncInfo(sent.toString(), "--recursive --links --perms --times"));
      List<Loop> loops = new ArrayList<>();
      try {
        for (Actor actor : local.actors()) {
          loops.add(Loop.start(actor, LONGEST_WAIT));
        }
        commands(scratch, server.url().toString());
      } finally {
        loops.forEach(Loop::stop);
        loops.forEach(Loop::close);
      }
    } finally {
      Removal.of(scratch);
    }
    System.exit(0);
  }

  private static void commands(Path scratch, String redis) throws IOException {
    Path project = Files.createDirectory(scratch.resolve("project"));
    Path flow =
        Files.writeString(
            project.resolve("flow.yml"),
            "steps: [{shell: a, inputs: [flow.yml], outputs: [b]}, {shell: c}]\n");
    Path settings =
        Files.writeString(
            scratch.resolve("settings.yml"),
            "redis: '"
                + redis
                + "'\npackaging_dir: '"
                + project
                + "'\nrsync_name: preload\nrunner: command\nspec_files: [a]\nsetup_command: a\n");
    run(settings, "--help");
    run(settings, "client", "nodes");
    run(settings, "client", "start", "--key-only");
    run(settings, "flow", "check", flow.toString());
    run(settings, "flow", "run", flow.toString());
    run(settings, "flow", "list");
  }

  private static void run(Path settings, String... command) {
    List<String> all = new ArrayList<>(List.of("-c", settings.toString()));
    all.addAll(List.of(command));
    int unused = ClientMain.run(all.toArray(String[]::new));
  }
}
