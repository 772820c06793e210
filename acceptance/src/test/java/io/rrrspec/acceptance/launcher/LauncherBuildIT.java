package io.rrrspec.acceptance.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import io.rrrspec.acceptance.launcher.Launcher.Result;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LauncherBuildIT {
  @TempDir Path scratch;
  private FakeCheckout checkout;
  private Launcher launcher;

  @BeforeEach
  void surroundings() throws IOException {
    checkout = new FakeCheckout(scratch);
    launcher =
        new Launcher(scratch)
            .set("PATH", checkout.bin + ":/usr/bin:/bin")
            .set("JAVA_HOME", System.getProperty("java.home"));
  }

  @AfterEach
  void nothingWritesAnyMore() throws Exception {
    launcher.awaitEnd();
  }

  @Test
  void theFirstUseBuildsAndSaysSoOnStderrAndTheNextDoesNot() throws Exception {
    Result first = launcher.run(checkout.launcher, "--version");
    assertThat(first.out()).startsWith("rrrspec-java ").hasLineCount(1);
    assertThat(first.err()).startsWith("rrrspec-java: building").hasLineCount(1);
    assertThat(first.code()).isZero();
    assertThat(launcher.run(checkout.launcher, "--version").err()).isEmpty();
    assertThat(checkout.builds()).isEqualTo(1);
  }

  @Test
  void twoFirstUsesAtOnceBuildOnce() throws Exception {
    Process one = launcher.start(checkout.launcher, "--version");
    Process two = launcher.start(checkout.launcher, "--version");
    assertThat(launcher.finish(one).out()).startsWith("rrrspec-java ");
    assertThat(launcher.finish(two).out()).startsWith("rrrspec-java ");
    assertThat(checkout.builds()).isEqualTo(1);
  }

  @Test
  void aSourceThatIsNewerThanTheBuildIsBuilt() throws Exception {
    launcher.run(checkout.launcher, "--version");
    checkout.edit();
    assertThat(launcher.run(checkout.launcher, "--version").err()).contains("building");
    assertThat(checkout.builds()).isEqualTo(2);
  }

  @Test
  void aBuildThatFailsShowsItsLogAndEndsWith3() throws Exception {
    checkout.mavenThat("echo '[ERROR] no such symbol'", "exit 1");
    Result result = launcher.run(checkout.launcher, "run");
    assertThat(result.code()).isEqualTo(3);
    assertThat(result.out()).isEmpty();
    assertThat(result.err())
        .contains("[ERROR] no such symbol")
        .containsPattern("rrrspec-java: the build failed: its log is .*/build-\\d+\\.log\n$");
  }

  @Test
  void aBuildWithoutMavenOrCompilerSaysWhatIsMissing() throws Exception {
    Path tools = Files.createDirectories(scratch.resolve("tools"));
    for (String tool : new String[] {"find", "cksum", "mkdir", "readlink", "stat"}) {
      FakeCheckout.script(tools.resolve(tool), "exec /usr/bin/" + tool + " \"$@\"");
    }
    launcher.set("PATH", tools.toString());
    Result noMaven = launcher.run(checkout.launcher, "--version");
    assertThat(noMaven.code()).isEqualTo(3);
    assertThat(noMaven.err()).contains("there is no mvn on the PATH").hasLineCount(1);

    Path jre = Files.createDirectories(scratch.resolve("jre"));
    FakeCheckout.script(jre.resolve("bin/java"), "exit 1");
    Files.writeString(jre.resolve("release"), "JAVA_VERSION=\"21.0.1\"\n");
    launcher.set("JAVA_HOME", jre.toString());
    Result noCompiler = launcher.run(checkout.launcher, "--version");
    assertThat(noCompiler.code()).isEqualTo(3);
    assertThat(noCompiler.err()).contains("has no compiler: install a JDK 17").hasLineCount(1);
  }

  @Test
  void aSlaveHandsItsVariablesOverAsOptions() throws Exception {
    launcher.run(checkout.launcher, "--version");
    // The worker's jars are not a part of every build.
    Path jar = checkout.root.resolve("client/target/rrrspec-java/slave/rrrspec-slave.jar");
    if (Files.notExists(jar)) {
      Result without = launcher.run(checkout.launcher, "slave");
      assertThat(without.err()).contains("there is no slave/rrrspec-slave.jar").hasLineCount(1);
      assertThat(without.code()).isEqualTo(3);
      Files.createDirectories(jar.resolveSibling(""));
      Files.createFile(jar);
    }
    Path workspace = Files.createDirectories(scratch.resolve("workspace/.rrrspec"));
    FakeCheckout.script(
        workspace.resolve("slave.sh"),
        "printf '%s\\n' \"$@\"; env | grep -o '^RRRSPEC_[A-Z_]*\\|^NUM_SLAVES=.*'; exit 7");
    launcher
        .in(workspace.resolve(".."))
        .set("RRRSPEC_TASKSET_KEY", "rrrspec:taskset:1")
        .set("RRRSPEC_WORKING_DIR", "/a b")
        .set("RRRSPEC_SLAVE_FILE", "/run/slave.json")
        .set("RRRSPEC_REDIS", "redis://secret")
        .set("SLAVE_NUMBER", "3")
        .set("NUM_SLAVES", "4");
    Result result = launcher.run(checkout.launcher, "slave", "--extra");
    assertThat(result.out().lines())
        .containsExactlyInAnyOrder(
            "--taskset",
            "rrrspec:taskset:1",
            "--working-dir",
            "/a b",
            "--slave-number",
            "3",
            "--slave-file",
            "/run/slave.json",
            "--extra",
            "RRRSPEC_SLAVE_JAR",
            "RRRSPEC_SLAVE_ARCHIVE",
            "RRRSPEC_SLAVE_LOADED",
            "NUM_SLAVES=4");
    assertThat(result.code()).isEqualTo(7);
  }
}
