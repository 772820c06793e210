package io.rrrspec.worker.build;

import static org.assertj.core.api.Assertions.assertThat;

import io.rrrspec.common.config.BuildPhase;
import io.rrrspec.common.config.PrepareSettings;
import io.rrrspec.common.model.TestId;
import io.rrrspec.common.project.Launch;
import io.rrrspec.common.project.Project;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Modules whose artifacts others need are packaged, and no others. */
class PackagedReactorTest {
  private static final String GREETING = "core/src/main/java/example/Greeting.java";

  @TempDir private Path temp;
  private Fixture reactor;

  @BeforeEach
  void copy() throws IOException {
    reactor = Fixture.copy("reactor-packaged", temp);
  }

  @Test
  void whatOthersNeedIsPackagedAndALineSaysWhy() {
    Project project = reactor.prepare();

    assertThat(project.broken()).isEmpty();
    assertThat(project.warnings()).isEmpty();
    assertThat(project.tests())
        .extracting(TestId::toString)
        .containsExactly(
            "core:example.GreetingTest", "app:example.AppTest", "plain:example.PlainTest");
    assertThat(reactor.progress())
        .last()
        .isEqualTo(
            "core is packaged (maven-shade-plugin), since app needs it; extra is packaged"
                + " (classifier words), since app needs it: prepare goes to package there");
    assertThat(path("names/target/names-1.0.jar")).exists();
    assertThat(path("app/target/app-1.0.jar")).doesNotExist();
  }

  @Test
  void classPathsHoldTheJarsOfPackagedModulesAndTheClassesOfOthers() throws Exception {
    Project project = reactor.prepare();

    assertThat(classPath(project, "app"))
        .contains(
            path("core/target/core-1.0.jar").toString(),
            path("extra/target/extra-1.0-words.jar").toString())
        .doesNotContain(
            path("core/target/classes").toString(), path("extra/target/classes").toString());
    assertThat(classPath(project, "plain"))
        .contains(
            path("app/target/classes").toString(), path("core/target/core-1.0.jar").toString());
    assertThat(classPath(project, "core")).contains(path("core/target/classes").toString());
    assertThat(source(project)).isEqualTo("core.names.Names");
  }

  @Test
  void withoutAChangeNothingIsBuiltAgain() throws IOException {
    reactor.prepare();

    assertThat(reactor.whyNot()).isNull();
    Files.delete(path("extra/target/extra-1.0-words.jar"));
    assertThat(reactor.whyNot()).isEqualTo("extra/target/extra-1.0-words.jar is gone");
  }

  @Test
  void aChangedSourceOfAPackagedModuleIsInItsNextJar() throws Exception {
    reactor.prepare();
    Path source = reactor.dir().resolve(GREETING);
    Files.writeString(
        source, Files.readString(source).replace("Names.class.getName()", "\"changed\""));

    assertThat(reactor.whyNot()).isEqualTo(GREETING + " has changed");
    Project project = reactor.prepare();

    assertThat(source(project)).isEqualTo("changed");
    assertThat(reactor.whyNot()).isNull();
  }

  @Tag("nightly")
  @Test
  void aJarThatWasThereBeforeTheFirstPrepareIsAProductTooAndIsNotShadedAgain() throws IOException {
    reactor.prepare();
    Files.delete(Project.directory(reactor.dir()).resolve("prepared"));
    Path shaded = path("core/target/core-1.0.jar");
    try (ZipOutputStream jar = new ZipOutputStream(Files.newOutputStream(shaded))) {
      jar.putNextEntry(new ZipEntry("stale.txt"));
    }
    reactor.prepare();
    assertThat(reactor.whyNot()).isNull();
    try (ZipFile jar = new ZipFile(shaded.toFile())) {
      assertThat(jar.stream()).extracting(ZipEntry::getName).doesNotContain("stale.txt");
    }

    Files.delete(path("extra/target/extra-1.0-words.jar"));
    assertThat(reactor.whyNot()).isEqualTo("extra/target/extra-1.0-words.jar is gone");
  }

  @Tag("nightly")
  @Test
  void theSettingKeepsTheBuildAtTestOrTakesAllModulesToPackage() throws IOException {
    Project tests = reactor.prepare(settings(BuildPhase.TEST));
    assertThat(classPath(tests, "app")).contains(path("core/target/classes").toString());
    assertThat(path("core/target/core-1.0.jar")).doesNotExist();
    assertThat(reactor.whyNot()).isEqualTo("the setting build_phase has changed");

    Project packaged = reactor.prepare(settings(BuildPhase.PACKAGE));
    assertThat(classPath(packaged, "plain"))
        .contains(
            path("core/target/core-1.0.jar").toString(), path("app/target/app-1.0.jar").toString());
    assertThat(reactor.progress()).allMatch(line -> line.startsWith("compiling with "));
  }

  @Test
  void aModuleThatAnotherOneUnpacksForItsTestsIsPackaged() throws IOException {
    reactor.replace(
        "app/pom.xml",
        "</project>",
        """
          <build>
            <plugins>
              <plugin>
                <groupId>org.apache.maven.plugins</groupId>
                <artifactId>maven-dependency-plugin</artifactId>
                <executions>
                  <execution>
                    <phase>generate-test-resources</phase>
                    <goals><goal>unpack</goal></goals>
                    <configuration>
                      <artifactItems>
                        <artifactItem>
                          <groupId>io.rrrspec.example</groupId>
                          <artifactId>names</artifactId>
                          <version>1.0</version>
                          <outputDirectory>${project.build.testOutputDirectory}</outputDirectory>
                        </artifactItem>
                      </artifactItems>
                    </configuration>
                  </execution>
                </executions>
              </plugin>
            </plugins>
          </build>
        </project>
        """);
    Project project = reactor.prepare();

    assertThat(project.broken()).isEmpty();
    assertThat(path("app/target/test-classes/names/Names.class")).exists();
    assertThat(reactor.progress())
        .last()
        .asString()
        .contains("names is packaged (maven-dependency-plugin copies it), since app needs it");
  }

  @Test
  void aModuleThatAModuleOfJavaRequiresIsPackagedAsOnlyItsJarHasAName() throws IOException {
    Path descriptor = path("plain/src/main/java/module-info.java");
    Files.createDirectories(descriptor.getParent());
    Files.writeString(descriptor, "module example.plain { requires app; }");
    reactor.replace(
        "app/pom.xml", "<artifactId>core</artifactId>", "<artifactId>names</artifactId>");
    reactor.replace("app/pom.xml", "<classifier>words</classifier>", "");
    Files.delete(path("app/src/test/java/example/AppTest.java"));
    Files.delete(path("plain/src/test/java/example/PlainTest.java"));
    Project project = reactor.prepare();

    assertThat(project.broken()).isEmpty();
    assertThat(reactor.progress())
        .last()
        .isEqualTo(
            "app is packaged (as a jar it is a module for module-info.java), since plain needs it:"
                + " prepare goes to package there");
    assertThat(path("names/target/names-1.0.jar")).exists();
    assertThat(path("core/target/core-1.0.jar")).doesNotExist();
  }

  @Test
  void aShadedJarBesideTheMainOneIsNoReason() throws IOException {
    reactor.replace(
        "core/pom.xml",
        "<artifactSet>",
        "<shadedArtifactAttached>true</shadedArtifactAttached><artifactSet>");
    reactor.replace("app/pom.xml", "<classifier>words</classifier>", "");
    reactor.prepare();

    assertThat(path("core/target")).isDirectoryNotContaining("glob:**.jar");
    assertThat(reactor.timesMavenRan()).isEqualTo(1);
    assertThat(reactor.progress()).hasSize(1);
  }

  @Tag("nightly")
  @Test
  void goalsThatDocumentOrSignArePassedOver() throws IOException {
    reactor.replace(
        "core/pom.xml",
        "<plugins>",
        """
        <plugins>
          <plugin>
            <groupId>org.apache.maven.plugins</groupId>
            <artifactId>maven-javadoc-plugin</artifactId>
            <executions><execution><phase>package</phase><goals><goal>jar</goal></goals></execution></executions>
          </plugin>
        """);
    Project project = reactor.prepare();

    assertThat(project.broken()).isEmpty();
    assertThat(path("core/target")).isDirectoryNotContaining("glob:**javadoc*");
  }

  private static PrepareSettings settings(BuildPhase phase) {
    return new PrepareSettings(
        List.of(), List.of(), List.of(), false, List.of(), phase, false, null, List.of());
  }

  private Path path(String below) {
    return reactor.dir().resolve(below);
  }

  private static List<String> classPath(Project project, String launch) {
    return project.launches().stream()
        .filter(one -> one.name().equals(launch))
        .map(Launch::jvm)
        .findFirst()
        .orElseThrow()
        .classPath();
  }

  /** What the class of core on the class path of app says. */
  private static Object source(Project project) throws Exception {
    List<String> entries = classPath(project, "app");
    URL[] urls = new URL[entries.size()];
    for (int i = 0; i < urls.length; i++) {
      urls[i] = Path.of(entries.get(i)).toUri().toURL();
    }
    try (URLClassLoader loader = new URLClassLoader(urls, ClassLoader.getPlatformClassLoader())) {
      return loader.loadClass("example.Greeting").getMethod("source").invoke(null);
    }
  }
}
