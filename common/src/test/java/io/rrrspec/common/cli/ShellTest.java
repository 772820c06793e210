package io.rrrspec.common.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.rrrspec.common.ServiceException;
import io.rrrspec.common.UsageException;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.SocketTimeoutException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import redis.clients.jedis.exceptions.JedisConnectionException;

class ShellTest {
  @TempDir Path directory;
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @Command(name = "work", description = "Do it.", footer = "Example: rrrspec-java work")
  static final class Work implements Callable<Integer> {
    private final Callable<Integer> body;

    @Option(names = "--count", paramLabel = "N", description = "How often. Default: 1.")
    private int count = 1;

    Work(Callable<Integer> body) {
      this.body = body;
    }

    @Override
    public Integer call() throws Exception {
      return body.call() + count - 1;
    }
  }

  @Test
  void theExitCodeIsThatOfTheCommand() {
    assertThat(run(() -> 1, "work")).isEqualTo(1);
    assertThat(run(() -> 0, "work", "--count", "4")).isEqualTo(3);
    assertThat(err.toString()).isEmpty();
  }

  @Test
  void wrongUseIs2AndAFailedService3EachWithOneLine() {
    Callable<Integer> usage =
        () -> {
          throw new UsageException("no such thing: write another");
        };
    assertThat(run(usage, "work")).isEqualTo(2);
    Callable<Integer> service =
        () -> {
          throw new ServiceException("Redis is out of reach");
        };
    assertThat(run(service, "work")).isEqualTo(3);
    assertThat(err.toString().lines())
        .containsExactly(
            "rrrspec-java: no such thing: write another", "rrrspec-java: Redis is out of reach");
    assertThat(out.toString()).isEmpty();
  }

  @Test
  void somethingUnexpectedIs3AndItsTraceIsInTheFileThatTheLineNames() throws IOException {
    Callable<Integer> broken =
        () -> {
          throw new IllegalStateException("a\nb");
        };
    assertThat(run(broken, "work")).isEqualTo(3);
    String line = err.toString().strip();
    assertThat(line).hasLineCount(1).startsWith("rrrspec-java: unexpected: java.lang.Illegal");
    String file = line.replaceAll(".*the trace is in (.*); please.*", "$1");
    assertThat(Files.readString(Path.of(file))).contains("at io.rrrspec.common.cli.ShellTest");
  }

  @Test
  void aRedisThatGoesAwayIs3AndNothingUnexpected() {
    Callable<Integer> cut =
        () -> {
          throw new JedisConnectionException("Unexpected end of stream.");
        };
    assertThat(run(cut, "work")).isEqualTo(3);
    assertThat(err.toString().strip())
        .isEqualTo(
            "rrrspec-java: Redis does not serve (Unexpected end of stream): try again when it does");
  }

  @Test
  void aTimeOutOfRedisIsToldWithoutTheClassOfTheException() {
    Callable<Integer> silent =
        () -> {
          throw new JedisConnectionException(new SocketTimeoutException("Read timed out"));
        };
    assertThat(run(silent, "work")).isEqualTo(3);
    assertThat(err.toString().strip())
        .isEqualTo("rrrspec-java: Redis does not serve (Read timed out): try again when it does");
  }

  @Test
  void anErrorOfTheJvmIs3TooAndNotAFailedTest() {
    Callable<Integer> broken =
        () -> {
          throw new NoClassDefFoundError("com/foo/Gone");
        };
    assertThat(run(broken, "work")).isEqualTo(3);
    assertThat(err.toString()).contains("unexpected: java.lang.NoClassDefFoundError: com/foo/Gone");
  }

  @Test
  void anUnknownOptionOrCommandIs2AndNamesTheNearest() {
    assertThat(run(() -> 0, "work", "--cuont", "1")).isEqualTo(2);
    assertThat(run(() -> 0, "wrok")).isEqualTo(2);
    assertThat(run(() -> 0, "othr")).isEqualTo(2);
    assertThat(run(() -> 0, "zzzzzzzz")).isEqualTo(2);
    assertThat(run(() -> 0, "work", "more")).isEqualTo(2);
    assertThat(run(() -> 0, "work", "--count")).isEqualTo(2);
    assertThat(run(() -> 0, "work", "--count", "x")).isEqualTo(2);
    assertThat(run(() -> 0)).isEqualTo(2);
    assertThat(err.toString().lines())
        .containsExactly(
            "rrrspec-java: unknown option '--cuont': did you mean '--count'?",
            "rrrspec-java: unknown command 'wrok': did you mean 'work'?",
            "rrrspec-java: unknown command 'othr': did you mean 'other'?",
            "rrrspec-java: unknown command 'zzzzzzzz': 'rrrspec-java --help' lists the commands",
            "rrrspec-java: unexpected argument 'more': 'rrrspec-java work --help' tells what it"
                + " takes",
            "rrrspec-java: missing required parameter for option '--count' (N):"
                + " 'rrrspec-java work --help' tells more",
            "rrrspec-java: invalid value for option '--count': 'x' is not a whole number;"
                + " 'rrrspec-java work --help' tells more",
            "rrrspec-java: no command: 'rrrspec-java --help' lists them");
  }

  @Test
  void helpIsAnAnswerOnEveryLevel() {
    assertThat(run(() -> 1, "--help")).isZero();
    assertThat(out.toString())
        .contains("rrrspec-java [-c FILE] COMMAND")
        .contains("work       Do it.")
        .contains("other      Elsewhere.")
        .contains("Example: rrrspec-java run");
    assertThat(run(() -> 1, "work", "--help")).isZero();
    assertThat(out.toString()).contains("How often. Default: 1.").contains("rrrspec-java work");
    assertThat(run(() -> 1, "--version")).isZero();
    assertThat(err.toString()).isEmpty();
  }

  private int run(Callable<Integer> body, String... args) {
    Shell shell = new Shell(new PrintWriter(out, true), new PrintWriter(err, true), directory);
    return shell.run(List.of(new Work(body)), Map.of("other", "Elsewhere."), args);
  }
}
