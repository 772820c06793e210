package io.rrrspec.worker.agent.workspace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.rrrspec.common.ServiceException;
import io.rrrspec.common.process.ProcessKiller;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@ExtendWith(NeedsRsync.class)
class SyncedTest {
  @TempDir Path base;

  private Sandbox box;

  @BeforeEach
  void open() throws IOException {
    box = new Sandbox(base);
    box.source("pom.xml", "<project/>");
    box.source("src/A.java", "class A {}");
    box.source("src/B.java", "class B {}");
  }

  @AfterEach
  void close() {
    box.close();
  }

  @Test
  void aWorkspaceThatWasDeletedByHandIsSetUpAgain() throws Exception {
    box.source("a.txt", "a");
    box.prepare();
    Workspace.deleteAll(box.work.resolve(box.name));
    box.log.clear();
    box.prepare();

    assertThat(box.log).contains("set-up begins").noneMatch(l -> l.contains("skipped"));
    assertThat(box.setUps()).isEqualTo(1);
  }

  @Test
  void fetchesAndSetsUp() throws Exception {
    assertThat(box.prepare()).isEqualTo(box.work.toRealPath().resolve("shop"));

    assertThat(box.files()).containsExactly("pom.xml", "src/A.java", "src/B.java");
    assertThat(box.setUps()).isEqualTo(1);
    assertThat(box.log).anyMatch(line -> line.startsWith("synced: 5 entries, "));
    // What is told of each stage, and which stream a line comes from.
    assertThat(box.log)
        .containsSubsequence(
            "fetches the sources",
            "SYNCED",
            "set-up begins",
            "OUT working hard",
            "set-up has finished")
        .contains("ERR + echo working hard");
  }

  @Test
  void saysHowMuchHasChanged() throws Exception {
    box.source("data", "x".repeat(2_100));
    box.prepare();
    assertThat(box.log).anyMatch(line -> line.matches("synced: .* changed \\(3 kB\\), .*"));

    box.log.clear();
    box.prepare();
    assertThat(box.log)
        .anyMatch(line -> line.matches("synced: .* 0 of them changed \\(0 kB\\), .*"));
  }

  @Test
  void productsStayAndWhatIsGoneFromTheSourceGoes() throws Exception {
    box.prepare();
    Files.createDirectories(box.here("target/classes"));
    Files.writeString(box.here("target/classes/A.class"), "");
    Files.writeString(box.here("src/generated.txt"), "");
    box.remove("src/B.java");
    box.prepare();

    assertThat(box.files())
        .containsExactly("pom.xml", "src/A.java", "src/generated.txt", "target/classes/A.class");
    assertThat(box.log).anyMatch(line -> line.endsWith(" 1 deleted"));
  }

  @Test
  void aDirectoryThatIsGoneGoesUnlessProductsAreInIt() throws Exception {
    box.source("old/deep/X.java", "");
    box.source("kept/Y.java", "");
    box.prepare();
    Files.writeString(box.here("kept/product"), "");
    for (String gone : new String[] {"old/deep/X.java", "old/deep", "old", "kept/Y.java", "kept"}) {
      box.remove(gone);
    }
    box.prepare();

    assertThat(box.here("old")).doesNotExist();
    assertThat(box.files()).contains("kept/product").doesNotContain("kept/Y.java");
  }

  @Test
  void whatALinkPointsToIsNotDeletedWithWhatWasThereBefore() throws Exception {
    Path elsewhere = Files.createDirectories(base.resolve("elsewhere"));
    Files.writeString(elsewhere.resolve("X.java"), "precious");
    box.source("dir/X.java", "");
    box.prepare();
    box.remove("dir/X.java");
    box.remove("dir");
    Files.createSymbolicLink(box.remote.resolve("shop/dir"), elsewhere);
    box.prepare();

    assertThat(box.here("dir")).isSymbolicLink();
    assertThat(elsewhere.resolve("X.java")).hasContent("precious");
  }

  @Test
  void namesWithEverythingInThemComeAndGo() throws Exception {
    // Not every locale that tests run in can write an umlaut.
    String umlaut =
        Charset.forName(System.getProperty("sun.jnu.encoding")).newEncoder().canEncode('ü')
            ? "ü"
            : "";
    String odd = "src/a b\n\t\\#012 " + umlaut + "|x.txt";
    box.source(odd, "1");
    box.prepare();
    assertThat(box.here(odd)).hasContent("1");
    box.prepare();
    assertThat(box.setUps()).as("set-ups").isEqualTo(1);

    box.remove(odd);
    box.prepare();
    assertThat(box.here(odd)).doesNotExist();
  }

  @Test
  void deletesOfTheOptionsAreLeftOutForOurs() throws Exception {
    box.options = Sandbox.OPTIONS + " --delete --delete-excluded";
    box.prepare();
    Files.writeString(box.here("product"), "");
    box.prepare();

    assertThat(box.here("product")).exists();
  }

  @Test
  void anOldWorkspaceThatNobodyHasAListOfIsMadeExact() throws Exception {
    Files.createDirectories(box.here("src"));
    Files.writeString(box.here("src/Stale.java"), "");
    box.prepare();

    assertThat(box.files()).containsExactly("pom.xml", "src/A.java", "src/B.java");
  }

  @Test
  void aSyncThatWasCutOffLeavesNothingThatStays() throws Exception {
    box.prepare();
    Workspace workspace = box.dir.workspace("shop");
    // As if B had come in with a sync that was killed, and A with the one before.
    Files.write(workspace.received(), List.of("./", "pom.xml", "src/", "src/A.java"));
    Files.write(workspace.receiving(), List.of("src/B.java"));
    box.remove("src/B.java");
    box.remove("src/A.java");
    box.prepare();

    assertThat(box.files()).containsExactly("pom.xml");
  }

  @Test
  void setUpIsSkippedUntilSomethingChanges() throws Exception {
    box.prepare();
    box.prepare();
    assertThat(box.setUps()).isEqualTo(1);
    assertThat(box.log).contains("set-up is skipped: nothing has changed since the last one here");

    // Another time alone is no other content.
    Files.setLastModifiedTime(
        box.remote.resolve("shop/src/A.java"), FileTime.fromMillis(1_600_000_000_000L));
    box.prepare();
    assertThat(box.setUps()).as("touched").isEqualTo(1);

    box.source("src/A.java", "class A { }");
    box.prepare();
    assertThat(box.setUps()).as("changed content").isEqualTo(2);

    box.remove("src/B.java");
    box.prepare();
    assertThat(box.setUps()).as("a file less").isEqualTo(3);

    box.setup = box.setup + "; true";
    box.prepare();
    assertThat(box.setUps()).as("another command, in a new workspace").isEqualTo(1);
    assertThat(box.log).contains("the workspace is made anew: the set-up command has changed");

    box.environment = Map.of("NUM_SLAVES", "3");
    box.prepare();
    assertThat(box.setUps()).as("more slaves").isEqualTo(2);

    box.environment = Map.of("NUM_SLAVES", "3", "JAVA_HOME", "/nowhere");
    box.prepare();
    assertThat(box.setUps()).as("another JDK").isEqualTo(3);

    box.environment =
        Map.of("NUM_SLAVES", "3", "JAVA_HOME", "/nowhere", "RRRSPEC_TASKSET_KEY", "k");
    box.prepare();
    assertThat(box.setUps()).as("another run of the same").isEqualTo(3);
  }

  @Test
  void contentThatChangesWithinASecondAndInItsSizeCounts() throws Exception {
    FileTime time = FileTime.fromMillis(1_600_000_000_000L);
    Files.setLastModifiedTime(box.source("src/A.java", "class A {1}"), time);
    box.prepare();
    Files.setLastModifiedTime(box.source("src/A.java", "class A {2}"), time);
    box.prepare();

    assertThat(box.here("src/A.java")).hasContent("class A {2}");
    assertThat(box.setUps()).isEqualTo(2);

    box.options = Sandbox.OPTIONS + " --update --size-only --ignore-existing";
    Files.setLastModifiedTime(box.source("src/A.java", "class A {3}"), FileTime.fromMillis(1_000));
    box.prepare();
    assertThat(box.here("src/A.java")).as("whatever the options").hasContent("class A {3}");
  }

  @Test
  void whatATestHasWrittenOverASourceIsTakenBack() throws Exception {
    FileTime time = FileTime.fromMillis(1_600_000_000_000L);
    Files.setLastModifiedTime(box.source("src/A.java", "class A {1}"), time);
    box.prepare();
    Files.writeString(box.here("src/A.java"), "class A {0}");
    Files.setLastModifiedTime(box.here("src/A.java"), time);
    box.prepare();

    assertThat(box.here("src/A.java")).hasContent("class A {1}");
  }

  @Test
  void theExecutableBitALinkAndAnEmptyDirectoryAreContentToo() throws Exception {
    Path script = box.source("check.sh", "exit 0");
    Files.createSymbolicLink(box.remote.resolve("shop/link"), Path.of("check.sh"));
    box.prepare();
    assertThat(box.setUps()).isEqualTo(1);

    Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwxr-xr-x"));
    box.prepare();
    assertThat(box.here("check.sh")).isExecutable();
    assertThat(box.setUps()).as("executable").isEqualTo(2);

    Files.delete(box.remote.resolve("shop/link"));
    Files.createSymbolicLink(box.remote.resolve("shop/link"), Path.of("pom.xml"));
    box.prepare();
    assertThat(Files.readSymbolicLink(box.here("link"))).isEqualTo(Path.of("pom.xml"));
    assertThat(box.setUps()).as("link").isEqualTo(3);

    Files.createDirectories(box.remote.resolve("shop/src/empty"));
    box.prepare();
    assertThat(box.here("src/empty")).isDirectory();
    assertThat(box.setUps()).as("empty directory").isEqualTo(4);
    box.remove("src/empty");
    box.prepare();
    assertThat(box.here("src/empty")).doesNotExist();
    assertThat(box.setUps()).as("without it").isEqualTo(5);
  }

  @Test
  void aFileBecomesADirectoryAndADirectoryAFile() throws Exception {
    box.source("thing", "file");
    box.prepare();
    box.remove("thing");
    box.source("thing/inside", "directory");
    box.prepare();
    assertThat(box.here("thing/inside")).hasContent("directory");
    assertThat(box.setUps()).isEqualTo(2);

    Files.writeString(box.here("thing/product"), "");
    box.remove("thing/inside");
    box.remove("thing");
    box.source("thing", "file again");
    box.prepare();
    assertThat(box.here("thing")).hasContent("file again");
    assertThat(box.setUps()).isEqualTo(3);
  }

  @Test
  void aWorkspaceInWhichAClassWasMissingIsMadeAnew() throws Exception {
    box.prepare();
    Files.createDirectories(box.here("target"));
    Files.writeString(box.here("target/poisoned.class"), "");
    Files.createDirectories(box.here(".rrrspec"));
    Files.writeString(box.here(".rrrspec/distrusted"), "class a.B was missing in the last run\n");
    box.prepare();

    assertThat(box.log)
        .contains("the workspace is made anew: class a.B was missing in the last run");
    assertThat(box.here("target/poisoned.class")).doesNotExist();
    assertThat(box.here("counts")).as("set up, once").hasContent("set up");
    assertThat(box.here(".rrrspec/distrusted")).doesNotExist();

    box.prepare();
    assertThat(box.log.get(box.log.size() - 1)).startsWith("set-up is skipped");
  }

  @Test
  void alwaysIsAlwaysWhoeverSaysIt() throws Exception {
    box.prepare();
    box.always = true;
    box.prepare();
    assertThat(box.setUps()).isEqualTo(2);
    box.always = false;
    box.sources(true).prepare(box.request());
    assertThat(box.setUps()).isEqualTo(3);
  }

  @Test
  void aSetUpThatFailedOrIsNotTrustedRunsAgain() throws Exception {
    box.setup = "echo set up >>counts; test -e allowed";
    assertThatThrownBy(() -> box.prepare()).isInstanceOf(ServiceException.class);
    assertThatThrownBy(() -> box.prepare())
        .hasMessage("set-up failed with exit code 1:\n+ echo set up\n+ test -e allowed");
    Files.writeString(box.here("allowed"), "");
    box.prepare();
    box.prepare();
    assertThat(box.setUps()).isEqualTo(3);

    box.sources(false).distrust(Sandbox.taskset("shop", ""));
    box.prepare();
    assertThat(box.setUps()).isEqualTo(4);
  }

  @Test
  void nothingIsBuiltUponWhatASetUpThatFailedHasMadeOfASourceThatIsGone() throws Exception {
    // As Maven does: it copies resources, and then it compiles.
    box.setup = "mkdir -p target; cp -r src/. target; test -e pom.xml && grep -q good pom.xml";
    assertThatThrownBy(() -> box.prepare()).isInstanceOf(ServiceException.class);
    box.source("src/more.txt", "");
    assertThatThrownBy(() -> box.prepare()).isInstanceOf(ServiceException.class);
    assertThat(box.log).as("nothing is gone").noneMatch(line -> line.contains("made anew"));

    box.remove("src/B.java");
    assertThatThrownBy(() -> box.prepare()).isInstanceOf(ServiceException.class);
    assertThat(box.log).contains("the workspace is made anew: src/B.java is gone");
    assertThat(box.here("target/B.java")).doesNotExist();

    box.source("pom.xml", "<project><!-- good --></project>");
    box.prepare();
    assertThat(box.log).contains("the workspace is made anew: pom.xml has changed");
  }

  @Test
  void aSourceThatWentInASyncWithoutSetUpIsMissedLater() throws Exception {
    box.setup = "mkdir -p target; cp -r src/. target; test -e allowed";
    assertThatThrownBy(() -> box.prepare()).isInstanceOf(ServiceException.class);
    box.remove("src/B.java");
    // The worker is stopped between sync and set-up.
    WorkspaceRequest request = box.request();
    WorkspaceRequest stopped =
        new WorkspaceRequest(
            request.workerKey(),
            request.taskset(),
            request.wishes(),
            request.environment(),
            request.programs(),
            request.lines(),
            () -> {
              throw new IllegalStateException("stopped");
            });
    assertThatThrownBy(() -> box.sources(false).prepare(stopped)).hasMessage("stopped");
    assertThat(box.here("src/B.java")).doesNotExist();
    assertThat(box.here("target/B.java")).as("what was made of it").exists();

    box.source("allowed", "");
    box.prepare();
    assertThat(box.log).contains("the workspace is made anew: src/B.java is gone");
    assertThat(box.here("target/B.java")).doesNotExist();
  }

  @Test
  void aSourceThatComesAndGoesWithoutSetUpCostsNothing() throws Exception {
    box.prepare();
    box.source("src/more.txt", "");
    WorkspaceRequest request = box.request();
    WorkspaceRequest stopped =
        new WorkspaceRequest(
            request.workerKey(),
            request.taskset(),
            request.wishes(),
            request.environment(),
            request.programs(),
            request.lines(),
            () -> {
              throw new IllegalStateException("stopped");
            });
    assertThatThrownBy(() -> box.sources(false).prepare(stopped)).hasMessage("stopped");
    box.remove("src/more.txt");
    box.prepare();

    assertThat(box.setUps()).isEqualTo(1);
    assertThat(box.log.get(box.log.size() - 1)).startsWith("set-up is skipped");
  }

  @Test
  void aWorkspaceOfWhichNobodyKnowsWhatItWasBuiltFromIsMadeAnew() throws Exception {
    box.prepare();
    Files.writeString(box.here("product"), "");
    Files.delete(box.dir.workspace("shop").builtFrom());
    box.source("src/A.java", "class A { }");
    box.prepare();

    assertThat(box.log)
        .contains("the workspace is made anew: it is not known what it was built from");
    assertThat(box.here("product")).doesNotExist();
  }

  @Test
  void anotherMakeGetsExactlyItsOptionsAndAlwaysItsSetUp() throws Exception {
    box.prepare();
    Files.writeString(box.here("product"), "");
    box.ours = false;
    box.options = Sandbox.OPTIONS + " --delete --exclude=counts";
    box.prepare();
    assertThat(box.here("product")).doesNotExist();
    box.prepare();
    assertThat(box.setUps()).isEqualTo(3);

    // What it has left is not known to us.
    box.options = Sandbox.OPTIONS + " --exclude=counts";
    Files.writeString(box.here("src/Stale.java"), "");
    box.ours = true;
    box.prepare();
    assertThat(box.files()).containsExactly("pom.xml", "src/A.java", "src/B.java");
  }

  @ParameterizedTest
  @ValueSource(strings = {"../up", "", ".hidden", "a/b", "a b", "/etc"})
  void aNameThatIsNoNameIsRefused(String name) {
    box.name = name;
    assertThatThrownBy(() -> box.prepare())
        .isInstanceOf(ServiceException.class)
        .hasMessageStartingWith("the rsync_name '" + name + "' is not allowed: write letters,");
  }

  @Test
  void whatRsyncSaysIsTheReason() {
    box.remotePath = base.resolve("missing").toString();
    assertThatThrownBy(() -> box.prepare())
        .isInstanceOf(ServiceException.class)
        .hasMessageStartingWith("rsync failed with exit code 23:\n")
        .hasMessageContaining("missing/shop")
        .hasMessageContaining("No such file or directory");
    assertThat(box.log).anyMatch(line -> line.contains("No such file or directory"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"--quiet --recursive", "--times"})
  void optionsThatFetchNothingThatIsToldAreNamed(String options) {
    box.options = options;
    assertThatThrownBy(() -> box.prepare())
        .hasMessageContaining("rsync_options needs --recursive and must not have --quiet")
        .hasMessageContaining(options);
  }

  @Test
  void withoutRsyncItSaysWhatToInstall() throws Exception {
    Path empty = Files.createDirectories(base.resolve("bin"));
    for (String tool : new String[] {"setsid", "bash"}) {
      Files.createSymbolicLink(empty.resolve(tool), Path.of("/usr/bin", tool));
    }
    box.environment = Map.of("PATH", empty.toString());
    assertThatThrownBy(() -> box.prepare())
        .hasMessage("there is no rsync on this worker: install it");
  }

  @Test
  void aDaemonOfRsyncServesToo() throws Exception {
    int port;
    try (ServerSocket free = new ServerSocket(0)) {
      port = free.getLocalPort();
    }
    Path config = base.resolve("rsyncd.conf");
    Files.writeString(
        config,
        "use chroot = no\nreverse lookup = no\n[files]\npath = "
            + box.remote
            + "\nuid = "
            + Files.getOwner(base)
            + "\n");
    Process daemon =
        new ProcessBuilder(
                "rsync",
                "--daemon",
                "--no-detach",
                "--address=127.0.0.1",
                "--port=" + port,
                "--config=" + config)
            .redirectErrorStream(true)
            .redirectOutput(base.resolve("rsyncd.log").toFile())
            .start();
    try {
      box.remotePath = "rsync://127.0.0.1:" + port + "/files";
      await()
          .atMost(Duration.ofSeconds(20))
          .ignoreExceptions()
          .until(() -> box.prepare().toFile().isDirectory());
      assertThat(box.files()).containsExactly("pom.xml", "src/A.java", "src/B.java");
    } finally {
      daemon.destroy();
      daemon.waitFor(10, TimeUnit.SECONDS);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"sleep 300", "setsid sleep 300", "(sleep 300 &) ; sleep 300"})
  void setUpEndsWithAllThatItStarted(String command) throws Exception {
    String mark = "set-up-" + System.nanoTime();
    box.setup = "export NAME=" + mark + "; echo begun >begun; " + command;
    CompletableFuture<String> end =
        CompletableFuture.supplyAsync(
            () -> {
              try {
                return box.prepare().toString();
              } catch (InterruptedException e) {
                return "ended";
              }
            });
    await().atMost(Duration.ofSeconds(20)).until(() -> Files.exists(box.here("begun")));
    box.programs.end();

    assertThat(end.get(30, TimeUnit.SECONDS)).isEqualTo("ended");
    await()
        .atMost(Duration.ofSeconds(30))
        .until(() -> ProcessesByEnvironment.with("NAME=" + mark) == 0);
    assertThatThrownBy(() -> box.prepare())
        .as("no other one starts")
        .isInstanceOf(InterruptedException.class);
  }

  @Test
  void aLogThatCannotBeWrittenEndsInAFailureAndNotInSilence() {
    box.setup = "for n in {1..50000}; do echo a line that fills the pipe; done";
    WorkspaceRequest request = box.request();
    WorkspaceRequest deaf =
        new WorkspaceRequest(
            request.workerKey(),
            request.taskset(),
            request.wishes(),
            request.environment(),
            request.programs(),
            line -> {
              throw new IllegalStateException("deaf");
            },
            request.synced());
    assertThatThrownBy(() -> new InPlace(base).prepare(deaf)).hasMessage("deaf");
  }

  @Test
  void aChildThatKeepsThePipeDoesNotKeepSetUp() throws Exception {
    box.setup = "sleep 300 & setsid sleep 300 & echo done";
    assertThat(box.prepare()).isDirectory();
    assertThat(box.log).contains("OUT done");
    ProcessKiller.killMarked(box.dir.mark());
  }
}
