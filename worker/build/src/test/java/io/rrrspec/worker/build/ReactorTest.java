package io.rrrspec.worker.build;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rrrspec.common.ServiceException;
import io.rrrspec.common.UsageException;
import io.rrrspec.common.config.PrepareSettings;
import io.rrrspec.common.model.TestId;
import io.rrrspec.common.project.BrokenModule;
import io.rrrspec.common.project.Launch;
import io.rrrspec.common.project.Project;
import io.rrrspec.common.project.ProjectModule;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A build of many modules is prepared by one call of Maven. */
class ReactorTest {
  @TempDir private Path temp;
  private Fixture reactor;

  @BeforeEach
  void copy() throws IOException {
    reactor = Fixture.copy("reactor", temp);
  }

  @Test
  void allModulesWithTestsAreFoundInTheOrderOfTheBuild() {
    Project project = reactor.prepare();

    assertThat(project.modules())
        .extracting(ProjectModule::dir)
        .containsExactly("", "tools", "core", "app", "services/billing");
    assertThat(project.tests())
        .extracting(TestId::toString)
        .containsExactly(
            "core:example.MoneyTest",
            "app:example.AppTest",
            "app:example.AppTest@again",
            "services/billing:example.MoneyTest");
    assertThat(project.warnings()).isEmpty();
    assertThat(project.broken()).isEmpty();
    assertThat(reactor.timesMavenRan()).isEqualTo(1);
  }

  @Test
  void siblingsAreOnTheClassPathAsTheReactorHasThem() {
    Launch app = launch(reactor.prepare(), "app");

    assertThat(app.jvm().classPath())
        .startsWith(
            path("app/target/test-classes"),
            path("app/target/classes"),
            path("core/target/classes"),
            path("core/target/test-classes"));
    assertThat(app.jvm().workingDirectory()).isEqualTo(path("app"));
  }

  @Test
  void eachExecutionOfEachModuleIsALaunchWithItsOwnScript() {
    Project project = reactor.prepare();

    assertThat(project.launches())
        .extracting(Launch::name)
        .containsExactly("core", "app", "app@again", "services/billing");
    Path launches = Project.directory(reactor.dir()).resolve("launches");
    assertThat(launches.resolve("services%2Fbilling.sh")).isExecutable();
    assertThat(launches.resolve("app@again.args"))
        .content()
        .contains("-Dmode=again", "-Drrrspec.launch=app@again");
  }

  @Test
  void aChangeInOneModuleIsSeenAndNoChangeNeedsNoMaven() throws IOException {
    reactor.prepare();
    assertThat(reactor.whyNot()).isNull();

    Path source = reactor.dir().resolve("core/src/main/java/example/Money.java");
    Files.writeString(source, Files.readString(source).replace("in cents", "in pence"));

    assertThat(reactor.whyNot()).isEqualTo("core/src/main/java/example/Money.java has changed");
    reactor.prepare();
    assertThat(reactor.whyNot()).isNull();
    Files.delete(
        reactor.dir().resolve("services/billing/target/test-classes/example/MoneyTest.class"));
    assertThat(reactor.whyNot())
        .isEqualTo("services/billing/target/test-classes/example/MoneyTest.class is gone");
  }

  @Test
  void whatDependsOnAModuleThatDoesNotCompileIsBrokenTooAndTheRestIsNot() throws IOException {
    Path test = reactor.dir().resolve("app/src/test/java/example/AppTest.java");
    Files.writeString(test, Files.readString(test).replace("Amounts.ONE", "Amounts.NONE"));

    Project project = reactor.prepare();

    assertThat(project.broken()).extracting(BrokenModule::dir).containsExactly("app");
    assertThat(project.broken().get(0).why()).contains("Compilation failure");
    assertThat(project.tests())
        .extracting(TestId::module)
        .containsExactly("core", "services/billing");
    assertThat(reactor.whyNot()).isNotNull();

    Path money = reactor.dir().resolve("core/src/main/java/example/Money.java");
    Files.writeString(money, "nothing");
    Project less = reactor.prepare();
    assertThat(less.broken())
        .extracting(BrokenModule::dir)
        .containsExactly("core", "app", "services/billing");
    assertThat(less.tests()).isEmpty();
  }

  @Test
  void aBuildWithoutAnyGoodModuleFails() throws IOException {
    Files.writeString(reactor.dir().resolve("core/pom.xml"), "<project/>");

    assertThatThrownBy(reactor::prepare).isInstanceOf(ServiceException.class);
  }

  @Tag("nightly")
  @Test
  void modulesMayBeChosenAndMavenMayWorkInParallel() {
    Project some = prepare("-pl", "core");
    assertThat(some.tests()).hasToString("[core:example.MoneyTest]");

    Project all = prepare("-T2");
    assertThat(all.launches())
        .extracting(Launch::name)
        .containsExactly("core", "app", "app@again", "services/billing");
  }

  @Tag("nightly")
  @Test
  void oneModuleAloneIsStillAProject() throws IOException {
    Project billing = reactor.module("services/billing").prepare();

    assertThat(billing.tests()).hasToString("[example.MoneyTest]");
    assertThat(billing.launches()).extracting(Launch::name).containsExactly(".");
  }

  @Test
  void aModuleOutsideOfTheDirectoryIsRefused() throws IOException {
    Path pom = reactor.dir().resolve("services/pom.xml");
    Files.writeString(
        pom,
        Files.readString(pom)
            .replace(
                "<module>billing</module>", "<module>billing</module><module>../tools</module>"));
    Path root = reactor.dir().resolve("pom.xml");
    Files.writeString(root, Files.readString(root).replace("<module>tools</module>", ""));

    assertThatThrownBy(() -> reactor.module("services").prepare())
        .isInstanceOf(UsageException.class)
        .hasMessageStartingWith("the module ../tools lies outside of ");
  }

  @Tag("nightly")
  @Test
  void twoModulesInOneDirectoryAreRefused() throws IOException {
    Path core = reactor.dir().resolve("core");
    String pom = Files.readString(core.resolve("pom.xml"));
    Files.writeString(
        core.resolve("pom-other.xml"),
        pom.replace("<artifactId>core</artifactId>", "<artifactId>core-other</artifactId>"));
    edit(
        "pom.xml",
        "<module>core</module>",
        "<module>core</module><module>core/pom-other.xml</module>");

    assertThatThrownBy(() -> reactor.prepare())
        .isInstanceOf(UsageException.class)
        .hasMessageStartingWith("two modules lie in the directory core, ");
  }

  @Test
  void aModuleWithoutTestsThatChecksTheCoverageOfOthersIsRefused() throws IOException {
    edit(
        "tools/pom.xml",
        "<artifactId>tools</artifactId>",
        """
        <artifactId>tools</artifactId>
        <packaging>pom</packaging>
        <build>
          <plugins>
            <plugin>
              <groupId>org.jacoco</groupId>
              <artifactId>jacoco-maven-plugin</artifactId>
              <version>0.8.14</version>
              <executions>
                <execution>
                  <phase>test</phase>
                  <goals><goal>check</goal></goals>
                  <configuration>
                    <dataFile>${project.basedir}/../core/target/jacoco.exec</dataFile>
                    <rules/>
                  </configuration>
                </execution>
              </executions>
            </plugin>
          </plugins>
        </build>
        """);

    assertThatThrownBy(() -> reactor.prepare())
        .isInstanceOf(UsageException.class)
        .hasMessageStartingWith("tools: jacoco:check decides ");
  }

  private void edit(String file, String old, String fresh) throws IOException {
    Path path = reactor.dir().resolve(file);
    String text = Files.readString(path);
    assertThat(text).contains(old);
    Files.writeString(path, text.replace(old, fresh));
  }

  private Project prepare(String... arguments) {
    return reactor.prepare(
        new PrepareSettings(List.of(), List.of(), List.of(), false, List.of(arguments)));
  }

  private String path(String below) {
    return reactor.dir().resolve(below).toString();
  }

  private static Launch launch(Project project, String name) {
    return project.launches().stream()
        .filter(launch -> launch.name().equals(name))
        .findFirst()
        .orElseThrow();
  }
}
