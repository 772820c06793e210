package io.rrrspec.client.flow;

import static org.assertj.core.api.Assertions.assertThat;

import io.rrrspec.client.command.FlowCommand;
import io.rrrspec.client.remote.EndRequests;
import io.rrrspec.client.report.progress.Console;
import io.rrrspec.client.report.terminal.Style;
import io.rrrspec.client.report.terminal.Terminal;
import io.rrrspec.common.UsageException;
import io.rrrspec.common.cli.Shell;
import io.rrrspec.testing.Checkout;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FlowCheckTest {
  @TempDir Path directory;
  private Path file;

  @BeforeEach
  void flow() throws IOException {
    file = directory.resolve("shop.yml");
    Files.writeString(file, "variables: {TARGET: staging}\nsteps: [{shell: make}]\n");
  }

  /** What a command ended with. */
  private record Result(int code, String out, String err) {}

  private Result run(String... args) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    PrintStream stdout = new PrintStream(out, true, StandardCharsets.UTF_8);
    PrintStream stderr = new PrintStream(err, true, StandardCharsets.UTF_8);
    Terminal terminal = new Terminal(false, Style.plain());
    Console console = new Console(stdout, stderr, terminal, terminal, Map.of());
    List<String> all = new ArrayList<>(List.of("flow"));
    all.addAll(List.of(args));
    int code =
        new Shell(
                new PrintWriter(stdout, true, StandardCharsets.UTF_8),
                new PrintWriter(stderr, true, StandardCharsets.UTF_8),
                directory)
            .run(
                List.of(
                    FlowCommand.withSubcommands(
                        () -> console,
                        (project, choices, progress) -> {
                          throw new UsageException("there is no build in " + project);
                        },
                        EndRequests::new)),
                Map.of(),
                all.toArray(String[]::new));
    return new Result(
        code, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
  }

  private Result check(String... more) {
    List<String> all = new ArrayList<>(List.of("check", file.toString()));
    all.addAll(List.of(more));
    return run(all.toArray(String[]::new));
  }

  @Test
  void aGoodFileIsSummedUp() throws IOException {
    assertThat(check()).isEqualTo(new Result(0, file + ": 1 step, 1 run\n", ""));
    Files.writeString(
        file,
        "steps:\n- group:\n  - {tests: a, matrix: {JDK: [17, 21]}}\n  - {http: GET http://host}\n"
            + "- {tests: '**', batch: 5}\n- {flaky: {days: 1, times: 2}}\n");
    assertThat(check()).isEqualTo(new Result(0, file + ": 7 steps, 3 runs, 2 iterators\n", ""));
  }

  @Test
  void theExampleOfThePageIsCheckedAsThePageSays() throws IOException {
    String page = Files.readString(Checkout.doc("flows.md"));
    String yaml = page.substring(page.indexOf("```yaml\n") + 8);
    String flow = yaml.substring(0, yaml.indexOf("```"));
    Files.writeString(file, flow);
    assertThat(page).contains("    " + check().out().replace(file.toString(), "shop.yml"));
    Files.writeString(file, flow.replace("retries", "retires"));
    assertThat(page).contains("    " + check().err().replace(file.toString(), "shop.yml"));
  }

  @Test
  void aMistakeIsOneLineAnd2() throws IOException {
    Files.writeString(file, "steps:\n- shell: make\n  retires: 1\n");
    assertThat(check())
        .isEqualTo(
            new Result(
                2,
                "",
                "rrrspec-java: "
                    + file
                    + " line 3, column 3: unknown key 'retires': did you mean 'retries'?\n"));
  }

  @Test
  void aVariableMayGetAnotherValue() {
    assertThat(check("-v", "TARGET=a=b c").code()).isZero();
    assertThat(check("-vTARGET=").code()).isZero();
    refused("the flow shop has no variable 'TARGTE': did you mean 'TARGET'?", "-v", "TARGTE=x");
    refused("option -v is 'TARGET': write NAME=VALUE", "-v", "TARGET");
    refused("option -v is '=x': write NAME=VALUE", "-v", "=x");
    refused("option -v has TARGET twice: remove one of them", "-v", "TARGET=a", "-v", "TARGET=b");
  }

  private void refused(String message, String... more) {
    assertThat(check(more)).isEqualTo(new Result(2, "", "rrrspec-java: " + message + "\n"));
  }

  @Test
  void wrongUseIs2() {
    assertThat(run())
        .isEqualTo(
            new Result(
                2,
                "",
                "rrrspec-java: flow needs a command: 'rrrspec-java flow --help' lists them\n"));
    assertThat(run("check").err()).contains("missing required parameter: 'FILE'").hasLineCount(1);
    assertThat(run("chekc").err()).contains("unknown command 'chekc': did you mean 'check'?");
    assertThat(run("check", "gone.yml"))
        .isEqualTo(
            new Result(
                2, "", "rrrspec-java: there is no file gone.yml: write the path of a YAML file\n"));
  }

  @Test
  void helpHasAnExample() {
    assertThat(run("check", "--help").out()).contains("Example").contains("flow check shop.yml");
    assertThat(run("--help").out()).contains("  check ");
  }
}
