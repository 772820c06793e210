package io.rrrspec.acceptance.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import io.rrrspec.acceptance.launcher.Launcher.Result;
import io.rrrspec.testing.Checkout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * How workers make archives of JUnit's classes. In place of a JVM a script makes the archive, and
 * writes down when it begins and ends.
 */
class TestArchivesIT {
  private static final Path SCRIPT = Checkout.distribution().resolve("bin/rrrspec-java");

  @TempDir Path scratch;
  private Launcher launcher;
  private Path java;
  private Path log;

  @BeforeEach
  void surroundings() throws IOException {
    assertThat(SCRIPT.toFile().setExecutable(true)).isTrue();
    launcher = new Launcher(scratch);
    java = scratch.resolve("jdk/bin/java");
    log = scratch.resolve("log");
    FakeCheckout.script(
        java,
        """
        for word in "$@"; do
          case $word in -XX:ArchiveClassesAtExit=*) archive=${word#*=} ;; esac
        done
        echo begin >>'%1$s'
        sleep 0.3
        echo archive >"$archive"
        echo end >>'%1$s'
        """
            .formatted(log));
  }

  private List<String> archives() throws IOException {
    return launcher.cached().stream().filter(name -> name.contains(".jsa")).toList();
  }

  private Process make(String jar) throws IOException {
    Path junit = Files.writeString(scratch.resolve(jar), "jar");
    return launcher.start(SCRIPT, "slave-archive", java.toString(), junit.toString());
  }

  /** A busy host with many workspaces would have as many JVMs that make archives. */
  @Test
  void theyAreMadeOneAfterTheOther() throws Exception {
    List<Process> makers = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      makers.add(make("junit-" + i + ".jar"));
    }
    for (Process maker : makers) {
      assertThat(launcher.finish(maker)).isEqualTo(new Result(0, "", ""));
    }
    assertThat(archives()).hasSize(4).allMatch(name -> name.endsWith(".jsa"));
    assertThat(Files.readAllLines(log))
        .containsExactly("begin", "end", "begin", "end", "begin", "end", "begin", "end");
  }

  @Test
  void oneThatIsThereIsNotMadeAgain() throws Exception {
    assertThat(launcher.finish(make("junit.jar")).code()).isZero();
    Path junit = scratch.resolve("junit.jar");
    assertThat(launcher.run(SCRIPT, "slave-archive", java.toString(), junit.toString()))
        .isEqualTo(new Result(0, "", ""));
    assertThat(Files.readAllLines(log)).containsExactly("begin", "end");
  }

  @Test
  void whatAKilledOneHasLeftGoesWithTheNext() throws Exception {
    assertThat(launcher.finish(make("junit.jar")).code()).isZero();
    Path half = Path.of(archives().get(0) + ".4711");
    Path fresh = Path.of(archives().get(0) + ".4712");
    Files.writeString(half, "half");
    Files.writeString(fresh, "another one is at it");
    Files.setLastModifiedTime(half, FileTime.from(Instant.now().minus(Duration.ofHours(2))));
    assertThat(launcher.finish(make("other.jar")).code()).isZero();
    assertThat(half).doesNotExist();
    assertThat(fresh).exists();
  }
}
