package io.rrrspec.worker.slave.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.rrrspec.common.model.Comparison;
import java.util.List;
import java.util.stream.IntStream;
import org.assertj.core.api.SoftAssertions;
import org.junit.Assert;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

class ComparedValuesTest {
  private static List<Comparison> of(org.assertj.core.api.ThrowableAssert.ThrowingCallable code) {
    return ComparedValues.of(catchThrowable(code));
  }

  @Test
  void eachLibraryGivesItsValuesWhateverTheMessageSays() {
    Comparison values = new Comparison("a> but was: <b", "c", null);
    assertThat(of(() -> Assertions.assertEquals("a> but was: <b", "c"))).containsExactly(values);
    assertThat(of(() -> assertThat("c").isEqualTo("a> but was: <b")))
        .as("AssertJ gives texts in quotes")
        .containsExactly(new Comparison("\"a> but was: <b\"", "\"c\"", null));
    assertThat(of(() -> Assert.assertEquals("a> but was: <b", "c"))).containsExactly(values);
    assertThat(of(() -> Assertions.assertEquals(10L, 100L)))
        .containsExactly(new Comparison("10", "100", null));
    assertThat(of(() -> Assertions.assertTrue(false)))
        .containsExactly(new Comparison("true", "false", null));
    assertThat(of(() -> Assertions.assertEquals(null, "x")))
        .containsExactly(new Comparison("null", "x", null));
  }

  @Test
  void whatComparesNothingHasNone() {
    assertThat(of(() -> Assertions.fail("expected: <a> but was: <b>"))).isEmpty();
    assertThat(of(() -> Integer.parseInt("x"))).isEmpty();
  }

  @Test
  void ofSeveralAssertionsEachOneGivesItsOwn() {
    assertThat(
            of(
                () ->
                    Assertions.assertAll(
                        () -> Assertions.assertEquals(1, 2, "first"),
                        () -> Assertions.fail("no values"),
                        () -> Assertions.assertAll(() -> Assertions.assertEquals("x", "y")))))
        .containsExactly(
            new Comparison("1", "2", "first ==> expected: <1> but was: <2>"),
            new Comparison("x", "y", "expected: <x> but was: <y>"));
    assertThat(
            of(
                () ->
                    SoftAssertions.assertSoftly(
                        soft -> {
                          soft.assertThat(1).isEqualTo(2);
                          soft.assertThat("a").isEqualTo("b");
                        })))
        .extracting(Comparison::expected)
        .containsExactly("2", "\"b\"");
  }

  @Test
  void thereIsAnEndToThem() {
    Executable[] many =
        IntStream.range(0, 100)
            .<Executable>mapToObj(i -> () -> Assertions.assertEquals(i, -1))
            .toArray(Executable[]::new);
    assertThat(of(() -> Assertions.assertAll(many))).hasSize(20);
  }

  @Test
  void ofLongValuesThePartWithTheDifferenceIsKept() {
    String begin = "x".repeat(100_000);
    Comparison values = of(() -> Assertions.assertEquals(begin + "one", begin + "two")).get(0);
    assertThat(values.expected()).startsWith("…x").endsWith("xone").hasSizeLessThan(300);
    assertThat(values.actual()).endsWith("xtwo");
    Comparison cut = of(() -> Assertions.assertEquals("a" + begin, begin)).get(0);
    assertThat(cut.expected()).hasSizeLessThan(4_200).endsWith("x…");
  }
}
