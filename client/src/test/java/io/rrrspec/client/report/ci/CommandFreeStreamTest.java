package io.rrrspec.client.report.ci;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What tests write is no command of the build server that shows it. */
class CommandFreeStreamTest {
  private static final Map<String, String> GITHUB = Map.of("GITHUB_ACTIONS", "true");

  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private final PrintStream raw = new PrintStream(bytes, true, StandardCharsets.UTF_8);

  private String written(Map<String, String> environment, String text) {
    PrintStream stream = CommandFreeStream.of(raw, environment, StandardCharsets.UTF_8);
    stream.print(text);
    stream.flush();
    return bytes.toString(StandardCharsets.UTF_8);
  }

  @ParameterizedTest
  @CsvSource({
    "GITHUB_ACTIONS, true, ::add-mask::secret, :\\u003aadd-mask::secret",
    "GITHUB_ACTIONS, true, '  \t::error::x', '  \t:\\u003aerror::x'",
    "GITHUB_ACTIONS, true, '\u00a0\u3000::error::x', '\u00a0\u3000:\\u003aerror::x'",
    "GITHUB_ACTIONS, true, before ##[error]x, before ##\\u005berror]x",
    "GITHUB_ACTIONS, true, ###[error]x, ###\\u005berror]x",
    "GITLAB_CI, true, 'x section_start:1:a', 'x section_start\\u003a1:a'",
    "GITLAB_CI, true, section_end:1:a, section_end\\u003a1:a",
    "TEAMCITY_VERSION, 2025.1, '##teamcity[testFailed]', '##teamcity\\u005btestFailed]'",
    "TF_BUILD, True, '##vso[task.setvariable]x', '##vso\\u005btask.setvariable]x'",
    "TF_BUILD, True, '##VSO[task.setvariable]x', '##VSO\\u005btask.setvariable]x'",
    "TF_BUILD, True, '##[section]x', '##\\u005bsection]x'",
  })
  void aCommandOfTheBuildServerIsWrittenAsText(
      String variable, String value, String text, String expected) {
    assertThat(written(Map.of(variable, value), text)).isEqualTo(expected);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "com.shop.CartTest::adds",
        "a: b",
        "#[derive]",
        "## Heading",
        "section_started",
        "grüße › 🎈 ::",
        ": :"
      })
  void everythingElseStays(String text) {
    assertThat(
            written(
                Map.of("GITHUB_ACTIONS", "true", "GITLAB_CI", "true", "TF_BUILD", "True"), text))
        .isEqualTo(text);
  }

  @ParameterizedTest
  @ValueSource(strings = {"\n", "\r", "\r\n"})
  void eachLineBegins(String end) {
    assertThat(written(GITHUB, "x" + end + "::stop-commands::t" + end + "::t::"))
        .isEqualTo("x" + end + ":\\u003astop-commands::t" + end + ":\\u003at::");
  }

  @Test
  void piecesOfACommandAreOne() {
    PrintStream stream = CommandFreeStream.of(raw, GITHUB, StandardCharsets.UTF_8);
    for (String piece : new String[] {" ", ":", ":error", "::x", "\n", "#", "#", "[error]"}) {
      stream.print(piece);
      stream.flush();
    }
    assertThat(bytes.toString(StandardCharsets.UTF_8))
        .isEqualTo(" :\\u003aerror::x\n##\\u005berror]");
  }

  @Test
  void whatThisProgramTellsTheBuildServerIsACommandOnALineOfItsOwn() {
    PrintStream stream = CommandFreeStream.of(raw, GITHUB, StandardCharsets.UTF_8);
    stream.print("no line end");
    CommandFreeStream.commands(stream).print("::error title=x::y\n");
    CommandFreeStream.commands(stream).print("::error title=z::y\n");
    stream.print("::error::of a test\n");
    assertThat(bytes.toString(StandardCharsets.UTF_8))
        .isEqualTo(
            "no line end\n::error title=x::y\n::error title=z::y\n:\\u003aerror::of a test\n");
  }

  @Test
  void elsewhereNothingChanges() {
    assertThat(CommandFreeStream.of(raw, Map.of("GITHUB_ACTIONS", "false"), StandardCharsets.UTF_8))
        .isSameAs(raw);
    assertThat(CommandFreeStream.commands(raw)).isSameAs(raw);
  }
}
