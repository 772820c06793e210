package io.rrrspec.common.collect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rrrspec.common.ServiceException;
import io.rrrspec.common.model.CollectRequest;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CollectFieldsTest {
  @Test
  void whatIsWrittenIsReadAgain() {
    CollectRequest request = new CollectRequest(List.of("**/a,b", "t/*"), 7, 5_000_000_000L);
    Map<String, String> fields = CollectFields.write(request);

    assertThat(
            CollectFields.parse(
                fields.get("collect"),
                fields.get("collect_max_files"),
                fields.get("collect_max_bytes")))
        .isEqualTo(request);
    assertThat(CollectFields.write(CollectRequest.NONE)).isEmpty();
    assertThat(CollectFields.parse("", null, null)).isEqualTo(CollectRequest.NONE);
  }

  @ParameterizedTest
  @ValueSource(strings = {"[\"../x\"]", "[\"/etc/*\"]", "{}", "[1]", "[", "null"})
  void patternsThatAreNoneAreRefused(String globs) {
    assertThatThrownBy(() -> CollectFields.parse(globs, "1", "1"))
        .isInstanceOf(ServiceException.class)
        .hasMessage("the collect of the taskset cannot be used");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "x", "0", "-1"})
  void boundsThatAreNoneAreRefused(String bound) {
    assertThatThrownBy(() -> CollectFields.parse("[\"a\"]", bound, "1"))
        .isInstanceOf(ServiceException.class)
        .hasMessageContaining("collect_max_files");
  }
}
