package io.rrrspec.worker.slave;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class RehearsalTest {
  private static final String CLASS_PATH = System.getProperty("java.class.path");

  @TempDir Path temp;

  @Test
  @Timeout(60)
  void aClassOfJupiterAndOneOfJUnit4Pass() throws Exception {
    assertThat(rehearse(CLASS_PATH)).contains("2 classes passed");
  }

  @Test
  @Timeout(60)
  void alsoWithCopiesThatHaveTheServicesUnderAnotherName() throws Exception {
    List<String> entries = new ArrayList<>();
    int engines = 0;
    for (String entry : CLASS_PATH.split(File.pathSeparator, -1)) {
      boolean engine = entry.matches(".*/junit-(jupiter|vintage)-engine-[^/]*");
      entries.add(engine ? copy(Path.of(entry)).toString() : entry);
      engines += engine ? 1 : 0;
    }
    assertThat(engines).isEqualTo(2);
    assertThat(rehearse(String.join(File.pathSeparator, entries))).contains("2 classes passed");
  }

  private Path copy(Path jar) throws Exception {
    Path copy = temp.resolve(jar.getFileName().toString());
    try (JarFile from = new JarFile(jar.toFile());
        JarOutputStream to = new JarOutputStream(Files.newOutputStream(copy))) {
      for (JarEntry entry : Collections.list(from.entries())) {
        String name = entry.getName().replace("META-INF/services/", "META-INF/rrrspec-services/");
        to.putNextEntry(new JarEntry(name));
        from.getInputStream(entry).transferTo(to);
        to.closeEntry();
      }
    }
    return copy;
  }

  /** In a JVM of its own: a slave takes over the standard streams of its JVM. */
  private static String rehearse(String classPath) throws Exception {
    Process jvm =
        new ProcessBuilder(
                System.getProperty("java.home") + "/bin/java",
                "-cp",
                classPath,
                RehearsalTest.class.getName())
            .redirectErrorStream(true)
            .start();
    String said = new String(jvm.getInputStream().readAllBytes(), UTF_8);
    assertThat(jvm.waitFor(50, TimeUnit.SECONDS)).isTrue();
    return said;
  }

  /** Rehearses, and says what came of it. */
  public static void main(String[] args) throws Exception {
    PrintStream out = System.out;
    out.println(Rehearsal.run() + " classes passed");
  }
}
