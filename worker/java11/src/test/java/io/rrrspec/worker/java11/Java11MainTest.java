package io.rrrspec.worker.java11;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class Java11MainTest {
  @TempDir Path temp;

  record Point(int x, int y) {}

  private static void add(JarOutputStream to, String name, byte[] bytes) throws IOException {
    JarEntry entry = new JarEntry(name);
    entry.setTime(1_700_000_000_000L);
    to.putNextEntry(entry);
    to.write(bytes);
    to.closeEntry();
  }

  @Test
  void theClassesOfAJarAreRewrittenAndAllElseStays() throws IOException {
    Path jar = temp.resolve("a.jar");
    String name = Point.class.getName().replace('.', '/') + ".class";
    byte[] text = "text".getBytes(StandardCharsets.UTF_8);
    try (JarOutputStream to = new JarOutputStream(Files.newOutputStream(jar));
        InputStream in =
            Objects.requireNonNull(Java11MainTest.class.getResourceAsStream("/" + name))) {
      add(to, "z.txt", text);
      add(to, name, in.readAllBytes());
    }
    Set<PosixFilePermission> everybody = PosixFilePermissions.fromString("rw-r--r--");
    Files.setPosixFilePermissions(jar, everybody);

    Java11Main.main(new String[] {jar.toString(), "com.fasterxml.jackson.annotation"});

    try (JarFile file = new JarFile(jar.toFile())) {
      List<JarEntry> entries = file.stream().toList();
      assertThat(entries).extracting(JarEntry::getName).containsExactly("z.txt", name);
      assertThat(entries).extracting(JarEntry::getTime).containsOnly(1_700_000_000_000L);
      assertThat(file.getInputStream(entries.get(0)).readAllBytes()).isEqualTo(text);
      assertThat(file.getInputStream(entries.get(1)).readAllBytes()[7]).isEqualTo((byte) 55);
    }
    assertThat(Files.getPosixFilePermissions(jar)).isEqualTo(everybody);
    try (var files = Files.list(temp)) {
      assertThat(files).containsExactly(jar);
    }
  }

  @Test
  void itTakesAJarAndAPackage() {
    assertThatThrownBy(() -> Java11Main.main(new String[] {"a.jar"}))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("give it a jar and the package");
  }
}
