package io.rrrspec.acceptance.privacy;

import static org.assertj.core.api.Assertions.assertThat;

import io.rrrspec.common.files.OwnUser;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.h2.Driver;
import org.junit.jupiter.api.Assumptions;

/** A user of the machine with another number, in no group of ours, who runs {@link Snoop}. */
final class OtherUser {
  private static final int UID = 65_534;

  private final Path classes;

  /**
   * Puts what it needs where it can be read.
   *
   * @param place which every user can enter
   */
  OtherUser(Path place) throws Exception {
    this.classes = Files.createDirectories(place.resolve("other-users-classes"));
    String name = Snoop.class.getName().replace('.', '/') + ".class";
    Path target = classes.resolve(name);
    Files.createDirectories(target.getParent());
    try (var in = Snoop.class.getResourceAsStream("Snoop.class")) {
      Files.copy(java.util.Objects.requireNonNull(in), target);
    }
    Files.copy(
        Path.of(Driver.class.getProtectionDomain().getCodeSource().getLocation().toURI()),
        classes.resolve("h2.jar"));
  }

  /** Skips the test where nobody can become another user; in CI this has to be root. */
  static void require() {
    if (OwnUser.uid() != OwnUser.ROOT) {
      String what = "only root can start a process of another user: run this test as root";
      Assumptions.assumeTrue("true".equals(System.getenv("CI")), what);
      throw new AssertionError(what);
    }
  }

  /** Tries everything; returns what worked. */
  List<String> tryAll(List<String> attempts) throws IOException, InterruptedException {
    Path input = classes.resolve("attempts");
    Files.write(input, attempts);
    Path errors = classes.resolve("errors");
    Process process =
        new ProcessBuilder(
                "setpriv",
                "--reuid=" + UID,
                "--regid=" + UID,
                "--clear-groups",
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:-UsePerfData",
                "-cp",
                classes + ":" + classes.resolve("h2.jar"),
                Snoop.class.getName())
            .directory(classes.toFile())
            .redirectInput(input.toFile())
            .redirectError(errors.toFile())
            .start();
    try {
      String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
      List<String> lines = out.lines().toList();
      assertThat(lines).as(Files.readString(errors)).endsWith("done");
      return lines.subList(0, lines.size() - 1);
    } finally {
      process.destroyForcibly();
    }
  }
}
