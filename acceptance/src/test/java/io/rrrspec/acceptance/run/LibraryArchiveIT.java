package io.rrrspec.acceptance.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A project with a large library, of which the test JVMs load thousands of classes. */
class LibraryArchiveIT {
  private static final String SHARED = "source: shared objects file (top)";

  @TempDir Path scratch;
  private RealRun run;

  @BeforeEach
  void project() throws IOException {
    run = new RealRun(scratch, "large-library");
    run.environment("XDG_CACHE_HOME", scratch.resolve("cache").toString());
  }

  @Test
  void fromTheSecondRunOnClassesOfLibrariesComeFromAnArchive() throws Exception {
    RealRun.Result first = run();
    assertThat(Files.readString(script()))
        .containsPattern("(?m)^# Libraries: .*/groovy-4\\.0\\.4\\.jar$");
    assertThat(first.suites().counts()).containsOnlyKeys("shop.LibraryTest", "shop.OrderTest");
    awaitEnding(".jsa");

    Path archive = libraries().get(0);
    assertSame(runLogged("second"), first);
    assertThat(loaded("second", "groovy.lang.GroovyObject")).contains(SHARED);
    assertThat(loaded("second", "shop.LibraryTest")).doesNotContain(SHARED);

    // It has no objects, which depend on the collector.
    Path pom = run.project().resolve("pom.xml");
    Files.writeString(pom, Files.readString(pom).replace("-Xmx512m", "-Xmx512m -XX:+UseSerialGC"));
    assertSame(runLogged("serial"), first);
    assertThat(loaded("serial", "groovy.lang.GroovyObject")).contains(SHARED);

    // What does not fit is passed over, without a word among the output of the tests.
    Files.delete(archive);
    Files.writeString(archive, "no archive");
    RealRun.Result damaged = runLogged("damaged");
    assertSame(damaged, first);
    assertThat(damaged.suites().output().toString()).doesNotContain("cds", "archive");
    assertThat(loaded("damaged", "groovy.lang.GroovyObject"))
        .contains("groovy-4.0.4.jar")
        .doesNotContain(SHARED);
    assertThat(libraries()).containsExactly(archive);
  }

  @Test
  void aRunGetsOverAnArchiveThatIsDamaged() throws Exception {
    RealRun.Result first = run();
    awaitEnding(".jsa");
    Path archive = libraries().get(0);
    assertThat(archive.toFile().setWritable(true)).isTrue();
    try (FileChannel file = FileChannel.open(archive, StandardOpenOption.WRITE)) {
      file.truncate(file.size() / 2);
    }
    assertSame(run(), first);
  }

  @Test
  void thereIsNoneOfFewClasses() throws Exception {
    Files.delete(run.project().resolve("src/test/java/shop/LibraryTest.java"));
    run();
    awaitEnding(".few");
    run();
    assertThat(libraries()).allMatch(file -> file.toString().endsWith(".few")).hasSize(1);
  }

  @Test
  void aProjectThatLogsByItselfKeepsTheOrderOfItsClassPath() throws Exception {
    Path pom = run.project().resolve("pom.xml");
    Files.writeString(
        pom, Files.readString(pom).replace("-Xmx512m", "-Xmx512m -Xlog:gc:file=gc.log"));
    run();
    assertThat(Files.readString(script())).containsPattern("(?m)^# Libraries: $");
    assertThat(libraries()).isEmpty();
  }

  private RealRun.Result run() throws Exception {
    RealRun.Result result = run.run("--slaves", "1", "--jvm", "as-is");
    assertThat(result.code()).as(result.err() + result.out()).isZero();
    return result;
  }

  /** A run whose JVMs write down where their classes come from. */
  private RealRun.Result runLogged(String name) throws Exception {
    run.environment(
        "JDK_JAVA_OPTIONS",
        "-Xlog:class+load:file=" + scratch.resolve(name + "-%p.loaded") + ":none");
    return run();
  }

  private static void assertSame(RealRun.Result result, RealRun.Result first) {
    assertThat(result.suites().counts()).isEqualTo(first.suites().counts());
    assertThat(result.suites().failures()).isEqualTo(first.suites().failures()).isEmpty();
  }

  /** Where the JVM of a run that is logged has found a class. */
  private String loaded(String name, String className) throws IOException {
    try (Stream<Path> logs = Files.list(scratch)) {
      List<Path> all =
          logs.filter(file -> file.getFileName().toString().startsWith(name + "-")).toList();
      for (Path log : all) {
        for (String line : Files.readAllLines(log)) {
          if (line.startsWith(className + " ")) {
            return line;
          }
        }
      }
    }
    throw new AssertionError("no JVM has loaded " + className);
  }

  private Path script() {
    return run.project().resolve(".rrrspec/slave.sh");
  }

  /** Its making has the lowest priority, and may take minutes. */
  private void awaitEnding(String ending) {
    await("a file " + ending)
        .atMost(Duration.ofMinutes(4))
        .untilAsserted(
            () ->
                assertThat(libraries())
                    .hasSize(1)
                    .allMatch(file -> file.toString().endsWith(ending)));
  }

  /** All files of archives of libraries. */
  private List<Path> libraries() throws IOException {
    List<Path> found = new ArrayList<>();
    Path cache = scratch.resolve("cache/rrrspec-java/cds");
    if (Files.isDirectory(cache)) {
      Files.walkFileTree(
          cache,
          new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
              if (file.getFileName().toString().startsWith("libraries-")) {
                found.add(file);
              }
              return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path file, IOException gone) {
              return FileVisitResult.CONTINUE;
            }
          });
    }
    return found;
  }
}
