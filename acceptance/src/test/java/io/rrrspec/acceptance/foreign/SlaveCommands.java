package io.rrrspec.acceptance.foreign;

import io.rrrspec.common.project.Project;
import io.rrrspec.common.project.ProjectModule;
import io.rrrspec.common.project.TestExecution;
import io.rrrspec.common.project.TestJvm;
import io.rrrspec.common.project.TestProvider;
import io.rrrspec.common.project.TestSelection;
import java.io.File;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Shell commands that start slaves from this JVM's class path, without anything installed. */
final class SlaveCommands {
  private SlaveCommands() {}

  private static String java(String more) {
    return System.getProperty("java.home")
        + "/bin/java -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -cp '"
        + classPath()
        + "' "
        + more;
  }

  private static String classPath() {
    String path = System.getProperty("java.class.path");
    try {
      // The JUnit Platform's launcher is not on the class path of the tests themselves.
      Class<?> launcher = Class.forName("org.junit.platform.launcher.Launcher");
      return path
          + File.pathSeparator
          + Path.of(launcher.getProtectionDomain().getCodeSource().getLocation().toURI());
    } catch (ReflectiveOperationException | java.net.URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  /** One of ours under a worker of ours. */
  static String ours() {
    return "exec "
        + java("io.rrrspec.worker.slave.SlaveMain --taskset \"$RRRSPEC_TASKSET_KEY\"")
        + " --slave-file \"$RRRSPEC_SLAVE_FILE\"";
  }

  /** The same for a prepared project, which this makes in a directory. */
  static String junit(Path project) {
    prepare(project);
    return "exec "
        + java("-Drrrspec.project='" + project + "' io.rrrspec.worker.slave.SlaveMain")
        + " --taskset \"$RRRSPEC_TASKSET_KEY\" --slave-file \"$RRRSPEC_SLAVE_FILE\"";
  }

  /** One of ours under a foreign worker: what it needs to know is in the environment. */
  static String oursByItself(Path project) {
    prepare(project);
    return java("-Drrrspec.project='" + project + "' io.rrrspec.worker.slave.SlaveMain")
        + " --taskset \"$RRRSPEC_TASKSET_KEY\"";
  }

  /** A foreign slave as a process. */
  static String foreign(String redisUrl, String namespace) {
    return "exec "
        + java(ForeignSlaveMain.class.getName())
        + " '"
        + redisUrl
        + "' '"
        + namespace
        + "'";
  }

  private static void prepare(Path project) {
    TestJvm jvm =
        new TestJvm("java", List.of(), true, Map.of(), Map.of(), List.of(), "/", List.of());
    TestSelection all = new TestSelection("/", List.of(), List.of(), "", "", List.of(), List.of());
    TestExecution execution =
        new TestExecution(
            "default-test",
            TestProvider.JUNIT_PLATFORM,
            jvm,
            all,
            Map.of(),
            1,
            true,
            List.of(),
            "",
            false,
            false);
    new Project(
            Project.FORMAT,
            List.of(new ProjectModule("", "g:a", "", List.of(execution))),
            List.of(),
            List.of())
        .write(project);
  }
}
