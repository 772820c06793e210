package io.rrrspec.common.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PlainJsonTest {
  @TempDir Path temp;

  @Test
  void itReadsWhatAMapperHasWritten() throws IOException {
    Map<String, Object> values =
        Map.of(
            "text", "a \"quoted\" \\ \u00e9\n\t\u0001 \ud83d\ude00",
            "number", Long.MAX_VALUE,
            "flag", true,
            "texts", List.of("a", ""),
            "byName", Map.of("x", "1", "y", ""),
            "object", Map.of("flag", false),
            "objects", List.of(Map.of("number", -1), Map.of()),
            "more", List.of(1.5, Map.of("deep", List.of(List.of()))));
    PlainJson json = read(LazyMapper.JSON.writeValueAsString(values));
    assertThat(json.text("text")).isEqualTo(values.get("text"));
    assertThat(json.number("number")).isEqualTo(Long.MAX_VALUE);
    assertThat(json.flag("flag")).isTrue();
    assertThat(json.texts("texts")).containsExactly("a", "");
    assertThat(json.textsByName("byName")).isEqualTo(values.get("byName"));
    assertThat(json.object("object").flag("flag")).isFalse();
    assertThat(json.objects("objects")).hasSize(2);
    assertThat(json.objects("objects").get(0).number("number")).isEqualTo(-1);
  }

  @Test
  void whatIsMissingOrOfAnotherKindIsNamed() throws IOException {
    PlainJson json = read("{\"a\": 1, \"b\": null, \"c\": [1], \"d\": {\"e\": 2}}");
    assertThatThrownBy(() -> json.text("x"))
        .isInstanceOf(IOException.class)
        .hasMessage("x is missing");
    assertThatThrownBy(() -> json.text("a")).hasMessage("a is no String");
    assertThatThrownBy(() -> json.flag("b")).hasMessage("b is missing");
    assertThatThrownBy(() -> json.texts("c")).hasMessage("c is no String");
    assertThatThrownBy(() -> json.objects("c")).hasMessage("c is no Map");
    assertThatThrownBy(() -> json.textsByName("d")).hasMessage("d is no String");
    assertThatThrownBy(() -> json.object("a")).hasMessage("a is no Map");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "[]", "1", "{", "{\"a\":1} {}", "{\"a\":1,\"a\":2}", "{a:1}", "{\"a\":}"})
  void whatIsNotOneObjectIsRefused(String text) {
    assertThatThrownBy(() -> read(text)).isInstanceOf(IOException.class);
  }

  private PlainJson read(String text) throws IOException {
    return PlainJson.read(Files.writeString(temp.resolve("some.json"), text));
  }

  @Test
  void whatItWritesItReads() throws IOException {
    String text =
        PlainJson.write(
            json -> {
              json.writeStringField("text", "a \"b\"\n");
              json.writeNullField("nothing");
            });
    assertThat(text).isEqualTo("{\"text\":\"a \\\"b\\\"\\n\",\"nothing\":null}");
    PlainJson read = PlainJson.parse(text);
    assertThat(read.text("text")).isEqualTo("a \"b\"\n");
    assertThat(read.textIfAny("text")).isEqualTo("a \"b\"\n");
    assertThat(read.textIfAny("nothing")).isNull();
    assertThat(read.textIfAny("missing")).isNull();
    assertThatThrownBy(() -> PlainJson.parse("{\"a\": 1}").textIfAny("a"))
        .hasMessage("a is no String");
  }
}
