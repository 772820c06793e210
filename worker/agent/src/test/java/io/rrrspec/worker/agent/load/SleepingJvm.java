package io.rrrspec.worker.agent.load;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** A JVM as a project may start it: with both compilers, and nothing to do. */
public final class SleepingJvm {
  private SleepingJvm() {}

  public static void main(String[] args) throws InterruptedException {
    Thread.sleep(300_000);
  }

  /** The command that becomes one. */
  public static String command() {
    return "'%s' -cp '%s' %s"
        .formatted(
            Path.of(System.getProperty("java.home"), "bin/java"),
            SleepingJvm.class.getProtectionDomain().getCodeSource().getLocation().getPath(),
            SleepingJvm.class.getName());
  }

  /** The nice values of its threads, by their names; of several of one name the largest. */
  public static Map<String, Integer> nice(long process) {
    Map<String, Integer> nice = new TreeMap<>();
    try (Stream<Path> threads = Files.list(Path.of("/proc/" + process + "/task"))) {
      for (Path thread : threads.toList()) {
        String stat = statOf(thread);
        if (stat.isEmpty()) {
          continue;
        }
        String name = stat.substring(stat.indexOf('(') + 1, stat.lastIndexOf(')'));
        String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
        nice.merge(name, Integer.valueOf(fields[16]), Math::max);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return nice;
  }

  /** Empty if the thread has ended: a JVM ends compiler threads that have nothing to do. */
  private static String statOf(Path thread) {
    try {
      return Files.readString(thread.resolve("stat"));
    } catch (IOException ended) {
      return "";
    }
  }
}
