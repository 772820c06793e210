package io.rrrspec.common.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.rrrspec.common.UsageException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SettingsErrorTest {
  @TempDir Path directory;
  private Sources sources;

  @BeforeEach
  void surroundings() throws IOException {
    sources = new Sources(directory);
  }

  @Test
  void anUnknownKeyIsNamedWithItsLineAndTheNearestRightOne() throws IOException {
    sources.file("# mine", "namespace: x", "redsi: redis://host");
    assertThat(error()).isEqualTo(file() + " line 3: unknown key 'redsi': did you mean 'redis'?");
    sources.file("Max-Workers: 3");
    assertThat(error()).endsWith("did you mean 'max_workers'?");
    sources.file("completely: wrong");
    assertThat(error())
        .contains("line 1: unknown key 'completely': the keys are redis, redis_password_file");
  }

  @Test
  void aFloodOfKeysIsRefusedInOneLine() throws IOException {
    StringBuilder keys = new StringBuilder();
    for (int i = 0; i < 1_001; i++) {
      keys.append('k').append(i).append(": 1\n");
    }
    sources.file(keys.toString());
    assertThat(error())
        .isEqualTo(file() + " line 1001: has more than 1,000 keys: write nothing but settings");
    sources.file("# " + "x".repeat(1 << 20));
    assertThat(error())
        .isEqualTo(file() + ": has more than 1 MiB: write nothing but settings into it");
    sources.file("? " + "x".repeat(100_000) + "\n: 1");
    assertThat(error()).hasSizeLessThan(5_000).contains("line 1: unknown key 'xxx");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "max_workers: many       | max_workers is 'many': write a whole number, 1 to 10,000",
        "max_workers: 0          | max_workers is '0': write a whole number, 1 to 10,000",
        "max_workers: 1.5        | max_workers is '1.5': write a whole number, 1 to 10,000",
        "web_port: 99999         | web_port is '99999': write a port, 0 to 65,535",
        "web_port: [1, 2]        | web_port is '[1,2]': write a port, 0 to 65,535",
        "runner: rspec           | runner is 'rspec': write junit or command",
        "rsync_name: ../x        | rsync_name is '../x': write a name of letters",
        "rsync_name: .hidden     | rsync_name is '.hidden': write a name of letters",
        "rsync_name: ''          | rsync_name is '': write a name of letters",
        "web_base: localhost     | web_base is 'localhost': write a URL such as http://",
        "spec_files: []          | spec_files is '[]': write a list of names or globs",
        "spec_files: {cmd: x}    | spec_files is '{\"cmd\":\"x\"}': write a list of names or globs",
        "env: {1A: x}            | env is '{\"1A\":\"x\"}': write a map of variable names",
        "taskset_class: ':x'     | taskset_class is ':x': write a name of letters",
        "ignore: [suiteXmlFile]  | ignore has 'suiteXmlFile': did you mean 'suiteXmlFiles'?",
        "ignore: everything      | ignore has 'everything': write one of dependenciesToScan,",
        "repeatable_plugins: [g:a, exec-maven-plugin] | repeatable_plugins has"
            + " 'exec-maven-plugin': write group:artifact, such as org.codehaus.mojo:exec-maven-p",
        "repeatable_plugins: g:a:1 | repeatable_plugins has 'g:a:1': write group:artifact",
        "resources: {db: 1}      | resources has 'db': write {limit: 1, classes: [\"**/db/**\"]} for it",
        "resources: {a b: {}}    | resources has 'a b': choose a name of letters, digits and . _ -",
        "resources: {db: {limt: 1}} | resources has 'db.limt': did you mean 'limit'?",
        "resources: {db: {limit: 0, classes: a}} | resources has 'db.limit: 0': write a whole number, 1",
        "resources: {db: {limit: x, classes: a}} | resources has 'db.limit: x': write a whole number, 1",
        "resources: {db: {per: host, classes: a}} | resources has 'db.per: host': write run, worker or",
        "resources: {db: {limit: 2}} | resources has 'db': write which classes need it, in classes, tags",
        "resources: {db: {classes: []}} | resources has 'db.classes': write a list of patterns, as on the",
        "resources: {db: {tags: [a, ' ']}} | resources has 'db.tags': write a list of tags of JUnit or",
        "resources: {db: {tags: {a: b}}} | resources has 'db.tags': write a list of tags of JUnit or",
        "resources: {db: {tags: [a & b]}} | resources has 'db.tags: a & b': write single tags, in which *",
        "resources: {db: {locks: [[a]]}} | resources has 'db.locks': write a list of values of @Resource",
        "resources: {db: {lock: a}} | resources has 'db.lock': did you mean 'locks'?",
        "resources: {db: {classes: {a: b}}} | resources has 'db.classes': write a list of patterns",
        "schedule: {n: x}        | schedule has 'n': write {cron: \"0 3 * * *\", flow: FILE} for it",
        "schedule: {n: {flow: x}} | schedule has 'n': write {cron: \"0 3 * * *\", flow: FILE} for",
        "schedule: {a b: {}}     | schedule has 'a b': choose a name of letters, digits and . _ -",
        "schedule: {n: {crom: x}} | schedule has 'n.crom': did you mean 'cron'?",
        "schedule: {n: {cron: 0 3 * *, flow: f}} | schedule has 'n.cron: 0 3 * *': it has 4 fields instead"
            + " of 5; write minute, hour, day, month and weekday: 0 3 * * *",
        "schedule: {n: {cron: 0 25 * * *, flow: f}} | schedule has 'n.cron: 0 25 * * *': value 25 not in",
        "schedule: {n: {cron: 0 3 * * *, flow: f, zone: Berlin}} | schedule has 'n.zone: Berlin': there is"
            + " no such time zone; write one such as Europe/Berlin or UTC",
        "schedule: {n: {cron: 0 3 * * *, flow: f, missed: twice}} | schedule has 'n.missed: twice':"
            + " write once or never",
        "schedule: {n: {cron: 0 3 * * *, flow: f, variables: [a]}} | schedule has 'n.variables':"
            + " write {NAME: value}",
        "job_modules: {m: \"echo\\n'{job}'\"} | job_modules has 'echo '{job}'': write a command line"
            + " with {job} in it as a word of its own, outside of quotes",
        "job_modules: {m: echo} | job_modules has 'echo': write a command line with {job} in it",
        "slave_command: ''       | slave_command is '': write text that is not empty",
      })
  void a_wrong_value_is_named_with_what_to_write(String line, String message) throws IOException {
    sources.file(line);
    assertThat(error()).startsWith(file() + " line 1: " + message).hasLineCount(1);
  }

  @Test
  void aWrongVariableOrOptionIsNamedAsSuch() {
    sources.variable("RRRSPEC_WEB_PORT", "x");
    assertThat(error())
        .isEqualTo("environment variable RRRSPEC_WEB_PORT is 'x': write a port, 0 to 65,535");
    sources.variable("RRRSPEC_WEB_PORT", "1").variable("RRRSPEC_IGNORE", "groups,group");
    assertThat(error())
        .isEqualTo("environment variable RRRSPEC_IGNORE has 'group': did you mean 'groups'?");
    sources.variable("RRRSPEC_IGNORE", "groups").option(SettingsTable.SLAVES, "0");
    assertThat(error())
        .isEqualTo("option --slaves is '0': write a whole number, 1 to 1,024, or auto");
  }

  @Test
  void aVariableThatIsNearlyRightIsRefusedAndAForeignOneIsNot() {
    sources.variable("RRRSPEC_SOMETHING_ELSE", "x");
    assertThat(sources.load()).isNotNull();
    sources.variable("RRRSPEC_REDSI", "x");
    assertThat(error())
        .isEqualTo("environment variable RRRSPEC_REDSI is unknown: did you mean 'RRRSPEC_REDIS'?");
  }

  @Test
  void aSecretIsNotPrinted() throws IOException {
    sources.file("redis: redis//me:hunter2@host");
    assertThat(error()).contains("redis is not readable: write a URL").doesNotContain("hunter2");
  }

  @Test
  void aFileThatWasNamedHasToBeThere() {
    sources.variable("RRRSPEC_CONFIG", "gone.yml");
    assertThat(error())
        .startsWith("environment variable RRRSPEC_CONFIG: there is no file gone.yml: write");
    SettingsSources given = sources.sources();
    SettingsSources named = withFile(given, Path.of("lost.yml"));
    assertThat(error(named)).startsWith("-c: there is no file lost.yml: write");
  }

  @Test
  void malformedYamlIsOneLineThatSaysWhere() throws IOException {
    sources.file("namespace: x", "env: {A: 1");
    assertThat(error()).startsWith(file() + " line ").contains("this is not YAML").hasLineCount(1);
    sources.file("a: b: c");
    assertThat(error()).contains("line 1: this is not YAML").hasLineCount(1);
    sources.file("- just", "- a list");
    assertThat(error()).contains("settings are a map");
    sources.file("namespace: a", "namespace: b");
    assertThat(error()).contains("namespace").hasLineCount(1);
  }

  @Test
  void aFileThatIsNotTextIsRefused() throws IOException {
    Files.write(sources.here.resolve(".rrrspec.yml"), new byte[] {(byte) 0xff, (byte) 0xfe, 0, 1});
    assertThat(error()).contains("cannot be read as UTF-8 text").hasLineCount(1);
  }

  private static SettingsSources withFile(SettingsSources given, Path file) {
    return new SettingsSources(
        file, given.environment(), given.directory(), given.home(), "jane", given.options());
  }

  private String file() {
    return sources.here.resolve(".rrrspec.yml").toString();
  }

  private String error() {
    return error(sources.sources());
  }

  private static String error(SettingsSources sources) {
    UsageException thrown =
        catchThrowableOfType(UsageException.class, () -> Settings.load(sources));
    assertThat(thrown).isNotNull();
    return String.valueOf(thrown.getMessage());
  }
}
