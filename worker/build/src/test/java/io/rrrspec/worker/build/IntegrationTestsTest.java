package io.rrrspec.worker.build;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rrrspec.common.UsageException;
import io.rrrspec.common.config.BuildPhase;
import io.rrrspec.common.config.PrepareSettings;
import io.rrrspec.common.model.TestId;
import io.rrrspec.common.project.IntegrationTests;
import io.rrrspec.common.project.Launch;
import io.rrrspec.common.project.Project;
import io.rrrspec.common.project.TestExecution;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Executions of Failsafe are found in any case, and run if that is wanted. */
class IntegrationTestsTest {
  private static final String GOAL_BEFORE =
      """
      <plugin>
        <groupId>org.apache.maven.plugins</groupId>
        <artifactId>maven-jar-plugin</artifactId>
        <executions>
          <execution>
            <id>again</id>
            <phase>pre-integration-test</phase>
            <goals><goal>test-jar</goal></goals>
          </execution>
        </executions>
      </plugin>
      """;

  @TempDir private Path temp;
  private Fixture build;

  @BeforeEach
  void copy() throws IOException {
    build = Fixture.copy("integration", temp);
  }

  @Test
  void withoutTheSettingOneLineSaysHowManyClassesAreNotRun() throws IOException {
    build.replace(
        "pom.xml",
        "</plugins>\n    </pluginManagement>",
        "</plugins>\n    </pluginManagement>\n<plugins><plugin>"
            + "<artifactId>maven-failsafe-plugin</artifactId><executions><execution>"
            + "<goals><goal>integration-test</goal></goals></execution></executions>"
            + "</plugin></plugins>");
    build.replace(
        "app/pom.xml",
        "</project>",
        "<build><plugins><plugin><artifactId>maven-failsafe-plugin</artifactId><configuration>"
            + "<includes><include>**/App*</include></includes>"
            + "</configuration></plugin></plugins></build></project>");
    Project project = build.prepare();

    assertThat(project.warnings())
        .containsExactly(
            "core, app: failsafe's integration-test (3 classes) is not run: use"
                + " --integration-tests");
    assertThat(project.tests())
        .extracting(TestId::toString)
        .containsExactly("core:example.CartTest", "app:example.AppTest");
    assertThat(path("core/target/core-1.0.jar")).doesNotExist();
  }

  @Test
  void thoseThatWouldNotBeReachedAreRefused() throws IOException {
    build.replace("core/pom.xml", "<id>its</id>", "<id>its</id><phase>verify</phase>");

    assertThatThrownBy(() -> build.prepare(wanted()))
        .isInstanceOf(UsageException.class)
        .hasMessage(
            "core: failsafe's integration-test (2 classes) is bound to a phase behind"
                + " post-integration-test, where rrrspec-java runs nothing: bind it to"
                + " integration-test, or leave --integration-tests out");
  }

  @Test
  void nothingIsSaidOfThoseThatTheBuildSkips() throws IOException {
    build.replace("pom.xml", "</properties>", "<skipITs>true</skipITs></properties>");

    assertThat(build.prepare().warnings()).isEmpty();
    assertThat(build.prepare(wanted()).warnings())
        .containsExactly("core: its: skipITs is set, so nothing of it is run");
  }

  @Test
  void withTheSettingTheyAreLaunchesOfTheirOwnOnThePackagedModule() {
    Project project = build.prepare(wanted());

    assertThat(project.warnings()).isEmpty();
    assertThat(project.tests())
        .extracting(TestId::toString)
        .containsExactly(
            "core:example.CartTest",
            "core:example.CartIT@its",
            "core:example.PriceITCase@its",
            "app:example.AppTest");
    Launch launch =
        project.launches().stream()
            .filter(one -> one.name().equals("core@its"))
            .findFirst()
            .orElseThrow();
    assertThat(launch.jvm().classPath())
        .startsWith(
            path("core/target/test-classes").toString(),
            path("core/target/core-1.0.jar").toString())
        .doesNotContain(path("core/target/classes").toString());
    assertThat(launch.jvm().arguments()).containsExactly("-Dof.the.line=yes");
    assertThat(launch.jvm().systemProperties()).containsEntry("place", "integration");
    assertThat(launch.jvm().environment()).containsEntry("SHOP", "open");
    assertThat(launch.executions())
        .extracting(TestExecution::integrationTests)
        .containsExactly(
            new IntegrationTests(
                path("core/target/failsafe-reports").toString(),
                path("core/target/failsafe-reports/failsafe-summary.xml").toString()));
    assertThat(path("app/target")).isDirectoryNotContaining("glob:**.jar");
  }

  @Test
  void theSettingIsAPartOfWhatWasPrepared() {
    build.prepare(wanted());
    build.prepare(wanted());
    assertThat(build.timesMavenRan()).isEqualTo(1);

    assertThat(build.whyNot()).isEqualTo("the setting integration_tests has changed");
  }

  @Test
  void goalsBeforeTheTestsAreNotedUnlessTheUserPassesThemOver() throws IOException {
    build.replace("core/pom.xml", "<plugins>", "<plugins>" + GOAL_BEFORE);

    Project project = build.prepare(wanted());
    assertThat(project.warnings()).isEmpty();
    assertThat(project.launches())
        .filteredOn(launch -> launch.name().equals("core@its"))
        .extracting(Launch::goalsAround)
        .containsExactly(List.of("jar:test-jar in pre-integration-test"));
    assertThat(Files.readString(path(".rrrspec/launches/core@its.sh")))
        .contains("use rrrspec-java run")
        .doesNotContain("exec ");
    assertThat(Files.readString(path(".rrrspec/launches/core.sh"))).contains("exec ");
    assertThat(build.prepare().tests()).hasSize(2);

    Project passedOver = build.prepare(wanted(List.of("pre-integration-test")));
    assertThat(passedOver.warnings())
        .containsExactly(
            "core: jar:test-jar in pre-integration-test: not run, and the integration tests may"
                + " need it");
    assertThat(passedOver.launches()).allMatch(launch -> launch.goalsAround().isEmpty());
    assertThat(passedOver.tests()).hasSize(4);
    assertThat(path("core/target")).isDirectoryNotContaining("glob:**-tests.jar");
  }

  @Test
  void testsOfSurefireAmongTheGoalsAreRefused() throws IOException {
    build.replace(
        "core/pom.xml",
        "<plugins>",
        "<plugins><plugin><artifactId>maven-surefire-plugin</artifactId><executions><execution>"
            + "<id>late</id><phase>integration-test</phase><goals><goal>test</goal></goals>"
            + "</execution></executions></plugin>");

    assertThatThrownBy(() -> build.prepare(wanted()))
        .isInstanceOf(UsageException.class)
        .hasMessage(
            "core: surefire:test in integration-test: rrrspec-java cannot run tests of Surefire in"
                + " this phase. Leave --integration-tests out, or set 'ignore:"
                + " [pre-integration-test]' to run the tests of Failsafe without the goals around"
                + " them");
  }

  @Test
  void oneIdOfBothPluginsIsRefused() throws IOException {
    build.replace("core/pom.xml", "<id>its</id>", "<id>default-test</id>");

    assertThatThrownBy(() -> build.prepare(wanted()))
        .isInstanceOf(UsageException.class)
        .hasMessage(
            "core: Surefire and Failsafe both have an execution 'default-test', and a run tells"
                + " tests by it: give that of Failsafe another id");
  }

  private static PrepareSettings wanted() {
    return wanted(List.of());
  }

  private static PrepareSettings wanted(List<String> ignored) {
    return new PrepareSettings(
        List.of(), ignored, List.of(), false, List.of(), BuildPhase.AUTO, true, null, List.of());
  }

  private Path path(String below) {
    return build.dir().resolve(below);
  }
}
