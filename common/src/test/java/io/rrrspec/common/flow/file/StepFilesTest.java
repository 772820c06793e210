package io.rrrspec.common.flow.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.rrrspec.common.flow.file.StepWork.Shell;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What steps declare to read and to make, and whose outputs they use. */
class StepFilesTest {
  private static List<StepFiles> files(String yaml) {
    return FlowFile.parse("flow.yml", yaml.getBytes(StandardCharsets.UTF_8))
        .all()
        .filter(step -> step.work() instanceof Shell)
        .map(step -> ((Shell) step.work()).files())
        .toList();
  }

  @Test
  void aStepKnowsTheStepsAboveWhoseOutputsItUses() {
    List<StepFiles> files =
        files(
            """
            steps:
            - group:
              - {name: a, shell: a, inputs: ["a/**", a.sh], outputs: [x]}
              - {name: b, shell: b, inputs: [b], outputs: [y]}
            - {name: c, shell: c, uses: [b, a, b]}
            """);

    assertThat(files.get(0))
        .isEqualTo(new StepFiles("3:5", List.of("a/**", "a.sh"), List.of("x"), List.of()));
    assertThat(files.get(1).id()).isEqualTo("4:5");
    assertThat(files.get(2))
        .isEqualTo(new StepFiles("", List.of(), List.of(), List.of("4:5", "3:5")));
  }

  @Test
  void aCopyOfAMatrixMayUseAStepAbove() {
    List<StepFiles> files =
        files(
            """
            steps:
            - {name: a, shell: a, inputs: [a], outputs: [x]}
            - {name: c, shell: c, uses: [a], matrix: {J: [1, 2]}}
            """);

    assertThat(files).extracting(StepFiles::uses).endsWith(List.of("2:3"), List.of("2:3"));
  }

  @Test
  void aStepThatDeclaresNothingHasNone() {
    assertThat(files("steps: [{shell: a}]")).containsExactly(StepFiles.NONE);
  }
}
