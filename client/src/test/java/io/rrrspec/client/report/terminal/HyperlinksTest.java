package io.rrrspec.client.report.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Links in terminals that are known to show them, and nowhere else. */
class HyperlinksTest {
  private static final Style LINKS = new Style(100, false, true, true);

  @TempDir Path directory;

  private static Map<String, String> variables(String text) {
    Map<String, String> variables = new HashMap<>();
    for (String one : text.split(" ", -1)) {
      int equals = one.indexOf('=');
      variables.put(one.substring(0, equals), one.substring(equals + 1));
    }
    return variables;
  }

  private static boolean has(String text, boolean tty) {
    Properties properties = new Properties();
    properties.setProperty("rrrspec.tty", Boolean.toString(tty));
    return Terminal.of("rrrspec.tty", variables(text), properties, StandardCharsets.UTF_8)
        .style()
        .links();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "TERM=xterm-256color VTE_VERSION=6800",
        "TERM=xterm-256color TERM_PROGRAM=iTerm.app",
        "TERM=xterm-256color TERM_PROGRAM=vscode",
        "TERM=xterm-256color WT_SESSION=1-2",
        "TERM=xterm-kitty KITTY_WINDOW_ID=1",
        "TERM=xterm KONSOLE_VERSION=220401",
        "TERM=xterm VTE_VERSION=6800 NO_COLOR=1",
        "TERM=xterm FORCE_HYPERLINK=1"
      })
  void aTerminalThatIsKnownToShowLinksGetsThem(String variables) {
    assertThat(has(variables, true)).isTrue();
    assertThat(has(variables, false)).isEqualTo(variables.contains("FORCE_HYPERLINK"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "TERM=xterm-256color",
        "TERM=xterm VTE_VERSION=5000",
        "TERM=xterm VTE_VERSION=new",
        "TERM=xterm TERM_PROGRAM=Apple_Terminal",
        "TERM=screen-256color VTE_VERSION=6800",
        "TERM=xterm VTE_VERSION=6800 TMUX=/tmp/x",
        "TERM=dumb FORCE_HYPERLINK=1",
        "TERM=xterm VTE_VERSION=6800 CI=true",
        "TERM=xterm FORCE_HYPERLINK=1 CI=true",
        "TERM=xterm FORCE_HYPERLINK=1 TF_BUILD=True",
        "TERM=xterm VTE_VERSION=6800 FORCE_HYPERLINK=0"
      })
  void allOthersGetNone(String variables) {
    assertThat(has(variables, true)).isFalse();
    assertThat(has(variables, false)).isFalse();
  }

  @Test
  void aLinkIsTheTextBetweenItsAddressAndItsEnd() {
    URI address = URI.create("http://127.0.0.1/a?b=%20");
    assertThat(LINKS.link(address, "text"))
        .isEqualTo("\u001b]8;;http://127.0.0.1/a?b=%20\u001b\\text\u001b]8;;\u001b\\");
    assertThat(LINKS.link(null, "text")).isEqualTo("text");
    assertThat(Style.plain().link(address, "text")).isEqualTo("text");
  }

  @Test
  void aLineHasLinksToPagesAndToFilesThatAreThere() throws Exception {
    Path file = Files.createFile(directory.resolve("grün.html"));
    assertThat(LINKS.linked("watch it at http://h:3000/runs/1."))
        .isEqualTo(
            "watch it at "
                + LINKS.link(URI.create("http://h:3000/runs/1"), "http://h:3000/runs/1")
                + ".");
    assertThat(LINKS.linked("pages: " + file))
        .isEqualTo("pages: " + LINKS.link(file.toUri(), file.toString()))
        .contains("gr%C3%BCn.html\u001b");
    String others = "a /no/such/file and / and http://h:x|y/ and (no)";
    assertThat(LINKS.linked(others)).isEqualTo(others);
    assertThat(Style.plain().linked("see " + file)).isEqualTo("see " + file);
  }
}
