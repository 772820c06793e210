package io.rrrspec.acceptance.run;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A class that fails after another one, in the order in which nobody has run the project before.
 */
class OrderDependentIT {
  private static final String VICTIM = "com.example.shop.DollarPricesTest";
  private static final String CULPRIT = "com.example.shop.EuroPricesTest";

  @TempDir private Path scratch;

  @Test
  void itIsFoundReplayedBisectedAndKeptApart() throws Exception {
    RealRun run = projectOfOnePair();

    RealRun.Result first = run.run("--slaves", "1");
    assertThat(first.code()).as(first.err() + first.out()).isZero();
    assertThat(first.out())
        .contains("Order-dependent: failed after others, passed alone", VICTIM)
        .contains("pricesAreInDollars: expected: <USD> but was: <EUR>")
        .contains(" PASSED    7 passed  of 7 tests")
        .contains(" Order     1 class fails only after others");
    assertThat(Files.readString(run.report(VICTIM))).contains("<flakyFailure");

    String key = newestRun(run);
    String shortKey = key.substring(key.lastIndexOf(':') + 1);
    assertThat(first.out())
        .contains("again: rrrspec-java bisect " + VICTIM + "\n")
        .contains("again: rrrspec-java replay " + shortKey + " --slave 1\n");
    assertThat(run.command("client", "show", key, "--local").out())
        .contains("again: rrrspec-java replay " + shortKey + " --slave 1\n");
    RealRun.Result replay = run.command("replay", key, "--slave", "1", "--", "-Dsome=value");
    assertThat(replay.code()).as(replay.err() + replay.out()).isEqualTo(1);
    assertThat(replay.out()).contains(VICTIM).contains(" FAILED    1 failed, 6 passed");

    RealRun.Result bisect = run.command("bisect", "DollarPricesTest", "--run", key, "--", "-o");
    assertThat(bisect.code()).as(bisect.err() + bisect.out()).isZero();
    assertThat(bisect.out())
        .isEqualTo(VICTIM + " fails after " + CULPRIT + " (4 of 4), passes alone (5 of 5)\n");

    RealRun.Result second = run.run("--slaves", "1");
    assertThat(second.code()).as(second.err() + second.out()).isZero();
    assertThat(second.out()).contains(" PASSED    7 passed  of 7 tests").doesNotContain("Order");

    RealRun.Result list = run.command("client", "flaky", "--local");
    assertThat(list.out())
        .contains("ORDER-DEPENDENT CLASS", VICTIM + "  fails after " + CULPRIT + " (4 of 4)")
        .doesNotContain("pricesAreInDollars");
    assertThat(run.left()).isEmpty();
  }

  @Test
  void wrongUseIsNamedInOneLine() throws Exception {
    RealRun run = projectOfOnePair();
    Files.writeString(run.project().resolve(".rrrspec.yml"), "order_dependent: ignore\n");
    RealRun.Result red = run.runBare("--slaves", "1");
    assertThat(red.code()).as(red.err() + red.out()).isEqualTo(1);
    assertThat(red.out()).contains(" FAILED    1 failed, 6 passed  of 7 tests");

    assertWrong(run.command("bisect", "NoTest"), "the project has no test class NoTest");
    assertWrong(run.command("bisect", "--", "-Pci"), "CLASS is missing: write it before --");
    assertWrong(
        run.command("replay", "one", "two", "--", "-Pci"), "replay takes one KEY: leave 'two' out");
    assertWrong(
        run.command("bisect", "NoTest", "--", "-foo"), "build argument '-foo' is not known");
    assertWrong(
        run.command("bisect", "Article1Test"),
        "com.example.shop.Article1Test did not fail after others in the last 100 runs on this"
            + " machine");
    assertWrong(run.command("replay", "nobody"), "no run nobody in the history of this machine");
    assertWrong(
        run.command("replay", newestRun(run), "--slave", "7"),
        "option --slave is '7': write a number from 1 to 1");
  }

  private static void assertWrong(RealRun.Result result, String line) {
    assertThat(result.code()).as(result.err()).isEqualTo(2);
    assertThat(result.err()).contains("rrrspec-java: " + line);
    assertThat(result.err().lines().filter(text -> text.startsWith("\tat "))).isEmpty();
  }

  private static String newestRun(RealRun run) throws Exception {
    RealRun.Result history =
        run.command("client", "history", VICTIM, "--local", "--json", "--limit", "1");
    assertThat(history.code()).as(history.err()).isZero();
    return new JsonMapper().readTree(history.out()).at("/classes/0/newest/0/run").asText();
  }

  /** The other pairs of the project work alike, and each costs JVMs. */
  private RealRun projectOfOnePair() throws IOException {
    RealRun run = new RealRun(scratch, "order-dependent");
    List<String> kept = List.of("DollarPricesTest", "EuroPricesTest");
    try (Stream<Path> files = Files.list(run.project().resolve("src/test/java/com/example/shop"))) {
      for (Path file : files.toList()) {
        String name = file.getFileName().toString().replace(".java", "");
        if (!name.matches("Article[0-3]Test") && !kept.contains(name)) {
          Files.delete(file);
        }
      }
    }
    return run;
  }
}
