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
    SlaveMain.quietLogging();
    Thread.currentThread()
        .setContextClassLoader(new RehearsedServices(Rehearsal.class.getClassLoader()));
    JvmEnd.prepare();
    ShutdownWatch.start();
    ParentWatch.start(ProcessHandle.current().pid());
    String jupiter = RehearsedTests.OfJupiter.class.getName();
    String junit4 = RehearsedTests.OfJUnit4.class.getName();
    List<String> tasks = List.of(jupiter + "@jupiter", junit4 + "@vintage");
    Keys keys = new Keys("rehearsal");
    Path executions = Files.createTempFile("rrrspec-rehearsal", ".json");
    try (RehearsalRedis redis = new RehearsalRedis(keys, tasks);
        RedisConnection connection = RedisConnection.open(redis.address(), 2)) {
      Files.writeString(
          executions,
          "{\"executions\":["
              + execution("jupiter", jupiter)
              + ","
              + execution("vintage", junit4)
              + "]}");
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

  /** One that chooses its engine, as executions of most builds do. */
  private static String execution(String engine, String className) {
    return "{\"id\":\""
        + engine
        + "\",\"provider\":\"junit-platform\",\"selection\":{"
        + "\"includes\":[],\"excludes\":[],\"groups\":\"\",\"excludedGroups\":\"\","
        + "\"includedEngines\":[\"junit-"
        + engine
        + "\"],\"excludedEngines\":[]},\"configurationParameters\":{},\"classes\":[\""
        + className
        + "\"],\"failIfNoTests\":false,\"failIfEngineMissing\":false}";
  }
}
