package io.rrrspec.worker.slave;

import io.rrrspec.worker.slave.jvm.LastWords;
import io.rrrspec.worker.slave.jvm.OwnThread;
import java.io.File;
import java.io.IOException;
import java.time.Duration;
import java.util.Enumeration;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;

/**
 * Loads the classes of all jars on the class path, of which ours is the first, does in small what a
 * slave does, and ends: run once with <code>-XX:ArchiveClassesAtExit</code>, so that slaves need
 * not read and check them each time.
 */
public final class SlavePreloadMain {
  private static final Duration LIMIT = Duration.ofMinutes(2);

  private SlavePreloadMain() {}

  public static void main(String[] args) throws IOException {
    endLater();
    for (String jar : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
      loadAll(jar);
    }
    try {
      int unused = Rehearsal.run();
    } catch (IOException | RuntimeException | LinkageError e) {
      // An archive of less is better than none.
      LastWords.log("the rehearsal failed: " + e);
    }
    // What has been started there may have left threads.
    System.exit(0);
  }

  /** This process ends, whatever it meets. */
  private static void endLater() {
    OwnThread.start(
        "rrrspec-preload-limit",
        () -> {
          Thread.sleep(LIMIT.toMillis());
          Runtime.getRuntime().halt(1);
          return true;
        });
  }

  private static void loadAll(String path) throws IOException {
    try (JarFile jar = new JarFile(path)) {
      for (Enumeration<JarEntry> all = jar.entries(); all.hasMoreElements(); ) {
        String name = all.nextElement().getName();
        if (name.endsWith(".class") && !name.startsWith("META-INF") && !name.contains("-info.")) {
          load(name.substring(0, name.length() - ".class".length()).replace('/', '.'));
        }
      }
    }
  }

  private static void load(String name) {
    try {
      Class.forName(name, false, SlavePreloadMain.class.getClassLoader());
    } catch (ClassNotFoundException | LinkageError e) {
      // It is for something that is not in this jar, so no slave loads it either.
      return;
    }
  }
}
