package io.rrrspec.common.artifact;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rrrspec.common.files.PathGlob;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DeclaredOutputsTest {
  @TempDir private Path directory;
  @TempDir private Path elsewhere;

  @BeforeEach
  void makeFiles() throws IOException {
    Files.createDirectories(directory.resolve("out/deep"));
    Files.writeString(directory.resolve("out/app.jar"), "");
    Files.writeString(directory.resolve("out/deep/b.txt"), "");
    Files.writeString(elsewhere.resolve("secret"), "");
  }

  @Test
  void eachFileThatAPatternMatchesIsAnOutput() throws IOException {
    assertThat(files("out/*.jar", "**/*.txt", "out/**"))
        .containsExactly("out/app.jar", "out/deep/b.txt");
  }

  @Test
  void theFirstPatternWithoutAFileIsMissing() throws IOException {
    assertThat(missing("out/*", "out/deep", "nothing")).isEqualTo("out/deep");
    assertThat(missing("out/*", "nothing/at/all")).isEqualTo("nothing/at/all");
    assertThat(missing("out/*", "**/b.txt")).isEmpty();
  }

  @Test
  void linksAreNoOutputsAndLeadToNone() throws IOException {
    Files.createSymbolicLink(directory.resolve("out/link"), elsewhere.resolve("secret"));
    Files.createSymbolicLink(directory.resolve("out/away"), elsewhere);
    Files.createSymbolicLink(directory.resolve("away"), elsewhere);

    assertThat(files("out/link", "out/away/*", "away/*", "away/**", "**/secret")).isEmpty();
  }

  private Set<String> files(String... globs) throws IOException {
    return DeclaredOutputs.files(directory, PathGlob.all(List.of(globs)));
  }

  private String missing(String... globs) throws IOException {
    return DeclaredOutputs.missing(directory, PathGlob.all(List.of(globs)))
        .map(PathGlob::toString)
        .orElse("");
  }

  @Test
  void whatIsWrongIsNamedWithWhatToWrite() throws IOException {
    Files.createDirectories(directory.resolve("made/in"));
    Files.writeString(directory.resolve("made/file"), "");
    Files.createSymbolicLink(directory.resolve("link"), directory.resolve("made/file"));

    assertThat(DeclaredOutputs.mistake(directory, PathGlob.all(List.of("made/**")))).isEmpty();
    assertThat(DeclaredOutputs.mistake(directory, PathGlob.all(List.of("made"))))
        .contains("declared output 'made' is a directory: write 'made/**'");
    assertThat(DeclaredOutputs.mistake(directory, PathGlob.all(List.of("link"))))
        .contains("declared output 'link' is a link: declare the file that it leads to");
    assertThat(DeclaredOutputs.mistake(directory, PathGlob.all(List.of("other*"))))
        .contains("declared output 'other*' is missing");
  }

  @Test
  void aNameThatIsNotUtf8IsRefused() throws Exception {
    Process process =
        new ProcessBuilder("bash", "-c", "touch $'out/caf\\xe9.txt'")
            .directory(directory.toFile())
            .start();
    assertThat(process.waitFor()).isZero();
    assertThatThrownBy(() -> files("out/**"))
        .isInstanceOf(IOException.class)
        .hasMessageEndingWith(" is not UTF-8: rename the file");
  }
}
