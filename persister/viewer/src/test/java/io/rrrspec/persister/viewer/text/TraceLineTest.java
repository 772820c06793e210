package io.rrrspec.persister.viewer.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class TraceLineTest {
  private static final String TRACE =
      """
      org.opentest4j.AssertionFailedError: no
      \tat org.junit.A.a(A.java:1)
      \tat org.junit.B.b(B.java:2)
      \tat org.junit.C.c(C.java:3)
      \tat app//com.shop.cart.CartTest.adds(CartTest.java:7)
      \tat java.base/java.lang.reflect.Method.invoke(Method.java:569)
      \tat org.junit.D.d(D.java:4)
      Caused by: java.io.IOException: <b>
      \tat com.shop.disk.Disk.read(Disk.java:9)
      \t... 3 more
      """;

  @Test
  void ownFramesAreMarkedAndTheRestIsCountedExceptAroundThem() {
    List<TraceLine> lines = TraceLine.trimmed(TRACE, "com.shop.cart.CartTest");
    assertThat(lines)
        .extracting(TraceLine::text)
        .containsExactly(
            "org.opentest4j.AssertionFailedError: no",
            "    at org.junit.A.a(A.java:1)",
            "    … 1 frame",
            "    at org.junit.C.c(C.java:3)",
            "    at app//com.shop.cart.CartTest.adds(CartTest.java:7)",
            "    at java.base/java.lang.reflect.Method.invoke(Method.java:569)",
            "    … 1 frame",
            "Caused by: java.io.IOException: <b>",
            "    at com.shop.disk.Disk.read(Disk.java:9)",
            "    ... 3 more");
    assertThat(lines.stream().filter(TraceLine::own)).hasSize(2);
  }

  @Test
  void noTraceIsNoLineAndALongOneEnds() {
    assertThat(TraceLine.trimmed("", "com.shop.A")).isEmpty();
    assertThat(TraceLine.trimmed("x\n".repeat(10_000), "A")).hasSizeLessThan(500);
  }
}
