package io.rrrspec.client.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rrrspec.common.RrrspecException;
import io.rrrspec.common.ServiceException;
import io.rrrspec.common.UsageException;
import io.rrrspec.common.model.RsyncInfo;
import io.rrrspec.testing.RealParts;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PackerTest {
  private static final String OPTIONS = "--recursive --links --perms --times";

  @TempDir Path directory;
  private Path sources;
  private Path target;

  @BeforeEach
  void directories() throws IOException {
    sources = Files.createDirectory(directory.resolve("sources")).toRealPath();
    target = Files.createDirectory(directory.resolve("target"));
  }

  private void write(String... files) throws IOException {
    for (String name : files) {
      Path file = sources.resolve(name);
      Files.createDirectories(file.getParent());
      Files.writeString(file, name);
    }
  }

  private boolean send() {
    RealParts.require("rsync");
    return new Packer()
        .send(sources, new RsyncInfo(target.toString(), OPTIONS), "shop", () -> false);
  }

  private List<String> sent() throws IOException {
    Path place = target.resolve("shop");
    try (Stream<Path> files = Files.walk(place)) {
      return files
          .filter(Files::isRegularFile)
          .map(file -> place.relativize(file).toString())
          .sorted()
          .toList();
    }
  }

  private void git(String... args) throws Exception {
    RealParts.require("git");
    List<String> command = Stream.concat(Stream.of("git"), Stream.of(args)).toList();
    Process process =
        new ProcessBuilder(command).directory(sources.toFile()).redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(said).isZero();
  }

  @Test
  void productsAndWhatIsNotHereAnyMoreAreNotThere() throws Exception {
    write("pom.xml", "src/main/java/shop/target/A.java", "src/build/B.txt", "mod/src/x/target/C");
    write("target/classes/A.class", "mod/target/C.class", "build/x", ".rrrspec/project.json");
    assertThat(send()).isTrue();
    assertThat(sent())
        .containsExactly(
            "mod/src/x/target/C", "pom.xml", "src/build/B.txt", "src/main/java/shop/target/A.java");

    Files.delete(sources.resolve("src/build/B.txt"));
    write("notes.txt", "A file; with 'odd' [name]*.txt");
    send();
    assertThat(sent())
        .contains("notes.txt", "A file; with 'odd' [name]*.txt")
        .doesNotContain("src/build/B.txt");
  }

  @Test
  void aModuleMayBeCalledAsOutputsAre() throws Exception {
    write(
        "build/src/main/java/A.java",
        "build/target/A.class",
        "tools/target/one/build/x",
        "other/build/y");
    write("tools/target/one/src/B.java", "tools/target/two/C.java");
    poms("pom.xml", "build", "tools/pom.xml", "other");
    poms("tools/pom.xml", "target/one");
    poms("build/pom.xml", "../..", "missing");
    assertThat(send()).isTrue();
    assertThat(sent())
        .contains("build/pom.xml", "build/src/main/java/A.java", "tools/target/one/src/B.java")
        .noneMatch(file -> file.endsWith(".class") || file.endsWith("/x") || file.endsWith("/y"));
  }

  private void poms(String file, String... modules) throws IOException {
    write(file);
    String names =
        Stream.of(modules)
            .map(name -> "<module>" + name + "</module>")
            .collect(Collectors.joining());
    Files.writeString(sources.resolve(file), "<project><modules>" + names + "</modules></project>");
  }

  @Test
  void gitSaysWhatIsIgnoredWithItsExceptions() throws Exception {
    git("init", "-q");
    write("a.jar", "wrapper/wrapper.jar", "tracked.jar", "out/deep/x", "odd[1]*.jar", "odd1.txt");
    git("add", "tracked.jar");
    Files.writeString(sources.resolve(".gitignore"), "*.jar\n!wrapper.jar\n/out/\n");
    send();
    assertThat(sent())
        .containsExactly(".gitignore", "odd1.txt", "tracked.jar", "wrapper/wrapper.jar");
  }

  @Test
  void withoutGitRsyncReadsGitignoreItself() throws Exception {
    write("a.jar", "b.txt", "deep/c.jar", "deep/d.log", "d.log");
    Files.writeString(sources.resolve(".gitignore"), "*.jar\n");
    Files.writeString(sources.resolve("deep/.gitignore"), "*.log\n");
    send();
    assertThat(sent()).containsExactly(".gitignore", "b.txt", "d.log", "deep/.gitignore");
  }

  @Test
  void rulesOfTheProjectComeFirst() throws Exception {
    write("target/keep/x", "target/other", "big/data");
    Files.writeString(
        sources.resolve(".rrrspec-filter"),
        "- /big/\n+ /target/\n+ /target/keep/***\n- /target/*\n");
    send();
    assertThat(sent()).containsExactly(".rrrspec-filter", "target/keep/x");
  }

  @Test
  void contentDecidesNotSizeAndTime() throws Exception {
    FileTime time = FileTime.fromMillis(1_600_000_000_000L);
    Path script = sources.resolve("check.sh");
    Files.writeString(script, "exit 0");
    Files.setLastModifiedTime(script, time);
    send();
    Files.writeString(script, "exit 1");
    Files.setLastModifiedTime(script, time);
    send();
    assertThat(target.resolve("shop/check.sh")).hasContent("exit 1");

    Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwxr-xr-x"));
    send();
    assertThat(target.resolve("shop/check.sh")).isExecutable();

    Files.delete(script);
    write("check.sh/now/a/directory");
    send();
    assertThat(sent()).containsExactly("check.sh/now/a/directory");
  }

  @Test
  void withoutRsyncItSaysWhatToInstall() {
    RsyncInfo info = new RsyncInfo(target.toString(), OPTIONS);
    assertThatThrownBy(() -> new Packer("no-such-rsync").send(sources, info, "shop", () -> false))
        .isInstanceOf(ServiceException.class)
        .hasMessage(
            "cannot start no-such-rsync, which sends the sources: install rsync on this machine");
  }

  @Test
  void whatRsyncSaysIsShownWhenItFails() {
    RealParts.require("rsync");
    RsyncInfo info = new RsyncInfo(target.resolve("not/there").toString(), OPTIONS);
    assertThatThrownBy(() -> new Packer().send(sources, info, "shop", () -> false))
        .isInstanceOf(ServiceException.class)
        .hasMessageContaining("rsync could not send " + sources + " to " + target)
        .hasMessageContaining("exit code")
        .extracting(e -> ((RrrspecException) e).output())
        .asString()
        .contains("not/there");
  }

  @Test
  void aTargetThatIsFullIsNamedSo() throws IOException {
    // A stand-in: a full disk is nothing that every machine has.
    Path rsync = directory.resolve("rsync");
    Files.writeString(
        rsync,
        "#!/bin/bash\nfor i in {1..20}; do echo line $i; done\n"
            + "echo 'write failed on \"x\": No space left on device (28)' >&2; exit 11\n");
    Files.setPosixFilePermissions(rsync, PosixFilePermissions.fromString("rwx------"));
    RsyncInfo info = new RsyncInfo("files:/srv/rrrspec", OPTIONS);
    assertThatThrownBy(() -> new Packer(rsync.toString()).send(sources, info, "shop", () -> false))
        .isInstanceOf(ServiceException.class)
        .hasMessage(
            "rsync could not send "
                + sources
                + " to files:/srv/rrrspec/shop/ (exit code 11): there is no space left: make some,"
                + " or have the server publish another place")
        .extracting(e -> ((RrrspecException) e).output())
        .asString()
        .endsWith("No space left on device (28)")
        .hasLineCount(12);
  }

  @Test
  void itStopsOnRequest() throws IOException {
    Path rsync = directory.resolve("rsync");
    Files.writeString(rsync, "#!/bin/bash\nexec sleep 60\n");
    Files.setPosixFilePermissions(rsync, PosixFilePermissions.fromString("rwx------"));
    RsyncInfo info = new RsyncInfo("files:/srv", OPTIONS);
    assertThat(new Packer(rsync.toString()).send(sources, info, "shop", () -> true)).isFalse();
  }

  @Test
  void aDirectoryThatIsNoneOrHoldsTheTargetIsRefused() {
    assertThatThrownBy(
            () ->
                new Packer()
                    .send(
                        sources.resolve("gone"),
                        new RsyncInfo(target.toString(), OPTIONS),
                        "shop",
                        () -> false))
        .isInstanceOf(UsageException.class)
        .hasMessageStartingWith("packaging_dir: there is no directory " + sources + "/gone");
    assertThatThrownBy(
            () ->
                new Packer()
                    .send(
                        sources,
                        new RsyncInfo(sources.resolve("x").toString(), OPTIONS),
                        "shop",
                        () -> false))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("contains the place that sources are sent to");
  }
}
