package io.rrrspec.client.request;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.rrrspec.common.UsageException;
import io.rrrspec.common.process.HostName;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RequestFileTest {
  @TempDir Path directory;

  private JsonNode read(String text) throws IOException {
    Path file = Files.writeString(directory.resolve("shop.yml"), text);
    return RequestFile.read(file.toString(), InputStream.nullInputStream());
  }

  @Test
  void yamlAndJsonSayTheSame() throws IOException {
    String expected =
        "{\"requester\":\"ci\",\"program\":\"x\","
            + "\"run_list\":[{\"name\":\"build\",\"args\":{\"on\":true,\"word\":\"yes\",\"n\":1.5}}]}";
    assertThat(
            read(
                "requester: ci\nprogram: x\nrun_list:\n"
                    + "- {name: build, args: {on: true, word: yes, n: 1.5}}\n"))
        .hasToString(expected);
    assertThat(read(expected.replace(",", ",\n\t"))).hasToString(expected);
    assertThat(read("\ufeff" + expected)).hasToString(expected);
  }

  @Test
  void whoAsksAndWithWhatIsFilledIn() throws IOException {
    JsonNode filled = read("requester:\nrun_list: [{name: build}]\n");
    assertThat(filled.path("requester").asText()).isEqualTo(HostName.ofThisHost());
    assertThat(filled.path("program")).hasToString("{\"name\":\"shop.yml\"}");
    JsonNode piped =
        RequestFile.read(
            "-", new ByteArrayInputStream("run_list: []".getBytes(StandardCharsets.UTF_8)));
    assertThat(piped.path("program")).hasToString("{\"name\":\"stdin\"}");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "''              | ': a request is a map: write ''run_list:'' with a list of jobs'",
        "[a]             | : a request is a map",
        "{a: 1, a: 2}    | ' line 1: this is neither YAML nor JSON (Duplicate field ''a''): correct'",
        "'a: [&x b, *x]' | ' line 1: this is neither YAML nor JSON (an alias, *NAME: write what it'",
        "'{\"a\": 1} x'  | ' line 1: this is neither YAML nor JSON ('",
        "'a: b\n--- c'   | ' line 2: this is neither YAML nor JSON (something follows the first'",
      })
  void aMistakeIsNamedWithItsPlace(String text, String message) {
    assertThatThrownBy(() -> read(text.replace("\\n", "\n")))
        .isInstanceOf(UsageException.class)
        .hasMessageStartingWith(directory.resolve("shop.yml") + message)
        .hasMessageNotContaining("\n");
  }

  @Test
  void whatIsNoFileIsRefused() throws IOException {
    assertThatThrownBy(() -> RequestFile.read(directory.toString(), InputStream.nullInputStream()))
        .hasMessage(directory + " is a directory: write the path of a YAML or JSON file");
    assertThatThrownBy(() -> RequestFile.read("gone.yml", InputStream.nullInputStream()))
        .hasMessage("there is no file gone.yml: write the path of a YAML or JSON file");
    assertThatThrownBy(() -> read("a: " + "x".repeat(1 << 20)))
        .hasMessageEndingWith(" has more than 1 MiB: no server takes that");
    Path latin = directory.resolve("latin.yml");
    Files.write(latin, new byte[] {'a', (byte) 0xe4});
    assertThatThrownBy(() -> RequestFile.read(latin.toString(), InputStream.nullInputStream()))
        .hasMessageEndingWith(" is not UTF-8 text: save it with this encoding");
  }
}
