package io.rrrspec.client.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rrrspec.client.source.JobInputs;
import io.rrrspec.common.UsageException;
import io.rrrspec.common.artifact.Artifact;
import io.rrrspec.common.flow.file.FileStep;
import io.rrrspec.common.flow.file.FlowFile;
import io.rrrspec.common.flow.file.StepWork.Shell;
import io.rrrspec.common.model.JobArtifacts;
import io.rrrspec.common.model.Recipe;
import io.rrrspec.common.model.RsyncInfo;
import io.rrrspec.testing.RealParts;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What makes another result of a step, and what does not. */
class FlowArtifactsTest {
  private static final RsyncInfo TARGET =
      new RsyncInfo("/nowhere", "--recursive --links --perms --times");
  private static final String BUILD =
      "{name: build, shell: ./build.sh, inputs: [build.sh, 'src/**'], outputs: [app.jar]}";
  private static final String CHECK =
      "{name: check, shell: ./check.sh, inputs: [check.sh], outputs: [report], uses: [build]}";

  @TempDir Path directory;

  @BeforeEach
  void sources() throws IOException {
    RealParts.require("rsync");
    write("build.sh", "make");
    write("check.sh", "check");
    write("src/a.c", "a");
    write("README", "read me");
  }

  private void write(String path, String text) throws IOException {
    Path file = directory.resolve(path);
    Files.createDirectories(file.resolveSibling("."));
    Files.writeString(file, text);
  }

  private FlowArtifacts artifacts() {
    return artifacts(result -> "");
  }

  private FlowArtifacts artifacts(UnaryOperator<String> generations) {
    return new FlowArtifacts(() -> JobInputs.ofSent(directory, TARGET), generations);
  }

  /** What the steps of a flow make and use, by name. */
  private Map<String, JobArtifacts> jobs(String type, String... steps) {
    return jobs(artifacts(), type, steps);
  }

  private static Map<String, JobArtifacts> jobs(
      FlowArtifacts artifacts, String type, String... steps) {
    String yaml = "variables: {A: a}\nsteps:\n- " + String.join("\n- ", steps);
    FlowFile file = FlowFile.parse("flow.yml", yaml.getBytes(StandardCharsets.UTF_8));
    Map<String, JobArtifacts> jobs = new HashMap<>();
    for (FileStep step : file.steps()) {
      Shell shell = (Shell) step.work();
      jobs.put(step.name(), artifacts.of(step, shell, file.environment(step), type));
    }
    return jobs;
  }

  private String result(String name, String... steps) {
    return String.valueOf(job(jobs("default", steps), name).result());
  }

  private static JobArtifacts job(Map<String, JobArtifacts> jobs, String name) {
    return Objects.requireNonNull(jobs.get(name));
  }

  private String build() {
    return result("build", BUILD);
  }

  @Test
  void theSameStepOnTheSameInputsHasTheSameResult() throws IOException {
    String before = build();
    write("README", "another text");
    write("check.sh", "check more");

    assertThat(build()).isEqualTo(before);
    assertThat(Artifact.isResult(before)).isTrue();
    assertThat(
            result("other", BUILD.replace("name: build", "name: other, timeout: 5m, retries: 2")))
        .as("name and limits make nothing else")
        .isEqualTo(before);
  }

  @Test
  void contentNamesAndTheExecutableBitOfInputsAreInIt() throws IOException {
    String before = build();
    write("src/a.c", "b");
    String content = build();
    Files.move(directory.resolve("src/a.c"), directory.resolve("src/b.c"));
    String name = build();
    assertThat(directory.resolve("build.sh").toFile().setExecutable(true)).isTrue();
    String executable = build();
    write("src/new.c", "");

    assertThat(List.of(before, content, name, executable, build())).doesNotHaveDuplicates();
  }

  @Test
  void theCommandItsVariablesItsOutputsAndTheTypeOfItsWorkersAreInIt() {
    assertThat(
            List.of(
                build(),
                result("build", BUILD.replace("./build.sh,", "./build.sh -x,")),
                result("build", BUILD.replace("app.jar", "app.war")),
                result("build", BUILD.replace("outputs", "env: {A: b}, outputs")),
                String.valueOf(job(jobs("arm", BUILD), "build").result())))
        .doesNotHaveDuplicates();
  }

  @Test
  void aChangedInputOfAStepChangesAllThatUseIt() throws IOException {
    String check = result("check", BUILD, CHECK);
    write("src/a.c", "b");
    String changed = result("check", BUILD, CHECK);

    assertThat(changed).isNotEqualTo(check);
    assertThat(result("check", BUILD, CHECK.replace(", uses: [build]", "")))
        .isNotIn(check, changed);
  }

  @Test
  void anotherGenerationIsAnotherResultAlsoForThoseThatUseIt() {
    Map<String, JobArtifacts> first = jobs("default", BUILD, CHECK);
    String build = String.valueOf(job(first, "build").result());
    AtomicInteger asked = new AtomicInteger();
    UnaryOperator<String> second =
        name -> name.equals(build) ? "generation " + asked.incrementAndGet() : "";
    String twice = BUILD.replace("name: build", "name: twice");
    Map<String, JobArtifacts> later = jobs(artifacts(second), "default", BUILD, twice, CHECK);

    assertThat(job(later, "build").result()).isNotEqualTo(build).matches(Artifact::isResult);
    assertThat(job(later, "twice").result())
        .as("one name in one flow")
        .isEqualTo(job(later, "build").result());
    assertThat(job(later, "check").result()).isNotEqualTo(job(first, "check").result());
    assertThat(asked).hasValue(1);
  }

  @Test
  void anInputThatIsNoFileIsToldWhatToWrite() {
    assertWrong(BUILD.replace("src/**", "src"), "'src', a directory: write 'src/**'");
    assertWrong(BUILD.replace("'src/**'", "buld.sh"), "'buld.sh': did you mean 'build.sh'?");
    assertThatThrownBy(
            () -> result("check", BUILD, CHECK.replace("inputs: [check.sh]", "inputs: [app.jar]")))
        .hasMessageEndingWith("'app.jar', an output of step 'build': write uses: [build]");
  }

  private void assertWrong(String step, String end) {
    assertThatThrownBy(() -> result("build", step))
        .isInstanceOf(UsageException.class)
        .hasMessage("step 'build': no file that is sent matches the input " + end);
  }

  @Test
  void theContentBehindALinkIsInIt() throws IOException {
    write("elsewhere/real", "1");
    Files.createSymbolicLink(directory.resolve("src/link"), Path.of("../elsewhere/real"));
    String before = build();
    write("elsewhere/real", "2");
    assertThat(build()).isNotEqualTo(before);

    Files.createSymbolicLink(directory.resolve("src/all"), Path.of("../elsewhere"));
    assertThatThrownBy(this::build)
        .isInstanceOf(UsageException.class)
        .hasMessage(
            "the input 'src/all' is a link to a directory: declare the files that are there");
  }

  @Test
  void anInputWhoseNameIsNotUtf8IsRefused() throws Exception {
    Process process =
        new ProcessBuilder("bash", "-c", "echo v1 > $'src/caf\\xe9.txt'")
            .directory(directory.toFile())
            .start();
    assertThat(process.waitFor()).isZero();
    assertThatThrownBy(this::build)
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("cannot be read under this name: rename it");
  }

  @Test
  void aSentFileThatIsInputAndOutputIsRefused() throws IOException {
    write("app.jar", "of a build here");
    build();
    assertThatThrownBy(() -> result("build", BUILD.replace("'src/**'", "'*'")))
        .isInstanceOf(UsageException.class)
        .hasMessage(
            "step 'build': the sent file 'app.jar' is an input and an output: let the command"
                + " write to another file");
    assertThatThrownBy(
            () -> result("check", BUILD, CHECK.replace("inputs: [check.sh]", "inputs: ['*']")))
        .hasMessage(
            "step 'check': the sent file 'app.jar' is an input and an output of a step in 'uses':"
                + " let the command write to another file");
  }

  @Test
  void recipesStandInOrderOfNeedAndOnlyOnce() {
    String last = "{name: last, shell: './last.sh', uses: [check, build]}";
    Map<String, JobArtifacts> jobs = jobs("default", BUILD, CHECK, last);
    JobArtifacts of = job(jobs, "last");

    assertThat(of.result()).isNull();
    assertThat(of.uses()).extracting(Recipe::command).containsExactly("./build.sh", "./check.sh");
    assertThat(of.uses())
        .extracting(Recipe::artifact)
        .containsExactly(job(jobs, "build").result(), job(jobs, "check").result());
    assertThat(of.uses().get(0).env()).isEqualTo(Map.of("A", "a"));
    assertThat(of.uses().get(0).outputs()).containsExactly("app.jar");
  }

  @Test
  void anInputThatMatchesNothingThatIsSentIsNamed() throws IOException {
    write("target/made.c", "not sent");
    String steps = BUILD.replace("'src/**'", "'target/*.c'");

    assertThatThrownBy(() -> jobs("default", steps))
        .isInstanceOf(UsageException.class)
        .hasMessage(
            "step 'build': no file that is sent matches the input 'target/*.c': write the path of a file that is sent");
  }

  @Test
  void anInputThatIsChangedWhileItIsSentIsSeen() throws IOException {
    FlowArtifacts artifacts = artifacts();
    jobs(artifacts, "default", BUILD);
    write("README", "no input");
    artifacts.requireUnchanged();
    write("src/a.c", "b");

    assertThatThrownBy(artifacts::requireUnchanged)
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("step 'build': an input was changed while the sources were sent");
  }
}
