package io.rrrspec.acceptance.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import io.rrrspec.acceptance.launcher.Launcher.Result;
import io.rrrspec.testing.Checkout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * When the launcher makes an archive of libraries, and of what. In place of a JVM a script makes
 * the archive: it has the names that it was given.
 */
class LibraryArchivesIT {
  private static final Path SCRIPT = Checkout.distribution().resolve("bin/rrrspec-java");
  private static final String MAKES =
      """
      for word in "$@"; do
        case $word in
          -XX:ArchiveClassesAtExit=*) archive=${word#*=} ;;
          *.names) names=$word ;;
        esac
        last=$word
      done
      echo "$last jars as a whole" >"$archive"
      sort "$names" >>"$archive"
      """;

  @TempDir Path scratch;
  private Launcher launcher;
  private Path java;
  private Path junit;
  private Path library;

  @BeforeEach
  void surroundings() throws IOException {
    assertThat(SCRIPT.toFile().setExecutable(true)).isTrue();
    launcher = new Launcher(scratch).set("RRRSPEC_SLAVE_FILE", "some-file");
    java = scratch.resolve("jdk/bin/java");
    FakeCheckout.script(java, MAKES);
    junit = Files.writeString(scratch.resolve("junit.jar"), "jar");
    library = Files.writeString(scratch.resolve("a library.jar"), "jar");
    use(library);
  }

  /** A project whose test JVMs have this library in front. */
  private void use(Path jar) throws IOException {
    library = jar;
    FakeCheckout.script(
        scratch.resolve(".rrrspec/slave.sh"),
        "# JVM: "
            + java
            + "\n# Jars: "
            + junit
            + "\n# Libraries: "
            + jar
            + "\necho \"$RRRSPEC_SLAVE_ARCHIVE:$RRRSPEC_SLAVE_LOADED\"");
  }

  /** The archive and the file for names that a slave gets; none where one is empty. */
  private record Slave(String archive, String loaded) {}

  private Slave slave() throws Exception {
    Result result = launcher.run(SCRIPT, "slave");
    assertThat(result.err()).isEmpty();
    String[] both = result.out().strip().split(":", -1);
    return new Slave(both[0], both[1]);
  }

  private void makeArchive() throws Exception {
    Result result =
        launcher.run(
            SCRIPT, "slave-archive", java.toString(), junit.toString(), library.toString());
    assertThat(result).isEqualTo(new Result(0, "", ""));
  }

  /** What a JVM writes. */
  private void load(Slave slave, String prefix, int count) throws IOException {
    List<String> lines = new ArrayList<>();
    lines.add("java.lang.Object source: shared objects file");
    lines.add("java.util.Rare source: jrt:/java.base");
    lines.add("org.Junit source: file:" + junit);
    lines.add("org.Lambda$$Lambda$14/0x0000000800c03000 source: org.Lambda");
    for (int i = 0; i < count; i++) {
      lines.add(prefix + i + " source: file:" + library.toString().replace(" ", "%20"));
    }
    Files.write(Path.of(slave.loaded()), lines);
  }

  private List<Path> files(String ending) throws IOException {
    return launcher.cached().stream()
        .map(Path::of)
        .filter(file -> file.getFileName().toString().startsWith("libraries-"))
        .filter(file -> file.toString().endsWith(ending))
        .toList();
  }

  @Test
  void theFirstFourJvmsWriteDownWhatTheyLoad() throws Exception {
    List<String> loaded = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      loaded.add(slave().loaded());
    }
    assertThat(loaded).doesNotHaveDuplicates().endsWith("");
    assertThat(loaded.subList(0, 4)).allMatch(file -> Files.exists(Path.of(file)));
  }

  @Test
  void theArchiveHasWhatAnyOfThemHasLoadedFromLibraries() throws Exception {
    Slave one = slave();
    Slave other = slave();
    load(one, "org.A", 2_000);
    load(other, "org.B", 2_000);
    makeArchive();
    assertThat(files(".jsa")).hasSize(1);
    assertThat(Files.readAllLines(files(".jsa").get(0)))
        .startsWith("2 jars as a whole")
        .contains("org.A0", "org.A1999", "org.B0", "org.B1999", "java.util.Rare")
        .hasSize(4_002);
    assertThat(files("")).isEqualTo(files(".jsa"));
    assertThat(slave()).isEqualTo(new Slave(files(".jsa").get(0).toString(), ""));
  }

  @Test
  void fewClassesAreNotWorthAnArchiveForADay() throws Exception {
    load(slave(), "org.A", 2_499);
    makeArchive();
    assertThat(files("")).isEqualTo(files(".few")).hasSize(1);
    assertThat(slave().loaded()).isEmpty();
    makeArchive();
    assertThat(slave().loaded()).isEmpty();

    Files.setLastModifiedTime(
        files(".few").get(0), FileTime.from(Instant.now().minusSeconds(25 * 3600)));
    makeArchive();
    load(slave(), "org.A", 2_500);
    makeArchive();
    assertThat(files("")).isEqualTo(files(".jsa")).hasSize(1);
  }

  @Test
  void anArchiveThatCannotBeMadeIsNotTriedEachTime() throws Exception {
    FakeCheckout.script(java, "exit 1");
    load(slave(), "org.A", 3_000);
    makeArchive();
    assertThat(files("")).isEqualTo(files(".few")).hasSize(1);
  }

  @Test
  void withoutAListThereIsNothingToMake() throws Exception {
    makeArchive();
    assertThat(files("")).isEmpty();
  }

  @Test
  void anotherJarWantsAnotherArchive() throws Exception {
    load(slave(), "org.A", 3_000);
    makeArchive();
    assertThat(slave().archive()).isNotEmpty();
    Files.setLastModifiedTime(library, FileTime.from(Instant.now().minusSeconds(1_000)));
    assertThat(slave().archive()).isEmpty();
    Files.writeString(java.resolveSibling("../release"), "JAVA_VERSION=\"17.0.99\"\n");
    assertThat(slave().loaded()).isNotEmpty();
  }

  @Test
  void theOneThatWasNotUsedForTheLongestTimeGoesFirst() throws Exception {
    List<String> archives = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      if (i == 4) {
        // Each was used once, and the first one now.
        age(archives);
        use(scratch.resolve("library-0.jar"));
        makeArchive();
      }
      use(Files.writeString(scratch.resolve("library-" + i + ".jar"), "jar"));
      load(slave(), "org.A", 3_000);
      makeArchive();
      archives.add(slave().archive());
    }
    assertThat(archives).doesNotContain("").doesNotHaveDuplicates();
    archives.remove(1);
    assertThat(files(".jsa").stream().map(Path::toString))
        .containsExactlyInAnyOrderElementsOf(archives);
  }

  private static void age(List<String> archives) throws IOException {
    for (int i = 0; i < archives.size(); i++) {
      Path archive = Path.of(archives.get(i));
      FileTime then = FileTime.from(Instant.now().minusSeconds(10_000L - i * 1_000L));
      Files.setLastModifiedTime(archive, then);
      Files.setAttribute(archive, "lastAccessTime", then);
    }
  }
}
