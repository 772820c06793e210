package io.rrrspec.common.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.rrrspec.common.UsageException;
import io.rrrspec.common.config.RequestJob.Kind;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RequestJobTest {
  private static final Argument TEXT = new Argument(ArgumentType.TEXT, false);
  private static final String EXAMPLE =
      "{\"name\":\"build\",\"kind\":\"command\",\"text\":\"make {b} {a}\",\"sources\":null,"
          + "\"queue\":\"builds\",\"args\":{\"b\":\"text\",\"a\":\"optional number\"},"
          + "\"outputs\":[\"file\"],\"cacheable\":true,\"max_trials\":2,\"timeout_sec\":600}";

  @TempDir Path directory;
  private Sources sources;

  @BeforeEach
  void surroundings() throws IOException {
    sources = new Sources(directory);
  }

  private Map<String, RequestJob> jobs(String... lines) throws IOException {
    sources.file(lines);
    return ServerSettings.of(sources.load()).requestJobs();
  }

  private String error(String... lines) {
    UsageException thrown = catchThrowableOfType(UsageException.class, () -> jobs(lines));
    assertThat(thrown).isNotNull();
    return String.valueOf(thrown.getMessage());
  }

  @Test
  void thereAreNoneByDefault() {
    assertThat(ServerSettings.of(sources.load()).requestJobs()).isEmpty();
  }

  @Test
  void everyKindIsRead() throws IOException {
    Map<String, RequestJob> jobs =
        jobs(
            "job_modules: {shout: 'echo {job} | tr a-z A-Z'}",
            "request_jobs:",
            "  build:",
            "    command: \"make {target} -j {jobs}\"",
            "    queue: builds",
            "    args: {target: text, jobs: optional number, dry: boolean}",
            "    outputs: [file]",
            "    cacheable: true",
            "    max_trials: 2",
            "    timeout_sec: 600",
            "  greet: {module: shout}",
            "  check:",
            "    taskset: {runner: command, tasks: [\"true\", 'x'], max_trials: 2}",
            "  test: {tests: example}",
            "  nightly: {flow: nightly.yml, sources: ~/shop}",
            "  report: {external: true}",
            "  other: {external: true, queue: others, timeout_sec: 5}");
    assertThat(jobs)
        .containsExactly(
            Map.entry(
                "build",
                new RequestJob(
                    "build",
                    Kind.COMMAND,
                    "make {target} -j {jobs}",
                    null,
                    "builds",
                    Map.of(
                        "target",
                        TEXT,
                        "jobs",
                        new Argument(ArgumentType.NUMBER, true),
                        "dry",
                        new Argument(ArgumentType.BOOLEAN, false)),
                    List.of("file"),
                    true,
                    2,
                    600)),
            Map.entry(
                "greet",
                plain("greet", Kind.COMMAND, "echo {job} | tr a-z A-Z", Map.of("job", TEXT))),
            Map.entry(
                "check",
                plain(
                    "check",
                    Kind.TASKSET,
                    "{\"runner\":\"command\",\"tasks\":[\"true\",\"x\"],\"max_trials\":2}",
                    Map.of())),
            Map.entry(
                "test", plain("test", Kind.TESTS, sources.here.resolve("example") + "", Map.of())),
            Map.entry(
                "nightly",
                new RequestJob(
                    "nightly",
                    Kind.FLOW,
                    sources.here.resolve("nightly.yml").toString(),
                    sources.home.resolve("shop").toString(),
                    null,
                    Map.of(),
                    List.of(),
                    false,
                    1,
                    3_600)),
            Map.entry("report", external("report", "default", 600)),
            Map.entry("other", external("other", "others", 5)));
    assertThat(jobs).extractingByKey("build").satisfies(RequestJobTest::argsAreInOrder);
  }

  private static void argsAreInOrder(RequestJob build) {
    assertThat(build.args()).containsOnlyKeys("target", "jobs", "dry");
    assertThat(String.join(",", build.args().keySet())).isEqualTo("target,jobs,dry");
  }

  private static RequestJob plain(String name, Kind kind, String text, Map<String, Argument> args) {
    return new RequestJob(name, kind, text, null, null, args, List.of(), false, 1, 3_600);
  }

  private static RequestJob external(String name, String queue, int timeoutSec) {
    return new RequestJob(
        name, Kind.EXTERNAL, "", null, queue, Map.of(), List.of(), false, 1, timeoutSec);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "n: x | n': write {command: LINE} for it",
        "n: | n': write {command: LINE} for it",
        "a b: {command: x} | a b': choose a name of letters, digits and . _ -",
        "n: {} | n': write one of command, module, taskset, tests, flow, external for it",
        "n: {command: x, external: true} | n': it has command and external: keep one of them",
        "n: {comand: x} | n.comand': did you mean 'command'?",
        "n: {command: x, shell: bash} | n.shell': an entry has command, module, taskset, tests,"
            + " flow, external, sources, queue, args, outputs, cacheable, max_trials, timeout_sec",
        "n: {command: ' '} | n.command': write a text",
        "n: {command: [a]} | n.command': write a text",
        "n: {command: 'x {b}'} | n.command: {b}': add it to args, or put a blank behind a brace of"
            + " the shell's",
        "n: {command: 'x {b}', args: {a: text, c: text}} | n.command: {b}': write one of a, c, add"
            + " it to args, or put a blank behind a brace of the shell's",
        "n: {command: 'x \"{b}\"', args: {b: text}} | n.command: x \"{b}\"': write each argument as"
            + " a word of its own, outside of quotes, backticks, comments, here documents,"
            + " ${...}, $((...)) and [[...]]",
        "n: {command: \"x\\n# {b}\", args: {b: text}} | n.command: x # {b}': write each argument as"
            + " a word of its own, outside of quotes, backticks, comments, here documents,"
            + " ${...}, $((...)) and [[...]]",
        "n: {module: a b} | n.module: a b': write a name of letters, digits and . _ -",
        "n: {module: junit} | n.module: junit': write tests: DIRECTORY instead",
        "n: {module: shout, args: {}} | n.args': a module has the one argument job: remove them",
        "n: {taskset: [a]} | n.taskset': write {runner: command, tasks: [LINE]}",
        "n: {taskset: {}} | n.taskset': write {runner: command, tasks: [LINE]}",
        "n: {tests: } | n.tests': write a text",
        "n: {flow: {a: b}} | n.flow': write a text",
        "n: {flow: f, sources: ''} | n.sources': write a text",
        "n: {tests: f, sources: g} | n.sources': only a flow has them: write flow: FILE, or remove"
            + " it",
        "n: {external: false} | n.external: false': write true, or {command: LINE} for the job",
        "n: {external: yes please} | n.external': write true or false",
        "n: {command: x, queue: a b} | n.queue: a b': write a name of letters, digits and . _ -",
        "n: {command: x, args: [a]} | n.args': write {NAME: TYPE}, such as {target: text}",
        "n: {command: x, args: {Ab: text}} | n.args.Ab': choose a name of a-z, 0-9 and _ that"
            + " begins with no digit, of 64 characters at most",
        "n: {command: x, args: {a: numbr}} | n.args.a: numbr': did you mean 'number'?",
        "n: {command: x, args: {a: }} | n.args.a: null': write one of text, number, boolean,"
            + " optional text, optional number, optional boolean",
        "n: {command: x, outputs: file} | n.outputs': write a list of names, such as [file]",
        "n: {command: x, outputs: [a-b]} | n.outputs: a-b': choose a name of a-z, 0-9 and _ that"
            + " begins with no digit, of 64 characters at most",
        "n: {command: x, cacheable: 1} | n.cacheable': write true or false",
        "n: {command: x, max_trials: 0} | n.max_trials: 0': write a whole number, 1 to 100",
        "n: {command: x, max_trials: 101} | n.max_trials: 101': write a whole number, 1 to 100",
        "n: {command: x, max_trials: } | n.max_trials: null': write a whole number, 1 to 100",
        "n: {command: x, timeout_sec: 1.5} | n.timeout_sec: 1.5': write seconds, 1 to 1,000,000",
      })
  void whatIsWrongIsNamedWithWhatToWrite(String line, String message) {
    assertThat(error("request_jobs: {" + line + "}"))
        .isEqualTo(sources.here.resolve(".rrrspec.yml") + " line 1: request_jobs has '" + message);
  }

  @Test
  void aHundredArgumentsAreEnough() throws IOException {
    String most =
        IntStream.range(0, 100).mapToObj(i -> "a" + i + ": text").collect(Collectors.joining(","));
    assertThat(jobs("request_jobs: {n: {command: x, args: {" + most + "}}}")).hasSize(1);
    assertThat(error("request_jobs: {n: {command: x, args: {" + most + ", more: text}}}"))
        .endsWith("request_jobs has 'n.args': it has 101: keep 100 at most");
  }

  @Test
  void aModuleHasToBeOneOfTheServers() {
    assertThat(error("request_jobs: {n: {module: shout}}"))
        .isEqualTo(
            "request_jobs has 'n.module: shout', which job_modules does not have: add it there");
    assertThat(
            error(
                "request_jobs: {n: {module: shuot}}",
                "job_modules: {shout: 'echo {job}', ruby: 'ruby {job}'}"))
        .isEqualTo(
            "request_jobs has 'n.module: shuot', which job_modules does not have: write one of"
                + " shout, ruby");
  }

  @Test
  void theShellKeepsItsOwnBraces() throws IOException {
    assertThat(
            jobs(
                "request_jobs: {n: {command: \"awk '{ print }' ${file:-x} {a}\", args: {a: text}}}"))
        .containsOnlyKeys("n");
  }

  @Test
  void anArgumentThatTheCommandDoesNotUseIsFine() throws IOException {
    assertThat(jobs("request_jobs: {n: {command: x, args: {a: text}}}")).containsOnlyKeys("n");
  }

  @Test
  void jsonIsReadAsItWasWritten() {
    RequestJob job = RequestJob.parse(EXAMPLE);
    assertThat(job.json()).isEqualTo(EXAMPLE);
    assertThat(RequestJob.parse(job.json())).isEqualTo(job);
    assertThat(RequestJob.parse(EXAMPLE.replace("{\"name", "{\"later\":[1],\"name")))
        .isEqualTo(job);
    RequestJob external = external("report", "reports", 600);
    assertThat(RequestJob.parse(external.json())).isEqualTo(external);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "\"build\" | \"a b\"",
        "\"build\" | null",
        "\"command\" | \"magic\"",
        "\"command\" | \"external\"",
        "\"make {b} {a}\" | \" \"",
        "\"sources\":null | \"sources\":\"/x\"",
        "\"builds\" | \"a b\"",
        "\"text\",\"a | \"texts\",\"a",
        "{\"b\" | {\"B\"",
        "[\"file\"] | [null]",
        "[\"file\"] | null",
        "2 | 0",
        "2 | 101",
        "600 | 0",
        "600 | 1000001",
      })
  void whatIsNoJobIsRefused(String good, String bad) {
    assertThat(EXAMPLE).contains(good);
    assertThatThrownBy(() -> RequestJob.parse(EXAMPLE.replace(good, bad)))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "null", "[]", "1", "{", "{}"})
  void otherJsonIsRefused(String json) {
    assertThatThrownBy(() -> RequestJob.parse(json)).isInstanceOf(IllegalArgumentException.class);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "\"a\" | text",
        "\"\" | text",
        "\"1\" | text",
        "\"a\\u0000b\" | none",
        "1 | number",
        "-1.5e3 | number",
        "1e400 | none",
        "true | boolean",
        "null | none",
        "[] | none",
        "{} | none",
      })
  void aValueFitsOneTypeAtMost(String json, String type) throws IOException {
    ObjectMapper mapper = new ObjectMapper();
    for (ArgumentType each : ArgumentType.values()) {
      assertThat(each.fits(mapper.readTree(json))).isEqualTo(each.text().equals(type));
    }
  }

  @Test
  void typesOfArgumentsAreReadAsTheyAreWritten() {
    assertThat(Argument.TEXTS)
        .containsExactly(
            "text", "number", "boolean", "optional text", "optional number", "optional boolean")
        .allSatisfy(text -> assertThat(Argument.parse(text).text()).isEqualTo(text));
    assertThat(Argument.parse("optional  number").text()).isEqualTo("optional number");
  }
}
