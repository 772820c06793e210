package io.rrrspec.worker.build.state;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SnapshotTest {
  private static final long LATER = Long.MAX_VALUE;

  @TempDir Path temp;
  private Path project;

  @BeforeEach
  void make() throws IOException {
    temp = temp.toRealPath();
    project = Files.createDirectories(temp.resolve("project"));
    write("src/A.java", "class A {1}");
    write("target/A.class", "made");
  }

  private Path write(String name, String content) throws IOException {
    Path file = project.resolve(name);
    Files.createDirectories(file.getParent());
    return Files.writeString(file, content);
  }

  private Map<Path, FileEntry> look(Map<Path, FileEntry> known, long knownAt) throws IOException {
    Snapshot snapshot = Freshness.sources(known, knownAt, Set.of(project.resolve("target")));
    snapshot.below(project);
    return snapshot.entries();
  }

  private @Nullable String difference(Map<Path, FileEntry> before) throws IOException {
    return Difference.between(before, look(before, LATER), project);
  }

  @Test
  void anotherContentOfTheSameSizeAndTimeIsADifference() throws IOException {
    Path file = project.resolve("src/A.java");
    Map<Path, FileEntry> before = look(Map.of(), 0);
    Path other = write("src/B.java", "class A {2}");
    Files.setLastModifiedTime(other, Files.getLastModifiedTime(file));
    Files.move(other, file, StandardCopyOption.REPLACE_EXISTING);

    assertThat(difference(before)).isEqualTo("src/A.java has changed");
  }

  @Test
  void theSameContentUnderOtherTimesAndNumbersIsNone() throws IOException {
    Path file = project.resolve("src/A.java");
    Map<Path, FileEntry> before = look(Map.of(), 0);
    Files.delete(file);
    write("src/A.java", "class A {1}");

    assertThat(difference(before)).isNull();
  }

  @Test
  void whatIsNewGoneOrSomethingElseIsNamed() throws IOException {
    write("a/file", "");
    Map<Path, FileEntry> before = look(Map.of(), 0);
    Files.delete(project.resolve("src/A.java"));
    assertThat(difference(before)).isEqualTo("src/A.java is gone");
    write("src/A.java", "class A {1}");
    write(".cfg/new", "");
    assertThat(difference(before)).isEqualTo(".cfg is new");
    Files.delete(project.resolve(".cfg/new"));
    Files.delete(project.resolve(".cfg"));
    Files.delete(project.resolve("a/file"));
    Files.createDirectory(project.resolve("a/file"));
    assertThat(difference(before)).isEqualTo("a/file has changed");
    Files.delete(project.resolve("a/file"));
    Files.createSymbolicLink(project.resolve("a/file"), Path.of("../src/A.java"));
    assertThat(difference(before)).isEqualTo("a/file has changed");
  }

  @Test
  void directoriesOfToolsAreLeftOutButNotBelowSrc() throws IOException {
    write(".git/index", "");
    write("module/.idea/workspace.xml", "");
    write("src/test/resources/.git/HEAD", "");

    assertThat(look(Map.of(), 0).keySet())
        .contains(project.resolve("src/test/resources/.git/HEAD"), project.resolve("module"))
        .noneMatch(path -> path.startsWith(project.resolve(".git")))
        .noneMatch(path -> path.startsWith(project.resolve("module/.idea")))
        .noneMatch(path -> path.startsWith(project.resolve("target")));
  }

  @Test
  void ourOwnFilesAreNoSourcesUnlessBelowSrc() throws IOException {
    write(".rrrspec-quarantine.yml", "- test: com.A#x");
    write(".rrrspec.yml", "slaves: 2");
    Path below = write("src/test/resources/.rrrspec-quarantine.yml", "of a test");
    Map<Path, FileEntry> before = look(Map.of(), 0);
    assertThat(before.keySet())
        .contains(below)
        .doesNotContain(
            project.resolve(".rrrspec-quarantine.yml"), project.resolve(".rrrspec.yml"));

    write(".rrrspec-quarantine.yml", "- test: com.A#y");
    Files.delete(project.resolve(".rrrspec.yml"));
    assertThat(difference(before)).isNull();
  }

  @Test
  void whatALinkPointsToCounts() throws IOException {
    Path elsewhere = Files.createDirectories(temp.resolve("elsewhere"));
    Path data = Files.writeString(elsewhere.resolve("data"), "1");
    Files.createSymbolicLink(elsewhere.resolve("loop"), elsewhere);
    Files.createSymbolicLink(project.resolve("up"), temp);
    Files.createSymbolicLink(project.resolve("src/link"), elsewhere);
    Files.createSymbolicLink(project.resolve("src/broken"), temp.resolve("missing"));
    Map<Path, FileEntry> before = look(Map.of(), 0);

    Files.writeString(data, "2");
    assertThat(difference(before)).isEqualTo(data + " has changed");
    Files.writeString(data, "1");
    Files.writeString(temp.resolve("missing"), "");
    assertThat(difference(before)).isEqualTo(temp.resolve("missing") + " is new");
  }

  @Test
  void aStampIsTrustedOnlyIfTheFileWasStillWhenItWasTaken() throws IOException {
    Path file = project.resolve("src/A.java");
    FileStamp stamp = FileStamp.of(file);
    Map<Path, FileEntry> known = new HashMap<>();
    known.put(file, new FileEntry(stamp, "what was read within the same tick"));

    assertThat(look(known, stamp.changed()).get(file)).isEqualTo(FileEntry.read(file, stamp));
    assertThat(look(known, LATER).get(file)).isEqualTo(known.get(file));
  }
}
