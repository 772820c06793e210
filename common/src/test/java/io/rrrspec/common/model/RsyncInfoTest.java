package io.rrrspec.common.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class RsyncInfoTest {
  @Test
  void options_are_cut_as_a_shell_would_cut_them() {
    assertThat(words("  -a  --rsh='ssh -p 22' \"--exclude=a b\" --x=\\ y 'it'\\''s' ''"))
        .containsExactly("-a", "--rsh=ssh -p 22", "--exclude=a b", "--x= y", "it's", "");
    assertThat(words(" ")).isEmpty();
    assertThat(words("")).isEmpty();
  }

  @Test
  void a_quote_that_is_not_closed_holds_together_what_follows() {
    assertThat(words("-a --rsh='ssh -p")).containsExactly("-a", "--rsh=ssh -p");
    assertThat(words("a\\")).containsExactly("a\\");
  }

  @Test
  void a_directory_has_one_slash_at_its_end_and_one_before_its_name() {
    assertThat(new RsyncInfo("host:/srv//", "").directory("x")).isEqualTo("host:/srv/x/");
    assertThat(new RsyncInfo("/", "").directory("x")).isEqualTo("/x/");
  }

  private static List<String> words(String options) {
    return new RsyncInfo("/srv", options).optionWords();
  }
}
