package io.rrrspec.worker.build;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.rrrspec.common.project.Project;
import io.rrrspec.worker.build.state.Freshness;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a build reads outside of its project counts, wherever Maven has it from. */
class OutsideInputsTest {
  @TempDir Path temp;

  /** Not for the temporary directory to follow. */
  private final List<Path> links = new ArrayList<>();

  @AfterEach
  void deleteLinks() throws IOException {
    for (Path link : links) {
      Files.delete(link);
    }
  }

  @Test
  void whatTheBuildReadsElsewhereIsLookedAt() throws IOException {
    String local = System.getProperty("localRepository");
    assumeThat(local).as("set by Surefire").isNotNull();
    Fixture all = Fixture.copy("outside", temp);
    Path repository = all.dir().resolve("repository");
    try (Stream<Path> groups = Files.list(Path.of(local))) {
      for (Path group : groups.filter(Files::isDirectory).toList()) {
        links.add(
            Files.createSymbolicLink(repository.resolve(group.getFileName().toString()), group));
      }
    }
    Path lib = repository.resolve("replaced/lib/1.0-SNAPSHOT/lib-1.0-SNAPSHOT.jar");
    emptyJar(lib);
    emptyJar(all.dir().resolve("handmade.jar"));
    Fixture app = all.module("app");
    Files.createDirectories(app.dir().resolve(".mvn"));
    Files.writeString(
        app.dir().resolve(".mvn/maven.config"), "-Dmaven.repo.local=" + repository + "\n");
    Files.writeString(app.dir().resolve(".mvn/jvm.config"), "-Dshop.jvm=${SHOP_JVM}\n");
    Path templates = app.dir().resolve("src/templates");
    Files.writeString(templates.resolve("${env.SHOP_NAME}.txt"), "");
    Path linked = Files.createDirectories(app.dir().resolve("src/linked"));
    Files.writeString(linked.resolve("l.properties"), "linked=@env.SHOP_LINKED@\n");
    Files.createSymbolicLink(templates.resolve("linked"), linked);
    Path made = app.dir().resolve("target/made-by-a-script/v.txt");
    Files.createDirectories(made.getParent());
    Files.writeString(made, "1");
    Project project = app.prepare();
    assertThat(project.classes()).containsExactly("example.OneTest");
    assertThat(app.whyNot()).isNull();
    assertThat(app.whyNot()).as("with the stamps of the last look").isNull();

    changes(app, all.dir().resolve("shared/data.txt"));
    changes(app, all.dir().resolve("excludes.txt"));
    changes(app, all.dir().resolve("parent/pom.xml"));
    changes(app, all.dir().resolve("handmade.jar"));
    changes(app, lib);
    changes(app, lib.resolveSibling("lib-1.0-SNAPSHOT.pom"));
    appears(app, all.dir().resolve("shared/.hidden/new.txt"));
    changes(app, repository.resolve("single.txt"));
    changes(app, all.dir().resolve("above.txt"));
    appears(app, all.dir().resolve("flag"));
    appears(app, lib.resolveSibling("maven-metadata-local.xml"));

    Files.writeString(made, "2");
    assertThat(app.whyNot()).isEqualTo("target/made-by-a-script/v.txt has changed");
    Files.writeString(made, "1");
    assertThat(app.whyNot()).as("as it was").isNull();
    appears(app, made.resolveSibling("w.txt"));
    Path report = app.dir().resolve("target/surefire-reports/new.txt");
    Files.createDirectories(report.getParent());
    Files.writeString(report, "of a run");
    assertThat(app.whyNot()).as("what no build reads").isNull();

    for (String name :
        List.of(
            "SHOP_STAGE",
            "SHOP_GREETING",
            "SHOP_TEMPLATE",
            "SHOP_FILTER",
            "SHOP_NAME",
            "SHOP_LINKED",
            "SHOP_JVM",
            "SHOP_WORD",
            "MAVEN_OPTS",
            "LC_ALL")) {
      Map<String, String> environment = new HashMap<>(System.getenv());
      environment.put(name, "/other");
      assertThat(app.whyNot(environment)).isEqualTo("the variable " + name + " has changed");
    }
    Map<String, String> environment = new HashMap<>(System.getenv());
    environment.put("BUILD_NUMBER", "17");
    environment.put("PWD", "/elsewhere");
    environment.put("SHLVL", "9");
    assertThat(app.whyNot(environment)).as("what the build does not name").isNull();

    assertThat(Files.readAllLines(Project.directory(app.dir()).resolve("outside")))
        .contains(
            all.dir().resolve("shared").toString(),
            all.dir().resolve("handmade.jar").toString(),
            all.dir().resolve("parent/pom.xml").toString())
        .noneMatch(line -> line.contains("lib-1.0"));

    // A worker knows its own files: it asks for the rest.
    Freshness freshness = new Freshness(app.dir(), InstantSource.system());
    assertThat(freshness.whyNotInWorkspace()).isNull();
    Files.writeString(app.dir().resolve("of-a-test.txt"), "");
    assertThat(freshness.whyNotInWorkspace()).as("what a test wrote").isNull();
    Files.writeString(all.dir().resolve("shared/data.txt"), "two\n");
    assertThat(stale(freshness).why()).endsWith("shared/data.txt has changed");
    assertThat(stale(freshness).fromClean()).isFalse();
    Files.delete(app.dir().resolve("target/test-classes/example/OneTest.class"));
    assertThat(stale(freshness).fromClean()).isTrue();
  }

  private static Freshness.Stale stale(Freshness freshness) {
    return Objects.requireNonNull(freshness.whyNotInWorkspace());
  }

  /** Changes the content and nothing else, and takes it back. */
  private static void changes(Fixture app, Path file) throws IOException {
    byte[] content = Files.readAllBytes(file);
    FileTime time = Files.getLastModifiedTime(file);
    byte[] other = content.clone();
    other[other.length - 1] ^= 1;
    Files.write(file, other);
    Files.setLastModifiedTime(file, time);
    assertThat(app.whyNot()).isEqualTo(file + " has changed");
    Files.write(file, content);
    assertThat(app.whyNot()).as("as it was").isNull();
  }

  private static void appears(Fixture app, Path file) throws IOException {
    Path parent = Objects.requireNonNull(file.getParent());
    boolean there = Files.exists(parent);
    Files.createDirectories(parent);
    Files.writeString(file, "new");
    assertThat(app.whyNot()).endsWith(" is new");
    Files.delete(file);
    if (!there) {
      Files.delete(parent);
    }
    assertThat(app.whyNot()).as("as it was").isNull();
  }

  private static void emptyJar(Path file) throws IOException {
    try (JarOutputStream jar = new JarOutputStream(Files.newOutputStream(file))) {
      jar.putNextEntry(new java.util.jar.JarEntry("empty.txt"));
      jar.closeEntry();
    }
  }

  @Test
  void aPluginThatMayDoAnythingMakesMavenRunUnlessSomebodyVouchesForIt() throws IOException {
    Fixture fixture = Fixture.copy("unrepeatable", temp);
    Map<String, String> environment = System.getenv();
    List<String> vouched = List.of("org.apache.maven.plugins:maven-antrun-plugin");
    fixture.prepare(environment, List.of());
    fixture.prepare(environment, List.of());
    assertThat(fixture.timesMavenRan()).isEqualTo(2);
    assertThat(fixture.progress().get(1))
        .endsWith(
            ": the build runs org.apache.maven.plugins:maven-antrun-plugin, which may depend on"
                + " anything; if not, list it in repeatable_plugins");
    Freshness freshness = new Freshness(fixture.dir(), InstantSource.system());
    assertThat(stale(freshness).why()).contains("maven-antrun-plugin");

    fixture.prepare(environment, vouched);
    assertThat(fixture.timesMavenRan()).as("on somebody's word").isEqualTo(2);
    assertThat(freshness.whyNotInWorkspace()).isNull();
  }
}
