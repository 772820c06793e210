package io.rrrspec.common.jdk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rrrspec.common.UsageException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JdksTest {
  @TempDir Path temp;

  private Path jdk(String name, String version) throws IOException {
    Path home = temp.resolve(name);
    Path java = Files.createDirectories(home.resolve("bin")).resolve("java");
    Files.writeString(java, "");
    assertThat(java.toFile().setExecutable(true)).isTrue();
    Files.writeString(
        home.resolve("release"), "IMPLEMENTOR=\"x\"\nJAVA_VERSION=\"" + version + "\"\n");
    return home;
  }

  private Jdks find(List<String> told, Map<String, String> environment) throws IOException {
    return Jdks.find(
        told,
        jdk("own", "17.0.15"),
        environment,
        temp.resolve("toolchains.xml"),
        temp.resolve("installed"));
  }

  @Test
  void theJdkOfThisTestIsKnown() {
    Path home = Path.of(System.getProperty("java.home"));
    Jdk own = Jdk.at(home).orElseThrow();
    assertThat(own.version()).isEqualTo(Runtime.version().feature());
    assertThat(Jdk.ofJava(own.java())).contains(own);
    assertThat(Jdks.here(List.of()).versions()).contains(own.version());
  }

  @Test
  void allPlacesAreLookedAtAndTheFirstOfAVersionCounts() throws IOException {
    jdk("installed/a", "1.8.0_402");
    jdk("installed/b", "11.0.1");
    Path told = jdk("told", "11.0.2");
    Path variable = jdk("variable", "21");
    Path toolchain = jdk("toolchain", "25.0.1");
    Files.writeString(
        temp.resolve("toolchains.xml"),
        "<?xml version='1.0'?><toolchains xmlns='http://maven.apache.org/TOOLCHAINS/1.1.0'>"
            + "<toolchain><type>jdk</type><configuration><jdkHome> "
            + toolchain
            + " </jdkHome></configuration></toolchain>"
            + "<toolchain><configuration><jdkHome>${env.NO_SUCH}/x</jdkHome></configuration>"
            + "</toolchain></toolchains>");

    Jdks jdks =
        find(
            List.of(told.toString()),
            Map.of("JAVA_HOME_21_X64", variable.toString(), "JAVA_HOMES", "/", "JAVA_HOME", ""));

    assertThat(jdks.versions()).containsExactly(8, 11, 17, 21, 25);
    assertThat(jdks.require(11).home()).isEqualTo(told);
    assertThat(jdks.require(21).java()).isEqualTo(variable.resolve("bin/java"));
    assertThat(jdks.has(12)).isFalse();
  }

  @Test
  void whatIsMissingIsNamedWithWhatIsThere() throws IOException {
    Jdks jdks = find(List.of(), Map.of());
    assertThatThrownBy(() -> jdks.require(11))
        .isInstanceOf(UsageException.class)
        .hasMessage(
            "jdk: there is no JDK 11 on this machine (there are: 17): install one, or write its"
                + " directory in jdks");
  }

  @Test
  void aDirectoryOfTheSettingThatIsNoJdkIsNamed() throws IOException {
    Path empty = Files.createDirectories(temp.resolve("empty"));
    assertThatThrownBy(() -> find(List.of(empty.toString()), Map.of()))
        .isInstanceOf(UsageException.class)
        .hasMessageStartingWith("jdks: " + empty + " is no JDK: write an absolute path");
    Path relative = Path.of("").toAbsolutePath().relativize(jdk("told", "11.0.2"));
    assertThatThrownBy(() -> find(List.of(relative.toString()), Map.of()))
        .isInstanceOf(UsageException.class);
  }

  @Test
  void directoriesThatDoNotTellTheirVersionArePassedOver() throws IOException {
    Files.delete(jdk("installed/a", "11").resolve("release"));
    Files.writeString(jdk("installed/b", "12").resolve("release"), "nothing\n");
    Files.delete(jdk("installed/c", "13").resolve("bin/java"));
    Files.writeString(temp.resolve("toolchains.xml"), "<toolchains><jdkHome>/x");
    assertThat(find(List.of(), Map.of()).versions()).containsExactly(17);
    Path file = Objects.requireNonNull(temp.resolve("own/release"));
    assertThat(Jdk.at(file)).isEmpty();
  }
}
