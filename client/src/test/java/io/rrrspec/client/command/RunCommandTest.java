package io.rrrspec.client.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.rrrspec.client.report.progress.Console;
import io.rrrspec.client.report.terminal.Style;
import io.rrrspec.client.report.terminal.Terminal;
import io.rrrspec.client.source.ModuleOrder;
import io.rrrspec.client.source.OrderChoice;
import io.rrrspec.client.source.RunExtras;
import io.rrrspec.common.ExitCode;
import io.rrrspec.common.cli.Shell;
import io.rrrspec.common.config.BuildPhase;
import io.rrrspec.common.config.ClientSettings;
import io.rrrspec.common.config.PrepareSettings;
import io.rrrspec.common.config.SlaveNumber;
import io.rrrspec.common.model.Repetition;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
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
    assertThat(request.slaves()).isEqualTo(SlaveNumber.fitting());
    assertThat(request.junitXml()).isNull();
    assertThat(request.failedOnly()).isFalse();
    assertThat(request.forcePrepare()).isFalse();
    assertThat(request.patterns()).isEmpty();
    assertThat(client(request).maxTrials()).isNull();
  }

  @Test
  void theSettingsAreThoseOfTheProject() throws IOException {
    Files.writeString(directory.resolve(".rrrspec.yml"), "max_trials: 7\n");
    assertThat(run("run", "--project=" + directory)).as(err.toString()).isZero();
    assertThat(client(requests.get(0)).maxTrials()).isEqualTo(7);
    assertThat(run("run", "--project=" + directory, "--max-trials=2")).isZero();
    assertThat(client(requests.get(1)).maxTrials()).as("an option wins").isEqualTo(2);
    assertThat(run("run")).isZero();
    assertThat(client(requests.get(2)).maxTrials()).as("it is no project of here").isNull();
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
            "--html",
            directory + "/below/../pages",
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
    assertThat(request.slaves()).isEqualTo(SlaveNumber.of(3));
    assertThat(request.junitXml()).isEqualTo(reports);
    assertThat(request.html()).isEqualTo(directory.resolve("pages"));
    assertThat(request.failedOnly()).isTrue();
    assertThat(request.forcePrepare()).isTrue();
    assertThat(request.patterns()).containsExactly("ATest", "@BTest");
    assertThat(client(request).maxTrials()).isEqualTo(2);
    assertThat(request.tags().includeTags()).containsExactly("a & b", "c");
    assertThat(request.tags().excludeTags()).containsExactly("!d");
  }

  @Test
  void whatFollowsAnOptionalValueIsAPattern() {
    assertThat(run("run", "--fail-fast", "ATest")).isZero();
    assertThat(client(requests.get(0)).failFast()).isEqualTo(1);
    assertThat(requests.get(0).patterns()).containsExactly("ATest");
    assertThat(run("run", "--fail-fast=3", "ATest")).isZero();
    assertThat(client(requests.get(1)).failFast()).isEqualTo(3);
    assertThat(run("run", "ATest", "--fail-fast")).isZero();
    assertThat(client(requests.get(2)).failFast()).isEqualTo(1);
    assertThat(run("run")).isZero();
    assertThat(client(requests.get(3)).failFast()).isNull();
  }

  @Test
  void aNumberOfSlavesInTheSettingsIsTaken() throws IOException {
    assertThat(run("run", "--slaves=auto")).isZero();
    assertThat(requests.get(0).slaves()).isEqualTo(SlaveNumber.fitting());
    Files.writeString(directory.resolve("own.yml"), "slaves: 5\n");
    assertThat(run("-c", directory.resolve("own.yml").toString(), "run")).isZero();
    assertThat(requests.get(1).slaves()).isEqualTo(SlaveNumber.of(5));
  }

  @Test
  void aDebuggerHasOneJvmOfTests() {
    assertThat(run("run", "--debug", "ATest")).isZero();
    assertThat(requests.get(0).debugPort()).isEqualTo(5_005);
    assertThat(requests.get(0).slaves()).isEqualTo(SlaveNumber.of(1));
    assertThat(requests.get(0).patterns()).containsExactly("ATest");
    assertThat(run("run", "--debug=8000")).isZero();
    assertThat(requests.get(1).debugPort()).isEqualTo(8_000);
    assertThat(run("run")).isZero();
    assertThat(requests.get(2).debugPort()).isNull();
  }

  @Test
  void repeatedRunsAreOneAfterTheOtherUnlessSlavesAreAskedFor() {
    assertThat(run("run", "--repeat", "50", "ATest")).isZero();
    assertThat(requests.get(0).repeat()).isEqualTo(new Repeat(50, false, Repetition.Jvm.FRESH));
    assertThat(requests.get(0).slaves()).isEqualTo(SlaveNumber.of(1));
    assertThat(run("run", "--until-fail", "--slaves=3", "ATest")).isZero();
    assertThat(requests.get(1).repeat()).isEqualTo(new Repeat(1_000, true, Repetition.Jvm.FRESH));
    assertThat(requests.get(1).slaves()).isEqualTo(SlaveNumber.of(3));
    assertThat(run("run", "--until-fail=9", "--same-jvm", "ATest")).isZero();
    assertThat(requests.get(2).repeat()).isEqualTo(new Repeat(9, true, Repetition.Jvm.SAME));
    assertThat(run("run")).isZero();
    assertThat(requests.get(3).repeat()).isNull();
  }

  @Test
  void theRestOfTheOptionsArrivesAndPatternsEndAtTheDelimiter() throws IOException {
    Path file = Files.writeString(directory.resolve("my.yml"), "build_args: -Pci\n");
    int code =
        run(
            "-c",
            file.toString(),
            "run",
            "--order=as-is",
            "--list",
            "--json",
            "--no-reports",
            "ATest",
            "--changed",
            "main",
            "--",
            "-Dname=a b",
            "-c",
            "--failed");
    assertThat(err.toString()).contains("build argument '--failed' is not known");
    assertThat(code).isEqualTo(2);
    code =
        run(
            "-c",
            file.toString(),
            "run",
            "--order=as-is",
            "--list",
            "--json",
            "--no-reports",
            "ATest",
            "--changed",
            "main",
            "--",
            "-Dname=a b",
            "-c");
    assertThat(code).isZero();
    RunRequest request = requests.get(0);
    assertThat(request.patterns()).containsExactly("ATest");
    assertThat(request.extras())
        .isEqualTo(
            new RunExtras(
                new OrderChoice(OrderChoice.Kind.AS_IS, 0),
                RunExtras.Listing.JSON,
                "main",
                false,
                false));
    assertThat(PrepareSettings.of(request.settings()).buildArguments())
        .containsExactly("-Pci", "-Dname=a b", "-c");
    assertThat(run("run", "--changed", "--list")).isZero();
    assertThat(requests.get(1).extras())
        .isEqualTo(new RunExtras(OrderChoice.LONGEST, RunExtras.Listing.TEXT, "HEAD", true, false));
    assertThat(run("run", "--json")).isZero();
    assertThat(requests.get(2).extras())
        .isEqualTo(new RunExtras(OrderChoice.LONGEST, null, null, true, true));
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
        "--slaves 0          | option --slaves is '0': write a whole number, 1 to 1,024, or auto",
        "--slaves two        | option --slaves is 'two': write a whole number, 1 to 1,024, or auto",
        "--max-trials 0      | option --max-trials is '0': write a whole number, 1 to 100",
        "--fail-fast=0       | option --fail-fast is '0': write a whole number, 1 to 1,000,000",
        "--fail-fast=        | option --fail-fast is '': write a whole number, 1 to 1,000,000",
        "--repeat two x      | option --repeat is 'two': write a whole number, 1 to 100,000",
        "--until-fail=0 x    | option --until-fail is '0': write a whole number, 1 to 100,000",
        "--repeat 5          | option --repeat needs a PATTERN: write which classes to run",
        "--same-jvm x        | option --same-jvm needs --repeat N or --until-fail: write one",
        "--repeat 5 --until-fail x | options --repeat and --until-fail exclude each other",
        "--repeat 5 --max-trials 2 x | options --repeat and --max-trials exclude each other",
        "--repeat 5 --same-jvm --slaves 2 x | option --same-jvm takes one JVM, and --slaves is 2",
        "--repeat 5 --json x | options --repeat and --json exclude each other",
        "--repeat 5 --html y x | options --repeat and --html exclude each other",
        "--debug=x           | option --debug is 'x': write a port, 1 to 65,535",
        "--debug=70000       | option --debug is '70000': write a port, 1 to 65,535",
        "--debug --slaves 2  | option --debug takes one JVM, and --slaves is 2: leave one of them out",
        "--debug --repeat 2 x | options --repeat and --debug exclude each other",
        "--project gone      | option --project: there is no directory gone: write one with a"
            + " project",
        "--junit-xml pom.xml | option --junit-xml: pom.xml is a file: write a directory",
        "--order shortest   | option --order is 'shortest': write as-is, longest, random,"
            + " random:SEED",
        "--order random:x   | option --order is 'random:x': write a whole number behind random:",
        "--no-reports --junit-xml x | --junit-xml and --no-reports exclude each other: leave one"
            + " out",
        "-- install         | build argument 'install' is no option of Maven: goals are not handed"
            + " on",
        "-- -foo            | build argument '-foo' is not known: write an option of Maven",
        "--tag &a           | option --tag is '&a': a tag is missing at the beginning; write tags"
            + " with",
        "--exclude-tag a!   | option --exclude-tag is 'a!': an operator is missing before '!';"
            + " write",
        "--slvaes 2          | unknown option '--slvaes': did you mean '--slaves'?",
        "--junitxml x        | unknown option '--junitxml': did you mean '--junit-xml'?",
        "--projcet x         | unknown option '--projcet': did you mean '--project'?",
        "-o                  | unknown option '-o': write options of Maven behind --, as in"
            + " 'rrrspec-java run -- -o'",
        "-pl core            | unknown option '-pl': write options of Maven behind --, as in"
            + " 'rrrspec-java run -- -pl'",
        "-Dname=value        | unknown option '-Dname': write options of Maven behind --, as in"
            + " 'rrrspec-java run -- -Dname=value'",
        "-Dtest=CartTest     | unknown option '-Dtest': write a PATTERN",
        "-Dgroups=db         | unknown option '-Dgroups': write --tag",
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
  void theBuildPhaseIsASettingAndABadOneIsNamed() {
    assertThat(run("run", "--build-phase", "package")).isZero();
    assertThat(PrepareSettings.of(requests.get(0).settings()).buildPhase())
        .isEqualTo(BuildPhase.PACKAGE);

    assertThat(run("run", "--build-phase", "verify")).isEqualTo(2);
    assertThat(err.toString())
        .isEqualToIgnoringNewLines(
            "rrrspec-java: option --build-phase is 'verify': write auto or test or package");
  }

  @Test
  void theModuleOrderIsASettingAndABadOneIsNamed() {
    assertThat(run("run")).isZero();
    assertThat(run("run", "--module-order", "changed")).isZero();
    assertThat(requests.stream().map(request -> ModuleOrder.of(request.settings())))
        .containsExactly(ModuleOrder.FASTEST, ModuleOrder.CHANGED);

    assertThat(run("run", "--module-order", "reactor")).isEqualTo(2);
    assertThat(err.toString())
        .isEqualToIgnoringNewLines(
            "rrrspec-java: option --module-order is 'reactor': write fastest or build or changed");
  }

  @Test
  void integrationTestsAreRunOnRequest() {
    assertThat(run("run")).isZero();
    assertThat(run("run", "--integration-tests")).isZero();
    assertThat(requests)
        .extracting(request -> PrepareSettings.of(request.settings()).integrationTests())
        .containsExactly(false, true);
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

  @Test
  void theEndIsToldIfThatWasAskedFor() {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    PrintStream terminal = new PrintStream(bytes, true, StandardCharsets.UTF_8);
    Terminal known = new Terminal(true, Style.plain());
    Map<String, String> environment = Map.of("TERM", "xterm", "TERM_PROGRAM", "WezTerm");
    console = new Console(terminal, terminal, known, known, environment);

    assertThat(run("run")).isZero();
    assertThat(bytes.toString(StandardCharsets.UTF_8)).isEmpty();
    assertThat(run("run", "--notify")).isZero();
    answer = ExitCode.FAILED;
    assertThat(run("run", "--notify")).isEqualTo(1);
    answer = ExitCode.CANCELLED;
    assertThat(run("run", "--notify")).isEqualTo(130);
    assertThat(bytes.toString(StandardCharsets.UTF_8))
        .matches("\u001b]9;Green: \\S+: [\\d.]+ s\u0007\u001b]9;Red: \\S+: [\\d.]+ s\u0007");
  }

  private static ClientSettings client(RunRequest request) {
    return ClientSettings.forRun(request.settings(), request.project());
  }

  private Console console =
      new Console(
          System.out,
          System.err,
          new Terminal(false, Style.plain()),
          new Terminal(false, Style.plain()),
          Map.of());

  private int run(String... args) {
    RunCommand command =
        new RunCommand(
            request -> {
              requests.add(request);
              return answer;
            },
            () -> console);
    Shell shell = new Shell(new PrintWriter(out, true), new PrintWriter(err, true), directory);
    return shell.run(List.of(command), Map.of(), args);
  }
}
