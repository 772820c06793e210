package io.rrrspec.client.request;

import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.util.JsonParserDelegate;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLParser;
import io.rrrspec.client.report.terminal.PlainText;
import io.rrrspec.common.UsageException;
import io.rrrspec.common.process.HostName;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** What {@code request start} asks for, as its file has it: YAML or JSON. */
final class RequestFile {
  /** How standard input is called. */
  private static final String STDIN = "-";

  private static final int MOST_BYTES = 1 << 20;

  /** As in YAML 1.2, which editors know: yes, no, on and off are texts. */
  private static final YAMLFactory YAML =
      YAMLFactory.builder()
          .enable(YAMLParser.Feature.PARSE_BOOLEAN_LIKE_WORDS_AS_STRINGS)
          .enable(YAMLParser.Feature.EMPTY_STRING_AS_NULL)
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .build();

  private static final JsonMapper MAPPER =
      JsonMapper.builder().enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION).build();

  private RequestFile() {}

  /**
   * Reads a request; who asks and with what is filled in where it is missing.
   *
   * @param file its path, or {@code -}
   * @param stdin read only for {@code -}
   * @throws UsageException if there is no such file, or it holds no map
   */
  static ObjectNode read(String file, InputStream stdin) {
    boolean isStdin = file.equals(STDIN);
    String name = isStdin ? "standard input" : file;
    if (!(parsed(name, text(name, isStdin ? stdin : null)) instanceof ObjectNode body)) {
      throw new UsageException(
          name + ": a request is a map: write 'run_list:' with a list of jobs, [{name: …}, …]");
    }
    if (!body.hasNonNull("requester")) {
      body.put("requester", HostName.ofThisHost());
    }
    if (!body.hasNonNull("program")) {
      Path last = isStdin ? null : Path.of(file).getFileName();
      body.putObject("program").put("name", last == null ? "stdin" : last.toString());
    }
    return body;
  }

  private static String text(String name, @Nullable InputStream stdin) {
    if (stdin == null && Files.isDirectory(Path.of(name))) {
      throw new UsageException(name + " is a directory: write the path of a YAML or JSON file");
    }
    if (stdin == null && !Files.exists(Path.of(name))) {
      throw new UsageException(
          "there is no file " + name + ": write the path of a YAML or JSON file");
    }
    byte[] bytes;
    try (InputStream in = stdin == null ? Files.newInputStream(Path.of(name)) : stdin) {
      bytes = in.readNBytes(MOST_BYTES + 1);
    } catch (IOException e) {
      throw new UsageException(name + " cannot be read: check its permissions", e);
    }
    if (bytes.length > MOST_BYTES) {
      throw new UsageException(name + " has more than 1 MiB: no server takes that");
    }
    try {
      String text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
      return text.startsWith("\ufeff") ? text.substring(1) : text;
    } catch (CharacterCodingException e) {
      throw new UsageException(name + " is not UTF-8 text: save it with this encoding", e);
    }
  }

  private static @Nullable JsonNode parsed(String name, String text) {
    try (JsonParser json = MAPPER.createParser(text)) {
      return only(json);
    } catch (IOException notJson) {
      // YAML allows nearly all of JSON, but no tabs at the beginning of a line.
      return yaml(name, text);
    }
  }

  private static @Nullable JsonNode yaml(String name, String text) {
    try (JsonParser yaml = new NoAliases(YAML.createParser(text))) {
      return only(yaml);
    } catch (JsonProcessingException e) {
      String at = e.getLocation() == null ? "" : " line " + e.getLocation().getLineNr();
      String why = e.getOriginalMessage().lines().findFirst().orElse("malformed").strip();
      throw new UsageException(
          name + at + ": this is neither YAML nor JSON (" + PlainText.line(why) + "): correct it",
          e);
    } catch (IOException e) {
      throw new IllegalStateException("a text in memory cannot be read", e);
    }
  }

  private static @Nullable JsonNode only(JsonParser parser) throws IOException {
    JsonNode node = MAPPER.readTree(parser);
    if (node != null && parser.nextToken() != null) {
      throw new JsonParseException(parser, "something follows the first document");
    }
    return node;
  }

  /** The mapper would take an alias for a text. */
  private static final class NoAliases extends JsonParserDelegate {
    NoAliases(YAMLParser yaml) {
      super(yaml);
    }

    @Override
    public @Nullable JsonToken nextToken() throws IOException {
      JsonToken token = super.nextToken();
      if (((YAMLParser) delegate).isCurrentAlias()) {
        throw new JsonParseException(this, "an alias, *NAME: write what it stands for");
      }
      return token;
    }

    @Override
    public @Nullable String nextFieldName() throws IOException {
      return nextToken() == JsonToken.FIELD_NAME ? currentName() : null;
    }

    @Override
    public @Nullable String nextTextValue() throws IOException {
      return nextToken() == JsonToken.VALUE_STRING ? getText() : null;
    }
  }
}
