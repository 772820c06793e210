package io.rrrspec.acceptance.launcher;

import io.rrrspec.testing.Checkout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;

/**
 * A checkout with the real launcher and a stand-in for Maven, which notes that it was called and,
 * in place of a build, copies a distribution.
 */
final class FakeCheckout {
  private static final Path DIST = Checkout.distribution();

  final Path root;
  final Path launcher;
  final Path bin;

  FakeCheckout(Path directory) throws IOException {
    root = Files.createDirectories(directory.resolve("checkout"));
    bin = Files.createDirectories(directory.resolve("bin"));
    launcher = root.resolve("scripts/rrrspec-java");
    Files.createDirectories(launcher.getParent());
    Files.copy(Checkout.script("rrrspec-java"), launcher);
    if (!launcher.toFile().setExecutable(true)) {
      throw new IOException("cannot make the launcher executable");
    }
    Files.createDirectories(root.resolve("client/src/main"));
    Files.writeString(root.resolve("pom.xml"), "<project/>");
    mavenThat("sleep 1", "mkdir -p client/target", "cp -R '" + DIST + "' client/target/");
  }

  void mavenThat(String... lines) throws IOException {
    script(bin.resolve("mvn"), "echo x >> '" + calls() + "'\n" + String.join("\n", lines));
  }

  long builds() throws IOException {
    return Files.exists(calls()) ? Files.readAllLines(calls()).size() : 0;
  }

  /** As if somebody had edited a source just now. */
  void edit() throws IOException {
    Path source = root.resolve("client/src/main/A.java");
    Files.writeString(source, "class A {}");
    Files.setLastModifiedTime(source, FileTime.from(Instant.now().plusSeconds(2)));
  }

  static void script(Path file, String text) throws IOException {
    Files.createDirectories(file.toAbsolutePath().resolveSibling(""));
    Files.writeString(file, "#!/bin/bash\n" + text + "\n");
    if (!file.toFile().setExecutable(true)) {
      throw new IOException("cannot make " + file + " executable");
    }
  }

  private Path calls() {
    return bin.resolve("calls");
  }
}
