package io.rrrspec.worker.slave.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.platform.engine.TestDescriptor;
import org.junit.platform.engine.UniqueId;
import org.junit.platform.engine.support.descriptor.AbstractTestDescriptor;

/** No pattern and no name of a test keeps a slave from its work. */
class LongNamesTest {
  private static final String NAME = "a".repeat(5_000);

  /** What goes back and tries again would need years. */
  private static final Duration GENEROUS = Duration.ofMinutes(2);

  private static TestDescriptor test(String name) {
    return new AbstractTestDescriptor(UniqueId.root("engine", "x").append("test", "1"), name) {
      @Override
      public Type getType() {
        return Type.TEST;
      }
    };
  }

  @Test
  void aPatternOfManyStarsEnds() {
    MethodPattern pattern = MethodPattern.parse("#" + "*a".repeat(12) + "*b");
    Assertions.assertTimeoutPreemptively(
        GENEROUS, () -> assertThat(pattern.fitting(test(NAME))).isEmpty());
    assertThat(pattern.fitting(test(NAME + "b"))).hasSize(1);
  }

  @Test
  void aTitleOfManyVariablesEnds() {
    MethodPattern pattern = MethodPattern.parse("#" + NAME);
    Assertions.assertTimeoutPreemptively(
        GENEROUS, () -> assertThat(pattern.fitting(test("#a a".repeat(12) + "b"))).isEmpty());
    assertThat(MethodPattern.parse("#adds 1 to 2").fitting(test("adds #a to #b.size()")))
        .hasSize(1);
  }

  @Test
  void aNestedClassMeansThoseInItToo() {
    MethodPattern pattern = MethodPattern.parse("In*#adds");
    assertThat(pattern.nested()).anyMatch(glob -> glob.matches("Inner$Deeper"));
    assertThat(pattern.nested()).noneMatch(glob -> glob.matches("Outer$Inner"));
  }

  @Test
  void anExpressionForGroupsThatTakesTooLongIsRefused() {
    Assertions.assertTimeoutPreemptively(
        GENEROUS,
        () ->
            assertThatThrownBy(
                    () -> TestFilters.groups(List.of(NAME)).include("a*".repeat(12) + "b"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageMatching("the expression '.*' takes too long for the name '.*"));
    assertThat(TestFilters.groups(List.of("slow.db")).include("slow.*")).isTrue();
    assertThat(TestFilters.groups(List.of("*a")).include("*a")).isTrue();
    assertThat(TestFilters.groups(List.of("fast")).include("slow.*")).isFalse();
  }
}
