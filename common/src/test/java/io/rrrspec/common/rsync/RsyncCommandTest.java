package io.rrrspec.common.rsync;

import static org.assertj.core.api.Assertions.assertThat;

import io.rrrspec.common.model.RsyncInfo;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      value = {
        "-rlptzu, -rlptz --checksum",
        "-au --delete, -a --delete --checksum",
        "-unI, --checksum",
        "-rlc, -rlc",
        "-ru -e 'ssh -unI', -r -e 'ssh -unI' --checksum",
        "-rue 'ssh -c x', -re 'ssh -c x' --checksum",
        "-f '- *.log' -r, -f '- *.log' -r --checksum",
        "-rB700u, -rB700u --checksum",
        "-r --max-size=1m --no-checksum, -r --checksum",
        "-r --min-size 1k --links, -r --links --checksum",
        "-r --dry-run --remove-source-files --append-verify, -r --checksum",
        "--rsh='ssh -p 22' --existing -r, --rsh='ssh -p 22' -r --checksum",
      })
  void noOptionLeavesAFileThatDiffers(String published, String used) {
    RsyncInfo to = new RsyncInfo("host:/there/", published.replace('\'', '"'));
    List<String> command = RsyncCommand.send("rsync", DIR, to, "x", List.of());
    List<String> expected = new ArrayList<>(List.of("rsync"));
    expected.addAll(new RsyncInfo("x", used.replace('\'', '"')).optionWords());
    expected.addAll(
        List.of("--delete", "--delete-excluded", "--", "/here/shop/", "host:/there/x/"));
    assertThat(command).isEqualTo(expected);
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
