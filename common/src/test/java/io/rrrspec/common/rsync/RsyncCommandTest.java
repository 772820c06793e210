package io.rrrspec.common.rsync;

import static org.assertj.core.api.Assertions.assertThat;

import io.rrrspec.common.model.RsyncInfo;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class RsyncCommandTest {
  private static final Path DIR = Path.of("/here/shop");
  private static final RsyncInfo PLACE =
      new RsyncInfo("host:/there/", "--recursive --update --delete --size-only");

  @Test
  void sourcesAreSentByTheirContentAndWhatIsLeftOutGoes() {
    assertThat(RsyncCommand.send("rsync", DIR, PLACE, "x", List.of("--exclude=.git")))
        .containsExactly(
            "rsync",
            "--recursive",
            "--delete",
            "--checksum",
            "--delete",
            "--delete-excluded",
            "--exclude=.git",
            "--",
            "/here/shop/",
            "host:/there/x/");
  }

  @Test
  void whatIsSentIsListedUnderTheSameRules() {
    assertThat(RsyncCommand.listSent(DIR, PLACE, List.of("--exclude=.git"), Path.of("/nowhere")))
        .containsExactly(
            "rsync",
            "--recursive",
            "--update",
            "--delete",
            "--size-only",
            "--exclude=.git",
            "--dry-run",
            "--8-bit-output",
            "--out-format=rrrspec:%i|%n",
            "--",
            "/here/shop/",
            "/nowhere/");
  }

  @Test
  void aForeignRunIsFetchedAsPublished() {
    assertThat(RsyncCommand.fetchAsPublished(PLACE, "x", DIR))
        .containsExactly(
            "rsync",
            "--recursive",
            "--update",
            "--delete",
            "--size-only",
            "--",
            "host:/there/x/",
            "/here/shop/");
  }

  @Test
  void ofOurRunsEachFileIsListedAndOnlyAnExactFetchDeletes() {
    assertThat(RsyncCommand.fetchListed(PLACE, "x", DIR, false))
        .containsExactly(
            "rsync",
            "--exclude=.rrrspec",
            "--recursive",
            "--checksum",
            "--timeout=300",
            "--force",
            "--8-bit-output",
            "-i",
            "-i",
            "--out-format=rrrspec:%i|%n",
            "--",
            "host:/there/x/",
            "/here/shop/");
    assertThat(RsyncCommand.fetchListed(new RsyncInfo("/there", "-c --timeout=5"), "x", DIR, true))
        .contains("--delete", "-c", "--timeout=5")
        .doesNotContain("--checksum", "--timeout=300");
  }
}
