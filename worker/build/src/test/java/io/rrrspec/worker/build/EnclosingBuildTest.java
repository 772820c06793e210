package io.rrrspec.worker.build;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EnclosingBuildTest {
  @TempDir Path scratch;

  private Path pom(String dir, String... modules) throws IOException {
    Path directory = Files.createDirectories(scratch.resolve(dir));
    StringBuilder text = new StringBuilder("<project><modules>");
    for (String module : modules) {
      text.append("<module>").append(module).append("</module>");
    }
    Files.writeString(directory.resolve("pom.xml"), text + "</modules></project>");
    return directory;
  }

  @Test
  void itIsTheOutermostBuildThatLeadsToTheModule() throws IOException {
    Path root = pom("shop", "services", "libs/money");
    pom("shop/services", "stock");
    Path stock = pom("shop/services/stock");
    Path money = pom("shop/libs/money");
    assertThat(EnclosingBuild.of(stock)).contains(new EnclosingBuild(root, stock));
    assertThat(EnclosingBuild.of(money)).contains(new EnclosingBuild(root, money));
    assertThat(EnclosingBuild.of(stock).orElseThrow().hint())
        .isEqualTo(
            "it is a module of the build in " + root + ": go there, and ask for services/stock/");
  }

  @Test
  void aBuildOfItsOwnHasNone() throws IOException {
    Path root = pom("shop", "services");
    Path other = pom("shop/example");
    assertThat(EnclosingBuild.of(root)).isEmpty();
    assertThat(EnclosingBuild.of(other)).isEmpty();
  }

  @Test
  void onlyABuildWithModulesCanLeaveSomeOut() throws IOException {
    assertThat(EnclosingBuild.hasModules(pom("shop", "services"))).isTrue();
    assertThat(EnclosingBuild.hasModules(pom("tool"))).isFalse();
    assertThat(EnclosingBuild.hasModules(scratch.resolve("nothing"))).isFalse();
  }
}
