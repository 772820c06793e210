package io.rrrspec.client.collect;

import static org.assertj.core.api.Assertions.assertThat;

import io.rrrspec.common.coverage.AgentFiles;
import io.rrrspec.common.project.JacocoAgent;
import io.rrrspec.testing.SmallDisk;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jacoco.core.data.ExecutionData;
import org.jacoco.core.data.ExecutionDataWriter;
import org.jacoco.core.tools.ExecFileLoader;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PlacedFilesTest {
  @TempDir Path scratch;

  private final Map<String, Map<String, Path>> fetched = new TreeMap<>();
  private final Refusals refusals = new Refusals();
  private Path project;

  @BeforeEach
  void directories() throws IOException {
    project = Files.createDirectory(scratch.resolve("project"));
  }

  private Path fetched(String path, String worker) throws IOException {
    Path file = scratch.resolve(worker).resolve(path);
    Files.createDirectories(file.getParent());
    fetched.computeIfAbsent(path, p -> new TreeMap<>()).put(worker, file);
    return file;
  }

  private void fetched(String path, String worker, String text) throws IOException {
    Files.writeString(fetched(path, worker), text);
  }

  private static void coverage(Path file, boolean... probes) throws IOException {
    Files.createDirectories(file.getParent());
    try (OutputStream out = Files.newOutputStream(file)) {
      new ExecutionDataWriter(out).visitClassExecution(new ExecutionData(7, "a/B", probes));
    }
  }

  private boolean[] probes(String path) throws IOException {
    ExecFileLoader loader = new ExecFileLoader();
    loader.load(project.resolve(path).toFile());
    return loader.getExecutionDataStore().get(7).getProbes();
  }

  private CollectedFiles place(String... sources) {
    return place(AgentFiles.NONE, sources);
  }

  /** What a build with an agent writes. */
  private AgentFiles agent(String path, boolean append) {
    return new AgentFiles(List.of(new JacocoAgent(project.resolve(path), append)));
  }

  private CollectedFiles place(AgentFiles agents, String... sources) {
    PlacedFiles placed =
        new PlacedFiles(project, new SourceFiles(Set.of(sources)), agents, refusals);
    placed.place(fetched);
    return placed.collected();
  }

  @Test
  void aPathOfOneWorkerKeepsItsNameAndReplacesAnOlderFile() throws IOException {
    Files.createDirectories(project.resolve("target"));
    Files.writeString(project.resolve("target/a.png"), "old");
    fetched("target/a.png", "w1", "new");
    fetched("web/target/b.png", "w2", "b");

    assertThat(place().line()).isEqualTo("Collected 2 files, 1 kB");
    assertThat(project.resolve("target/a.png")).hasContent("new");
    assertThat(project.resolve("web/target/b.png")).hasContent("b");
    assertThat(refusals.lines()).isEmpty();
  }

  @Test
  void aPathOfSeveralWorkersGetsTheirNames() throws IOException {
    fetched("target/a.png", "w1", "one");
    fetched("target/a.png", "w2", "two");
    fetched("target/log", "w1", "one");
    fetched("target/log", "w2", "two");
    // The name that the first one would get.
    fetched("target/a.w1.png", "w3", "three");

    assertThat(place().files()).isEqualTo(5);
    assertThat(project.resolve("target/a.png")).doesNotExist();
    assertThat(project.resolve("target/a.w1.2.png")).hasContent("one");
    assertThat(project.resolve("target/a.w2.png")).hasContent("two");
    assertThat(project.resolve("target/a.w1.png")).hasContent("three");
    assertThat(project.resolve("target/log.w1")).hasContent("one");
    assertThat(project.resolve("target/log.w2")).hasContent("two");
  }

  @Test
  void equalFilesOfSeveralWorkersAreOne() throws IOException {
    fetched("target/a.css", "w1", "same");
    fetched("target/a.css", "w2", "same");

    assertThat(place().files()).isEqualTo(1);
    assertThat(project.resolve("target/a.css")).hasContent("same");
  }

  @Test
  void filesOfJacocoAreMerged() throws IOException {
    for (String module : new String[] {"core", "web"}) {
      String path = module + "/target/jacoco.exec";
      coverage(fetched(path, "w1"), true, false, false);
      coverage(fetched(path, "w2"), false, true, false);
    }
    coverage(fetched("one/target/jacoco.exec", "w1"), true, false, false);

    assertThat(place().line())
        .isEqualTo("Collected 3 files, 1 kB (jacoco.exec of 2 modules merged)");
    assertThat(probes("core/target/jacoco.exec")).containsExactly(true, true, false);
    assertThat(probes("web/target/jacoco.exec")).containsExactly(true, true, false);
    assertThat(probes("one/target/jacoco.exec")).containsExactly(true, false, false);
  }

  @Test
  void aFileOfJacocoKeepsWhatIsThereOnlyIfItsAgentAppends() throws IOException {
    coverage(project.resolve("core/target/jacoco.exec"), false, false, true);
    coverage(project.resolve("web/target/jacoco.exec"), false, false, true);
    coverage(fetched("core/target/jacoco.exec", "w1"), true, false, false);
    coverage(fetched("web/target/jacoco.exec", "w1"), true, false, false);

    place(agent("core/target/jacoco.exec", true));
    assertThat(probes("core/target/jacoco.exec")).containsExactly(true, false, true);
    assertThat(probes("web/target/jacoco.exec")).containsExactly(true, false, false);
  }

  @Test
  void aBrokenFileOfJacocoIsNamedAndTheOthersAreMerged() throws IOException {
    String path = "target/jacoco.exec";
    coverage(fetched(path, "w1"), true, false, false);
    Path cut = fetched(path, "w2");
    coverage(cut, false, true, false);
    Files.write(cut, Arrays.copyOf(Files.readAllBytes(cut), 20));
    coverage(fetched(path, "w3"), false, false, true);
    coverage(fetched(path, "w4"), true, true);

    assertThat(place().files()).isEqualTo(1);
    assertThat(probes(path)).containsExactly(true, false, true);
    assertThat(refusals.lines())
        .containsExactly(
            "not collected: target/jacoco.exec of w2: it is cut off",
            "not collected: target/jacoco.exec of w4: it does not fit to the others: it knows"
                + " another class a/B");
  }

  @Test
  void aBrokenFileHereIsPutAsideAndTheNewCoverageComes() throws IOException {
    String path = "target/jacoco.exec";
    coverage(fetched(path, "w1"), true, false, false);
    Files.createDirectories(project.resolve("target"));
    Files.writeString(project.resolve(path), "broken");

    assertThat(place(agent(path, true)).files()).isEqualTo(1);
    assertThat(probes(path)).containsExactly(true, false, false);
    assertThat(project.resolve("target/jacoco.exec.damaged")).hasContent("broken");
    assertThat(refusals.lines())
        .singleElement()
        .asString()
        .startsWith("target/jacoco.exec is damaged: it is now called jacoco.exec.damaged, ");
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void anEmptyFileOfJacocoIsNoCoverage(boolean known) throws IOException {
    String path = "target/jacoco.exec";
    coverage(project.resolve(path), false, false, true);
    coverage(project.resolve("target/it.exec"), false, false, true);
    coverage(fetched(path, "w1"), true, false, false);
    fetched(path, "w2", "");
    fetched("target/it.exec", "w2", "");
    fetched("new/target/jacoco.exec", "w1", "");

    AgentFiles agents =
        new AgentFiles(
            known
                ? List.of(
                    new JacocoAgent(project.resolve(path), true),
                    new JacocoAgent(project.resolve("target/it.exec"), true),
                    new JacocoAgent(project.resolve("new/target/jacoco.exec"), false))
                : List.of());
    assertThat(place(agents).files()).isEqualTo(known ? 1 : 2);
    assertThat(probes(path)).containsExactly(true, false, known);
    assertThat(probes("target/it.exec")).containsExactly(false, false, true);
    // Nobody knows what it is for.
    assertThat(Files.exists(project.resolve("new/target/jacoco.exec"))).isEqualTo(!known);
    assertThat(project.resolve("target"))
        .isDirectoryNotContaining(file -> file.toString().contains(".w"));
    assertThat(refusals.lines()).isEmpty();
  }

  @Test
  void anEmptyFileOfTheUserComesBack() throws IOException {
    Files.createDirectories(project.resolve("target"));
    Files.writeString(project.resolve("target/one.lock"), "old");
    fetched("target/one.lock", "w1", "");
    fetched("target/two.exec", "w1", "");
    fetched("target/two.exec", "w2", "");
    fetched("target/three.txt", "w1", "");
    fetched("target/three.txt", "w2", "text");

    assertThat(place(agent("target/jacoco.exec", true)).files()).isEqualTo(4);
    assertThat(project.resolve("target/one.lock")).isEmptyFile();
    assertThat(project.resolve("target/two.exec")).isEmptyFile();
    assertThat(project.resolve("target/three.w1.txt")).isEmptyFile();
    assertThat(project.resolve("target/three.w2.txt")).hasContent("text");
  }

  @Test
  void onAFullDiskTheOlderFileStays() throws Exception {
    try (SmallDisk disk = SmallDisk.mount(project, 1)) {
      Path older = Files.createDirectories(project.resolve("target")).resolve("a.png");
      Files.writeString(older, "old");
      fetched("target/a.png", "w1", "x".repeat(1 << 20));
      disk.fill();

      assertThat(place().files()).isZero();
      assertThat(older).hasContent("old");
      assertThat(refusals.lines())
          .containsExactly(
              "not collected: target/a.png: cannot be written: No space left on device");
      assertThat(older.getParent()).isDirectoryNotContaining("glob:**/.rrrspec*");
    }
  }

  @Test
  void noLinkLeadsToAFileThatIsPutAside() throws IOException {
    Path outside = Files.createDirectory(scratch.resolve("outside"));
    Files.writeString(outside.resolve("jacoco.exec"), "not yours");
    Files.createSymbolicLink(project.resolve("target"), outside);
    coverage(fetched("target/jacoco.exec", "w1"), true);

    assertThat(place(agent("target/jacoco.exec", true)).files()).isZero();
    assertThat(outside.resolve("jacoco.exec")).hasContent("not yours");
  }

  @Test
  void aSourceFileStaysAndOneThatIsTheSameIsNoNews() throws IOException {
    Files.writeString(project.resolve("changed.txt"), "mine");
    Files.writeString(project.resolve("same.txt"), "same");
    fetched("changed.txt", "w1", "theirs");
    fetched("same.txt", "w1", "same");
    // Deleted here, and still tracked.
    fetched("deleted.txt", "w1", "theirs");

    assertThat(place("changed.txt", "same.txt", "deleted.txt").files()).isZero();
    assertThat(project.resolve("changed.txt")).hasContent("mine");
    assertThat(project.resolve("deleted.txt")).doesNotExist();
    assertThat(refusals.lines())
        .containsExactly(
            "not collected: changed.txt: it is a file of the sources here, and stays as it is",
            "not collected: deleted.txt: it is a file of the sources here, and stays as it is");
  }

  @Test
  void noLinkIsFollowedOrReplaced() throws IOException {
    Path outside = Files.createDirectory(scratch.resolve("outside"));
    Path secret = Files.writeString(outside.resolve("secret.txt"), "secret");
    Files.createSymbolicLink(project.resolve("target"), outside);
    Files.createDirectory(project.resolve("reports"));
    Files.createSymbolicLink(project.resolve("reports/secret.txt"), secret);
    Files.writeString(project.resolve("file"), "no directory");
    fetched("target/secret.txt", "w1", "theirs");
    fetched("reports/secret.txt", "w1", "theirs");
    fetched("file/a.txt", "w1", "theirs");

    assertThat(place().files()).isZero();
    assertThat(secret).hasContent("secret");
    assertThat(project.resolve("reports/secret.txt")).isSymbolicLink();
    assertThat(refusals.lines())
        .hasSize(3)
        .allMatch(line -> line.contains("there is a link or a "));
  }
}
