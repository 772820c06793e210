package io.rrrspec.common.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.rrrspec.common.UsageException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PrivateFilesTest {
  private static final int NOBODY = 65_534;
  private static final String ADVICE = "take another";

  @TempDir Path base;

  @Test
  void directoriesAreMadeForTheirOwnerAlone() throws IOException {
    Path dir = PrivateFiles.directory(base.resolve("new/deeper"), ADVICE);
    assertThat(modeOf(dir)).isEqualTo("rwx------");
    assertThat(modeOf(base.resolve("new"))).isEqualTo("rwx------");
  }

  @Test
  void aWiderDirectoryOfThisUserIsNarrowedAlsoBehindALink() throws IOException {
    Path dir = wide("dir");
    PrivateFiles.directory(dir, ADVICE);
    assertThat(modeOf(dir)).isEqualTo("rwx------");
    Path target = wide("target");
    Files.createSymbolicLink(base.resolve("link"), target);
    PrivateFiles.directory(base.resolve("link"), ADVICE);
    assertThat(modeOf(target)).isEqualTo("rwx------");
  }

  @Test
  void filesAreMadeForTheirOwnerAloneAndNeverTwice() throws IOException {
    Path file = base.resolve("file");
    assertThat(PrivateFiles.create(file)).isTrue();
    assertThat(modeOf(file)).isEqualTo("rw-------");
    assertThat(PrivateFiles.create(file)).isFalse();
    Files.createSymbolicLink(base.resolve("dangling"), base.resolve("elsewhere"));
    assertThat(PrivateFiles.create(base.resolve("dangling"))).isFalse();
    assertThat(base.resolve("elsewhere")).doesNotExist();
  }

  @Test
  void aDirectoryOfAnotherUserIsRefusedInOneLine() throws IOException {
    Path dir = wide("theirs");
    give(dir);
    assertRefused(dir);
    assertThat(modeOf(dir)).isEqualTo("rwxr-xr-x");
  }

  @Test
  void aLinkOfAnotherUserIsRefusedWhereverItLeads() throws IOException {
    Path link = Files.createSymbolicLink(base.resolve("link"), wide("ours"));
    give(link);
    assertRefused(link);
    Path toTheirs = Files.createSymbolicLink(base.resolve("other"), wide("theirs"));
    give(base.resolve("theirs"));
    assertRefused(toTheirs);
  }

  private static void assertRefused(Path dir) {
    assertThatThrownBy(() -> PrivateFiles.directory(dir, ADVICE))
        .isInstanceOf(UsageException.class)
        .hasMessage(
            dir
                + " belongs to another user (uid 65534), who could read and change what is kept"
                + " there: take another");
  }

  private Path wide(String name) throws IOException {
    Path dir = Files.createDirectory(base.resolve(name));
    Files.setPosixFilePermissions(dir, PosixFilePermissions.fromString("rwxr-xr-x"));
    return dir;
  }

  private static void give(Path path) throws IOException {
    assumeTrue(OwnUser.uid() == OwnUser.ROOT, "only root can give a file to another user");
    Files.setAttribute(path, "unix:uid", NOBODY, LinkOption.NOFOLLOW_LINKS);
  }

  private static String modeOf(Path path) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
  }
}
