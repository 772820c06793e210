package io.rrrspec.acceptance.flow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.rrrspec.acceptance.page.DocPage;
import io.rrrspec.acceptance.page.PageFleet;
import io.rrrspec.common.redis.Keys;
import io.rrrspec.common.redis.RedisConnection;
import io.rrrspec.testing.RealParts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** The worked examples of docs/flows.md, as they are written there. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class FlowsPageIT {
  private static final int WORKERS = 2;
  private static final String MODULES = "Build, the tests";
  private static final String MATRIX = "A nightly matrix";
  private static final String JDKS = "/usr/lib/jvm/java-%d-openjdk-amd64";
  private static final String FLAKY = "The flaky classes";

  /** A line of a history. */
  private static final Pattern RUN = Pattern.compile("(?m)^([0-9a-f-]{36}) .* (?:passed|bad) ");

  private final @Nullable Path otherJdk = otherJdk();
  private Path home;
  private DocPage page;
  private PageFleet fleet;

  /** What stands for the JDKs of the page. */
  static Map<String, String> jdks(@Nullable Path other) {
    Map<String, String> jdks = new LinkedHashMap<>();
    jdks.put(String.format(JDKS, 17), System.getProperty("java.home"));
    if (other != null) {
      jdks.put(String.format(JDKS, 21), other.toString());
    }
    return jdks;
  }

  private static @Nullable Path otherJdk() {
    Path own = Path.of(System.getProperty("java.home"));
    try (Stream<Path> jdks = Files.list(Path.of("/usr/lib/jvm"))) {
      return jdks.filter(jdk -> Files.isExecutable(jdk.resolve("bin/javac")))
          .filter(jdk -> feature(jdk) > 17 && feature(jdk) != feature(own))
          .findFirst()
          .orElse(null);
    } catch (IOException e) {
      return null;
    }
  }

  /** The number of a JDK's version; 0 if it does not say. */
  private static int feature(Path jdk) {
    try (Stream<String> lines = Files.lines(jdk.resolve("release"))) {
      return lines
          .filter(line -> line.startsWith("JAVA_VERSION="))
          .map(line -> Runtime.Version.parse(line.replaceAll(".*=|\"", "")).feature())
          .findFirst()
          .orElse(0);
    } catch (IOException e) {
      return 0;
    }
  }

  @BeforeAll
  void start(@TempDir Path directory) throws Exception {
    home = directory;
    RealParts.require("mvn");
    page = new DocPage("flows.md", "## Worked examples", home, jdks(otherJdk));
    fleet = new PageFleet(home);
    List<String> commands = page.save("The project and the fleet");
    fleet.run(commands.get(0));
    fleet.start(commands.get(1));
    fleet.awaitWorkers(WORKERS);
  }

  @AfterAll
  void end() throws Exception {
    fleet.close();
  }

  private static List<String> lines(String printed) {
    return printed.lines().map(DocPage::alike).toList();
  }

  private List<String> effects(String file) throws IOException {
    return Files.readAllLines(home.resolve("rrrspec").resolve(file));
  }

  @Test
  void eachClassOfTheFourModulesRunsOnce() throws Exception {
    List<String> commands = page.save(MODULES);
    Files.deleteIfExists(home.resolve("rrrspec/seen.txt"));
    String printed = fleet.run(commands.get(0));
    assertThat(lines(printed)).containsAll(page.shown(MODULES));
    assertThat(effects("seen.txt"))
        .containsExactlyInAnyOrderElementsOf(
            Stream.of("core", "web", "store", "api")
                .flatMap(
                    part ->
                        Stream.of("First", "Second", "Third")
                            .map(name -> part + "." + name + "Test"))
                .toList());
    assertThat(effects("report.txt")).hasSize(12).allMatch(line -> line.strip().startsWith("1 "));
  }

  @Tag("nightly")
  @Test
  void theMatrixRunsOnBothJdks() throws Exception {
    if (otherJdk == null) {
      assumeTrue(false, "there is no second JDK in /usr/lib/jvm");
      return;
    }
    List<String> commands = page.save(MATRIX);
    String printed = fleet.run(commands.get(0));
    int own = Runtime.version().feature();
    assertThat(lines(printed))
        .containsAll(
            page.shown(MATRIX).stream()
                .map(line -> line.replace("Java 17", "Java " + own))
                .map(line -> line.replace("Java 21", "Java " + feature(otherJdk)))
                .toList());
    assertThat(effects("jdks.txt"))
        .containsExactlyInAnyOrder("Java " + own, "Java " + feature(otherJdk));
  }

  @Tag("nightly")
  @Test
  void eachFlakyClassRunsTwentyTimes() throws Exception {
    List<String> commands = page.save(FLAKY);
    String printed = fleet.run(commands.get(0));
    assertThat(effects("cart.txt")).hasSize(1);
    printed += fleet.run(commands.get(1));
    assertThat(lines(printed)).containsAll(page.shown(FLAKY));
    assertThat(effects("cart.txt")).isEqualTo(Collections.nCopies(21, "passed"));
    assertThat(fields(printed, "max_workers")).containsOnly("1");
    assertThat(fields(printed, "sources")).hasSize(1).allMatch(digest -> digest.length() == 64);

    Files.delete(home.resolve("shop/src/test/java/cart/CartTest.java"));
    assertThat(lines(fleet.run(commands.get(1).replaceAll(".*rrrspec-java client.*", ""))))
        .as("a class that is gone")
        .contains("succeeded TIME again");
  }

  /** The values that a field has in the runs of a printed history. */
  private Set<String> fields(String printed, String field) throws IOException {
    Keys keys = new Keys("rrrspec");
    try (RedisConnection redis = RedisConnection.open(fleet.redis().url(), 1)) {
      return RUN.matcher(printed)
          .results()
          .map(run -> redis.commands().hget(keys.taskset(run.group(1)), field))
          .collect(Collectors.toSet());
    }
  }
}
