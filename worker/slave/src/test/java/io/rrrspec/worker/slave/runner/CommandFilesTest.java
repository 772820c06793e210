package io.rrrspec.worker.slave.runner;

import static org.assertj.core.api.Assertions.assertThat;

import io.rrrspec.common.model.TimeLimits;
import io.rrrspec.common.model.TrialResult;
import io.rrrspec.common.model.TrialStatus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CommandFilesTest {
  private static final TimeLimits PLENTY =
      new TimeLimits(Duration.ofMinutes(1), Duration.ofMinutes(2));

  @TempDir Path dir;
  private final List<String> outputs = new ArrayList<>();
  private Path files;
  private CommandRunner runner;

  @BeforeEach
  void open() {
    files = CommandFiles.directory(dir.resolve("slave-w.json"), "7");
    runner =
        new CommandRunner(
            null,
            new CommandFiles(
                files,
                new CommandRunner.Exchange() {
                  @Override
                  public String args() {
                    return "{\"n\": 1, \"ü\": \"'; exit 1\"}";
                  }

                  @Override
                  public void output(String json) {
                    outputs.add(json);
                  }
                }),
            List.of());
  }

  @AfterEach
  void close() {
    runner.close();
    assertThat(files).as("the directory of the last trial").doesNotExist();
  }

  private TrialResult run(String command) throws IOException {
    return runner.run(command, PLENTY);
  }

  @Test
  void aCommandReadsItsArgumentsAndGivesAnObjectBack() throws IOException {
    TrialResult result =
        run("cat \"$REQUEST_ARGS_FILE\"; echo ' {\"file\": \"ü\"}' >\"$REQUEST_OUTPUT_FILE\"");
    assertThat(result.status()).isEqualTo(TrialStatus.PASSED);
    assertThat(result.stdout()).isEqualTo("{\"n\": 1, \"ü\": \"'; exit 1\"}");
    assertThat(outputs).containsExactly(" {\"file\": \"ü\"}\n");
  }

  @Test
  void theFilesAreOutsideOfTheWorkspaceAndNobodyElses() throws IOException {
    TrialResult result =
        run("stat -c %a \"$(dirname \"$REQUEST_ARGS_FILE\")\"; echo \"$REQUEST_OUTPUT_FILE\"; pwd");
    assertThat(result.stdout().lines())
        .containsExactly("700", files + "/output.json", Path.of("").toAbsolutePath().toString());
  }

  @Test
  void eachTrialHasADirectoryOfItsOwn() throws IOException {
    String leave =
        "ls -A \"$(dirname \"$REQUEST_ARGS_FILE\")\"; touch \"$REQUEST_ARGS_FILE.left\";"
            + " echo '{}' >\"$REQUEST_OUTPUT_FILE\"";
    assertThat(run(leave).stdout()).isEqualTo("args.json\n");
    assertThat(run(leave).stdout()).isEqualTo("args.json\n");
    assertThat(outputs).hasSize(2);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "true",
        ": >\"$REQUEST_OUTPUT_FILE\"",
        "echo >\"$REQUEST_OUTPUT_FILE\"",
        "rm -r \"$(dirname \"$REQUEST_ARGS_FILE\")\""
      })
  void withoutAnyOutputItHasPassed(String command) throws IOException {
    assertThat(run(command).status()).isEqualTo(TrialStatus.PASSED);
    assertThat(outputs).isEmpty();
  }

  @Test
  void whatACommandThatFailsHasWrittenIsNotTaken() throws IOException {
    TrialResult result = run("echo '{}' >\"$REQUEST_OUTPUT_FILE\"; exit 3");
    assertThat(result.reason()).isEqualTo("exit code 3");
    TrialResult late =
        runner.run(
            "trap 'exit 0' TERM; echo '{}' >\"$REQUEST_OUTPUT_FILE\"; sleep 600 & wait",
            new TimeLimits(Duration.ofMillis(500), Duration.ofMinutes(1)));
    assertThat(late.status()).isEqualTo(TrialStatus.TIMEOUT);
    assertThat(outputs).isEmpty();
  }

  @Test
  void sixtyFourKibibytesAreTaken() throws IOException {
    assertThat(run(writes(65_528)).reason()).isNull();
    assertThat(outputs.get(0)).hasSize(65_536);
  }

  @Test
  void aLongerOneFailsTheTrial() throws IOException {
    String longer = "REQUEST_OUTPUT_FILE is longer than 65536 bytes";
    refused(writes(65_529), longer);
    refused("truncate -s 1T \"$REQUEST_OUTPUT_FILE\"", longer);
  }

  /** An object of so many letters, and eight bytes around them. */
  private static String writes(int letters) {
    return "{ printf '{\"a\":\"'; head -c "
        + letters
        + " /dev/zero | tr '\\0' x; printf '\"}'; } >\"$REQUEST_OUTPUT_FILE\"";
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '~',
      quoteCharacter = '`',
      textBlock =
          """
          echo '[1]' >"$REQUEST_OUTPUT_FILE"            ~ it is of type array
          echo 1 >"$REQUEST_OUTPUT_FILE"                ~ it is of type number
          echo null >"$REQUEST_OUTPUT_FILE"             ~ it is of type null
          printf '{"a": "\\xff"}' >"$REQUEST_OUTPUT_FILE" ~ it is not UTF-8
          mkfifo "$REQUEST_OUTPUT_FILE"                 ~ it is no regular file
          mkdir "$REQUEST_OUTPUT_FILE"                  ~ it is a directory
          ln -s /dev/zero "$REQUEST_OUTPUT_FILE"        ~ it is a symbolic link
          echo '{}' >f; ln -s "$PWD/f" "$REQUEST_OUTPUT_FILE"; rm f ~ it is a symbolic link
          ln -s /nowhere "$REQUEST_OUTPUT_FILE"         ~ it is a symbolic link
          """)
  void whatIsNoObjectFailsTheTrial(String command, String why) throws IOException {
    refused(command, "REQUEST_OUTPUT_FILE is no JSON object: " + why);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{",
        "{} {}",
        "{\"a\": NaN}",
        "{\"a\"\n\n: \u0001",
        "a\u001b[31m",
        "{\"a\": 1, \"a\": 2}",
        "{\"a\": \"\\ud800\"}"
      })
  void whatCannotBeParsedFailsTheTrialWithOneLine(String text) throws IOException {
    TrialResult result = run("cat >\"$REQUEST_OUTPUT_FILE\" <<'END'\n" + text + "\nEND");
    assertThat(result.status()).isEqualTo(TrialStatus.FAILED);
    assertThat(result.reason())
        .startsWith("REQUEST_OUTPUT_FILE is no JSON object: ")
        .hasSizeLessThan(300)
        .doesNotContainPattern("\\p{Cntrl}");
    assertThat(outputs).isEmpty();
  }

  @Test
  void aTextThatIsNestedWithoutEndFailsTheTrial() throws IOException {
    TrialResult result =
        run(
            "head -c 60000 /dev/zero | tr '\\0' '[' | sed 's/^/{\"a\":/' >\"$REQUEST_OUTPUT_FILE\"");
    assertThat(result.reason()).startsWith("REQUEST_OUTPUT_FILE is no JSON object: ");
  }

  @Test
  void aDirectoryThatItHasFilledAndClosedIsRemoved() throws IOException {
    TrialResult result =
        run(
            "cd \"$(dirname \"$REQUEST_ARGS_FILE\")\" && mkdir -p taken/a && touch taken/a/b"
                + " && rm args.json && mkdir args.json && touch args.json/x && chmod 0 args.json"
                + " && echo '{}' >\"$REQUEST_OUTPUT_FILE\"");
    assertThat(result.reason()).startsWith("REQUEST_OUTPUT_FILE cannot be read: ");
  }

  @Test
  void aLinkInThePlaceOfTheDirectoryIsRemovedAndNotFollowed() throws IOException {
    Path other = Files.createDirectory(dir.resolve("other"));
    Files.createFile(other.resolve("kept"));
    run("d=\"$(dirname \"$REQUEST_ARGS_FILE\")\"; rm -r \"$d\"; ln -s " + other + " \"$d\"");
    assertThat(other.resolve("kept")).exists();
  }

  private void refused(String command, String reason) throws IOException {
    TrialResult result = run(command);
    assertThat(result.reason()).isEqualTo(reason);
    assertThat(result.status()).isEqualTo(TrialStatus.FAILED);
    assertThat(result.failed()).isEqualTo(1);
    assertThat(outputs).isEmpty();
  }
}
