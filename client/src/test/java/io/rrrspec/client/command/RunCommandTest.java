package io.rrrspec.client.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.rrrspec.common.ExitCode;
import io.rrrspec.common.cli.Shell;
import io.rrrspec.common.config.ClientSettings;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class RunCommandTest {
  @TempDir Path directory;
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();
  private final List<RunRequest> requests = new ArrayList<>();
  private ExitCode answer = ExitCode.SUCCEEDED;

  @Test
  void withoutOptionsItRunsWhatIsHere() {
    assertThat(run("run")).isZero();
    RunRequest request = requests.get(0);
    assertThat(request.project()).isEqualTo(Path.of("").toAbsolutePath());
    assertThat(request.slaves()).isEqualTo(Runtime.getRuntime().availableProcessors());
    assertThat(request.junitXml()).isNull();
    assertThat(request.failedOnly()).isFalse();
    assertThat(request.forcePrepare()).isFalse();
    assertThat(request.patterns()).isEmpty();
    assertThat(client(request).maxTrials()).isNull();
  }

  @Test
  void everyOptionArrives() {
    Path reports = directory.resolve("reports");
    int code =
        run(
            "run",
            "--project=" + directory,
            "--slaves=3",
            "--junit-xml",
            reports.toString(),
            "--failed",
            "--max-trials",
            "2",
            "--force-prepare",
            "--tag",
            "a & b",
            "--tag=c",
            "--exclude-tag=!d",
            "ATest",
            "@BTest");
    assertThat(err.toString()).isEmpty();
    assertThat(code).isZero();
    RunRequest request = requests.get(0);
    assertThat(request.project()).isEqualTo(directory);
    assertThat(request.slaves()).isEqualTo(3);
    assertThat(request.junitXml()).isEqualTo(reports);
    assertThat(request.failedOnly()).isTrue();
    assertThat(request.forcePrepare()).isTrue();
    assertThat(request.patterns()).containsExactly("ATest", "@BTest");
    assertThat(client(request).maxTrials()).isEqualTo(2);
    assertThat(request.tags().includeTags()).containsExactly("a & b", "c");
    assertThat(request.tags().excludeTags()).containsExactly("!d");
  }

  @ParameterizedTest
  @EnumSource(ExitCode.class)
  void theExitCodeIsWhatTheRunEndedWith(ExitCode code) {
    answer = code;
    assertThat(run("run")).isEqualTo(code.number());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--slaves 0          | option --slaves is '0': write a whole number, 1 to 1,024",
        "--slaves two        | option --slaves is 'two': write a whole number, 1 to 1,024",
        "--max-trials 0      | option --max-trials is '0': write a whole number, 1 to 100",
        "--project gone      | option --project: there is no directory gone: write one with a"
            + " project",
        "--junit-xml pom.xml | option --junit-xml: pom.xml is a file: write a directory",
        "--tag &a           | option --tag is '&a': a tag is missing at the beginning; write tags"
            + " with",
        "--exclude-tag a!   | option --exclude-tag is 'a!': an operator is missing before '!';"
            + " write",
        "--slvaes 2          | unknown option '--slvaes': did you mean '--slaves'?",
        "--junitxml x        | unknown option '--junitxml': did you mean '--junit-xml'?",
      })
  void wrong_use_is_one_line_and_nothing_is_run(String args, String message) {
    assertThat(run(("run " + args).split(" "))).isEqualTo(2);
    assertThat(err.toString()).startsWith("rrrspec-java: " + message).hasLineCount(1);
    assertThat(out.toString()).isEmpty();
    assertThat(requests).isEmpty();
  }

  @Test
  void theFileOfTheCommandLineIsReadAndItsMistakesAreWrongUse() throws IOException {
    Path file = Files.writeString(directory.resolve("my.yml"), "max_trials: 4\n");
    assertThat(run("-c", file.toString(), "run")).isZero();
    assertThat(client(requests.get(0)).maxTrials()).isEqualTo(4);
    Files.writeString(file, "max_trails: 4\n");
    assertThat(run("-c", file.toString(), "run")).isEqualTo(2);
    assertThat(err.toString())
        .isEqualToIgnoringNewLines(
            "rrrspec-java: "
                + file
                + " line 1: unknown key 'max_trails': did you mean 'max_trials'?");
  }

  @Test
  void itsHelpHasEveryOptionWithItsDefault() {
    assertThat(run("run", "--help")).isZero();
    for (String option :
        List.of("--project", "--slaves", "--junit-xml", "--failed", "--max-trials", "PATTERN")) {
      assertThat(out.toString()).contains(option);
    }
    assertThat(out.toString().split("Default:", -1)).hasSizeGreaterThanOrEqualTo(8);
    assertThat(out.toString()).contains("Examples:");
  }

  private static ClientSettings client(RunRequest request) {
    return ClientSettings.forRun(request.settings(), request.project());
  }

  private int run(String... args) {
    RunCommand command =
        new RunCommand(
            request -> {
              requests.add(request);
              return answer;
            });
    Shell shell = new Shell(new PrintWriter(out, true), new PrintWriter(err, true), directory);
    return shell.run(List.of(command), Map.of(), args);
  }
}
