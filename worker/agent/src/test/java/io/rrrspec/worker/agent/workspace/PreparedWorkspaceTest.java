package io.rrrspec.worker.agent.workspace;

import static org.assertj.core.api.Assertions.assertThat;

import io.rrrspec.testing.Checkout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** A workspace whose set-up prepares a Maven project, as set-up does if nothing else is said. */
@ExtendWith(NeedsRsync.class)
class PreparedWorkspaceTest {
  private static final Path PROJECT = Checkout.project("jupiter-5.14");

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
        "set +x; echo set up >>counts; \"$JAVA\" -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -cp"
            + " \"$CP\" "
            + PrepareMain.class.getName();
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

  @Test
  void nothingStaysOfASourceThatIsGone() throws Exception {
    Path copy = box.here("target/classes/only-in-a.txt");
    Path link = box.remote.resolve("shop/src/main/resources/linked");
    box.source("src/main/resources/only-in-a.txt", "a");
    box.source("one/deep.txt", "1");
    box.source("two/other.txt", "2");
    Files.createSymbolicLink(link, Path.of("../../../one"));
    box.prepare();
    assertThat(copy).exists();
    assertThat(box.here("target/classes/linked/deep.txt")).exists();
    // What a test leaves among the sources was never sent.
    Files.writeString(box.here("src/main/of-a-test.txt"), "");
    Files.delete(box.here("one/deep.txt"));

    box.source("src/main/resources/more.txt", "more");
    box.prepare();
    assertThat(box.setUps()).as("in the same workspace").isEqualTo(2);
    assertThat(madeAnew()).isEmpty();

    box.remove("src/main/resources/only-in-a.txt");
    box.prepare();
    assertThat(copy).doesNotExist();
    assertThat(madeAnew()).containsExactly("src/main/resources/only-in-a.txt is gone");

    Files.delete(link);
    Files.createSymbolicLink(link, Path.of("../../../two"));
    box.prepare();
    assertThat(box.here("target/classes/linked/other.txt")).exists();
    assertThat(box.here("target/classes/linked/deep.txt")).doesNotExist();
    assertThat(madeAnew()).last().isEqualTo("src/main/resources/linked has changed");

    box.remove("src/main/resources/more.txt");
    box.source("src/main/resources/more.txt/inside.txt", "a directory now");
    box.prepare();
    assertThat(box.here("target/classes/more.txt/inside.txt")).exists();
    assertThat(madeAnew()).last().isEqualTo("src/main/resources/more.txt has changed");

    box.prepare();
    assertThat(box.log.get(box.log.size() - 1)).startsWith("set-up is skipped");
  }

  @Tag("nightly")
  @Test
  void nothingStaysOfWhatThePomDoesNotAskForAnyMore() throws Exception {
    box.source("src/main/resources/a.txt", "a");
    box.prepare();
    String pom = Files.readString(box.remote.resolve("shop/pom.xml"));
    box.source(
        "pom.xml",
        pom.replace(
            "<testResources>",
            "<resources><resource><directory>src/main/resources</directory>"
                + "<excludes><exclude>a.txt</exclude></excludes></resource></resources>"
                + "<testResources>"));
    box.prepare();

    assertThat(box.here("target/classes/a.txt")).doesNotExist();
    assertThat(madeAnew()).containsExactly("pom.xml has changed");
  }

  @Tag("nightly")
  @Test
  void nothingStaysOfAResourceThatIsGoneBesideTheWorkspace() throws Exception {
    box.prepare();
    Files.delete(shared);
    box.prepare();

    assertThat(box.here("target/test-classes/data.txt")).doesNotExist();
    assertThat(madeAnew()).containsExactly(shared + " is gone");
  }

  @Tag("nightly")
  @Test
  void aBuildDirectoryThatRsyncProtectsIsDeletedAllTheSame() throws Exception {
    box.options = Sandbox.OPTIONS + " --exclude=/target";
    box.source("src/main/resources/a.txt", "a");
    box.prepare();
    box.remove("src/main/resources/a.txt");
    box.prepare();

    assertThat(box.here("target/classes/a.txt")).doesNotExist();
  }

  @Test
  void whatIsBehindALinkThatLeavesTheWorkspaceCounts() throws Exception {
    Path beside = Files.writeString(box.work.resolve("beside.txt"), "1");
    Path link = box.remote.resolve("shop/src/main/resources/link.txt");
    Files.createDirectories(link.getParent());
    Files.createSymbolicLink(link, Path.of("../../../../beside.txt"));
    box.prepare();
    assertThat(box.here("target/classes/link.txt")).hasContent("1");
    Files.writeString(beside, "2");
    box.prepare();

    assertThat(box.log).contains("set-up runs again: " + beside + " has changed");
    assertThat(box.here("target/classes/link.txt")).hasContent("2");
  }

  private List<String> madeAnew() {
    String words = "the workspace is made anew: ";
    return box.log.stream()
        .filter(line -> line.startsWith(words))
        .map(line -> line.substring(words.length()))
        .toList();
  }
}
