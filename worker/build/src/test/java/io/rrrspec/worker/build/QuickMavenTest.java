package io.rrrspec.worker.build;

import static org.assertj.core.api.Assertions.assertThat;

import io.rrrspec.common.project.Project;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class QuickMavenTest {
  /** With the mark: the Maven of this very test may have been given the compiler alone. */
  private static final String QUICK = "-XX:TieredStopAtLevel=1 -Drrrspec.prepare.quick";

  @TempDir Path temp;
  private Path noted;

  @BeforeEach
  void makeDirectory() throws IOException {
    noted = Files.createDirectories(Project.directory(temp)).resolve("maven-took");
  }

  private QuickMaven quick(Map<String, String> environment) {
    return new QuickMaven(temp, environment);
  }

  @Test
  void aBuildThatWasShortIsQuick() throws IOException {
    QuickMaven quick = quick(Map.of());
    assertThat(quick.options()).as("nothing known").isNull();
    quick.took(QuickMaven.LONGEST);
    assertThat(quick.options()).isEqualTo(QUICK);
    assertThat(quick(Map.of("MAVEN_OPTS", "-Xmx1g")).options()).isEqualTo(QUICK);
    assertThat(quick(Map.of("MAVEN_DEBUG_OPTS", "-Xdebug")).options()).isNull();
    quick.never();
    quick.took(Duration.ofSeconds(1));
    assertThat(quick.options()).as("never again").isNull();
  }

  @Test
  void aLongBuildIsRememberedForAsManyAsFollow() throws IOException {
    QuickMaven quick = quick(Map.of());
    quick.took(Duration.ofSeconds(1));
    quick.took(QuickMaven.LONGEST.plusMillis(1));
    for (int i = 0; i < 4; i++) {
      assertThat(quick.options()).as("%s short ones since", i).isNull();
      quick.took(Duration.ofSeconds(1));
    }
    assertThat(quick.options()).isNull();
    quick.took(Duration.ofSeconds(1));
    assertThat(quick.options()).isEqualTo(QUICK);
  }

  @Test
  void afterAFailureTheNextBuildIsNotQuick() throws IOException {
    QuickMaven quick = quick(Map.of());
    quick.took(Duration.ofSeconds(1));
    quick.failed();
    assertThat(quick.options()).isNull();
    quick.took(Duration.ofSeconds(1));
    assertThat(quick.options()).isEqualTo(QUICK);
  }

  @Test
  void whatMavensScriptReadsFirstMaySayMore() throws IOException {
    quick(Map.of()).took(Duration.ofSeconds(1));
    Map<String, String> home = Map.of("HOME", temp.toString());
    Path read = temp.resolve(".mavenrc");
    Files.writeString(read, "JAVA_HOME=/opt/jdk\n");
    assertThat(quick(home).options()).isEqualTo(QUICK);
    Files.writeString(read, "MAVEN_OPTS=\"${MAVEN_OPTS:--Xint}\"\n");
    assertThat(quick(home).options()).isNull();
    assertThat(quick(Map.of("HOME", temp.toString(), "MAVEN_SKIP_RC", "1")).options())
        .isEqualTo(QUICK);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "-1", "1 2 3 4 5 6", "1 x", "5 s", "99999999999999999999", "0x1", "\0"})
  void aDamagedNoteCountsAsNone(String content) throws IOException {
    Files.writeString(noted, content);
    assertThat(quick(Map.of()).options()).isNull();
  }

  @Test
  void aChosenCompilerIsKept() throws IOException {
    quick(Map.of()).took(Duration.ofSeconds(1));
    assertThat(quick(Map.of("MAVEN_OPTS", "-Xmx1g -XX:TieredStopAtLevel=4")).options()).isNull();
    assertThat(quick(Map.of("MAVEN_OPTS", "@flags")).options()).isNull();
    assertThat(quick(Map.of("JAVA_TOOL_OPTIONS", "-Dx=y")).options()).isNull();

    Path config = Files.createDirectories(temp.resolve(".mvn")).resolve("jvm.config");
    Files.writeString(config, "-Xmx1g\n-XX:+UseG1GC\n");
    assertThat(quick(Map.of()).options()).startsWith(QUICK);
    Files.writeString(config, "-Xmx1g\n-Xint\n");
    assertThat(quick(Map.of()).options()).isNull();
    Files.delete(config);
    Files.createDirectory(config);
    assertThat(quick(Map.of()).options()).as("cannot be read").isNull();
  }

  @Test
  void mavenGetsTheOptionsFromTheSecondTimeOn() throws IOException {
    Fixture fixture = Fixture.copy("jupiter-5.14", temp);
    Path resource = fixture.dir().resolve("src/main/resources/options.txt");
    Files.createDirectories(resource.getParent());
    Files.writeString(resource, "options ${env.MAVEN_OPTS}, ${env.MAVEN_DEBUG_OPTS}");
    fixture.replace(
        "pom.xml",
        "<build>",
        """
        <build><resources><resource><directory>src/main/resources</directory>
        <filtering>true</filtering></resource></resources>\
        """);
    Path filtered = fixture.dir().resolve("target/classes/options.txt");
    prepare(fixture, Map.of());
    assertThat(filtered).content().startsWith("options ").doesNotContain(QUICK);
    wasShort(fixture);

    Files.writeString(resource, "again ${env.MAVEN_OPTS}, ${env.MAVEN_DEBUG_OPTS}");
    prepare(fixture, Map.of());
    assertThat(filtered).content().startsWith("again ").endsWith(", " + QUICK);
    assertThat(filtered).content().containsOnlyOnce(QUICK);
  }

  @Test
  void testsThatGetMavensOptionsGetThoseOfTheUser() throws IOException {
    Fixture fixture = Fixture.copy("jupiter-5.14", temp);
    fixture.replace(
        "pom.xml",
        "<version>3.5.3</version>",
        """
        <version>3.5.3</version><configuration><environmentVariables>
        <OF_MAVEN>x${env.MAVEN_DEBUG_OPTS}</OF_MAVEN></environmentVariables></configuration>\
        """);
    Project first = prepare(fixture, Map.of());
    wasShort(fixture);

    change(fixture, "// once");
    assertThat(prepare(fixture, Map.of())).isEqualTo(first);
    String again =
        "compiling once more: the tests get MAVEN_DEBUG_OPTS, which is left as it is now";
    assertThat(fixture.progress()).containsOnlyOnce(again);

    change(fixture, "// twice");
    assertThat(prepare(fixture, Map.of())).isEqualTo(first);
    assertThat(fixture.progress()).containsOnlyOnce(again);
    assertThat(fixture.timesMavenRan()).isEqualTo(3);
  }

  /** However long the build before took on a busy machine. */
  private static void wasShort(Fixture fixture) throws IOException {
    new QuickMaven(fixture.dir(), Map.of()).took(Duration.ofSeconds(1));
  }

  private static void change(Fixture fixture, String comment) throws IOException {
    Path source = fixture.dir().resolve("src/main/java/example/Calculator.java");
    Files.writeString(source, Files.readString(source) + comment + "\n");
  }

  /** With an environment in which nobody has chosen a compiler. */
  private static Project prepare(Fixture fixture, Map<String, String> more) {
    Map<String, String> environment = new HashMap<>(System.getenv());
    environment
        .keySet()
        .removeAll(
            List.of(
                "MAVEN_OPTS",
                "MAVEN_DEBUG_OPTS",
                "JAVA_TOOL_OPTIONS",
                "JDK_JAVA_OPTIONS",
                "_JAVA_OPTIONS"));
    environment.putAll(more);
    return fixture.prepare(environment, List.of());
  }
}
