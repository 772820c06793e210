package io.rrrspec.common.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rrrspec.common.UsageException;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The names by which tests are quarantined. */
class TestMethodTest {
  private static final TestId CART = TestId.parse("shop:com.shop.CartTest@it");

  @ParameterizedTest
  @ValueSource(
      strings = {
        "adds",
        "adds(int)[2]",
        "adds(int)(int)",
        "adds two numbers(int)[3]",
        "adds (once)",
        "adds (once) (again)",
        "adds (once) [a: 1, #0]",
        "it's #1",
      })
  void aNameIsReadAsItIsWritten(String name) {
    TestMethod read = TestMethod.parse(" " + CART + "#" + name + " ");
    assertThat(read.name()).isEqualTo(name);
    assertThat(TestMethod.parse(read.toString())).isEqualTo(read);
    assertThat(TestMethod.parse(read.toString())).hasToString(read.toString());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"initializationError", "initializationError(com.shop.CartTest)", "adds*", ""})
  void aClassAsAWholeAndAWildcardAreRefused(String name) {
    assertThatThrownBy(() -> TestMethod.parse(CART + "#" + name))
        .isInstanceOf(UsageException.class);
  }

  @Test
  void aTestIsMeantByTheNamesThatItsEngineHasForIt() {
    TestMethod adds = TestMethod.parse(CART + "#adds");
    assertThat(adds.names(CART, "com.shop.CartTest", Set.of("adds(int)[2]", "adds"))).isTrue();
    assertThat(adds.names(CART, "com.shop.CartTest", Set.of("adds(1)", "makes"))).isFalse();
    assertThat(adds.names(CART, "com.shop.CartTest$Empty", Set.of("adds"))).isFalse();
    TestId other = TestId.parse("com.shop.CartTest");
    assertThat(adds.names(other, "com.shop.CartTest", Set.of("adds"))).isFalse();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "adds        | adds                   | true",
        "adds        | adds(int)[2]           | true",
        "adds        | adds[0: one]           | true",
        "adds        | adds{int}[2]           | true",
        "adds        | adds [a: 1, #0]        | true",
        "adds        | addsTwice              | false",
        "adds        | adds (once)            | false",
        "adds        | adds (once) [a: 1, #0] | false",
        "adds (once) | adds (twice)           | false",
        "adds (once) | adds (once) [a: 1, #0] | true",
        "adds(int)   | adds(int)[2]           | true",
        "adds(int)   | adds(long)[2]          | false",
      })
  void aRecordIsSearchedForItsInvocationsToo(String name, String reported, boolean is) {
    TestMethod test = TestMethod.parse(CART + "#" + name);
    assertThat(test.isOf(CART, "com.shop.CartTest", reported)).isEqualTo(is);
  }
}
