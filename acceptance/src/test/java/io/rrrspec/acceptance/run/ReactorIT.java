package io.rrrspec.acceptance.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** All modules of a build are one run. */
class ReactorIT {
  @TempDir Path scratch;

  @Test
  void theTestsOfAllModulesRunInJvmsOfTheirOwnLaunch() throws Exception {
    RealRun run = new RealRun(scratch, "reactor");
    RealRun.Result result = run.run();

    assertThat(result.code()).as(result.err() + result.out()).isZero();
    assertThat(result.out())
        .contains(" PASSED    8 passed  of 8 tests", " Classes   4")
        .contains("services/billing", "core:example.MoneyTest", "app:example.AppTest@again");

    RealRun.Result one = run.run("services/");
    assertThat(one.code()).as(one.err() + one.out()).isZero();
    assertThat(one.out()).contains(" Classes   1\n");
  }

  @Test
  void whatCouldNotBeBuiltMakesTheRunRedAndTheOthersAreRun() throws Exception {
    RealRun run = new RealRun(scratch, "reactor");
    Files.writeString(
        run.project().resolve("app/src/test/java/example/TypoTest.java"),
        "package example; class TypoTest { int x = \"a\"; }");
    RealRun.Result result = run.run();

    assertThat(result.code()).as(result.err() + result.out()).isEqualTo(3);
    assertThat(result.err())
        .contains(
            "error: module app could not be built: ", "TypoTest.java:[1,43] incompatible types");
    assertThat(result.out())
        .contains("could not be built, so their tests did not run: app")
        .contains("core:example.MoneyTest");

    RealRun.Result stopped = run.run("--fail-fast");
    assertThat(stopped.code()).as(stopped.err() + stopped.out()).isEqualTo(3);
    assertThat(stopped.err())
        .contains("could not be built, so their tests did not run: app")
        .contains("because of --fail-fast");
    assertThat(stopped.out()).isEmpty();
  }

  @Test
  void testsThatNeedTheArtifactsOfOtherModulesPassAndOneLineSaysHowFarTheBuildWent()
      throws Exception {
    RealRun run = new RealRun(scratch, "reactor-packaged");
    RealRun.Result red = run.run("--build-phase", "test");
    assertThat(red.code()).as(red.err() + red.out()).isEqualTo(1);
    assertThat(red.out()).contains("app:example.AppTest", "plain:example.PlainTest");

    RealRun.Result green = run.run();
    assertThat(green.code()).as(green.err() + green.out()).isZero();
    assertThat(green.err()).contains("core is packaged (maven-shade-plugin), since app needs it");

    RealRun.Result again = run.run();
    assertThat(again.code()).as(again.err() + again.out()).isZero();
    assertThat(again.err()).doesNotContain("compiling with", "is packaged");
  }
}
