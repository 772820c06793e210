package io.rrrspec.worker.build;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JarCopiesTest {
  @TempDir Path temp;

  private Path jar(String name) throws IOException {
    Path file = temp.resolve(name);
    Files.createDirectories(file.getParent());
    try (ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(file))) {
      out.putNextEntry(new ZipEntry("org/acme/Gadget.class"));
      out.closeEntry();
    }
    return file;
  }

  @Test
  void twoJarsOfOneNameHaveTheirOwnCopiesOfThatName() throws IOException {
    JarCopies copies = new JarCopies(temp.resolve("copies"));
    Path one = copies.withoutRoot(jar("one/gadgets-1.jar"));
    Path other = copies.withoutRoot(jar("other/gadgets-1.jar"));
    assertThat(one).isNotEqualTo(other).hasFileName("gadgets-1.jar");
    assertThat(other).isRegularFile().hasFileName("gadgets-1.jar");
    assertThat(copies.ofClasses(temp.resolve("one/gadgets-1.jar"))).isRegularFile();
  }

  @Test
  void whatNobodyHasAskedForIsDeleted() throws IOException {
    Path directory = temp.resolve("copies");
    Path jar = jar("one/gadgets-1.jar");
    Path before = new JarCopies(directory).ofClasses(jar);
    new JarCopies(directory).withoutRoot(jar("other/gadgets-1.jar"));
    Files.writeString(directory.resolve("of-an-older-version.jar"), "");
    JarCopies copies = new JarCopies(directory);
    Path copy = Objects.requireNonNull(copies.withoutRoot(jar));
    copies.deleteOthers();
    assertThat(before).doesNotExist();
    assertThat(copy).isRegularFile();
    assertThat(directory).isDirectoryContaining(file -> file.equals(copy.getParent()));
    assertThat(directory.toFile().list()).hasSize(1);
  }
}
