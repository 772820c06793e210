package io.rrrspec.worker.slave;

import io.rrrspec.common.redis.Keys;
import io.rrrspec.common.redis.RedisConnection;
import io.rrrspec.worker.slave.jvm.JvmEnd;
import io.rrrspec.worker.slave.jvm.ParentWatch;
import io.rrrspec.worker.slave.jvm.ShutdownWatch;
import io.rrrspec.worker.slave.jvm.SlaveExit;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * Has a slave run two small classes without a Redis, so that what slaves load on the way, and the
 * code that the JVM makes for it, is there for an archive of classes. It changes this JVM as a
 * slave does.
 */
final class Rehearsal {
  private static final RedisRetry ONCE = new RedisRetry(Duration.ofSeconds(-1));

  private Rehearsal() {}

  /**
   * Runs it.
   *
   * @return how many of the classes have passed: 0 to 2, one for JUnit Jupiter and one for JUnit 4,
   *     by what is on the class path
   */
  static int run() throws IOException {
    JvmEnd.prepare();
    ShutdownWatch.start();
    ParentWatch.start(ProcessHandle.current().pid());
    List<String> classes =
        List.of(RehearsedTests.OfJupiter.class.getName(), RehearsedTests.OfJUnit4.class.getName());
    Keys keys = new Keys("rehearsal");
    Path executions = Files.createTempFile("rrrspec-rehearsal", ".json");
    try (RehearsalRedis redis = new RehearsalRedis(keys, classes);
        RedisConnection connection = RedisConnection.open(redis.address(), 2)) {
      Files.writeString(executions, executions(classes));
      System.setProperty(Runners.EXECUTIONS_PROPERTY, executions.toString());
      String taskset = keys.taskset("rehearsal");
      OwningWorker owner =
          new OwningWorker(redis.address(), keys, keys.worker("rehearsal"), 0, true, false);
      SlaveOptions options = SlaveOptions.parse(new String[] {"--taskset", taskset});
      SlaveExit exit =
          SlaveMain.serve(taskset, "1", note -> {}, null, options, owner, connection, ONCE, ONCE);
      return exit == SlaveExit.NORMAL ? redis.passed() : 0;
    } finally {
      Files.delete(executions);
    }
  }

  private static String executions(List<String> classes) {
    return """
        {"executions":[{"id":"default-test","provider":"junit-platform","selection":{
        "includes":[],"excludes":[],"groups":"","excludedGroups":"",
        "includedEngines":["junit-jupiter","junit-vintage"],"excludedEngines":[]},"configurationParameters":{},
        "classes":["%s"],"failIfNoTests":false,"failIfEngineMissing":false}]}
        """
        .formatted(String.join("\",\"", classes));
  }
}
