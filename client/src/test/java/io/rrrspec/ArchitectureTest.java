package io.rrrspec;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.nameMatching;
import static com.tngtech.archunit.lang.conditions.ArchConditions.be;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.core.importer.Location;
import com.tngtech.archunit.lang.ArchRule;
import io.rrrspec.client.ClientMain;
import io.rrrspec.common.cli.Shell;
import java.util.List;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;

/** The rules of docs/architecture.md that a compiler does not know. */
class ArchitectureTest {
  private static final JavaClasses PRODUCTION =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .withImportOption(new NoTestSupport())
          .importPackages("io.rrrspec");

  /** Modules that serve tests: directories of classes, or jars once they are packaged. */
  static final class NoTestSupport implements ImportOption {
    @Override
    public boolean includes(Location location) {
      return !location.contains("test-support") && !location.contains("record-fixtures");
    }
  }

  @Test
  void allModulesAreLookedAt() {
    for (String module :
        List.of(
            "common",
            "server",
            "worker.agent",
            "worker.build",
            "worker.extension",
            "worker.slave",
            "persister.record",
            "persister.mover",
            "persister.viewer",
            "client")) {
      assertThat(PRODUCTION.that(resideInAPackage("io.rrrspec." + module + ".."))).isNotEmpty();
    }
    assertThat(PRODUCTION.contain("io.rrrspec.testing.TestRedis")).isFalse();
    assertThat(PRODUCTION.contain("io.rrrspec.persister.record.SeededRecord")).isFalse();
  }

  @Test
  void jedisIsKnownToRedisAndStoreAlone() {
    noClasses()
        .that()
        .resideOutsideOfPackages("io.rrrspec.common.redis", "io.rrrspec.common.store")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("redis.clients..")
        .check(PRODUCTION);
  }

  @Test
  void sqlIsKnownToTheRecordAlone() {
    noClasses()
        .that()
        .resideOutsideOfPackage("io.rrrspec.persister.record..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "java.sql..",
            "javax.sql..",
            "org.jdbi..",
            "com.zaxxer.hikari..",
            "org.flywaydb..",
            "org.h2..")
        .check(PRODUCTION);
  }

  /** {@code run} has a server in its process, and starts without all of that. */
  @Test
  void httpIsKnownToHttpAlone() {
    noClasses()
        .that()
        .resideOutsideOfPackages(
            "io.rrrspec.server.http..",
            "io.rrrspec.persister.viewer..",
            "io.rrrspec.worker.agent.http..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("io.javalin..", "io.micrometer..", "org.eclipse.jetty..", "gg.jte..")
        .check(PRODUCTION);
    noClasses()
        .that(
            DescribedPredicate.not(
                resideInAPackage("io.rrrspec.server.http..")
                    .or(resideInAPackage("io.rrrspec.worker.agent.http.."))
                    .or(
                        nameMatching(
                            "io\\.rrrspec\\.(server\\.ServerService|worker\\.agent\\.WorkerDaemon)(\\$.*)?"))))
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("io.rrrspec.server.http..", "io.rrrspec.worker.agent.http..")
        .check(PRODUCTION);
  }

  /** What waits for many connections at once; everything else takes a thread for each. */
  @Test
  void nettyIsKnownToTheCommandPortAlone() {
    noClasses()
        .that()
        .resideOutsideOfPackage("io.rrrspec.server.line")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("io.netty..")
        .check(PRODUCTION);
  }

  @Test
  void onlyMainsAndTestJvmsEndTheProcess() {
    noClasses()
        .that()
        .haveSimpleNameNotEndingWith("Main")
        .and()
        .doNotHaveSimpleName("JvmEnd")
        .should()
        .callMethod(System.class, "exit", int.class)
        .orShould()
        .callMethod(Runtime.class, "exit", int.class)
        .because("a test's JVM ends in JvmEnd alone, whatever tests have made of it")
        .check(PRODUCTION);
  }

  @Test
  void onlySlavesHalt() {
    noClasses()
        .that()
        .resideOutsideOfPackage("io.rrrspec.worker.slave..")
        .should()
        .callMethod(Runtime.class, "halt", int.class)
        .because("a test's hooks and threads may keep a slave for ever, and nobody else has tests")
        .check(PRODUCTION);
  }

  @Test
  void programsAreStartedInOneWay() {
    noClasses()
        .that()
        .resideOutsideOfPackage("io.rrrspec.common.process")
        .should()
        .dependOnClassesThat()
        .areAssignableTo(ProcessBuilder.class)
        .orShould()
        .callMethod(Runtime.class, "exec", String[].class)
        .because("Program bounds its output, and ends all that it has started")
        .check(PRODUCTION);
  }

  @Test
  void packagesHaveNoCycles() {
    slices().matching("io.rrrspec.(**)").should().beFreeOfCycles().check(PRODUCTION);
  }

  @Test
  void commonKnowsNoneOfItsUsers() {
    noClasses()
        .that()
        .resideInAPackage("io.rrrspec.common..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "io.rrrspec.server..",
            "io.rrrspec.worker..",
            "io.rrrspec.client..",
            "io.rrrspec.persister..")
        .check(PRODUCTION);
  }

  @Test
  void theServerStandsAlone() {
    standsAlone("server").check(PRODUCTION);
  }

  @Test
  void theWorkerStandsAlone() {
    standsAlone("worker").check(PRODUCTION);
  }

  @Test
  void thePersisterStandsAlone() {
    standsAlone("persister").check(PRODUCTION);
  }

  /**
   * {@code run} has all of them in its process: local wires them, and the main has its commands.
   * What is asked of past runs is asked of the database itself, which record alone knows.
   */
  @Test
  void theClientKnowsTheOthersInLocalAndRecordAlone() {
    noClasses()
        .that(
            resideInAPackage("io.rrrspec.client..")
                .and(DescribedPredicate.not(resideInAPackage("io.rrrspec.client.local..")))
                .and(DescribedPredicate.not(resideInAPackage("io.rrrspec.client.record..")))
                .and(DescribedPredicate.not(named(ClientMain.class)))
                // It carries out commands of ClientMain on a server of its own.
                .and(
                    DescribedPredicate.not(
                        nameMatching("io\\.rrrspec\\.client\\.QuickPreloadMain"))))
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("io.rrrspec.server..", "io.rrrspec.worker..", "io.rrrspec.persister..")
        .check(PRODUCTION);
  }

  @Test
  void theRecordKnowsThePersisterAlone() {
    noClasses()
        .that()
        .resideInAPackage("io.rrrspec.client.record..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("io.rrrspec.server..", "io.rrrspec.worker..")
        .check(PRODUCTION);
  }

  /** The slave's jar holds this package and what it uses of common; nothing else would be in it. */
  @Test
  void theSlaveKnowsNothingElseOfTheWorker() {
    noClasses()
        .that()
        .resideInAPackage("io.rrrspec.worker.slave..")
        .should()
        .dependOnClassesThat(
            resideInAPackage("io.rrrspec.worker..")
                .and(DescribedPredicate.not(resideInAPackage("io.rrrspec.worker.slave.."))))
        .check(PRODUCTION);
  }

  /** Its jar is loaded into Maven, whose class path has none of ours. */
  @Test
  void whatRunsInsideMavenKnowsNothingOfOurs() {
    noClasses()
        .that()
        .resideInAPackage("io.rrrspec.worker.extension")
        .should()
        .dependOnClassesThat(
            resideInAPackage("io.rrrspec..")
                .and(DescribedPredicate.not(resideInAPackage("io.rrrspec.worker.extension"))))
        .check(PRODUCTION);
  }

  @Test
  void everythingIsNullMarked() {
    classes()
        .that()
        // Made from templates.
        .resideOutsideOfPackage("io.rrrspec.persister.viewer.jte")
        .should(
            be(
                DescribedPredicate.describe(
                    "in a package that is @NullMarked",
                    (JavaClass type) -> type.getPackage().isAnnotatedWith(NullMarked.class))))
        .check(PRODUCTION);
  }

  /**
   * JUnit logs through java.util.logging, and the slave has to keep that out of the tests' output.
   */
  @Test
  void logsGoThroughSlf4j() {
    noClasses()
        .that(
            DescribedPredicate.not(
                nameMatching("io\\.rrrspec\\.worker\\.slave\\.junit\\.JUnitRunner(\\$.*)?")
                    // javax.sql.DataSource has a method that returns one.
                    .or(
                        nameMatching(
                            "io\\.rrrspec\\.persister\\.record\\.database\\.H2DataSource"))))
        .should()
        .dependOnClassesThat()
        .resideInAPackage("java.util.logging..")
        .check(PRODUCTION);
  }

  /**
   * Who may touch the standard streams: the main and the shell, to whom they belong; run and
   * prepare, whose answer goes there; and the slave's capture, which stands in their place.
   */
  @Test
  void standardStreamsBelongToFew() {
    noClasses()
        .that(
            DescribedPredicate.not(
                named(ClientMain.class)
                    .or(named(Shell.class))
                    .or(nameMatching("io\\.rrrspec\\.client\\.local\\.LocalRun"))
                    .or(nameMatching("io\\.rrrspec\\.worker\\.build\\.PrepareCommand"))
                    // Its worker hands it one taskset after the other there.
                    .or(nameMatching("io\\.rrrspec\\.worker\\.slave\\.SlaveMain"))
                    // Tests, so that an archive has what capturing their output loads.
                    .or(nameMatching("io\\.rrrspec\\.worker\\.slave\\.RehearsedTests\\$.*"))
                    .or(
                        nameMatching(
                            "io\\.rrrspec\\.worker\\.slave\\.jvm\\.OutputCapture(\\$.*)?"))))
        .should()
        .accessField(System.class, "out")
        .orShould()
        .accessField(System.class, "err")
        .check(PRODUCTION);
  }

  private static ArchRule standsAlone(String module) {
    return noClasses()
        .that()
        .resideInAPackage("io.rrrspec." + module + "..")
        .should()
        .dependOnClassesThat(
            resideInAnyPackage(
                    "io.rrrspec.server..",
                    "io.rrrspec.worker..",
                    "io.rrrspec.client..",
                    "io.rrrspec.persister..")
                .and(DescribedPredicate.not(resideInAPackage("io.rrrspec." + module + ".."))));
  }

  private static DescribedPredicate<JavaClass> named(Class<?> type) {
    return DescribedPredicate.describe(
        type.getSimpleName(), (JavaClass candidate) -> candidate.isEquivalentTo(type));
  }
}
