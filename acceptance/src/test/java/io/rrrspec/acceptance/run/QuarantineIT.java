package io.rrrspec.acceptance.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests in quarantine on one machine, by the file of a project. */
class QuarantineIT {
  private final LocalDate today = LocalDate.now(ZoneOffset.UTC);

  @TempDir Path scratch;

  private static void test(RealRun run, String name, String body) throws IOException {
    Files.writeString(
        run.project().resolve("src/test/java/example/" + name + ".java"),
        """
        package example;

        import org.junit.jupiter.api.*;

        class %s {
        %s}
        """
            .formatted(name, body));
  }

  private static void mute(RealRun run, LocalDate until, String... tests) throws IOException {
    StringBuilder text = new StringBuilder();
    for (String test : tests) {
      text.append("- test: ").append(test).append("\n  owner: ann\n  reason: not today\n");
      text.append("  until: ").append(until).append('\n');
    }
    Files.writeString(run.project().resolve(".rrrspec-quarantine.yml"), text);
  }

  @Test
  void itsOwnFailureIsShownAndDoesNotMakeTheRunRed() throws Exception {
    RealRun run = new RealRun(scratch, "jupiter-5.14");
    Path tries = scratch.resolve("tries");
    test(
        run,
        "ShakyTest",
        """
          @Test void green() {}

          @Test void shaky() throws Exception {
            java.nio.file.Files.writeString(
                java.nio.file.Path.of("%s"), "x", java.nio.file.StandardOpenOption.CREATE,
                java.nio.file.StandardOpenOption.APPEND);
            Assertions.assertEquals("sun", "rain");
          }
        """
            .formatted(tries));
    mute(run, today.plusDays(3), "example.ShakyTest#shaky");

    RealRun.Result muted = run.run("--max-trials", "3", "ShakyTest", "CalculatorTest");
    assertThat(muted.code()).as(muted.err() + muted.out()).isZero();
    assertThat(muted.out())
        .contains(
            " PASSED    ",
            "1 failed in quarantine",
            "Quarantine: failed, and does not count",
            "example.ShakyTest › shaky",
            "quarantined until " + today.plusDays(3) + " (ann: not today)",
            "expected: <sun> but was: <rain>")
        .doesNotContain("Failures", "Retries", " flaky");
    assertThat(muted.suites().failures()).isEmpty();
    assertThat(muted.suites().counts()).containsEntry("example.ShakyTest", "2/1");
    assertThat(Files.readString(run.report("example.ShakyTest")))
        .contains("<skipped message=\"quarantined until ", "but was: &lt;rain");
    assertThat(Files.readString(tries)).as("no retry").isEqualTo("x");

    RealRun.Result json = run.runBare("ShakyTest", "--json");
    assertThat(json.code()).isZero();
    assertThat(json.out()).containsPattern("\"muted\" : 1").contains("\"name\" : \"shaky\"");

    // What somebody repeats on purpose shows how it fails.
    assertThat(run.runBare("ShakyTest", "--repeat", "2").code()).isEqualTo(1);

    // The last day counts, and the day after it does not.
    mute(run, today, "example.ShakyTest#shaky");
    assertThat(run.runBare("ShakyTest").code()).isZero();
    mute(run, today.minusDays(1), "example.ShakyTest#shaky");
    RealRun.Result ended = run.run("ShakyTest");
    assertThat(ended.err()).as("no other build").doesNotContain("compiling with");
    assertThat(ended.code()).isEqualTo(1);
    assertThat(ended.out())
        .contains(
            "its quarantine ended on " + today.minusDays(1) + " (ann: not today)",
            "expected: <sun> but was: <rain>");
    assertThat(ended.suites().failures().get("example.ShakyTest"))
        .singleElement()
        .asString()
        .contains("its quarantine ended on ");
    RealRun.Result listed = run.command("client", "quarantine", "list", "--file");
    assertThat(listed.out()).contains("example.ShakyTest#shaky", "ended: its failures count");
  }

  @Test
  void whatIsNotItsOwnFailureIsRed() throws Exception {
    RealRun run = new RealRun(scratch, "jupiter-5.14");
    test(
        run,
        "MixedTest",
        "@Test void muted() { Assertions.fail(); } @Test void red() { Assertions.fail(); }");
    test(run, "ExitTest", "@Test void exits() { System.exit(3); }");
    test(run, "CrashTest", "@Test void crashes() { Runtime.getRuntime().halt(9); }");
    test(
        run,
        "SetUpTest",
        "@BeforeAll static void no() { Assertions.fail(); } @Test void runs() {}");
    test(run, "LoadTest", "static final int X = Integer.parseInt(\"x\"); @Test void runs() {}");
    test(run, "LateTest", "@Test void late() throws Exception { Thread.sleep(60_000); }");
    test(run, "OnlyTest", "@Test void muted() { Assertions.fail(); }");
    Files.writeString(
        run.project().resolve(".rrrspec.yml"),
        "unknown_spec_timeout_sec: 5\nleast_timeout_sec: 5\nmax_trials: 1\n");
    mute(
        run,
        today.plusDays(1),
        "example.MixedTest#muted",
        "example.ExitTest#exits",
        "example.CrashTest#crashes",
        "example.SetUpTest#runs",
        "example.LoadTest#runs",
        "example.LateTest#late",
        "example.OnlyTest#muted");

    RealRun.Result result =
        run.run(
            "MixedTest", "ExitTest", "CrashTest", "SetUpTest", "LoadTest", "LateTest", "OnlyTest");

    assertThat(result.code()).as(result.err() + result.out()).isEqualTo(1);
    assertThat(result.out()).contains(" Classes   7, 6 of them failed", "2 failed in quarantine");
    assertThat(result.suites().failures())
        .containsOnlyKeys(
            "example.MixedTest",
            "example.ExitTest",
            "example.CrashTest",
            "example.SetUpTest",
            "example.LoadTest",
            "example.LateTest");
    assertThat(result.suites().failures().get("example.MixedTest")).hasSize(1);
  }

  @Test
  void aDividedClassKeepsItsPartsWhenATestOfItIsMuted() throws Exception {
    RealRun run = new RealRun(scratch, "parts");
    Path source = run.project().resolve("src/test/java/shop/LongTest.java");
    Path broken = scratch.resolve("broken");
    Files.writeString(
        source,
        Files.readString(source)
            .replace(
                "@Test\n  void second()",
                """
                @Test
                  void shaky() {
                    assertTrue(!java.nio.file.Files.exists(java.nio.file.Path.of("%s")), "no luck");
                  }

                  @Test
                  void second()\
                """
                    .formatted(broken)));
    mute(run, today.plusDays(1), "shop.LongTest#shaky");
    String[] options = {
      "--slaves", "8", "--split", "auto", "--max-trials", "2", "LongTest", "ShortTest"
    };
    RealRun.Result whole = run.run(options);
    assertThat(whole.code()).as(whole.err() + whole.out()).isZero();

    Files.createFile(broken);
    RealRun.Result divided = run.run(options);
    assertThat(divided.code()).as(divided.err() + divided.out()).isZero();
    assertThat(divided.out())
        .contains("Parts     1 class in ", "1 failed in quarantine", "LongTest › shaky")
        .doesNotContain("Divided, and run whole");

    Files.delete(run.project().resolve(".rrrspec-quarantine.yml"));
    RealRun.Result red = run.run(options);
    assertThat(red.code()).as(red.err() + red.out()).isEqualTo(1);
  }

  @Test
  void nobodyMutesATestWithoutAReason() throws Exception {
    RealRun run = new RealRun(scratch, "jupiter-5.14");
    String test = "example.CalculatorTest#adds";
    for (List<String> words :
        List.of(
            List.of("add", test),
            List.of("add", test, "--reason", " "),
            List.of("add", test, "--reason", "r", "--until", "2001-01-01"),
            List.of("add", test, "--reason", "r", "--until", today.plusDays(91).toString()),
            List.of("add", test, "--reason", "r", "--owner", ""),
            List.of("add", "example.CalculatorTest", "--reason", "r"),
            List.of("add", "example.*#adds", "--reason", "r"),
            List.of("remove", test))) {
      List<String> all = new java.util.ArrayList<>(List.of("client", "quarantine"));
      all.addAll(words);
      all.add("--file");
      RealRun.Result refused = run.command(all.toArray(String[]::new));
      assertThat(refused.code()).as(words + refused.err()).isEqualTo(2);
      assertThat(refused.err().lines()).as(refused.err()).hasSize(1);
      assertThat(refused.err()).startsWith("rrrspec-java: ");
    }
    assertThat(run.project().resolve(".rrrspec-quarantine.yml")).doesNotExist();

    Files.writeString(
        run.project().resolve(".rrrspec-quarantine.yml"),
        "- test: " + test + "\n  owner: ann\n  until: " + today + "\n");
    RealRun.Result malformed = run.runBare("CalculatorTest");
    assertThat(malformed.code()).isEqualTo(2);
    assertThat(malformed.err().lines()).as(malformed.err()).hasSize(1);
    assertThat(malformed.err()).contains(".rrrspec-quarantine.yml line 1: 'reason' is missing");
  }
}
