package io.rrrspec.acceptance.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs of the same class many times. CartTest fails each third time. */
class RepeatIT {
  @TempDir Path scratch;

  @Test
  void howOftenAClassFailsIsPrintedAndNothingOfItIsInTheHistory() throws Exception {
    RealRun run = new RealRun(scratch, "ends");
    RealRun.Result fresh = repeat(run, "--repeat", "7", "CartTest");
    assertThat(fresh.code()).as(fresh.err() + fresh.out()).isEqualTo(1);
    assertThat(fresh.out())
        .contains("CartTest › totals", "the total of run 3")
        .containsPattern(
            "(?m)^example.CartTest: 2 of 7 failed \\(29 %\\), first in run 3; [0-9.]+ ?m?s$");
    assertThat(runs(run)).hasSize(7).allMatch(line -> line.endsWith(" 1"));
    assertThat(runs(run).stream().map(line -> line.split(" ")[0]).distinct()).hasSize(7);

    Files.delete(run.project().resolve("target/runs"));
    RealRun.Result same = repeat(run, "--repeat=4", "--same-jvm", "CartTest", "GreenATest");
    assertThat(same.code()).as(same.err() + same.out()).isEqualTo(1);
    assertThat(same.out())
        .contains("example.CartTest: 1 of 4 failed (25 %), first in run 3; ")
        .contains("example.GreenATest: 4 runs, none failed; ");
    assertThat(runs(run)).last().asString().endsWith(" 4");

    Files.delete(run.project().resolve("target/runs"));
    RealRun.Result until = repeat(run, "--until-fail", "CartTest");
    assertThat(until.code()).as(until.err() + until.out()).isEqualTo(1);
    assertThat(until.out()).contains("example.CartTest: 1 of 3 failed (33 %), first in run 3; ");

    RealRun.Result failed = run.run("--failed");
    assertThat(failed.code()).isEqualTo(2);
    assertThat(failed.err()).contains("no class of io.rrrspec.example:ends failed");
    assertThat(run.left()).isEmpty();
  }

  @Tag("nightly")
  @Test
  void whoInterruptsItIsToldWhatIsKnown() throws Exception {
    RealRun run = new RealRun(scratch, "ends");
    Process process = run.startBare("--repeat", "1000", "GreenATest", "CartTest");
    for (int n = 0; n < 600 && runs(run).size() < 5; n++) {
      process.waitFor(100, TimeUnit.MILLISECONDS);
    }
    new ProcessBuilder("kill", "-INT", Long.toString(process.pid())).start().waitFor();
    assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).isEqualTo(130);
    assertThat(run.out())
        .containsPattern("(?m)^example.CartTest: [12] of [0-9]+ failed .*, first in run 3; ")
        .containsPattern("(?m)^example.GreenATest: [0-9]+ runs, none failed; ");
    assertThat(run.left()).isEmpty();
  }

  private static RealRun.Result repeat(RealRun run, String... options) throws Exception {
    return run.runBare(options);
  }

  private static List<String> runs(RealRun run) throws IOException {
    Path file = run.project().resolve("target/runs");
    return Files.exists(file) ? Files.readAllLines(file) : List.of();
  }
}
