package io.rrrspec.worker.build.state;

import static org.assertj.core.api.Assertions.assertThat;

import io.rrrspec.common.project.Project;
import io.rrrspec.common.project.ProjectModule;
import io.rrrspec.common.project.TestExecution;
import io.rrrspec.common.project.TestJvm;
import io.rrrspec.common.project.TestProvider;
import io.rrrspec.common.project.TestSelection;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProductsTest {
  private static final long BUILD_WROTE_ALL = 0;
  private static final long BUILD_WROTE_NOTHING = Long.MAX_VALUE;
  private static final List<String> WRITTEN =
      List.of(".rrrspec/project.json", ".rrrspec/slave.args", ".rrrspec/slave.sh");

  @TempDir Path temp;
  private Path project;
  private Path classes;

  @BeforeEach
  void make() throws IOException {
    project = temp.toRealPath();
    classes = project.resolve("target/test-classes");
    write("target/test-classes/ATest.class");
    write("target/test-classes/copy.txt");
    write("target/test-classes/of-a-test.txt");
    write("target/surefire-reports/report.txt");
    write("target/generated-test-sources/g/G.java");
  }

  private Path write(String name) throws IOException {
    Path file = project.resolve(name);
    Files.createDirectories(file.getParent());
    return Files.writeString(file, "content");
  }

  private Set<String> products(@Nullable Map<Path, FileEntry> before, long since)
      throws IOException {
    Set<Path> sources = Set.of(project.resolve("src/test/resources/copy.txt"));
    return Products.find(
            project,
            withTestClasses(),
            Set.of(project.resolve("target")),
            Set.of(project.resolve("target/generated-test-sources")),
            sources,
            before,
            since)
        .stream()
        .map(product -> project.relativize(product).toString())
        .filter(
            product -> !WRITTEN.contains(product) && Files.isRegularFile(project.resolve(product)))
        .collect(Collectors.toSet());
  }

  private Project withTestClasses() {
    TestJvm jvm =
        new TestJvm(
            "java",
            List.of(),
            true,
            Map.of(),
            Map.of(),
            List.of(),
            project.toString(),
            List.of(classes.toString()));
    TestSelection selection =
        new TestSelection(classes.toString(), List.of(), List.of(), "", "", List.of(), List.of());
    TestExecution execution =
        new TestExecution(
            "default-test",
            TestProvider.JUNIT_PLATFORM,
            jvm,
            selection,
            Map.of(),
            1,
            true,
            List.of("ATest"),
            "",
            false,
            false);
    return new Project(
        Project.FORMAT,
        List.of(new ProjectModule("", "g:a", "", List.of(execution))),
        List.of(),
        List.of());
  }

  private Map<Path, FileEntry> entries(String... names) throws IOException {
    Map<Path, FileEntry> entries = new HashMap<>();
    for (String name : names) {
      Path file = project.resolve(name);
      entries.put(file, FileEntry.read(file, FileStamp.of(file)));
    }
    return entries;
  }

  @Test
  void afterTheFirstBuildAllOnTheClassPathCounts() throws IOException {
    assertThat(products(null, BUILD_WROTE_NOTHING))
        .containsExactlyInAnyOrder(
            "target/test-classes/ATest.class",
            "target/test-classes/copy.txt",
            "target/test-classes/of-a-test.txt",
            "target/generated-test-sources/g/G.java");
  }

  @Test
  void whatATestHasWrittenDoesNotCountLater() throws IOException {
    Map<Path, FileEntry> before = entries("target/test-classes/of-a-test.txt");
    Files.writeString(classes.resolve("of-a-test.txt"), "of the next run");

    assertThat(products(before, BUILD_WROTE_NOTHING))
        .containsExactlyInAnyOrder(
            "target/test-classes/ATest.class",
            "target/test-classes/copy.txt",
            "target/generated-test-sources/g/G.java");
  }

  @Test
  void aCopyOfASourceCountsEvenIfItWasEdited() throws IOException {
    Map<Path, FileEntry> before = entries("target/test-classes/copy.txt");
    Files.writeString(classes.resolve("copy.txt"), "edited by somebody");

    assertThat(products(before, BUILD_WROTE_NOTHING)).contains("target/test-classes/copy.txt");
  }

  @Test
  void aCopyOfASourceCountsEvenIfItWasReplacedByALink() throws IOException {
    Map<Path, FileEntry> before = entries("target/test-classes/copy.txt");
    Files.delete(classes.resolve("copy.txt"));
    Files.createSymbolicLink(classes.resolve("copy.txt"), classes.resolve("of-a-test.txt"));

    assertThat(products(before, BUILD_WROTE_NOTHING)).contains("target/test-classes/copy.txt");
  }

  @Test
  void whatEarlierBuildsHaveWrittenCountsAsLongAsItIsTheSame() throws IOException {
    Map<Path, FileEntry> before = entries("target/test-classes/of-a-test.txt");

    assertThat(products(before, BUILD_WROTE_NOTHING)).contains("target/test-classes/of-a-test.txt");
  }

  @Test
  void whatThisBuildHasWrittenCounts() throws IOException {
    assertThat(products(Map.of(), BUILD_WROTE_ALL))
        .contains("target/test-classes/of-a-test.txt", "target/surefire-reports/report.txt");
  }
}
