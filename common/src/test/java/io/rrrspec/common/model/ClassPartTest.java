package io.rrrspec.common.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rrrspec.common.ServiceException;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ClassPartTest {
  @Test
  void itComesBackFromItsText() {
    ClassPart part =
        new ClassPart(
            2, 4, false, List.of("#adds", "Inner$Deeper#it's \"so\"\n\u0001 # \ud83d\ude00"));
    assertThat(part.text()).doesNotContain("\n");
    assertThat(ClassPart.parse(part.text())).isEqualTo(part);
    ClassPart rest = new ClassPart(4, 4, true, List.of("#adds"));
    assertThat(rest.text())
        .isEqualTo("{\"number\":4,\"count\":4,\"rest\":true,\"methods\":[\"#adds\"]}");
    assertThat(ClassPart.parse(rest.text())).isEqualTo(rest);
    ClassPart ofFiles = rest.withClassFiles("0af9");
    assertThat(ofFiles.text()).endsWith("\"methods\":[\"#adds\"],\"class_files\":\"0af9\"}");
    assertThat(ClassPart.parse(ofFiles.text())).isEqualTo(ofFiles);
  }

  @Test
  void aMethodMayHaveAHashInItsName() {
    String unit = ClassPart.unitOf("a.BTest", "a.BTest", "parses C#()");
    assertThat(unit).isEqualTo("#parses C#");
    ClassPart part = new ClassPart(1, 2, false, List.of(unit));
    assertThat(ClassPart.parse(part.text())).isEqualTo(part);
  }

  @Test
  void theLargestPartComesBackToo() {
    String name = "#" + "\u0001".repeat(ClassPart.MOST_CHARACTERS / ClassPart.MOST_METHODS - 1);
    ClassPart part = new ClassPart(1, 2, false, Collections.nCopies(ClassPart.MOST_METHODS, name));
    assertThat(ClassPart.parse(part.text())).isEqualTo(part);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "#adds",
        "[]",
        "{}",
        "null",
        "{\"number\":1,\"count\":2,\"rest\":false}",
        "{\"number\":\"1\",\"count\":2,\"rest\":false,\"methods\":[\"#a\"]}",
        "{\"number\":1,\"count\":2,\"rest\":false,\"methods\":[null]}",
        "{\"number\":1,\"count\":2,\"rest\":false,\"methods\":[\"#a\"]} {}",
        "{\"number\":4294967297,\"count\":2,\"rest\":false,\"methods\":[\"#a\"]}",
        "{\"number\":3,\"count\":2,\"rest\":false,\"methods\":[\"#a\"]}",
        "{\"number\":1,\"count\":2,\"rest\":true,\"methods\":[\"#a\"]}",
        "{\"number\":1,\"count\":2,\"rest\":false,\"methods\":[]}",
        "{\"number\":1,\"count\":2,\"rest\":false,\"methods\":[\"a\"]}",
        "{\"number\":1,\"count\":2,\"rest\":false,\"methods\":[\"#a\"],\"class_files\":\"xy\"}",
      })
  void anythingElseIsRefusedInOneLine(String text) {
    assertThatThrownBy(() -> ClassPart.parse(text))
        .isInstanceOf(ServiceException.class)
        .hasMessageStartingWith("the part of a class cannot be read (")
        .message()
        .doesNotContain("\n")
        .hasSizeLessThan(400);
  }

  @Test
  void aTextWithoutEndIsRefusedUnread() {
    assertThatThrownBy(() -> ClassPart.parse("[".repeat(10_000_000)))
        .isInstanceOf(ServiceException.class)
        .hasMessageContaining("it has 10000000 characters");
    assertThatThrownBy(() -> ClassPart.parse("{\"a\":".repeat(100_000)))
        .isInstanceOf(ServiceException.class);
  }

  @ParameterizedTest
  @CsvSource({
    "1, 1, true, #a, a class has 2 to 1000 parts",
    "1, 1001, false, #a, a class has 2 to 1000 parts",
    "0, 2, false, #a, there is no part 0 of 2",
    "3, 2, false, #a, there is no part 3 of 2",
    "2, 2, false, #a, the last part runs the rest",
    "1, 2, true, #a, the last part runs the rest",
    "1, 2, false, a, 'a method is named NESTED#METHOD, not ''a'''",
    "1, 2, false, Inner#, a method is named NESTED#METHOD",
  })
  void nonsenseIsRefused(int number, int count, boolean rest, String method, String message) {
    assertThatThrownBy(() -> new ClassPart(number, count, rest, List.of(method)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(message);
  }

  @Test
  void whatNamesTooMuchIsRefused() {
    assertThatThrownBy(() -> new ClassPart(1, 2, false, List.of()))
        .hasMessage("a part names 1 to 10000 methods, not 0");
    assertThatThrownBy(() -> new ClassPart(1, 2, false, Collections.nCopies(10_001, "#a")))
        .hasMessage("a part names 1 to 10000 methods, not 10001");
    List<String> long1 = List.of("#" + "a".repeat(ClassPart.MOST_CHARACTERS));
    assertThatThrownBy(() -> new ClassPart(1, 2, false, long1))
        .hasMessage("the names of a part's methods have 1000000 characters at most");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "com.A | com.A           | adds                 | #adds",
        "com.A | com.A           | adds(int, int)[2]    | #adds",
        "com.A | com.A           | adds[0: a b]         | #adds",
        "com.A | com.A           | adds two numbers     | #adds two numbers",
        "com.A | com.A$B$C       | adds()[1]            | B$C#adds",
        "com.A$B | com.A$B       | adds                 | #adds",
        "com.A$B | com.A$B$C     | adds                 | C#adds",
        "com.A | com.A           | ''                   | ",
        "com.A | com.A$B         | ''                   | ",
        "com.A | com.AB          | adds                 | ",
        "com.A | com.A$          | adds                 | ",
        "com.A | com.B           | adds                 | ",
        "com.A | com             | adds                 | ",
      })
  void a_recorded_test_has_the_unit_of_its_method(
      String taskClass, String caseClass, String caseName, String unit) {
    assertThat(ClassPart.unitOf(taskClass, caseClass, caseName)).isEqualTo(unit);
  }

  @ParameterizedTest
  @ValueSource(strings = {"com.foo.BarTest", "com.foo.BarTest@it", "a/b:com.foo.BarTest", "x#1"})
  void theNameOfAPartLeadsBackToItsClass(String task) {
    String part = new ClassPart(2, 14, false, List.of("#a")).taskOf(task);
    assertThat(part).isEqualTo(task + "#2/14");
    assertThat(ClassPart.classTaskOf(part)).isEqualTo(task);
    assertThat(ClassPart.classTaskOf(task)).isEqualTo(task);
  }
}
