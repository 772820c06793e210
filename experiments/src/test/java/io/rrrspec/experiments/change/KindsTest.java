package io.rrrspec.experiments.change;

import static org.assertj.core.api.Assertions.assertThat;

import io.rrrspec.testing.Checkout;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import org.junit.jupiter.api.Test;

class KindsTest {
  @Test
  void kindsHaveNamesOfTheirOwn() {
    List<Kind> all = Kinds.groups().values().stream().flatMap(List::stream).toList();

    assertThat(all).extracting(Kind::name).doesNotHaveDuplicates();
    assertThat(all).hasSizeGreaterThan(60);
  }

  @Test
  void thePageHasTheTable() throws IOException {
    assertThat(Files.readString(Checkout.doc("reliability.md")))
        .as("docs/reliability.md: scripts/change-check --list prints it")
        .contains(Kinds.table());
  }

  @Test
  void aKindThatIsNotSentNamesAPage() throws IOException {
    String page = Files.readString(Checkout.doc("ci.md"));
    for (Kind kind : Kinds.all()) {
      String notSent = kind.notSent();
      if (notSent != null) {
        assertThat(notSent).startsWith("docs/ci.md, ");
        assertThat(page).contains("## " + notSent.substring("docs/ci.md, ".length()));
      }
    }
  }
}
