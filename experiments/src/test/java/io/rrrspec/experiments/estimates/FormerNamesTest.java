package io.rrrspec.experiments.estimates;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class FormerNamesTest {
  @Test
  void aClassThatMovedIsTheOneOfItsSimpleNameThatIsGone() {
    assertThat(formerName("b.OrderTest", "a.OrderTest", "a.UserTest")).isEqualTo("a.OrderTest");
    assertThat(formerName("new:a.OrderTest", "old:a.OrderTest")).isEqualTo("old:a.OrderTest");
  }

  @Test
  void whereTwoCouldHaveMovedNeitherIsTaken() {
    assertThat(formerName("c.OrderTest", "a.OrderTest", "b.OrderTest")).isNull();
  }

  @Test
  void aClassThatWasRenamedIsTheOneOfItsPackageThatLooksMostAlike() {
    assertThat(formerName("a.OrderParsersTest", "a.OrderParserTest", "a.OrderPageTest"))
        .isEqualTo("a.OrderParserTest");
    assertThat(formerName("a.OrderParserIT", "a.OrderParserTest")).isEqualTo("a.OrderParserTest");
  }

  @Test
  void whatOnlyEndsWithTestIsNotAlike() {
    assertThat(formerName("a.UserTest", "a.OrderTest")).isNull();
  }

  @Test
  void aRenamedClassIsNotSoughtInOtherPackages() {
    assertThat(formerName("b.OrderParsersTest", "a.OrderParserTest")).isNull();
  }

  @Test
  void whatIsStillThereIsNobodysFormerName() {
    FormerNames names =
        new FormerNames(List.of("a.OrderTest"), List.of("a.OrderTest", "b.OrderTest"));

    assertThat(names.of("b.OrderTest")).isNull();
  }

  private static @Nullable String formerName(String task, String... gone) {
    return new FormerNames(List.of(gone), List.of(task)).of(task);
  }
}
