package io.rrrspec.client.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import io.rrrspec.client.fleet.ClientShell.Result;
import io.rrrspec.common.model.RsyncInfo;
import io.rrrspec.common.store.RsyncInfoStore;
import io.rrrspec.common.store.ServerStore;
import io.rrrspec.testing.TestRedis;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class BadInputTest {
  @RegisterExtension static final TestRedis redis = new TestRedis();

  @TempDir Path directory;
  private ClientShell shell;

  @BeforeEach
  void surroundings() throws IOException {
    Files.createDirectory(directory.resolve("sources"));
    new ServerStore(redis.connection(), redis.keys())
        .beat(redis.keys().server("server-0"), Duration.ofMinutes(10));
    shell = new ClientShell(redis, directory);
  }

  private void publish() {
    new RsyncInfoStore(redis.connection(), redis.keys())
        .publish(new RsyncInfo(directory.resolve("not/there").toString(), "--recursive"));
  }

  private void expect(Result result, int code, String message) {
    assertThat(result.err()).startsWith("rrrspec-java: " + message).hasLineCount(1);
    assertThat(result.code()).isEqualTo(code);
    assertThat(result.out()).isEmpty();
    assertThat(redis.connection().commands().keys("*name_lock*")).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "start --wiat | unknown option '--wiat': did you mean '--wait'?",
        "start --max-workers 0 | option --max-workers is '0': write a whole number, 1 to 10,000",
        "start --rsync-name ../x | option --rsync-name is '../x': write a name of letters, digits,",
        "start --rsync-name .x | option --rsync-name is '.x': write a name of letters, digits,",
        "start --junit-xml x | option --junit-xml needs --wait: only who waits has something to",
        "start --html x | option --html needs --wait: only who waits has something to report",
        "start --wait --html pom.xml | option --html: ",
        "start --wait --junit-xml pom.xml | option --junit-xml: pom.xml is a file: write a directory",
        "strat | unknown command 'strat': did you mean 'start'?",
        "show | missing required parameter: 'KEY'",
        "show a:b | KEY is 'a:b': write test:taskset:UUID or the UUID alone, as `client start`",
        "show 123 | there is no run test:taskset:123: it never was, or it ended longer ago than",
        "show 123 --failure-exit-code 256 | option --failure-exit-code is '256': write a whole",
        "show 123 --failure-exit-code x | invalid value for option '--failure-exit-code': 'x' is",
        "waitfor 123 | there is no run test:taskset:123: it never was,",
        "waitfor 123 --pollsec 0 | option --pollsec is '0': write a whole number, 1 to 3,600",
        "cancel 123 | there is no run test:taskset:123: it never was,",
        "cancelall ../x | RSYNC_NAME is '../x': write a name of letters, digits,",
        "actives now | unexpected argument 'now':",
      })
  void wrong_use_is_2_and_named(String args, String message) {
    expect(shell.run(args.split(" ")), 2, message);
  }

  @Test
  void withoutACommandItSaysWhereTheyAreListed() {
    expect(shell.run(), 2, "client needs a command: 'rrrspec-java client --help' lists them");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "start",
        "waitfor",
        "show",
        "cancel",
        "cancelall",
        "actives",
        "nodes",
        "flaky",
        "history"
      })
  void each_has_a_help_with_an_example(String command) {
    Result result = shell.run(command, "--help");
    assertThat(result.code()).isZero();
    assertThat(result.out()).contains("Example").contains("rrrspec-java client " + command);
    assertThat(shell.run("--help").out()).contains("  " + command + " ");
  }

  @Test
  void aRedisOutOfReachIs3() {
    shell.set("redis", "redis://127.0.0.1:1");
    expect(
        shell.run("actives"),
        3,
        "no Redis answers at 127.0.0.1:1: start it, or correct `redis` (from ");
  }

  @Test
  void whoAsksForARunOfThisMachineWithoutARedisIsToldTheOption() {
    shell.set("redis", "redis://127.0.0.1:1");
    Result show = shell.run("show", "123");
    expect(show, 3, "no Redis answers at 127.0.0.1:1: start it, or correct `redis` (from ");
    assertThat(show.err()).endsWith("; --local looks among the runs of this machine\n");
  }

  @Test
  void aRedisThatNobodySharesIs2() {
    shell.set("redis", "embedded");
    expect(
        shell.run("nodes"), 2, "redis is embedded, which nobody else could reach: start a Redis");
  }

  @Test
  void withoutAPlaceForSourcesItSaysWhatToConfigure() {
    expect(
        shell.run("start"),
        3,
        "no server has published where sources go: set rsync_remote_path for rrrspec-java server");
  }

  @Test
  void aPackagingDirThatIsNoneIs2() {
    shell.set("packaging_dir", directory.resolve("gone").toString());
    expect(shell.run("start"), 2, "packaging_dir: there is no directory " + directory + "/gone");
  }

  @Test
  void aProjectWithoutABuildIs2AndGivesTheNameBack() {
    publish();
    shell.set("runner", "junit");
    expect(shell.run("start"), 2, "there is no build in " + directory + "/sources");
  }

  @Test
  void aPatternThatFitsNothingIs2AndGivesTheNameBack() {
    publish();
    expect(shell.run("start", "fasle"), 2, "no task matches 'fasle': spec_files has true");
  }

  @Test
  void nothingToListIsSaidOnStderr() {
    assertThat(shell.run("actives")).isEqualTo(new Result(0, "", "no run goes on\n"));
  }
}
