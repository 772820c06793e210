package io.rrrspec.worker.workspace;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** A workspace whose set-up prepares a Maven project, as set-up does if nothing else is said. */
@ExtendWith(NeedsRsync.class)
class PreparedWorkspaceTest {
  private static final Path PROJECT = Path.of("src/test/projects/jupiter-5.14");

  @TempDir Path base;

  private Sandbox box;
  private Path shared;

  @BeforeEach
  void open() throws IOException {
    box = new Sandbox(base.toRealPath());
    String pom = Files.readString(PROJECT.resolve("pom.xml"));
    box.source(
        "pom.xml",
        pom.replace(
            "<build>",
            "<build><testResources><testResource><directory>${basedir}/../shared</directory>"
                + "</testResource></testResources>"));
    for (String file :
        new String[] {
          "src/main/java/example/Calculator.java", "src/test/java/example/CalculatorTest.java"
        }) {
      box.source(file, Files.readString(PROJECT.resolve(file)));
    }
    shared = Files.createDirectories(box.work.resolve("shared")).resolve("data.txt");
    Files.writeString(shared, "1");
    box.environment =
        Map.of(
            "JAVA",
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "CP",
            System.getProperty("java.class.path"));
    box.setup =
        "set +x; echo set up >>counts; \"$JAVA\" -cp \"$CP\" " + PrepareMain.class.getName();
  }

  @AfterEach
  void close() {
    box.close();
  }

  @Test
  void whatTheBuildReadsElsewhereAndWhatItMadeCountAndNotWhatTestsWrite() throws Exception {
    box.prepare();
    Files.writeString(box.here("target/of-a-test.txt"), "");
    Files.writeString(box.here("of-a-test.txt"), "");
    box.prepare();
    assertThat(box.setUps()).as("nothing has changed").isEqualTo(1);

    Files.writeString(shared, "2");
    box.prepare();
    assertThat(box.setUps()).isEqualTo(2);
    assertThat(box.log).contains("set-up runs again: " + shared + " has changed");
    assertThat(box.here("target/test-classes/data.txt")).hasContent("2");
    box.prepare();
    assertThat(box.setUps()).as("nothing has changed again").isEqualTo(2);

    Path test = box.here("target/test-classes/example/CalculatorTest.class");
    Files.delete(test);
    box.prepare();
    assertThat(box.log)
        .contains(
            "the workspace is made anew: target/test-classes/example/CalculatorTest.class is gone");
    assertThat(test).exists();
    assertThat(box.here("target/of-a-test.txt")).doesNotExist();
    box.prepare();
    assertThat(box.setUps()).as("in the new workspace").isEqualTo(1);
  }
}
