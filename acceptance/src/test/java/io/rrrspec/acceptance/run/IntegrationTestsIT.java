package io.rrrspec.acceptance.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Failsafe's tests run with the others if that is wanted, and the run is red if they are. */
class IntegrationTestsIT {
  @TempDir Path scratch;

  @Test
  void theyRunOnThePackagedModuleAndTheirReportsAreThoseOfFailsafe() throws Exception {
    RealRun run = new RealRun(scratch, "integration");
    RealRun.Result without = run.run();
    assertThat(without.code()).as(without.err() + without.out()).isZero();
    assertThat(without.out()).contains(" Classes   2\n");
    assertThat(without.err())
        .contains(
            "warning: core: failsafe's integration-test (2 classes) is not run: use"
                + " --integration-tests");

    RealRun.Result green = run.run("--integration-tests");
    assertThat(green.code()).as(green.err() + green.out()).isZero();
    assertThat(green.out())
        .contains(" Classes   4\n", "core:example.CartIT@its", "core:example.PriceITCase@its");
    assertThat(green.err()).doesNotContain("is not run");

    Path test = run.project().resolve("core/src/test/java/example/CartIT.java");
    Files.writeString(test, Files.readString(test).replace("\"open\"", "\"closed\""));
    Files.writeString(run.project().resolve(".rrrspec.yml"), "integration_tests: true\n");
    RealRun.Result red = run.command("run");
    assertThat(red.code()).as(red.err() + red.out()).isEqualTo(1);
    Path reports = run.project().resolve("core/target/failsafe-reports");
    assertThat(reports)
        .isDirectoryContaining("glob:**/TEST-example.CartIT.xml")
        .isDirectoryContaining("glob:**/TEST-example.PriceITCase.xml");
    assertThat(Files.readString(reports.resolve("failsafe-summary.xml")))
        .contains("result=\"255\"", "<completed><![CDATA[3]]>", "<failures><![CDATA[1]]>");
    assertThat(run.project().resolve("core/target/surefire-reports"))
        .isDirectoryNotContaining("glob:**IT*");
  }
}
