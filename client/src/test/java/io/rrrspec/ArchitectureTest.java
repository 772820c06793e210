package io.rrrspec;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.nameMatching;
import static com.tngtech.archunit.lang.conditions.ArchConditions.be;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.core.importer.Location;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import io.rrrspec.client.ClientMain;
import io.rrrspec.common.cli.Shell;
import org.jspecify.annotations.NullMarked;

/** The rules of docs/architecture.md that a compiler does not know. */
@AnalyzeClasses(
    packages = "io.rrrspec",
    importOptions = {ImportOption.DoNotIncludeTests.class, ArchitectureTest.NoTestJars.class})
class ArchitectureTest {

  /** What other modules offer to tests comes as a jar of its own once it is packaged. */
  static final class NoTestJars implements ImportOption {
    @Override
    public boolean includes(Location location) {
      return !location.contains("-tests.jar");
    }
  }

  @ArchTest
  static final ArchRule jedis_is_known_to_redis_and_store_alone =
      noClasses()
          .that()
          .resideOutsideOfPackages("io.rrrspec.common.redis", "io.rrrspec.common.store")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("redis.clients..");

  @ArchTest
  static final ArchRule sql_is_known_to_db_alone =
      noClasses()
          .that()
          .resideOutsideOfPackage("io.rrrspec.persister.db..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "java.sql..",
              "javax.sql..",
              "org.jdbi..",
              "com.zaxxer.hikari..",
              "org.flywaydb..",
              "org.h2..");

  @ArchTest
  static final ArchRule only_mains_end_the_process =
      noClasses()
          .that()
          .haveSimpleNameNotEndingWith("Main")
          .should()
          .callMethod(System.class, "exit", int.class)
          .orShould()
          .callMethod(Runtime.class, "exit", int.class);

  @ArchTest
  static final ArchRule only_slaves_halt =
      noClasses()
          .that()
          .resideOutsideOfPackage("io.rrrspec.worker.slave")
          .should()
          .callMethod(Runtime.class, "halt", int.class)
          .because(
              "a test's hooks and threads may keep a slave for ever, and nobody else has tests");

  @ArchTest
  static final ArchRule packages_have_no_cycles =
      slices().matching("io.rrrspec.(**)").should().beFreeOfCycles();

  @ArchTest
  static final ArchRule common_knows_none_of_its_users =
      noClasses()
          .that()
          .resideInAPackage("io.rrrspec.common..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "io.rrrspec.server..",
              "io.rrrspec.worker..",
              "io.rrrspec.client..",
              "io.rrrspec.persister..");

  @ArchTest static final ArchRule the_server_stands_alone = standsAlone("server");

  @ArchTest static final ArchRule the_worker_stands_alone = standsAlone("worker");

  @ArchTest static final ArchRule the_persister_stands_alone = standsAlone("persister");

  /**
   * {@code run} has all of them in its process: local wires them, and the main has its commands.
   */
  @ArchTest
  static final ArchRule the_client_knows_the_others_in_local_alone =
      noClasses()
          .that(
              resideInAPackage("io.rrrspec.client..")
                  .and(DescribedPredicate.not(resideInAPackage("io.rrrspec.client.local..")))
                  .and(DescribedPredicate.not(named(ClientMain.class))))
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "io.rrrspec.server..", "io.rrrspec.worker..", "io.rrrspec.persister..");

  /** The slave's jar holds this package and what it uses of common; nothing else would be in it. */
  @ArchTest
  static final ArchRule the_slave_knows_nothing_else_of_the_worker =
      noClasses()
          .that()
          .resideInAPackage("io.rrrspec.worker.slave")
          .should()
          .dependOnClassesThat(
              resideInAPackage("io.rrrspec.worker..")
                  .and(DescribedPredicate.not(resideInAPackage("io.rrrspec.worker.slave"))));

  /** Its jar is loaded into Maven, whose class path has none of ours. */
  @ArchTest
  static final ArchRule what_runs_inside_maven_knows_nothing_of_ours =
      noClasses()
          .that()
          .resideInAPackage("io.rrrspec.worker.prepare.maven")
          .should()
          .dependOnClassesThat(
              resideInAPackage("io.rrrspec..")
                  .and(
                      DescribedPredicate.not(resideInAPackage("io.rrrspec.worker.prepare.maven"))));

  @ArchTest
  static final ArchRule everything_is_null_marked =
      classes()
          .should(
              be(
                  DescribedPredicate.describe(
                      "in a package that is @NullMarked",
                      (JavaClass type) -> type.getPackage().isAnnotatedWith(NullMarked.class))));

  /**
   * JUnit logs through java.util.logging, and the slave has to keep that out of the tests' output.
   */
  @ArchTest
  static final ArchRule logs_go_through_slf4j =
      noClasses()
          .that(
              DescribedPredicate.not(
                  nameMatching("io\\.rrrspec\\.worker\\.slave\\.JUnitRunner(\\$.*)?")))
          .should()
          .dependOnClassesThat()
          .resideInAPackage("java.util.logging..");

  /**
   * Who may touch the standard streams: the main and the shell, to whom they belong; run and
   * prepare, whose answer goes there; and the slave's capture, which stands in their place.
   */
  @ArchTest
  static final ArchRule standard_streams_belong_to_few =
      noClasses()
          .that(
              DescribedPredicate.not(
                  named(ClientMain.class)
                      .or(named(Shell.class))
                      .or(nameMatching("io\\.rrrspec\\.client\\.local\\.LocalRun"))
                      .or(nameMatching("io\\.rrrspec\\.worker\\.prepare\\.PrepareCommand"))
                      .or(nameMatching("io\\.rrrspec\\.worker\\.slave\\.OutputCapture(\\$.*)?"))))
          .should()
          .accessField(System.class, "out")
          .orShould()
          .accessField(System.class, "err");

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
