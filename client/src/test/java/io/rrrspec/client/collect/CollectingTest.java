package io.rrrspec.client.collect;

import static org.assertj.core.api.Assertions.assertThat;

import io.rrrspec.common.model.CollectRequest;
import io.rrrspec.common.model.RsyncInfo;
import io.rrrspec.common.store.CollectStore;
import io.rrrspec.common.store.CollectStore.Part;
import io.rrrspec.common.store.CollectStore.State;
import io.rrrspec.testing.SmallDisk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** With a real rsync, from a directory of this machine. */
class CollectingTest {
  private static final String TASKSET = "rrrspec:taskset:f00d";

  @TempDir Path scratch;

  private Path project;
  private Path sent;

  @BeforeEach
  void directories() throws IOException {
    project = Files.createDirectory(scratch.resolve("project"));
    sent = Files.createDirectory(scratch.resolve("sent"));
  }

  private Path sent(String part, String path, String text) throws IOException {
    Path file = sent.resolve(CollectStore.directory(TASKSET, part)).resolve(path);
    Files.createDirectories(file.getParent());
    return Files.writeString(file, text);
  }

  private Collecting collecting(int files, long bytes, String... globs) {
    return new Collecting(new CollectRequest(List.of(globs), files, bytes), project);
  }

  private CollectedFiles take(Collecting collecting, String... parts) throws Exception {
    return collecting.take(
        TASKSET,
        Stream.of(parts).map(part -> new Part(part, part, State.SENT, "")).toList(),
        new RsyncInfo(sent.toString(), "--recursive --links --perms --times --compress --delete"),
        new SourceFiles(Set.of()),
        () -> false);
  }

  private List<String> files() throws IOException {
    try (Stream<Path> all = Files.walk(project)) {
      return all.filter(file -> !Files.isDirectory(file))
          .map(file -> project.relativize(file).toString())
          .sorted()
          .toList();
    }
  }

  @Test
  void filesWithNamesOfAllKindsComeBackAndOthersStay() throws Exception {
    Files.writeString(project.resolve("pom.xml"), "<project/>");
    sent("w1", "target/a b/\u00fc \\#100 [*].png", "1");
    sent("w1", "target/-rf", "2");
    sent("w2", "web/target/\u00e9\u4e2d.png", "3");
    Collecting collecting = collecting(10, 1_000, "**/target/**");

    assertThat(take(collecting, "w1", "w2").files()).isEqualTo(3);
    assertThat(collecting.lines()).isEmpty();
    assertThat(files())
        .containsExactly(
            "pom.xml",
            "target/-rf",
            "target/a b/\u00fc \\#100 [*].png",
            "web/target/\u00e9\u4e2d.png");
  }

  @Test
  void linksDoNotComeBack() throws Exception {
    Path secret = Files.writeString(scratch.resolve("secret"), "secret");
    Path one = sent("w1", "target/one.png", "1");
    Files.createSymbolicLink(one.resolveSibling("link.png"), secret);
    Files.createSymbolicLink(one.resolveSibling("directory"), scratch);
    Collecting collecting = collecting(10, 1_000, "**");

    take(collecting, "w1");
    assertThat(files()).containsExactly("target/one.png");
  }

  @Test
  void whatDoesNotFitIsNotFetchedAndNamed() throws Exception {
    sent("w1", "target/a.png", "x".repeat(600));
    sent("w2", "target/b.png", "x".repeat(600));
    sent("w2", "target/c.png", "x");
    Collecting collecting = collecting(10, 1_000, "**");

    assertThat(take(collecting, "w1", "w2").bytes()).isEqualTo(601);
    assertThat(files()).containsExactly("target/a.png", "target/c.png");
    assertThat(collecting.lines())
        .singleElement()
        .asString()
        .startsWith("left out by ")
        .endsWith(": target/b.png");
  }

  @Test
  void filesOfJacocoOfAllWorkersComeBeforeOtherFilesOfAnyWorker() throws Exception {
    sent("w1", "a/shots/a.png", "1");
    sent("w1", "a/shots/b.png", "2");
    sent("w1", "web/target/jacoco.exec", "");
    sent("w2", "web/target/it.exec", "");
    Collecting collecting = collecting(3, 1_000, "**");

    take(collecting, "w1", "w2");
    assertThat(files())
        .containsExactly("a/shots/a.png", "web/target/it.exec", "web/target/jacoco.exec");
    assertThat(collecting.lines()).singleElement().asString().endsWith(": a/shots/b.png");
  }

  @Test
  void whatWasNotWrittenIsNotTaken() throws Exception {
    sent("w1", "target/a.png", "x".repeat(1 << 20));
    Collecting collecting = collecting(10, 1 << 30, "**");
    try (SmallDisk disk = SmallDisk.mount(project, 1)) {
      disk.fill();
      assertThat(take(collecting, "w1").files()).isZero();
    }
    assertThat(collecting.isTaken(new Part("w1", "w1", State.SENT, ""))).isFalse();
    assertThat(take(collecting, "w1").files()).isEqualTo(1);
    assertThat(collecting.isTaken(new Part("w1", "w1", State.SENT, ""))).isTrue();
  }

  @Test
  void aPartThatIsNotThereOrHasNoNameIsSaidAndTheOthersCome() throws Exception {
    sent("w2", "target/b.png", "x");
    Collecting collecting = collecting(10, 1_000, "**");

    assertThat(take(collecting, "../w0", "w1", "w2").files()).isEqualTo(1);
    assertThat(collecting.lines())
        .hasSize(2)
        .anyMatch(line -> line.startsWith("the files of w1 were not collected: rsync ended with "))
        .contains("the files of a worker without a proper name were not collected");
  }
}
