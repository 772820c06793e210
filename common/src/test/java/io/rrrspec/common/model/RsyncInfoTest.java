package io.rrrspec.common.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class RsyncInfoTest {
  @Test
  void optionsAreCutAsAShellWouldCutThem() {
    assertThat(words("  -a  --rsh='ssh -p 22' \"--exclude=a b\" --x=\\ y 'it'\\''s' ''"))
        .containsExactly("-a", "--rsh=ssh -p 22", "--exclude=a b", "--x= y", "it's", "");
    assertThat(words(" ")).isEmpty();
    assertThat(words("")).isEmpty();
  }

  @Test
  void aQuoteThatIsNotClosedHoldsTogetherWhatFollows() {
    assertThat(words("-a --rsh='ssh -p")).containsExactly("-a", "--rsh=ssh -p");
    assertThat(words("a\\")).containsExactly("a\\");
  }

  @Test
  void aDirectoryHasOneSlashAtItsEndAndOneBeforeItsName() {
    assertThat(new RsyncInfo("host:/srv//", "").directory("x")).isEqualTo("host:/srv/x/");
    assertThat(new RsyncInfo("/", "").directory("x")).isEqualTo("/x/");
  }

  private static List<String> words(String options) {
    return new RsyncInfo("/srv", options).optionWords();
  }
}
