package io.rrrspec.worker.slave;

import io.rrrspec.common.redis.Keys;
import io.rrrspec.worker.slave.jvm.JvmEnd;
import io.rrrspec.worker.slave.jvm.SlaveExit;
import java.io.IOException;
import java.nio.file.DirectoryStream;
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
    Thread.currentThread()
        .setContextClassLoader(new RehearsedServices(Rehearsal.class.getClassLoader()));
    JvmEnd.prepare();
    SlaveMain.quietLogging();
    String jupiter = RehearsedTests.OfJupiter.class.getName();
    String junit4 = RehearsedTests.OfJUnit4.class.getName();
    List<String> tasks = List.of(jupiter, junit4 + "@vintage");
    Keys keys = new Keys("rehearsal");
    Path directory = Files.createTempDirectory("rrrspec-rehearsal");
    try (RehearsalRedis redis = new RehearsalRedis(keys, tasks)) {
      Path executions = directory.resolve("executions");
      Files.writeString(
          executions,
          "{\"executions\":["
              + execution("jupiter", jupiter)
              + ","
              + execution("vintage", junit4)
              + "]}");
      System.setProperty(Runners.EXECUTIONS_PROPERTY, executions.toString());
      Path slaveFile = directory.resolve("slave");
      // By hand: a slave does without the mapper that would write it.
      Files.writeString(
          slaveFile,
          "{\"redis\":\""
              + redis.address()
              + "\",\"namespace\":\""
              + keys.namespace()
              + "\",\"worker\":\""
              + keys.worker("rehearsal")
              + "\",\"worker_pid\":"
              + ProcessHandle.current().pid()
              + ",\"warm\":false}");
      SlaveOptions options =
          SlaveOptions.parse(
              new String[] {
                "--taskset", keys.taskset("rehearsal"), "--slave-file", slaveFile.toString()
              });
      SlaveExit exit = SlaveMain.work(options, OwningWorker.of(options), ONCE, ONCE).get();
      return exit == SlaveExit.NORMAL ? redis.passed() : 0;
    } finally {
      delete(directory);
    }
  }

  private static void delete(Path directory) throws IOException {
    try (DirectoryStream<Path> files = Files.newDirectoryStream(directory)) {
      for (Path file : files) {
        Files.delete(file);
      }
    }
    Files.delete(directory);
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
