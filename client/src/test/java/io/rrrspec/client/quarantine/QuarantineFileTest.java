package io.rrrspec.client.quarantine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rrrspec.common.UsageException;
import io.rrrspec.common.model.Quarantine;
import io.rrrspec.common.model.QuarantinedTest;
import io.rrrspec.common.model.TestMethod;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class QuarantineFileTest {
  private static final LocalDate TODAY = LocalDate.of(2031, 5, 1);
  private static final String TEXT =
      """
      # Tests that we mend later.
      - test: shop/cart:com.shop.CartTest#adds
        owner: ann
        reason: "SHOP-12: races with the clock"
        until: 2031-05-20

      # Not before the summer.
      - {test: com.shop.OldTest@it#x, owner: bob, reason: old, until: 2031-04-30}
      """;

  private static final int PROGRAMS = 4;

  @TempDir Path project;

  private QuarantineFile file;

  @BeforeEach
  void file() {
    file = QuarantineFile.in(project, TODAY);
  }

  private Path path() {
    return project.resolve(QuarantineFile.NAME);
  }

  private static QuarantinedTest test(String test, String owner, String reason, String until) {
    return new QuarantinedTest(TestMethod.parse(test), owner, reason, LocalDate.parse(until));
  }

  @Test
  void withoutAFileNoTestIsMuted() {
    assertThat(file.read()).isEmpty();
  }

  @Test
  void theTestsOfAFileAreMutedUntilTheirDays() throws Exception {
    Files.writeString(path(), TEXT);
    QuarantinedTest adds =
        test(
            "shop/cart:com.shop.CartTest#adds",
            "ann",
            "SHOP-12: races with the clock",
            "2031-05-20");
    QuarantinedTest old = test("com.shop.OldTest@it#x", "bob", "old", "2031-04-30");
    assertThat(file.read()).containsExactly(adds, old);

    Quarantine quarantine = RunQuarantine.of(file.read(), List.of(), TODAY);
    assertThat(quarantine).isEqualTo(new Quarantine(List.of(adds), List.of(old)));
    assertThat(Quarantine.parse(quarantine.text())).isEqualTo(quarantine);
    // The last day counts.
    assertThat(RunQuarantine.of(file.read(), List.of(), adds.until()).muted()).contains(adds);
    assertThat(RunQuarantine.of(file.read(), List.of(), adds.until().plusDays(1)).muted())
        .isEmpty();
  }

  @Test
  void ofTwoEntriesThatOfTheFileCountsUnlessItAloneIsOver() {
    QuarantinedTest ofFile = test("com.A#x", "ann", "file", "2031-05-20");
    QuarantinedTest ofFleet = test("com.A#x", "bob", "fleet", "2031-05-25");
    assertThat(RunQuarantine.of(List.of(ofFile), List.of(ofFleet), TODAY).muted())
        .containsExactly(ofFile);
    LocalDate between = LocalDate.parse("2031-05-22");
    Quarantine later = RunQuarantine.of(List.of(ofFile), List.of(ofFleet), between);
    assertThat(later.muted()).containsExactly(ofFleet);
    assertThat(later.ended()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "x: 1 | line 1: this is no list of tests",
        "- com.A#x | line 1: this is no test",
        "- test: com.A#x\\n"
            + "  owner: ann\\n"
            + "  until: 2031-05-20 | line 1: 'reason' is missing: write why",
        "- test: com.A#x\\n"
            + "  owner: ann\\n"
            + "  until: 2031-05-20\\n"
            + "  reason: ' ' | 'reason' is missing",
        "- test: com.A#x\\n  reason: r\\n  until: 2031-05-20 | 'owner' is missing",
        "- test: com.A#x\\n  reason: r\\n  owner: ann | 'until' is missing: write the last day",
        "- owner: ann\\n  reason: r\\n  until: 2031-05-20 | 'test' is missing",
        "- test: com.A\\n"
            + "  owner: a\\n"
            + "  reason: r\\n"
            + "  until: 2031-05-20 | 'com.A' names no test method",
        "- test: com.*#x\\n  owner: a\\n  reason: r\\n  until: 2031-05-20 | has a wildcard",
        "- test: com.A#initializationError\\n"
            + "  owner: a\\n"
            + "  reason: r\\n"
            + "  until: 2031-05-20 | and no test",
        "- test: com.A#x\\n  owner: a\\n  reason: r\\n  until: May | 'May' is no day",
        "- test: com.A#x\\n  owner: a\\n  reason: r\\n  until: 2031-07-31 | at most 90 days",
        "- test: com.A#x\\n"
            + "  owner: a\\n"
            + "  reason: r\\n"
            + "  untill: 2031-05-20 | line 4: unknown key 'untill'",
        "- test: com.A#x\\n  owner: [a] | line 2: 'owner' must be one line",
        "- test: 'com.A#x | this is not YAML",
        "- test: &a com.A#x\\n  owner: *a | line 2: aliases and anchors",
        "- &a [*a] | line 1: aliases and anchors",
        "- test: com.A#x\\n  owner: *a | line 2: aliases and anchors",
        "--- []\\n--- []\\n | line 2: a second document",
        "--- null\\n---\\n- test: com.A#x | a second document",
      })
  void whatIsWrongIsToldWithItsLine(String text, String message) throws Exception {
    Files.writeString(path(), text.replace("\\n", "\n"));
    assertThatThrownBy(() -> file.read())
        .isInstanceOf(UsageException.class)
        .hasMessageContaining(QuarantineFile.NAME + " line ")
        .hasMessageContaining(message)
        .message()
        .doesNotContain("\n");
  }

  @Test
  void aFileThatIsNoneOrTooLargeIsRefusedInOneLine() throws Exception {
    Files.writeString(path(), "# " + "x".repeat(1 << 20));
    assertThatThrownBy(() -> file.read())
        .isInstanceOf(UsageException.class)
        .hasMessage(path() + " is larger than 1 MiB: at most 500 tests may be in it");
    Files.write(path(), new byte[] {'#', (byte) 0xff});
    assertThatThrownBy(() -> file.read()).hasMessage(path() + " is not in UTF-8: save it so");
    Files.delete(path());
    Files.createDirectory(path());
    assertThatThrownBy(() -> file.read()).hasMessageStartingWith(path() + " is no file");
  }

  @Test
  void programsThatAddTestsAtOnceLoseNone() throws Exception {
    List<Process> programs = new ArrayList<>();
    for (int i = 0; i < PROGRAMS; i++) {
      List<String> command =
          List.of(
              Path.of(System.getProperty("java.home"), "bin/java").toString(),
              "-XX:TieredStopAtLevel=1",
              "-cp",
              System.getProperty("java.class.path"),
              AddsTests.class.getName(),
              project.toString(),
              "com.A" + i);
      programs.add(
          new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(project.resolve("out" + i).toFile())
              .start());
    }
    for (int i = 0; i < PROGRAMS; i++) {
      assertThat(programs.get(i).waitFor())
          .as(Files.readString(project.resolve("out" + i)))
          .isZero();
    }
    assertThat(file.read()).hasSize(PROGRAMS * AddsTests.TESTS);
  }

  /** A program of its own. */
  static final class AddsTests {
    static final int TESTS = 20;

    private AddsTests() {}

    public static void main(String[] args) {
      QuarantineFile file = QuarantineFile.in(Path.of(args[0]), TODAY);
      for (int i = 0; i < TESTS; i++) {
        file.add(test(args[1] + "#x" + i, "ann", "flaky", "2031-05-20"), false);
      }
    }
  }

  @Test
  void aTestStandsInTheFileOnce() throws Exception {
    String twice = TEXT + TEXT;
    Files.writeString(path(), twice);
    assertThatThrownBy(() -> file.read())
        .hasMessageContainingAll("line 10: ", "is in line 2 already");
  }

  @Test
  void testsAreAddedAndRemovedAndTheRestOfTheFileStays() throws Exception {
    QuarantinedTest odd = test("com.A$B#x y", "o'hara", "\"quoted\": # no comment", "2031-05-03");
    file.add(odd, false);
    assertThat(file.read()).containsExactly(odd);
    Files.writeString(path(), TEXT);
    file.add(odd, false);
    assertThat(Files.readString(path())).startsWith(TEXT);
    assertThat(file.read()).hasSize(3).endsWith(odd);

    assertThatThrownBy(() -> file.add(odd, false))
        .hasMessageContainingAll("line 9: com.A$B#x y is in quarantine already", "--replace");
    QuarantinedTest longer = test("com.A$B#x y", "o'hara", "still", "2031-06-03");
    file.add(longer, true);
    assertThat(file.read()).hasSize(3).endsWith(longer);

    assertThat(file.remove(longer.test())).isEqualTo(longer);
    assertThat(Files.readString(path())).isEqualTo(TEXT);
    assertThat(file.remove(longer.test())).isNull();
    assertThat(file.remove(TestMethod.parse("com.shop.OldTest@it#x"))).isNotNull();
    assertThat(file.read()).hasSize(1);
  }
}
