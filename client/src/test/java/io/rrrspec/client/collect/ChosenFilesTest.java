package io.rrrspec.client.collect;

import static org.assertj.core.api.Assertions.assertThat;

import io.rrrspec.common.collect.MadeFile;
import io.rrrspec.common.model.CollectRequest;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ChosenFilesTest {
  private final Refusals refusals = new Refusals();

  private List<String> chosen(String glob, MadeFile... offered) {
    return new ChosenFiles(new CollectRequest(List.of(glob), 2, 100), refusals)
        .choose(List.of(offered)).stream().map(MadeFile::path).toList();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "../outside.txt",
        "target/../../outside.txt",
        "/etc/passwd",
        "target//x.txt",
        "./x.txt",
        "target/./x.txt",
        "",
        ".git/hooks/pre-commit",
        "module/.git/config",
        ".rrrspec/project.json",
        "target/\u0007bell.txt",
        "target/two\nlines.txt",
        "target/\uFFFD.txt"
      })
  void aPathThatLeavesTheDirectoryOrMeansSomethingToOthersIsRefused(String path) {
    assertThat(chosen("**", new MadeFile(path, 1))).isEmpty();
    assertThat(refusals.lines()).hasSize(1).first().asString().contains("not collected: " + path);
  }

  @Test
  void whatWasNotAskedForIsRefused() {
    assertThat(chosen("target/*.png", new MadeFile("target/a.png", 1), new MadeFile("pom.xml", 1)))
        .containsExactly("target/a.png");
    assertThat(refusals.lines())
        .containsExactly("not collected: pom.xml: no pattern of 'collect' matches it");
  }

  @Test
  void theBoundsAreThoseOfAllWorkersTogether() {
    ChosenFiles all = new ChosenFiles(new CollectRequest(List.of("**"), 2, 100), refusals);
    assertThat(all.choose(List.of(new MadeFile("a", 60)))).hasSize(1);
    assertThat(all.choose(List.of(new MadeFile("b", 60), new MadeFile("c", 1))))
        .extracting(MadeFile::path)
        .containsExactly("c");
    assertThat(all.choose(List.of(new MadeFile("d", 1)))).isEmpty();
    assertThat(all.leftOut()).endsWith(": b, d");
  }

  @Test
  void aThousandRefusalsAreAFewLines() {
    for (int i = 0; i < 1_000; i++) {
      refusals.add("x" + i, "why");
    }
    assertThat(refusals.lines())
        .hasSize(11)
        .last()
        .isEqualTo("and 990 more lines about files that were not collected");
  }
}
