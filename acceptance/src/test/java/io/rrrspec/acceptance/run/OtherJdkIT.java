package io.rrrspec.acceptance.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.rrrspec.common.jdk.Jdk;
import io.rrrspec.common.jdk.Jdks;
import io.rrrspec.common.project.Project;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests run on the JDK that the setting or the build names; real JDKs of this machine. */
class OtherJdkIT {
  private static final Jdks HERE = Jdks.here(List.of());

  @TempDir Path scratch;

  /** A project whose only test prints the version of its JVM. */
  private RealRun project(String surefire) throws Exception {
    RealRun run = new RealRun(scratch, "prints-its-jvm");
    Path pom = run.project().resolve("pom.xml");
    Files.writeString(pom, Files.readString(pom).replace("<!-- surefire -->", surefire));
    return run;
  }

  private static int own() {
    return Runtime.version().feature();
  }

  /** The oldest that can run tests, if any is not the one of this test; else the newest. */
  private static int other() {
    Set<Integer> others = HERE.versions();
    others.removeIf(version -> version < 11 || version == own());
    assumeThat(others).as("JDKs of another version than %d here", own()).isNotEmpty();
    return others.iterator().next();
  }

  private static String output(RealRun.Result result) {
    assertThat(result.code()).as(result.err() + result.out()).isZero();
    return result.suites().output().toString();
  }

  @Test
  void testsRunOnTheJdkOfTheOptionAndThenOnTheirOwnAgain() throws Exception {
    RealRun run = project("");
    int other = other();
    assertThat(output(run.run("--jdk", String.valueOf(other)))).contains("runs on Java " + other);
    assertThat(output(run.run())).contains("runs on Java " + own());
  }

  @Test
  void whatTheBuildNamesWins() throws Exception {
    Jdk other = HERE.require(other());
    RealRun run = project("<jvm>" + other.java() + "</jvm>");
    assertThat(output(run.run("--jdk", String.valueOf(own()))))
        .contains("runs on Java " + other.version());
  }

  @Test
  void aToolchainOfTheBuildWins() throws Exception {
    Jdk other = HERE.require(other());
    RealRun run =
        project("<jdkToolchain><version>" + other.version() + "</version></jdkToolchain>");
    Path toolchains = scratch.resolve("toolchains.xml");
    Files.writeString(
        toolchains,
        "<toolchains><toolchain><type>jdk</type><provides><version>"
            + other.version()
            + "</version></provides><configuration><jdkHome>"
            + other.home()
            + "</jdkHome></configuration></toolchain></toolchains>");
    assertThat(output(run.run("--jdk", String.valueOf(own()), "--", "-t", toolchains.toString())))
        .contains("runs on Java " + other.version());
    assertThat(Project.read(run.project()).toolchainJdks()).containsExactly(other.version());
  }

  @Test
  void aJdkThatIsMissingIsNamedInOneLineBeforeMavenStarts() throws Exception {
    RealRun run = project("");
    RealRun.Result result = run.run("--jdk", "99");
    assertThat(result.code()).isEqualTo(2);
    assertThat(result.err())
        .containsPattern("jdk: there is no JDK 99 on this machine \\(there are: [0-9, ]+\\)")
        .contains("install one, or write its directory in jdks")
        .doesNotContain("compiling with");
    RealRun.Result old = run.run("--jdk", "8");
    assertThat(old.code()).isEqualTo(2);
    assertThat(old.err()).contains("--jdk is '8'");
  }
}
