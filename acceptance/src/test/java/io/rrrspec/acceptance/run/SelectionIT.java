package io.rrrspec.acceptance.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Runs of some tests of their classes, by method and by tag. */
class SelectionIT {
  private static final Pattern AGAIN = Pattern.compile("again: rrrspec-java run '([^']+)'\n");

  @TempDir Path scratch;

  @ParameterizedTest(name = "{0}: {1}")
  @CsvSource(
      delimiter = '|',
      value = {
        "junit4 | TableTest#adds; ChildTest#inh* | example.ChildTest=1 example.TableTest=3",
        "junit3 | MoneyTest#testAdds | example.MoneyTest=1",
        "testng | StackTest#pushes+startsEmpty | example.StackTest=3",
        "testng | StackTest#pops | example.StackTest=2",
        "testng | --tag; slow | example.QueueTest=1",
        "jupiter-5.8 | CalculatorTest#adds*+refuses*; **#squares | JUPITER",
        "jupiter-6 | CalculatorTest#adds*+refuses*; **#squares | JUPITER",
        "jupiter-6 | --tag; edge & !slow | example.CalculatorTest=0"
            + " example.CalculatorTest$WhenDividing=1",
        "spock | MathSpec#adds | example.MathSpec=1",
        "jqwik | ListPropertiesTest#anEmpty* | example.ListPropertiesTest=1",
        "mixed | #nothing+*; --exclude-tag; nothing | ALL",
      })
  void only_these_tests_run(String project, String arguments, String counts) throws Exception {
    RealRun run = new RealRun(scratch, project);
    RealRun.Result result = run.run(arguments.split("; "));
    assertThat(result.code()).as(result.err() + result.out()).isZero();
    String seen =
        result.suites().counts().entrySet().stream()
            .map(suite -> suite.getKey() + "=" + suite.getValue())
            .collect(Collectors.joining(" "));
    if (counts.equals("ALL")) {
      assertThat(result.out()).contains("of 3 tests");
    } else {
      assertThat(seen).isEqualTo(counts.replace("JUPITER", JUPITER));
    }
    assertThat(run.left()).isEmpty();
  }

  private static final String JUPITER =
      "example.CalculatorTest=6 example.CalculatorTest$WhenDividing=1 example.DynamicTests=4";

  @Test
  void aFailureIsRunAgainByWhatTheTableSaysAndIsRememberedUntilItsClassIsGood() throws Exception {
    RealRun run = new RealRun(scratch, "jupiter-6");
    Files.writeString(
        run.project().resolve("src/test/java/example/RedTest.java"),
        """
        package example;

        import static org.junit.jupiter.api.Assertions.assertNotEquals;

        import org.junit.jupiter.api.Nested;
        import org.junit.jupiter.api.Test;
        import org.junit.jupiter.params.ParameterizedTest;
        import org.junit.jupiter.params.provider.ValueSource;

        class RedTest {
          @Test
          void green() {}

          @Nested
          class In {
            @ParameterizedTest
            @ValueSource(ints = {1, 2})
            void fails(int number) {
              assertNotEquals(2, number);
            }

            @Test
            void greenInside() {}
          }
        }
        """);
    RealRun.Result whole = run.run("RedTest");
    assertThat(whole.code()).as(whole.err() + whole.out()).isEqualTo(1);
    List<String> again = new ArrayList<>();
    Matcher lines = AGAIN.matcher(whole.out());
    while (lines.find()) {
      again.add(lines.group(1));
    }
    assertThat(again).containsExactly("example.RedTest$In#fails");

    RealRun.Result failing = run.run(again.get(0));
    assertThat(failing.code()).as(failing.err() + failing.out()).isEqualTo(1);
    assertThat(failing.out()).contains(" FAILED    1 failed, 1 passed  of 2 tests");

    RealRun.Result green = run.run("RedTest#green*", "CalculatorTest#green*");
    assertThat(green.code()).as(green.err() + green.out()).isEqualTo(2);
    assertThat(green.err().lines().filter(line -> line.startsWith("no test matches")))
        .containsExactly(
            "no test matches 'CalculatorTest#green*': write the name of a test method, or a glob"
                + " that fits one");
    assertThat(green.out())
        .contains(
            " PASSED    2 passed  of 2 tests\n Classes   1\n"
                + " No match  1 more class without a test that was asked for\n");

    RealRun.Result failed = run.run("--failed");
    assertThat(failed.code()).as(failed.err() + failed.out()).isEqualTo(1);
    assertThat(failed.out()).contains(" FAILED    1 failed, 3 passed  of 4 tests");

    RealRun.Result part = run.run("CalculatorTest#adds+nope");
    assertThat(part.code()).as(part.err() + part.out()).isZero();
    assertThat(part.err().lines().filter(line -> line.startsWith("warning: no test")))
        .containsExactly("warning: no test matches 'nope' of 'CalculatorTest#adds+nope'");
    assertThat(Files.readString(run.report("example.CalculatorTest"))).contains("rrrspec.partial");
    RealRun.Result list = run.runBare("--list", "CalculatorTest#adds");
    assertThat(list.out()).startsWith("only tests of 'CalculatorTest#adds':\n");

    RealRun.Result none = run.run("--tag", "nobody");
    assertThat(none.out()).contains(" NO TESTS  0 passed  of 0 tests").doesNotContain("PASSED");
    assertThat(none.code()).as(none.err() + none.out()).isEqualTo(2);
    assertThat(none.err()).contains("no test matches --tag 'nobody': write tags that a test has");

    RealRun.Result wrong = run.run("--exclude-tag", "a &");
    assertThat(wrong.code()).isEqualTo(2);
    assertThat(wrong.err())
        .isEqualTo(
            "rrrspec-java: option --exclude-tag is 'a &': a tag is missing behind '&'; write tags"
                + " with &, |, ! and parentheses, such as 'db & !slow'\n");
    assertThat(run.left()).isEmpty();
  }
}
