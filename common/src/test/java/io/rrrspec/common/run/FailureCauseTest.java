package io.rrrspec.common.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.rrrspec.common.model.CaseResult;
import io.rrrspec.common.model.CaseResult.Outcome;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class FailureCauseTest {
  private static final String TEST = "com.shop.CartTest";
  private static final String STATE = "java.lang.IllegalStateException";
  private static final String ASSERTION = "org.opentest4j.AssertionFailedError";

  private static String trace(String type, @Nullable String message, String... frames) {
    StringBuilder trace = new StringBuilder(type + (message == null ? "" : ": " + message) + '\n');
    trace.append("\tat org.lib.Tool.check(Tool.java:7)\n");
    for (String frame : frames) {
      trace.append(frame.startsWith("Caused by") ? frame : "\tat " + frame).append('\n');
    }
    return trace.toString();
  }

  private static String cause(String type, @Nullable String message, String... frames) {
    return FailureCause.of(
        new CaseResult(
            TEST, "adds", Outcome.ERROR, 1, message, type, trace(type, message, frames)));
  }

  private static String cause(String message) {
    return cause(STATE, message, "com.shop.Cart.add(Cart.java:42)");
  }

  /** The failure of a row that has the message alone. */
  private static String old(String name, Outcome outcome, @Nullable String message) {
    return FailureCause.of(new CaseResult(TEST, name, outcome, 1, message, null, null));
  }

  @Test
  void itIsTheThrowableItsMessageAndTheTopmostOwnFrame() {
    assertThat(cause("no room for 3 items"))
        .isEqualTo(STATE + ": no room for # items at com.shop.Cart.add");
    assertThat(cause(STATE, null, "com.shop.Cart.add(Cart.java:42)"))
        .isEqualTo(STATE + " at com.shop.Cart.add");
    assertThat(cause(STATE, "  \n\n  no\troom \nfor it", "com.shop.Cart.add(Cart.java:42)"))
        .isEqualTo(STATE + ": no room at com.shop.Cart.add");
  }

  @Test
  void nothingInItSteersATerminal() {
    assertThat(cause("no\u009b2J \u202eroom\u2066 \u001b[31mleft\u2028for it"))
        .isEqualTo(STATE + ": no #J room [#mleft for it at com.shop.Cart.add");
  }

  static Stream<List<String>> alike() {
    return Stream.of(
        List.of("row 7 of 12", "row 8 of 1,200", "row -3 of 1.5e10"),
        List.of("took 12 ms", "took 3.4 ms", "took 1e-5 ms"),
        List.of("at 10:00:00 it stopped", "at 23:59:59.123 it stopped"),
        List.of("since 2026-03-01T10:00:00Z", "since 2026-03-01T10:00:00.123456+02:00"),
        List.of("since Thu Nov 26 17:23:08 UTC 2026", "since Mon Jan 5 01:02:03 UTC 2027"),
        List.of("after PT1M30S", "after PT0.5S"),
        List.of("no com.shop.Item@1b2c3d4", "no com.shop.Item@7ffe"),
        List.of("no [Ljava.lang.String;@1b2c3d4", "no [Ljava.lang.String;@ab"),
        List.of("address 0x7fff5fbff8a0", "address 0xdeadbeef"),
        List.of(
            "order 123e4567-e89b-12d3-a456-426614174000 is gone",
            "order f47ac10b-58cc-4372-a567-0e02b2c3d479 is gone"),
        List.of("image 9f86d081884c7d65 is missing", "image e3b0c44298fc1c14 is missing"),
        List.of("no bean \"cart\"", "no bean \"order\"", "no bean \"\""),
        List.of("no bean 'cart' found", "no bean 'order book' found"),
        List.of("no `cart`", "no `order`"),
        List.of("no \u201ccart\u201d", "no \u201corder\u201d"),
        List.of("no <cart> here", "no <order> here"),
        List.of("ids [1, 2, 3]", "ids [4]"),
        List.of("user42 is locked", "user7 is locked"),
        List.of("connect to 127.0.0.1:5432 failed", "connect to 10.0.0.17:43111 failed"),
        List.of("pool-1-thread-3 died", "pool-12-thread-1 died"),
        List.of(
            "com.shop.Cart$$Lambda$14/0x00000008 failed", "com.shop.Cart$$Lambda$9/0x1f failed"),
        List.of("/tmp/junit-123/a.csv: no such file", "/tmp/junit-9/x/b.csv: no such file"),
        List.of("/private/var/folders/zz/T/a: gone", "/var/folders/yy/T/b: gone"),
        List.of(
            "C:\\Users\\me\\AppData\\Local\\Temp\\a1\\x.csv is missing",
            "D:\\temp\\$b\\y.csv is missing"),
        List.of("expected: <3> but was: <4>", "expected: <a\nb> but was: <c>"),
        List.of("sum ==> expected: <3> but was: <4>", "sum ==> expected: <<b>> but was: <>"),
        List.of("Status expected:<200> but was:<404>", "Status expected:<200> but was:<500>"),
        List.of("expected [4] but found [3]", "expected [true] but found [false]"),
        List.of("\nExpected: is <3>\n     but: was <4>", "\nExpected: a value above <3>\n but: x"),
        List.of("\nexpected: 3\n but was: 4\n", "\nexpected: \"a\"\n but was: \"b\"\n"),
        List.of(TEST + ": broken", "com.shop.CartTest: broken"),
        List.of("\u001b[31mred\u001b[0m 3", "\u001b[31mred\u001b[0m 12"));
  }

  @ParameterizedTest
  @MethodSource("alike")
  void whatDiffersFromTestToTestIsMadeAlike(List<String> messages) {
    assertThat(messages.stream().map(FailureCauseTest::cause).distinct())
        .as(messages::toString)
        .hasSize(1);
  }

  @Test
  void messagesThatSaySomethingElseStayApart() {
    List<String> messages = alike().map(same -> same.get(0)).toList();
    List<String> others =
        List.of(
            "no room",
            "no Room",
            "no room left",
            "Expecting value to be true but was false",
            "can't add",
            "can't remove user's cart",
            "/etc/cart.csv: no such file",
            "/home/me/tmp.csv: no such file",
            "C:\\shop\\cart.csv is missing",
            "C:\\shop\\order.csv is missing",
            "Unexpected exception type thrown",
            "facade is cafe",
            "deadbeef",
            "expected one result",
            "user is locked");
    assertThat(Stream.concat(messages.stream(), others.stream()).map(FailureCauseTest::cause))
        // The values of assertions are no message.
        .filteredOn(cause -> !cause.contains(": expected: …"))
        .doesNotHaveDuplicates()
        .hasSizeGreaterThan(35);
  }

  @Test
  void theSameMessageFromAnotherPlaceOrThrowableIsAnotherCause() {
    String add = cause("no");
    assertThat(cause(STATE, "no", "com.shop.Cart.add(Cart.java:99)")).isEqualTo(add);
    assertThat(cause(STATE, "no", "app//com.shop.Cart.add(Cart.java:42)")).isEqualTo(add);
    assertThat(cause(STATE, "no", "com.shop.Cart.lambda$add$0(Cart.java:43)")).isEqualTo(add);
    assertThat(cause(STATE, "no", "com.shop.Cart$$EnhancerBySpring$$1a2b.add(<generated>)"))
        .isEqualTo(add);
    assertThat(
            Stream.of(
                add,
                cause(STATE, "no", "com.shop.Cart.remove(Cart.java:42)"),
                cause(STATE, "no", "com.shop.Order.add(Order.java:42)"),
                cause(STATE, "no", "org.else.Cart.add(Cart.java:42)"),
                cause("java.io.IOException", "no", "com.shop.Cart.add(Cart.java:42)")))
        .doesNotHaveDuplicates();
  }

  @Test
  void withoutAnOwnFrameTheInnermostCauseTellsFailuresApart() {
    String context = "Failed to load ApplicationContext for [Config@12ab testClass = " + TEST + "]";
    String refused = "Caused by: java.net.ConnectException: localhost:5432 refused";
    String other = "Caused by: java.net.ConnectException: localhost:5433 refused";
    String missing = "Caused by: org.spring.NoSuchBean: none";
    String wrapper = "Caused by: org.spring.BeanCreation: bean";
    assertThat(cause(STATE, context, wrapper, refused))
        .isEqualTo(
            STATE
                + ": Failed to load ApplicationContext for [Config@# testClass = …]"
                + " by java.net.ConnectException: localhost:# refused")
        .isEqualTo(cause(STATE, context, wrapper, other))
        .isNotEqualTo(cause(STATE, context, wrapper, missing));
  }

  @Test
  void theFirstOfSeveralFailuresStandsForAll() {
    String several = "org.opentest4j.MultipleFailuresError";
    String frame = "com.shop.CartTest.adds(CartTest.java:42)";
    String one = ASSERTION + ": expected: <1> but was: <2>";
    assertThat(cause(several, "cart (2 failures)\n\t" + one + "\n\t" + STATE + ": no", frame))
        .isEqualTo(cause(several, "cart (3 failures)\n\t" + one + "\n\t" + one, frame))
        .isEqualTo(ASSERTION + ": expected: … at com.shop.CartTest.adds");
    assertThat(cause(several, "Multiple Failures (1 failure)\n-- failure 1 --\nno room", frame))
        .isEqualTo(several + ": no room at com.shop.CartTest.adds");
    assertThat(cause(several, "(0 failures)", frame)).contains("(# failures)");
  }

  @Test
  void aClassThatFailedAsAWholeHasItsReason() {
    String killed = old("", Outcome.ERROR, "the JVM ended with exit code 137");
    assertThat(killed).isEqualTo("the JVM ended with exit code #");
    assertThat(old("adds", Outcome.ERROR, "the JVM ended with exit code 3")).isEqualTo(killed);
    assertThat(old("", Outcome.ERROR, "ran longer than its time-out")).isNotEqualTo(killed);
  }

  @Test
  void whereNoFrameIsKnownAnAssertionIsOfItsTest() {
    String seven = old("adds(int)[7]", Outcome.FAILED, "expected: <1> but was: <2>");
    assertThat(seven).isEqualTo("expected: … at com.shop.CartTest.adds");
    assertThat(old("adds(int)[8]", Outcome.FAILED, "expected: <3> but was: <4>")).isEqualTo(seven);
    assertThat(old("removes", Outcome.FAILED, "expected: <1> but was: <2>")).isNotEqualTo(seven);
    assertThat(old("adds", Outcome.ERROR, "no room"))
        .isEqualTo(old("removes", Outcome.ERROR, "no room"));
    assertThat(old("adds", Outcome.ERROR, null)).isNotEqualTo(old("removes", Outcome.ERROR, null));
    assertThat(old("", Outcome.FAILED, null)).isEqualTo("no message at com.shop.CartTest");
  }

  @Test
  void theNameOfTheTestInItsMessageSaysNothing() {
    String type = "java.util.concurrent.TimeoutException";
    assertThat(cause(type, "adds() timed out after 5 seconds"))
        .isEqualTo(type + ": …() timed out after # seconds");
  }

  @Test
  void whereMemoryRanOutIsChance() {
    String type = "java.lang.OutOfMemoryError";
    assertThat(cause(type, "Java heap space", "com.shop.Cart.add(Cart.java:1)"))
        .isEqualTo(cause(type, "Java heap space", "com.shop.Order.add(Order.java:1)"));
  }

  @Test
  void itIsShortWhateverTheTestSays() {
    String pair = "\ud83d\ude00";
    for (String message :
        List.of(
            "m".repeat(1_000_000), pair.repeat(2_000), "x" + pair.repeat(2_000), "\n".repeat(9))) {
      for (String type : List.of("T".repeat(5_000), "a." + pair.repeat(3_000))) {
        String frame = "com.shop." + pair.repeat(5_000) + "x" + ".add(A.java:1)";
        String cause = cause(type, message, frame);
        assertThat(cause.length()).isBetween(1, FailureCause.MOST);
        assertThat(cause.codePoints()).noneMatch(c -> c >= 0xd800 && c <= 0xdfff);
      }
    }
    assertThat(FailureCause.of(new CaseResult("", "", Outcome.ERROR, 0, null, null, null)))
        .isNotEmpty();
  }

  @Test
  void thoseOfMostFailuresComeFirst() {
    List<CauseGroup<String>> groups =
        CauseGroup.of(List.of("a1", "b1", "c1", "c2", "b2"), name -> name.substring(0, 1));
    assertThat(groups)
        .extracting(group -> group.cause() + group.failures())
        .containsExactly("b[b1, b2]", "c[c1, c2]", "a[a1]");
    assertThat(groups.get(0).first()).isEqualTo("b1");
    assertThat(groups.get(0).others()).containsExactly("b2");
  }
}
