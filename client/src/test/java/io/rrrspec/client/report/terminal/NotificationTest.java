package io.rrrspec.client.report.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A notification at the end of a run, by whatever is there. */
class NotificationTest {
  private static final String TITLE = "Red: `touch x` $(touch y); \u001b]0;x\u0007";
  private static final String TEXT = "<b>12.3 s</b> & more";

  @TempDir Path directory;
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

  private String shown(boolean terminal, Map<String, String> env) {
    PrintStream stream = new PrintStream(bytes, true, StandardCharsets.UTF_8);
    new Notification(terminal, env).show(TITLE, TEXT, stream);
    return bytes.toString(StandardCharsets.UTF_8);
  }

  /** Writes down what it was started with, an argument a line. */
  private void program(String name) throws Exception {
    Path file = directory.resolve(name);
    Files.writeString(file, "#!/bin/sh\nprintf '%s\\n' \"$@\" >" + directory + "/told\n");
    assertThat(file.toFile().setExecutable(true)).isTrue();
  }

  @ParameterizedTest
  @CsvSource({
    "TERM_PROGRAM, WezTerm, ]9;Red",
    "TERM, foot, ]777;notify;Red",
    "KITTY_WINDOW_ID, 1, ]99;;Red"
  })
  void aTerminalThatIsKnownToPassItOnGetsOneSequence(String variable, String value, String begin) {
    assertThat(shown(true, Map.of(variable, value)))
        .startsWith("\u001b" + begin)
        .contains("\\x1b]0;x\\x07".replace(";", variable.equals("TERM") ? "," : ";"))
        .contains("12.3 s");
    assertThat(bytes.toString(StandardCharsets.UTF_8).substring(1, bytes.size() - 2))
        .doesNotContain("\u001b]0", "\u0007");
  }

  @Test
  void anyOtherTerminalHasABell() {
    assertThat(shown(true, Map.of("TERM", "xterm", "PATH", directory.toString())))
        .isEqualTo("\u0007");
  }

  @Test
  void whereThereIsNoTerminalAndNoDesktopNothingIsShown() {
    assertThat(shown(false, Map.of("TERM_PROGRAM", "WezTerm", "PATH", directory.toString())))
        .isEmpty();
  }

  @Test
  void aBuildServerShowsNothing() {
    assertThat(shown(true, Map.of("TERM_PROGRAM", "WezTerm", "CI", "true"))).isEmpty();
  }

  @Test
  void theProgramOfTheDesktopGetsTheTextAsItIs() throws Exception {
    program("notify-send");
    Map<String, String> env = new HashMap<>();
    env.put("PATH", "relative::" + directory);
    env.put("DISPLAY", ":0");
    assertThat(shown(true, env)).isEmpty();
    assertThat(Files.readString(directory.resolve("told")))
        .isEqualTo(
            "--app-name=rrrspec-java\n--\nRed: `touch x` $(touch y); \\x1b]0;x\\x07\n"
                + "&lt;b&gt;12.3 s&lt;/b&gt; &amp; more\n");
  }

  @Test
  void aMacGetsItAsArgumentsOfAScript() throws Exception {
    program("osascript");
    assertThat(shown(false, Map.of("PATH", directory.toString()))).isEmpty();
    assertThat(Files.readString(directory.resolve("told")))
        .endsWith("end run\nRed: `touch x` $(touch y); \\x1b]0;x\\x07\n" + TEXT + "\n");
  }

  @Test
  void aProgramThatFailsIsReplacedByTheBell() throws Exception {
    Path file = Files.writeString(directory.resolve("notify-send"), "#!/bin/sh\nexit 1\n");
    assertThat(file.toFile().setExecutable(true)).isTrue();
    assertThat(shown(true, Map.of("PATH", directory.toString(), "DISPLAY", ":0")))
        .isEqualTo("\u0007");
  }
}
