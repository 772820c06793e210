package io.rrrspec.common.flow.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.rrrspec.common.UsageException;
import io.rrrspec.common.flow.file.StepWork.Chain;
import io.rrrspec.common.flow.file.StepWork.Flaky;
import io.rrrspec.common.flow.file.StepWork.Group;
import io.rrrspec.common.flow.file.StepWork.Http;
import io.rrrspec.common.flow.file.StepWork.Shell;
import io.rrrspec.common.flow.file.StepWork.Tests;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class FlowFileTest {
  private static final RunLimits NONE = new RunLimits(null, null, 0);
  private static final RunLimits PR = new RunLimits("pr", null, 0);

  @TempDir Path directory;

  private static FlowFile parse(String yaml) {
    return FlowFile.parse("flow.yml", yaml.getBytes(StandardCharsets.UTF_8));
  }

  private static String error(ThrowingCallable call) {
    UsageException thrown = catchThrowableOfType(UsageException.class, call);
    assertThat(thrown).isNotNull();
    return String.valueOf(thrown.getMessage());
  }

  private static List<String> names(List<FileStep> steps) {
    return steps.stream().map(FileStep::name).toList();
  }

  @Test
  void everyKeyOfAFileIsInTheModel() {
    FlowFile flow = parse(GoodFlows.SHOP);
    assertThat(flow.name()).isEqualTo("shop");
    assertThat(flow.variables())
        .isEqualTo(Map.of("TARGET", "staging", "PORT", "8080", "DEBUG", "true", "EMPTY", ""));
    assertThat(names(flow.steps()))
        .containsExactly("compile", "group 2", "notify", "all", "flaky", "matrix");
    List<FileStep> steps = flow.steps();
    assertThat(steps.get(0))
        .isEqualTo(step("compile", Map.of(), new Shell("mvn -q test-compile", true, PR)));
    List<FileStep> group = ((Group) steps.get(1).work()).steps();
    assertThat(group.get(0))
        .isEqualTo(
            step(
                "core",
                Map.of(),
                new Tests(
                    List.of("core/**"),
                    null,
                    null,
                    new RunLimits("slow", Duration.ofMinutes(30), 1))));
    assertThat(group.get(1))
        .isEqualTo(
            step(
                "web",
                Map.of("BROWSER", "chrome", "ZIP", "017", "V", "1.10"),
                new Tests(List.of("web/**", "WebTest"), null, null, PR)));
    assertThat(group.get(2).work())
        .isEqualTo(
            new Chain(
                List.of(
                    step("shell: make clean", Map.of(), new Shell("make clean", false, PR)),
                    new FileStep(
                        "shell: make all",
                        When.FAILED,
                        Map.of(),
                        new Shell("make all", true, PR)))));
    assertThat(steps.get(2))
        .isEqualTo(
            new FileStep(
                "notify",
                When.ALWAYS,
                Map.of(),
                new Http("POST http://127.0.0.1:9000/done {\"ok\": true}", PR)));
    assertThat(steps.get(3).work()).isEqualTo(new Tests(List.of("**"), 50, 8, PR));
    assertThat(steps.get(4).work())
        .isEqualTo(new Flaky(7, 20, new RunLimits("pr", Duration.ofHours(2), 0)));
  }

  private static FileStep step(String name, Map<String, String> env, StepWork work) {
    return new FileStep(name, When.SUCCEEDED, env, work);
  }

  @Test
  void aMatrixIsAGroupOfCopiesWithTheirValues() {
    FileStep matrix = parse(GoodFlows.SHOP).steps().get(5);
    assertThat(matrix.children())
        .containsExactly(
            copy("matrix (JDK=17, DB=h2)", "17", "h2"),
            copy("matrix (JDK=17, DB=pg)", "17", "pg"),
            copy("matrix (JDK=21, DB=h2)", "21", "h2"),
            copy("matrix (JDK=21, DB=pg)", "21", "pg"));
  }

  private static FileStep copy(String name, String jdk, String db) {
    return step(
        name, Map.of("A", "x", "JDK", jdk, "DB", db), new Tests(List.of("**"), null, null, PR));
  }

  @Test
  void whenOfAStepWithAMatrixIsThatOfItsGroup() {
    FlowFile flow = parse("steps: [{shell: a}, {shell: b, when: always, matrix: {A: [1, 2]}}]");
    FileStep group = flow.steps().get(1);
    assertThat(group.when()).isEqualTo(When.ALWAYS);
    assertThat(group.children()).extracting(FileStep::when).containsOnly(When.SUCCEEDED);
  }

  @Test
  void variablesOfStepsReachAllBelowAndTheNearerOneWins() {
    FlowFile flow =
        parse(
            """
            variables: {A: flow, Z: flow}
            steps:
            - env: {A: outer, B: outer, C: outer}
              chain:
              - {shell: a}
              - matrix: {B: [m]}
                group:
                - {shell: b, env: {C: own}}
            """);
    FileStep chain = flow.steps().get(0);
    FileStep plain = chain.children().get(0);
    FileStep inner = chain.children().get(1).children().get(0).children().get(0);
    assertThat(plain.env()).isEqualTo(Map.of("A", "outer", "B", "outer", "C", "outer"));
    assertThat(inner.env()).isEqualTo(Map.of("A", "outer", "B", "m", "C", "own"));
    assertThat(flow.environment(inner))
        .isEqualTo(Map.of("A", "outer", "B", "m", "C", "own", "Z", "flow"));
    assertThat(flow.withVariables(Map.of("Z", "new")).environment(inner)).containsEntry("Z", "new");
  }

  @Test
  void stepsWithoutANameGetOneOfTheirOwn() {
    FlowFile flow =
        parse(
            """
            steps:
            - shell: make
            - shell: make
            - {shell: echo, name: "shell: make (3)"}
            - shell: make
            - {shell: x, name: "chain 7"}
            - group: [{shell: y}]
            - chain: [{tests: [a, b]}, {http: GET http://host}, {flaky: {days: 1, times: 2}}]
            - shell: mvn -q -Dmaven.repo.local=/somewhere verify
            """);
    assertThat(names(flow.steps()))
        .containsExactly(
            "shell: make",
            "shell: make (2)",
            "shell: make (3)",
            "shell: make (4)",
            "chain 7",
            "group 6",
            "chain 7 (7)",
            "shell: mvn -q -Dmaven.repo.local=/somewhere ver…");
    assertThat(names(flow.steps().get(6).children()))
        .containsExactly("tests: a, …", "http: GET http://host", "flaky 3");
  }

  @Test
  void matricesMultiplyThroughAllLevels() {
    FlowFile flow =
        parse("steps: [{matrix: {A: [x, y]}, group: [{matrix: {B: [1, 2, 3]}, shell: a}]}]");
    assertThat(flow.all()).hasSize(1 + 2 * (1 + 1 + 3));
    assertThat(flow.all().filter(step -> step.work() instanceof Shell).map(FileStep::env))
        .doesNotHaveDuplicates()
        .hasSize(6);
  }

  @ParameterizedTest
  @CsvSource({
    "flow.yml, flow",
    "ci/nightly.yaml, nightly",
    "a b.yml, a-b",
    "/etc/-x, x",
    "x.yml.txt, x.yml.txt",
    ".yml, default",
  })
  void aFlowWithoutANameHasThatOfItsFile(String file, String name) {
    byte[] bytes = "steps: [{shell: a}]".getBytes(StandardCharsets.UTF_8);
    assertThat(FlowFile.parse(file, bytes).name()).isEqualTo(name);
  }

  @ParameterizedTest
  @MethodSource("io.rrrspec.common.flow.file.GoodFlows#all")
  void a_good_file_is_read(String yaml) {
    assertThat(parse(yaml).steps()).isNotEmpty();
  }

  @ParameterizedTest
  @MethodSource({
    "io.rrrspec.common.flow.file.Mistake#structural",
    "io.rrrspec.common.flow.file.Mistake#others",
    "io.rrrspec.common.flow.file.Mistake#malformed"
  })
  void a_mistake_is_one_line_with_its_place(Mistake mistake) {
    assertThat(error(() -> parse(mistake.yaml())))
        .startsWith("flow.yml line " + mistake.message())
        .hasLineCount(1)
        .hasSizeLessThan(300);
  }

  @Test
  void aMatrixOfMatricesIsCountedAndNotBuilt() {
    String yaml = "{shell: a}";
    for (int i = 0; i < 19; i++) {
      yaml = "{matrix: {A: [1, 2, 3, 4, 5, 6, 7, 8, 9], B: [1, 2, 3]}, group: [" + yaml + "]}";
    }
    String steps = "steps: [" + yaml + "]";
    assertThat(error(() -> parse(steps))).contains("more than 10,000 steps");
  }

  @Test
  void aByteOrderMarkIsPassedOver() {
    assertThat(parse("\ufeffsteps: [{shell: a}]").steps()).hasSize(1);
  }

  @Test
  void aValueFromTheCommandLineTakesThePlaceOfTheDefault() {
    FlowFile flow = parse("variables: {TARGET: staging, PORT: 1}\nsteps: [{shell: a}]");
    assertThat(flow.withVariables(Map.of("TARGET", "$(rm) 'x'")).variables())
        .isEqualTo(Map.of("TARGET", "$(rm) 'x'", "PORT", "1"));
    assertThat(error(() -> flow.withVariables(Map.of("TARGTE", "x"))))
        .isEqualTo("the flow flow has no variable 'TARGTE': did you mean 'TARGET'?");
    assertThat(error(() -> flow.withVariables(Map.of("COLOUR", "x"))))
        .isEqualTo("the flow flow has no variable 'COLOUR': its variables are PORT, TARGET");
    assertThat(error(() -> flow.withVariables(Map.of("PORT", "x".repeat(4_097)))))
        .isEqualTo("the value of 'PORT' is too long: write at most 4,096 characters");
    FlowFile none = parse("steps: [{shell: a}]");
    assertThat(error(() -> none.withVariables(Map.of("A", "x"))))
        .isEqualTo("the flow flow has no variable 'A': it has none");
  }

  @Test
  void whatIsNoFileOfTextIsNamed() throws IOException {
    Path file = directory.resolve("flow.yml");
    assertThat(error(() -> FlowFile.read(file)))
        .isEqualTo("there is no file " + file + ": write the path of a YAML file");
    assertThat(error(() -> FlowFile.read(directory)))
        .isEqualTo(directory + " is a directory: write the path of a YAML file");
    Files.write(file, new byte[] {(byte) 0xff, (byte) 0xfe, 's', 0});
    assertThat(error(() -> FlowFile.read(file)))
        .isEqualTo(file + " is not UTF-8 text: save it with this encoding");
    Files.write(file, new byte[(1 << 20) + 1]);
    assertThat(error(() -> FlowFile.read(file)))
        .isEqualTo(file + " has more than 1 MiB: make several flows of it");
    Files.writeString(file, "steps: [{shell: a}]");
    assertThat(FlowFile.read(file).steps())
        .containsExactly(step("shell: a", Map.of(), new Shell("a", true, NONE)));
  }

  @Test
  void aFlowMayHaveTenThousandSteps() {
    StringBuilder yaml = new StringBuilder("steps:\n- group:\n");
    for (int i = 0; i < 9_998; i++) {
      yaml.append("  - {name: s").append(i).append(", shell: 'make a', env: {A: x}}\n");
    }
    assertThat(parse(yaml.toString()).all()).hasSize(9_999);
  }

  /** Random changes of the characters of a good file. */
  @Test
  void whateverIsInAFileIsReadOrRefusedInOneLine() {
    String alphabet = "\n\n  \t:-{}[],'\"#*&!|>%@?~\\\u0001\u0085\ud83d\ude00\ud83d0aA.";
    Random random = new Random(17);
    int read = 0;
    for (int i = 0; i < 4_000; i++) {
      StringBuilder yaml = new StringBuilder(GoodFlows.SHOP);
      for (int changes = random.nextInt(3); changes >= 0; changes--) {
        char c = alphabet.charAt(random.nextInt(alphabet.length()));
        int at = random.nextInt(yaml.length());
        yaml.replace(at, at + random.nextInt(3), String.valueOf(c));
      }
      String message = refusal(yaml.toString());
      assertThat(message).as(yaml.toString()).hasLineCount(message.isEmpty() ? 0 : 1);
      read += message.isEmpty() ? 1 : 0;
    }
    assertThat(read).isBetween(400, 3_600);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "[", "{", "{a: ", "- ", "? ", "a: [", "'", "\"", "!", "*", "&a ", "a\n", "|\n", "---\n"
      })
  void a_large_file_of_nonsense_is_refused(String part) {
    assertThat(refusal(part.repeat((1 << 20) / part.length()))).isNotEmpty().hasLineCount(1);
    assertThat(refusal("steps: " + part.repeat(100_000))).isNotEmpty().hasLineCount(1);
  }

  private static String refusal(String yaml) {
    try {
      assertThat(parse(yaml).all()).isNotEmpty();
      return "";
    } catch (UsageException e) {
      return String.valueOf(e.getMessage());
    }
  }
}
