package io.rrrspec.worker.build;

import static org.assertj.core.api.Assertions.assertThat;

import io.rrrspec.common.project.Project;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SkipWhenCurrentTest {
  @TempDir Path temp;

  @Test
  void mavenRunsOnlyIfSomethingHasChanged() throws IOException {
    Fixture fixture = Fixture.copy("jupiter-5.14", temp);
    Path hidden = fixture.dir().resolve("src/test/resources/.cfg/a.properties");
    Files.createDirectories(hidden.getParent());
    Files.writeString(hidden, "a=1");
    var first = fixture.prepare();
    assertThat(fixture.whyNot()).isNull();
    assertThat(fixture.prepare()).isEqualTo(first);
    assertThat(fixture.timesMavenRan()).isEqualTo(1);
    Map<String, String> environment = new HashMap<>(System.getenv());
    environment.remove("HOME");
    assertThat(fixture.whyNot(environment)).isEqualTo("the variable HOME has changed");

    Path source = fixture.dir().resolve("src/main/java/example/Calculator.java");
    String text = Files.readString(source);
    Files.setLastModifiedTime(source, FileTime.from(Instant.EPOCH));
    assertThat(fixture.whyNot()).as("only touched").isNull();
    Files.writeString(source, text + "// changed\n");
    assertThat(fixture.whyNot()).isEqualTo("src/main/java/example/Calculator.java has changed");
    Files.writeString(source, text);
    assertThat(fixture.whyNot()).as("source as it was").isNull();

    FileTime time = Files.getLastModifiedTime(hidden);
    Files.writeString(hidden, "a=2");
    Files.setLastModifiedTime(hidden, time);
    assertThat(fixture.whyNot()).isEqualTo("src/test/resources/.cfg/a.properties has changed");
    Files.writeString(hidden, "a=1");
    Files.setPosixFilePermissions(hidden, PosixFilePermissions.fromString("rwx------"));
    assertThat(fixture.whyNot()).endsWith("a.properties has other permissions");
    Files.setPosixFilePermissions(hidden, PosixFilePermissions.fromString("rw-r--r--"));
    assertThat(fixture.whyNot()).isNull();

    Files.createDirectories(fixture.dir().resolve(".git"));
    Files.writeString(fixture.dir().resolve(".git/index"), "1");
    Files.createDirectories(fixture.dir().resolve("target/tmp"));
    Files.writeString(fixture.dir().resolve("target/tmp/of-a-test"), "1");
    Files.writeString(fixture.dir().resolve("target/test-classes/of-a-test.txt"), "1");
    assertThat(fixture.whyNot()).as("what is no source and no product").isNull();

    Path compiled = fixture.dir().resolve("target/classes/example/Calculator.class");
    Files.setLastModifiedTime(compiled, FileTime.from(Instant.EPOCH));
    assertThat(fixture.whyNot()).as("class touched").isNull();
    Files.delete(compiled);
    assertThat(fixture.whyNot()).isEqualTo("target/classes/example/Calculator.class is gone");
    fixture.prepare();
    assertThat(fixture.timesMavenRan()).isEqualTo(2);
    assertThat(compiled).exists();
    assertThat(fixture.whyNot()).isNull();

    Files.writeString(fixture.dir().resolve("target/test-classes/of-a-test.txt"), "2");
    assertThat(fixture.whyNot()).as("what a test writes in each run").isNull();
    Path stranger = fixture.dir().resolve("target/test-classes/example/StrangerTest.class");
    Files.copy(compiled, stranger);
    assertThat(fixture.whyNot()).endsWith("StrangerTest.class is new");
    Files.delete(stranger);

    Files.writeString(fixture.dir().resolve("new.txt"), "new");
    assertThat(fixture.whyNot()).isEqualTo("new.txt is new");
  }

  @Test
  void aClassThatASlaveDidNotFindMakesAllCompiledAnew() throws IOException {
    Fixture fixture = Fixture.copy("jupiter-5.14", temp);
    fixture.prepare();
    // As if something had spoilt a class that Maven takes for up to date.
    Path stale = fixture.dir().resolve("target/test-classes/example/Stale.class");
    Files.writeString(stale, "no class");
    Files.writeString(
        Project.directory(fixture.dir()).resolve("distrusted"), "class a.B was missing");

    assertThat(fixture.whyNot()).isEqualTo("class a.B was missing");
    fixture.prepare();
    assertThat(stale).doesNotExist();
    assertThat(fixture.whyNot()).isNull();
  }
}
