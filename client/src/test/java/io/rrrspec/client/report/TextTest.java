package io.rrrspec.client.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.rrrspec.client.report.terminal.Columns;
import io.rrrspec.client.report.terminal.Phrases;
import io.rrrspec.client.report.terminal.PlainText;
import io.rrrspec.client.report.terminal.Style;
import io.rrrspec.client.report.terminal.Terminal;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Properties;
import org.junit.jupiter.api.Test;

class TextTest {
  @Test
  void aTraceIsCutToTheFramesOfTheProjectAndKeepsItsCauses() {
    String trace =
        """
        java.lang.IllegalStateException: broken
        \tat org.lib.Tool.check(Tool.java:7)
        \tat com.app.price.Rules.of(Rules.java:3)
        \tat app//com.app.FooTest.helper(FooTest.java:12)
        \tat com.app.FooTest$Nested.works(FooTest.java:42)
        \tat com.app.FooTestSupport.run(FooTestSupport.java:1)
        \tat java.base/java.lang.reflect.Method.invoke(Method.java:569)
        Caused by: java.io.IOException: gone
        \tat org.lib.Disk.read(Disk.java:9)
        \tat com.app.FooTest.read(FooTest.java:50)
        \t... 41 more
        """;

    assertThat(TrimmedTrace.lines(trace, "com.app.FooTest$Nested"))
        .containsExactly(
            "java.lang.IllegalStateException: broken",
            "at com.app.price.Rules.of(Rules.java:3)",
            "at com.app.FooTest.helper(FooTest.java:12)",
            "at com.app.FooTest$Nested.works(FooTest.java:42)",
            "at com.app.FooTestSupport.run(FooTestSupport.java:1)",
            "Caused by: java.io.IOException: gone",
            "at com.app.FooTest.read(FooTest.java:50)");
  }

  @Test
  void aLibraryInPackagesOfTheProjectIsNotTheProject() {
    String trace =
        """
        java.lang.Error
        \tat org.apache.shop.Cart.add(Cart.java:1)
        \tat org.apache.shop.CartTest.adds(CartTest.java:2)
        \tat org.apache.maven.surefire.Runner.run(Runner.java:3)
        \tat org.apacheothers.X.x(X.java:4)
        """;
    assertThat(TrimmedTrace.lines(trace, "org.apache.shop.CartTest"))
        .containsExactly(
            "java.lang.Error",
            "at org.apache.shop.Cart.add(Cart.java:1)",
            "at org.apache.shop.CartTest.adds(CartTest.java:2)");
    assertThat(
            TrimmedTrace.lines("java.lang.Error\n\tat X.x(X.java:1)\n\tat Top$In.y(T.java)", "Top"))
        .containsExactly("java.lang.Error", "at Top$In.y(T.java)");
  }

  @Test
  void textIsWrappedBehindBlanksAndNothingOfItIsLost() {
    assertThat(PlainText.wrap("expected 12 but was 13", 12))
        .containsExactly("expected 12", "but was 13");
    assertThat(PlainText.wrap("ab\n\n日本語テスト x", 7)).containsExactly("ab", "", "日本語", "テスト", "x");
    assertThat(PlainText.wrap("  indented by two", 10)).containsExactly("  indented", "by two");
    assertThat(PlainText.wrap("", 5)).containsExactly("");
    assertThat(PlainText.wrap("日", 1)).as("a character always fits").containsExactly("日");
    assertThat(PlainText.wrap("abc   ", 3)).containsExactly("abc", " ");
  }

  @Test
  void oneLongCellDoesNotMakeATableWide() {
    Columns table = Columns.of("A", "B").row("x".repeat(5_000_000), "y");
    for (int i = 0; i < 100; i++) {
      table.row("short", "z");
    }
    assertThat(table.render(Style.plain())).hasSizeLessThan(200_000);
  }

  @Test
  void aLongLineWithoutABlankIsWrappedInLinearTime() {
    String line = "\ud83d\ude00".repeat(2_000_000);
    assertThat(PlainText.wrap(line, 80)).hasSize(50_000).allMatch(part -> part.length() == 80);
  }

  @Test
  void megabytesOfControlCharactersAreMadeHarmlessAtOnce() {
    assertThat(PlainText.lines("\u0001".repeat(10_000_000)))
        .hasSize(40_000_000)
        .startsWith("\\x01\\x01")
        .endsWith("\\x01");
    assertThat(PlainText.lines("\u202e\u001b[2J\ud800")).isEqualTo("\\u202e\\x1b[2J\\ud800");
    assertThat(PlainText.json("\"\u202e\udb40\udc01\"")).isEqualTo("\"\\u202e\\udb40\\udc01\"");
  }

  @Test
  void aTraceThatNeverTouchesTheTestKeepsItsTopmostFrames() {
    String trace =
        """
        java.lang.Error
        \tat a.A.a(A.java:1)
        \tat a.B.b(B.java:2)
        \tat a.C.c(C.java:3)
        \tat a.D.d(D.java:4)
        Caused by: java.io.IOException: gone
        \tat a.E.e(E.java:5)
        """;

    assertThat(TrimmedTrace.lines(trace, "com.app.FooTest"))
        .containsExactly(
            "java.lang.Error",
            "at a.A.a(A.java:1)",
            "at a.B.b(B.java:2)",
            "at a.C.c(C.java:3)",
            "Caused by: java.io.IOException: gone");
  }

  @Test
  void textIsCutByColumnsNotByCharacters() {
    assertThat(PlainText.cut("日本語テスト", 7, "…")).isEqualTo("日本語…");
    assertThat(PlainText.cutStart("com.app.日本", 6, "…")).isEqualTo("….日本");
    assertThat(PlainText.cut("short", 5, "…")).isEqualTo("short");
    assertThat(PlainText.cut("long", 0, "…")).isEmpty();
    assertThat(PlainText.pad("日", 4)).isEqualTo("日  ");
  }

  @Test
  void timesReadWellAtEverySize() {
    assertThat(Phrases.time(Duration.ofMillis(12))).isEqualTo("0.012 s");
    assertThat(Phrases.time(Duration.ofMillis(7_449))).isEqualTo("7.4 s");
    assertThat(Phrases.time(Duration.ofMillis(59_970))).isEqualTo("1m 00s");
    assertThat(Phrases.time(Duration.ofMillis(85_300))).isEqualTo("1m 25s");
    assertThat(Phrases.clock(Duration.ofSeconds(7_383))).isEqualTo("2h 03m");
    assertThat(Phrases.clock(Duration.ofMillis(-5))).isEqualTo("0s");
  }

  @Test
  void aTerminalIsWhatTheLauncherSaysAndPeopleCanTurnColoursOff() {
    Properties tty = new Properties();
    tty.setProperty("rrrspec.tty", "true");
    tty.setProperty("rrrspec.columns", "132");

    Terminal terminal =
        Terminal.of("rrrspec.tty", Map.of("TERM", "xterm"), tty, StandardCharsets.UTF_8);
    assertThat(terminal.redraws()).isTrue();
    assertThat(terminal.style()).isEqualTo(new Style(132, true, true));

    Terminal noColour =
        Terminal.of("rrrspec.tty", Map.of("NO_COLOR", "1"), tty, StandardCharsets.US_ASCII);
    assertThat(noColour.redraws()).isTrue();
    assertThat(noColour.style()).isEqualTo(new Style(132, false, false));

    Properties none = new Properties();
    assertThat(colour(Map.of("CLICOLOR_FORCE", "1"), none)).isTrue();
    assertThat(colour(Map.of("CLICOLOR_FORCE", "0"), none)).isFalse();
    assertThat(colour(Map.of("CLICOLOR_FORCE", "1", "NO_COLOR", "1"), none)).isFalse();
    assertThat(colour(Map.of("CLICOLOR", "0"), tty)).isFalse();
    assertThat(colour(Map.of("FORCE_COLOR", "1"), none)).isTrue();
    assertThat(colour(Map.of("FORCE_COLOR", "3"), none)).isTrue();
    assertThat(colour(Map.of("FORCE_COLOR", "0"), tty)).isFalse();
    assertThat(colour(Map.of("FORCE_COLOR", "0", "CLICOLOR_FORCE", "1"), none)).isFalse();
    assertThat(colour(Map.of("FORCE_COLOR", "1", "NO_COLOR", "1"), none)).isFalse();
    assertThat(colour(Map.of("CLICOLOR", "1"), tty)).isTrue();
    assertThat(colour(Map.of("CLICOLOR", "1"), none)).isFalse();

    assertThat(
            Terminal.of("rrrspec.tty", Map.of("TERM", "dumb"), tty, StandardCharsets.UTF_8)
                .redraws())
        .isFalse();
    assertThat(Terminal.of("rrrspec.stdout.tty", Map.of(), tty, StandardCharsets.UTF_8))
        .isEqualTo(new Terminal(false, new Style(100, false, true)));
  }

  private static boolean colour(Map<String, String> environment, Properties properties) {
    return Terminal.of("rrrspec.tty", environment, properties, StandardCharsets.UTF_8)
        .style()
        .colour();
  }
}
