package io.rrrspec.acceptance.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.rrrspec.persister.record.database.Database;
import io.rrrspec.persister.record.database.JdbcUrl;
import io.rrrspec.persister.record.history.Estimates;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** A real project whose classes have passed often enough for JVMs that are made for speed. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class JvmKindIT {
  private static final String QUICK = "quick JVMs (C1, serial collector) are tried for ";
  private static final String SERIAL =
      "serial JVMs (serial collector, all compilers) are tried for ";

  @TempDir static Path directory;
  private Path scratch;
  private Path passed;
  private RealRun run;

  @BeforeAll
  void passTwentyTimes() throws Exception {
    scratch = Files.createDirectory(directory.resolve("scratch"));
    passed = directory.resolve("passed");
    run = new RealRun(scratch, "quick");
    for (int i = 0; i < Estimates.RUNS; i++) {
      RealRun.Result green = run.runBare("--slaves", "1");
      assertThat(green.code()).as(green.err() + green.out()).isZero();
      assertThat(green.err()).doesNotContain(QUICK, SERIAL);
    }
    letThemCompute();
    runCommand("mv", scratch, passed);
  }

  /** The project and its record as they were then, at the same place. */
  @BeforeEach
  void asAfterThat() throws Exception {
    runCommand("cp", "--archive", passed, scratch);
  }

  @AfterEach
  void removeWhatTheTestMade() throws Exception {
    runCommand("rm", "--recursive", "--force", scratch);
  }

  private static void runCommand(Object... words) throws Exception {
    List<String> command = Stream.of(words).map(Object::toString).toList();
    assertThat(new ProcessBuilder(command).inheritIO().start().waitFor()).isZero();
  }

  /** As if two classes computed for long: in the record they take least in serial JVMs. */
  private void letThemCompute() {
    try (Database history = Database.open(JdbcUrl.ofFile(run.data().resolve("history")))) {
      int rows =
          history.transaction(
              handle ->
                  handle.execute(
                      "UPDATE task SET cpu_ms = CASE WHEN jvm = 'quick' THEN 19000 WHEN jvm ="
                          + " 'serial' THEN 12000 ELSE 20000 END WHERE spec_file IN"
                          + " ('shop.BusyTest', 'shop.ChoosyTest')"));
      assertThat(rows).isGreaterThanOrEqualTo(2 * Estimates.RUNS);
    }
  }

  private RealRun.Result runGreen() throws Exception {
    RealRun.Result green = run.runBare("--slaves", "2");
    assertThat(green.code()).as(green.err() + green.out()).isZero();
    letThemCompute();
    return green;
  }

  /** Its own flags choose a collector in a file, beside which no other one can stand. */
  @Test
  void aProjectWithAFileOfFlagsStaysAsIsAndGreen() throws Exception {
    Path flags = Files.writeString(scratch.resolve("jvm.options"), "-XX:+UseParallelGC\n");
    String argument = "-XX:VMOptionsFile=" + flags;
    RealRun.Result green = run.runBare("--slaves", "2", "--", "-DargLine=" + argument);
    assertThat(green.code()).as(green.err() + green.out()).isZero();
    assertThat(green.err())
        .contains(
            "quick and serial JVMs are not tried for 6 classes that have passed the last 20 times: "
                + argument
                + " may set any flag")
        .doesNotContain(QUICK, SERIAL);
  }

  @Test
  void eachClassIsTriedJudgedAsIsAndGoesWhereItTakesLeast() throws Exception {
    Files.createFile(run.project().resolve("empty"));
    RealRun.Result quick = run.runBare("--slaves", "2");
    assertThat(quick.err())
        .contains(QUICK + "6 classes that have passed the last 20 times")
        .doesNotContain(SERIAL);
    assertThat(quick.code()).as(quick.err() + quick.out()).isEqualTo(1);
    assertThat(quick.out())
        .contains(
            "Quick JVMs: failed there only", "shop.PickyTest", "C1 for 5 classes, as is for 1")
        .contains("Quick JVMs: ran other tests there than before, so ran as is", "shop.ShyTest")
        .contains("1 failed, 5 passed")
        .contains("run shop.StockTest#isNotEmpty")
        .doesNotContain("flaky", "Serial JVMs");
    Files.delete(run.project().resolve("empty"));
    letThemCompute();

    RealRun.Result serial = runGreen();
    assertThat(serial.err())
        .contains(SERIAL + "2 classes that have passed the last 20 times")
        .doesNotContain(QUICK);
    assertThat(serial.out())
        .contains("Serial JVMs: failed there only", "shop.ChoosyTest")
        .contains("serial collector for 2 classes, as is for 4")
        .doesNotContain("flaky", "Quick JVMs");

    assertThat(runGreen().err()).doesNotContain(QUICK, SERIAL);
    for (int i = 0; i < 2; i++) {
      assertThat(runGreen().err()).contains(QUICK + "2 classes").doesNotContain(SERIAL);
      assertThat(runGreen().err()).contains(SERIAL + "1 class").doesNotContain(QUICK);
      if (i == 0) {
        assertThat(runGreen().err()).doesNotContain(QUICK, SERIAL);
      }
    }

    RealRun.Result chosen = runGreen();
    assertThat(chosen.err()).doesNotContain(QUICK, SERIAL);
    assertThat(chosen.out())
        .contains("serial collector for 1 class, as is for 5: 8.0 s of processor time less");
  }

  /** The project's own program that starts JVMs does what nobody can see in its arguments. */
  private void refuseC1() throws IOException {
    Path java = Files.createDirectories(scratch.resolve("own/bin")).resolve("java");
    Files.writeString(
        java,
        """
        #!/bin/bash
        for word in "$@"; do
          [[ $word == @* && -f ${word#@} ]] && words+=$(<"${word#@}") || words+=" $word"
        done
        if [[ $words == *TieredStopAtLevel=1* ]]; then
          echo 'this JVM has no C1' >&2
          exit 1
        fi
        exec "%s/bin/java" "$@"
        """
            .formatted(System.getProperty("java.home")));
    assertThat(java.toFile().setExecutable(true)).isTrue();
    Path pom = run.project().resolve("pom.xml");
    String text = Files.readString(pom);
    String own = "<version>3.5.3</version><configuration><jvm>" + java + "</jvm></configuration>";
    assertThat(text).contains("<version>3.5.3</version>");
    Files.writeString(pom, text.replace("<version>3.5.3</version>", own));
  }

  @Test
  void whatWouldBeInAKindThatDoesNotStartRunsAsIs() throws Exception {
    refuseC1();
    RealRun.Result first = run.runBare("--slaves", "2");
    assertThat(first.code()).as(first.err() + first.out()).isZero();
    assertThat(first.err()).contains(QUICK + "6 classes");
    assertThat(first.out())
        .contains("Quick JVMs: do not start, so 6 classes ran as is", "6 passed")
        .doesNotContain("failed there only");

    RealRun.Result next = run.runBare("--slaves", "2");
    assertThat(next.code()).as(next.err() + next.out()).isZero();
    assertThat(next.err()).doesNotContain(QUICK);
    assertThat(next.out()).doesNotContain("do not start");
  }
}
