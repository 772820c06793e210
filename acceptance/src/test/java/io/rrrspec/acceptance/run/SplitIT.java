package io.rrrspec.acceptance.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A real project with classes that take longer than their share. */
class SplitIT {
  private static final Pattern CASE =
      Pattern.compile("<testcase (?:[a-z]+=\"[^\"]*\" ?)*name=\"([^\"]*)\"");

  @TempDir Path scratch;

  private static List<String> cases(Path report) throws Exception {
    return CASE.matcher(Files.readString(report))
        .results()
        .map(it -> it.group(1))
        .sorted()
        .toList();
  }

  @Test
  void aLongClassRunsInPartsOnceItsTestsAreKnown() throws Exception {
    RealRun run = new RealRun(scratch, "parts");
    // With more JVMs than that they share the processors, and a class seems to be all set-up.
    RealRun.Result whole = run.run("--slaves", "4", "--split", "auto", "--max-trials", "2");
    assertThat(whole.code()).as(whole.err() + whole.out()).isZero();
    assertThat(whole.out()).doesNotContain("Parts");
    List<String> cases = cases(run.report("shop.LongTest"));
    assertThat(new TreeSet<>(cases))
        .contains("first", "second", "third(int)[1]", "third(int)[3]", "skipped");

    assertThat(run.runBare("--slaves", "8", "--split", "auto", "--list").out())
        .containsPattern(" s  shop\\.LongTest \\(in \\d parts\\)\\R")
        .containsPattern(" s  shop\\.ShortTest\\R");

    RealRun.Result divided = run.run("--slaves", "8", "--split", "auto", "--max-trials", "2");
    assertThat(divided.code()).as(divided.err() + divided.out()).isZero();
    assertThat(divided.out())
        .contains("Parts     1 class in ")
        .contains("Whole instead of in parts")
        .containsPattern("shop\\.OrderedTest\\R.*order")
        .containsPattern("shop\\.ReliesTest\\R.*its part \\d/\\d failed")
        // Those of a failed part are tries of the class.
        .contains("flaky", "ReliesTest");
    assertThat(cases(run.report("shop.LongTest"))).isEqualTo(cases);

    // Beside the others dividing it may not pay, now that they stay whole.
    RealRun.Result next = run.run("--slaves", "8", "shop.LongTest", "shop.ShortTest");
    assertThat(next.code()).as(next.err() + next.out()).isZero();
    assertThat(next.out())
        .contains("Parts     1 class in ")
        .doesNotContain("Whole instead of in parts");

    RealRun.Result off = run.run("--slaves", "8", "--split", "off", "--max-trials", "2");
    assertThat(off.code()).as(off.err() + off.out()).isZero();
    assertThat(off.out()).doesNotContain("Parts");
    assertThat(cases(run.report("shop.LongTest"))).isEqualTo(cases);
  }
}
