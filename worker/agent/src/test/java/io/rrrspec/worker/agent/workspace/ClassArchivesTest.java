package io.rrrspec.worker.agent.workspace;

import static org.assertj.core.api.Assertions.assertThat;

import io.rrrspec.worker.agent.workspace.ClassArchives.Wanted;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClassArchivesTest {
  @TempDir Path workspace;

  @Test
  void launchesWithTheSameJarsShareAnArchive() throws IOException {
    script("slave.sh", "/jdk/bin/java", "/m2/a.jar:/m2/b c.jar", "");
    script("launches/core.sh", "/jdk/bin/java", "/m2/a.jar:/m2/b c.jar", "/m2/big.jar");
    script("launches/web.sh", "/jdk/bin/java", "/m2/a.jar", "");
    script("launches/web.args", "/jdk/bin/java", "/m2/other.jar", "");
    assertThat(ClassArchives.wanted(workspace).stream().map(Wanted::words))
        .containsExactly(
            List.of("/jdk/bin/java", "/m2/a.jar:/m2/b c.jar"),
            List.of("/jdk/bin/java", "/m2/a.jar"));
  }

  @Test
  void oneWithLibrariesIsMadeForEachListOfLibraries() throws IOException {
    script("slave.sh", "/jdk/bin/java", "/m2/a.jar", "/m2/big.jar:/m2/small.jar");
    script("launches/core.sh", "/jdk/bin/java", "/m2/a.jar", "/m2/big.jar:/m2/small.jar");
    script("launches/core~quick.sh", "/jdk/bin/java", "/m2/a.jar", "/m2/big.jar:/m2/small.jar");
    script("launches/own.sh", "/jdk/bin/java", "", "/m2/big.jar");
    script("launches/web.sh", "/jdk/bin/java", "/m2/a.jar", "");
    assertThat(ClassArchives.wantedOfLibraries(workspace).stream().map(Wanted::words))
        .containsExactly(
            List.of("/jdk/bin/java", "/m2/a.jar", "/m2/big.jar:/m2/small.jar"),
            List.of("/jdk/bin/java", "", "/m2/big.jar"));
    assertThat(ClassArchives.wanted(workspace).stream().map(Wanted::words))
        .containsExactly(List.of("/jdk/bin/java", "/m2/a.jar"));
  }

  @Test
  void whereNoJarIsInFrontOrTheProjectHasArchivesOfItsOwnThereIsNone() throws IOException {
    assertThat(ClassArchives.wanted(workspace)).isEmpty();
    script("slave.sh", "/jdk/bin/java", "", "");
    script("launches/own.sh", "", "/m2/a.jar", "/m2/big.jar");
    assertThat(ClassArchives.wanted(workspace)).isEmpty();
    assertThat(ClassArchives.wantedOfLibraries(workspace)).isEmpty();
  }

  @Test
  void noMoreThanFourAreMadeAtOnce() throws IOException {
    for (int i = 0; i < 9; i++) {
      script("launches/m" + i + ".sh", "/jdk/bin/java", "/m2/junit-" + i + ".jar", "/m2/big.jar");
    }
    assertThat(ClassArchives.wanted(workspace)).hasSize(4);
    assertThat(ClassArchives.wantedOfLibraries(workspace)).hasSize(4);
  }

  private void script(String name, String java, String jars, String libraries) throws IOException {
    Path file = workspace.resolve(".rrrspec").resolve(name);
    Files.createDirectories(file.resolveSibling(""));
    Files.writeString(
        file,
        "#!/bin/bash\n# JVM: "
            + java
            + "\n# Jars: "
            + jars
            + "\n# Libraries: "
            + libraries
            + "\n# more\nexec x\n# JVM: no\n");
  }
}
