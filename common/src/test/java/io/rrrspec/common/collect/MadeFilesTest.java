package io.rrrspec.common.collect;

import static org.assertj.core.api.Assertions.assertThat;

import io.rrrspec.common.files.PathGlob;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MadeFilesTest {
  @TempDir Path tree;

  private Path write(String path, String text) throws IOException {
    Path file = tree.resolve(path);
    Files.createDirectories(file.getParent());
    return Files.writeString(file, text);
  }

  private MadeFiles before(String... globs) {
    return MadeFiles.before(tree, PathGlob.all(List.of(globs)));
  }

  @Test
  void onlyMatchingFilesThatWereMadeOrChangedAreFound() throws IOException {
    write("target/old.png", "old");
    write("a/target/changed.png", "old");
    MadeFiles files = before("**/target/*.png");
    write("a/target/changed.png", "newer");
    write("target/made.png", "12");
    write("target/deep/other.png", "x");
    write("target/made.txt", "x");

    assertThat(files.now())
        .containsExactly(
            new MadeFile("a/target/changed.png", 5), new MadeFile("target/made.png", 2));
  }

  @Test
  void aFileThatWasReplacedByOneOfTheSameSizeAndTimeHasChanged() throws IOException {
    Path file = write("target/a.exec", "old");
    MadeFiles files = before("target/*");
    Path fresh = write("fresh", "new");
    Files.setLastModifiedTime(fresh, Files.getLastModifiedTime(file));
    Files.move(fresh, file, StandardCopyOption.REPLACE_EXISTING);

    assertThat(files.now()).containsExactly(new MadeFile("target/a.exec", 3));
  }

  @Test
  void linksAreNeitherTakenNorFollowed() throws IOException {
    MadeFiles files = before("target/**");
    Path secret = write("secret/key.txt", "secret");
    Files.createDirectories(tree.resolve("target"));
    Files.createSymbolicLink(tree.resolve("target/link.txt"), secret);
    Files.createSymbolicLink(tree.resolve("target/directory"), secret.getParent());

    assertThat(files.now()).isEmpty();
  }

  @Test
  void whatBelongsToGitAndToUsMatchesNothing() throws IOException {
    MadeFiles files = before("**");
    write(".git/config", "x");
    write("module/.rrrspec/project.json", "x");

    assertThat(files.now()).isEmpty();
  }
}
