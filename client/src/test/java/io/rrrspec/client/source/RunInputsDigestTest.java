package io.rrrspec.client.source;

import static org.assertj.core.api.Assertions.assertThat;

import io.rrrspec.common.model.RsyncInfo;
import io.rrrspec.testing.RealParts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunInputsDigestTest {
  private static final List<String> WISHES = List.of("junit", "mvn test-compile");

  private static final String OPTIONS = "--recursive --links --perms --times";

  @TempDir Path directory;

  @BeforeEach
  void sources() throws IOException {
    write("src/test/java/ATest.java", "class ATest {}");
    write("src/build/target/Kept.java", "class Kept {}");
    write("target/classes/A.class", "1");
  }

  private void write(String path, String text) throws IOException {
    Path file = directory.resolve(path);
    Files.createDirectories(Objects.requireNonNull(file.getParent()));
    Files.writeString(file, text);
  }

  private String place() {
    return Objects.requireNonNull(RunInputsDigest.ofPlace(directory, List.of(), WISHES));
  }

  private String sent() {
    RealParts.require("rsync");
    RsyncInfo target = new RsyncInfo("/nowhere", OPTIONS);
    return Objects.requireNonNull(RunInputsDigest.ofSent(directory, target, WISHES));
  }

  @Test
  void theSameFilesHaveTheSameDigestWheneverTheyWereWritten() throws IOException {
    String before = place();
    Files.setLastModifiedTime(
        directory.resolve("src/test/java/ATest.java"), FileTime.fromMillis(1_000));
    write("target/classes/A.class", "another build");
    assertThat(place()).isEqualTo(before).hasSize(64);
  }

  @Test
  void filesThatAreReadOnceServeSeveralRuns() {
    String first = sent();
    RunInputsDigest files =
        RunInputsDigest.ofSent(directory, new RsyncInfo("/nowhere", OPTIONS)).orElseThrow();
    assertThat(files.with(List.of("other"))).isNotEqualTo(first);
    assertThat(files.with(WISHES)).isEqualTo(first);
  }

  @Test
  void contentNamesLinksAndWishesAreInIt() throws IOException {
    String before = place();
    write("src/build/target/Kept.java", "class Kept { }");
    String content = place();
    Files.move(directory.resolve("src/test"), directory.resolve("src/tests"));
    String name = place();
    Files.createSymbolicLink(directory.resolve("link"), Path.of("src"));
    String link = place();
    assertThat(List.of(before, content, name, link)).doesNotHaveDuplicates();
    assertThat(RunInputsDigest.ofPlace(directory, List.of(), List.of("other"))).isNotEqualTo(link);
    Path classes = directory.resolve("target/classes");
    String withClasses = RunInputsDigest.ofPlace(directory, List.of(classes), WISHES);
    write("target/classes/A.class", "2");
    assertThat(RunInputsDigest.ofPlace(directory, List.of(classes), WISHES))
        .isNotEqualTo(withClasses);
  }

  @Test
  void ofWhatIsSentTheRulesOfSendingDecide() throws IOException {
    String before = sent();
    write("target/classes/A.class", "2");
    write(".rrrspec/project.json", "{}");
    assertThat(sent()).isEqualTo(before);
    write("data/a b\n\\#012.txt", "a name as bad as it gets");
    String more = sent();
    assertThat(more).isNotEqualTo(before);
    write("data/a b\n\\#012.txt", "another content");
    assertThat(sent()).isNotEqualTo(more);
    write(".rrrspec-filter", "+ /target/\n+ /target/classes/***\n");
    String filtered = sent();
    write("target/classes/A.class", "3");
    assertThat(sent()).isNotEqualTo(filtered);
  }
}
