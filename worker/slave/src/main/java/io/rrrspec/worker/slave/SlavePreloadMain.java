package io.rrrspec.worker.slave;

import io.rrrspec.worker.slave.jvm.LastWords;
import io.rrrspec.worker.slave.jvm.OwnThread;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Enumeration;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;

/**
 * Loads the classes of all jars on the class path, of which ours is the first, does in small what a
 * slave does, and ends: run once with <code>-XX:ArchiveClassesAtExit</code>, so that slaves need
 * not read and check them each time.
 *
 * <p>With two arguments, of some jars only certain classes: the file with their names, one a line,
 * and the number of jars in front that are loaded as a whole.
 */
public final class SlavePreloadMain {
  private static final Duration LIMIT = Duration.ofMinutes(5);

  private SlavePreloadMain() {}

  public static void main(String[] args) throws IOException {
    endLater();
    String[] jars = System.getProperty("java.class.path").split(File.pathSeparator, -1);
    int whole = args.length > 1 ? Integer.parseInt(args[1]) : jars.length;
    for (int i = 0; i < whole; i++) {
      loadAll(jars[i]);
    }
    if (args.length > 0) {
      for (String name : Files.readAllLines(Path.of(args[0]))) {
        load(name);
      }
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
