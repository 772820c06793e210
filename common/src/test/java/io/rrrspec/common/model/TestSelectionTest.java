package io.rrrspec.common.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rrrspec.common.ServiceException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TestSelectionTest {
  @Test
  void whatMostTasksHaveIsWrittenOnce() {
    TestSelection selection =
        TestSelection.ofMethods(
            List.of("A", "B", "C", "D"),
            Map.of("A", List.of("#x"), "B", List.of("#x"), "C", List.of("N#y", "#z")));
    assertThat(selection.fields()).containsOnlyKeys("methods");
    assertThat(selection.fields().get("methods"))
        .isEqualTo("{\"\":[\"#x\"],\"C\":[\"N#y\",\"#z\"],\"D\":[]}");
    assertThat(selection.methodsOf("B")).containsExactly("#x");
    assertThat(selection.methodsOf("C")).containsExactly("N#y", "#z");
    assertThat(selection.methodsOf("D")).isEmpty();
  }

  @Test
  void theFieldsAreReadAsTheyWereWritten() {
    TestSelection selection =
        TestSelection.ofMethods(List.of("A"), Map.of("A", List.of("#it's \"one\"")))
            .withTags(List.of("a & b"), List.of("c"));
    Map<String, String> fields = selection.fields();
    assertThat(
            TestSelection.parse(
                fields.get("methods"), fields.get("include_tags"), fields.get("exclude_tags")))
        .isEqualTo(selection);
    assertThat(TestSelection.parse(null, "", null)).isEqualTo(TestSelection.ALL);
    assertThat(TestSelection.ALL.fields()).isEmpty();
    assertThatThrownBy(() -> TestSelection.parse("[1", null, null))
        .isInstanceOf(ServiceException.class)
        .hasMessage("the methods of the taskset cannot be read");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "adds                                  | adds",
        "adds(int, int)[2]                     | adds",
        "adds{int}[2]                          | adds",
        "adds[0: 1 + 1]                        | adds",
        "adds two numbers                      | adds two numbers",
        "adds two numbers()                    | adds two numbers",
        "adds two numbers(int)[3]              | adds two numbers",
        "the larger of 1 and 2 [a: 1, b: 2, #0] | the larger of 1 and 2",
        "adds two numbers (once)               | adds two numbers (once)",
        "adds two numbers(int)(int)[3]         | adds two numbers",
        "adds two (once) [a: 1, #0]            | adds two (once)",
      })
  void the_name_of_a_method_is_what_all_its_tests_have_in_common(String test, String method) {
    assertThat(TestSelection.methodOf(test)).isEqualTo(method);
    assertThat(TestSelection.methodOf(method)).as("of the method").isEqualTo(method);
  }
}
