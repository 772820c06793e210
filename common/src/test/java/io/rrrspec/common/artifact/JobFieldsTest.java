package io.rrrspec.common.artifact;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rrrspec.common.ServiceException;
import io.rrrspec.common.files.PathGlob;
import io.rrrspec.common.model.JobArtifacts;
import io.rrrspec.common.model.Recipe;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JobFieldsTest {
  private static final String RESULT = Artifact.result("a".repeat(64));
  private static final Recipe BUILD =
      new Recipe(
          Artifact.result("b".repeat(64)),
          "./build.sh",
          Map.of("A", "1"),
          List.of("out/app.jar"),
          List.of(),
          "arm");
  private static final Recipe PACK =
      new Recipe(
          Artifact.result("c".repeat(64)),
          "pack",
          Map.of(),
          List.of("all.zip"),
          List.of(BUILD.artifact()),
          "");

  @Test
  void whatIsWrittenIsRead() {
    JobArtifacts job = new JobArtifacts(RESULT, List.of("r.txt", "x/**"), List.of(BUILD, PACK));

    assertThat(read(JobFields.write(job))).isEqualTo(job);
  }

  @Test
  void aPlainTasksetHasNoneOfTheFields() {
    assertThat(JobFields.write(JobArtifacts.NONE)).isEmpty();
    assertThat(read(Map.of())).isEqualTo(JobArtifacts.NONE);
    assertThat(JobFields.parse("", "", "")).isEqualTo(JobArtifacts.NONE);
  }

  @Test
  void aStepMayUseResultsAndMakeNone() {
    JobArtifacts job = new JobArtifacts(null, List.of(), List.of(BUILD));

    assertThat(read(JobFields.write(job))).isEqualTo(job);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"{", "{}", "1", "[1]", "[\"/etc\"]", "[\"../a\"]", "[\"\"]", "[[]]", "", "[]"})
  void outputsThatAreNoPatternsAreRefused(String outputs) {
    refused("outputs", () -> JobFields.parse(RESULT, outputs, null));
  }

  @ParameterizedTest
  @ValueSource(strings = {"workspace-x", "result-", "result-../../x", "project-a"})
  void aResultOfAnotherNameIsRefused(String result) {
    refused("result", () -> JobFields.parse(result, "[\"a\"]", null));
  }

  @Test
  void outputsWithoutAResultAreRefused() {
    refused("outputs", () -> JobFields.parse(null, "[\"a\"]", null));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "x",
        "{}",
        "[1]",
        "[{}]",
        "[{'artifact':'R','outputs':['a']}]",
        "[{'artifact':'R','command':'c'}]",
        "[{'artifact':'R','command':'c','outputs':[]}]",
        "[{'artifact':'R','command':'c','outputs':'a'}]",
        "[{'artifact':'R','command':'c','outputs':['/a']}]",
        "[{'artifact':'R','command':'c','env':[],'outputs':['a']}]",
        "[{'artifact':'R','command':'c','env':{'A':1},'outputs':['a']}]",
        "[{'artifact':'R','command':'c','env':{'A=B':'1'},'outputs':['a']}]",
        "[{'artifact':'../x','command':'c','outputs':['a']}]",
        "[{'artifact':'R','command':'c','outputs':['a'],'uses':['../x']}]",
        "[{'artifact':'R','command':'c','outputs':['a'],'uses':['R']}]"
      })
  void usesThatAreNoRecipesAreRefused(String uses) {
    String json = uses.replace('\'', '"').replace("\"R\"", "\"" + RESULT + "\"");
    refused("uses", () -> JobFields.parse(null, null, json));
  }

  @Test
  void moreThanTheLimitIsRefused() {
    String many = "[" + String.join(",", Collections.nCopies(PathGlob.MOST + 1, "\"a\"")) + "]";
    refused("outputs", () -> JobFields.parse(RESULT, many, null));
    String recipe = JobFields.write(new JobArtifacts(null, List.of(), List.of(BUILD))).get("uses");
    String one = String.valueOf(recipe).replaceAll("^\\[|]$", "");
    String all = String.join(",", Collections.nCopies(JobArtifacts.MOST_USES + 1, one));
    refused("uses", () -> JobFields.parse(null, null, "[" + all + "]"));
  }

  private static void refused(String field, Runnable parse) {
    assertThatThrownBy(parse::run)
        .isInstanceOf(ServiceException.class)
        .hasMessageStartingWith("the " + field + " of the taskset cannot be used: ");
  }

  private static JobArtifacts read(Map<String, String> fields) {
    return JobFields.parse(fields.get("result"), fields.get("outputs"), fields.get("uses"));
  }
}
