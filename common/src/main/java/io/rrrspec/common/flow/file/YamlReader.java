package io.rrrspec.common.flow.file;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLParser;
import io.rrrspec.common.UsageException;
import io.rrrspec.common.flow.file.YamlNode.Entry;
import io.rrrspec.common.flow.file.YamlNode.Mapping;
import io.rrrspec.common.flow.file.YamlNode.Scalar;
import io.rrrspec.common.flow.file.YamlNode.Sequence;
import io.rrrspec.common.flow.file.YamlNode.Type;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.error.Mark;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.reader.ReaderException;

/**
 * Reads YAML into nodes with places. Aliases and tags are refused: so what is read is no larger
 * than the file.
 */
final class YamlReader {
  /** More than flows may be nested; it keeps the recursion here off the end of the stack. */
  private static final int DEEPEST = 60;

  /** As in YAML 1.2, which editors know: yes, no, on and off are texts. */
  static final YAMLFactory FACTORY =
      new YAMLFactory().enable(YAMLParser.Feature.PARSE_BOOLEAN_LIKE_WORDS_AS_STRINGS);

  private final String file;
  private final String text;
  private final YAMLParser parser;

  private YamlReader(String file, String text, YAMLParser parser) {
    this.file = file;
    this.text = text;
    this.parser = parser;
  }

  /**
   * Reads the only document of a file.
   *
   * @throws UsageException with the place of what is wrong
   */
  static YamlNode read(String file, String text) {
    try (YAMLParser parser = FACTORY.createParser(text)) {
      return new YamlReader(file, text, parser).document();
    } catch (JsonProcessingException e) {
      throw malformed(file, text, e);
    } catch (IOException e) {
      throw new IllegalStateException("a text in memory cannot be read", e);
    }
  }

  private YamlNode document() throws IOException {
    if (parser.nextToken() == null) {
      throw new Place(file, 1, 1).wrong("the file is empty: write 'steps:' and a list of steps");
    }
    YamlNode node = node(0);
    if (parser.nextToken() != null) {
      throw here().wrong("a second document: write one flow in a file");
    }
    return node;
  }

  private YamlNode node(int depth) throws IOException {
    Place place = here();
    refuseReferences(place);
    if (depth > DEEPEST) {
      throw place.wrong("nested too deep: chains and groups may be nested 20 deep");
    }
    return switch (parser.currentToken()) {
      case START_OBJECT -> mapping(place, depth);
      case START_ARRAY -> sequence(place, depth);
      case VALUE_NUMBER_INT -> new Scalar(place, Type.WHOLE_NUMBER, parser.getText());
      case VALUE_NUMBER_FLOAT -> new Scalar(place, Type.NUMBER, parser.getText());
      case VALUE_TRUE, VALUE_FALSE -> new Scalar(place, Type.BOOLEAN, parser.getText());
      case VALUE_NULL -> new Scalar(place, Type.EMPTY, "");
      default -> new Scalar(place, Type.TEXT, withoutNul(place, parser.getText()));
    };
  }

  private Sequence sequence(Place place, int depth) throws IOException {
    List<YamlNode> items = new ArrayList<>();
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      items.add(node(depth + 1));
    }
    return new Sequence(place, items);
  }

  private Mapping mapping(Place place, int depth) throws IOException {
    Map<String, Entry> entries = new LinkedHashMap<>();
    while (parser.nextToken() == JsonToken.FIELD_NAME) {
      Place at = here();
      refuseReferences(at);
      String key = withoutNul(at, parser.currentName());
      parser.nextToken();
      if (entries.containsKey(key)) {
        throw at.wrong(Values.quoted(key) + " is there twice: remove one of them");
      }
      entries.put(key, new Entry(key, at, node(depth + 1)));
    }
    return new Mapping(place, entries);
  }

  private void refuseReferences(Place place) throws IOException {
    if (parser.isCurrentAlias()) {
      String star = "*" + parser.getText();
      throw place.wrong(
          Values.quoted(star) + " is an alias in YAML: for a text write \"" + star + "\"");
    }
    if (parser.getObjectId() != null) {
      throw place.wrong(
          "'&"
              + parser.getObjectId()
              + "' is an anchor in YAML: write what is meant in each place");
    }
    if (parser.getTypeId() != null) {
      throw place.wrong("a tag ('!') has no meaning here: remove it, or write the text in quotes");
    }
  }

  /** Neither a command line nor a variable can have one. */
  private static String withoutNul(Place place, String text) {
    if (text.indexOf('\0') >= 0) {
      throw place.wrong("a text with the character NUL in it: remove it");
    }
    return text;
  }

  private Place here() {
    return place(file, parser.currentTokenLocation());
  }

  private static Place place(String file, @Nullable JsonLocation location) {
    return location == null
        ? new Place(file, 1, 1)
        : new Place(file, Math.max(1, location.getLineNr()), Math.max(1, location.getColumnNr()));
  }

  private static UsageException malformed(String file, String text, JsonProcessingException e) {
    Throwable cause = e.getCause();
    if (cause instanceof MarkedYAMLException marked && marked.getProblemMark() != null) {
      Mark mark = marked.getProblemMark();
      Place place = new Place(file, mark.getLine() + 1, mark.getColumn() + 1);
      return malformed(text, place, String.valueOf(marked.getProblem()), e);
    }
    if (cause instanceof ReaderException reader) {
      return beforeCodePoint(file, text, reader.getPosition())
          .wrong("a control character: remove it", e);
    }
    return malformed(text, place(file, e.getLocation()), "a key must be a text", e);
  }

  private static UsageException malformed(
      String text, Place place, String problem, JsonProcessingException e) {
    if (problem.contains("TAB") || characterAt(text, place) == '\t') {
      return place.wrong("a tab: indent with blanks", e);
    }
    String advice =
        characterBefore(text, place) == '*'
            ? "put a text that begins with * in quotes"
            : "put texts with ': ', '#', braces or brackets in quotes, and indent lists alike";
    return place.wrong("this is not YAML (" + Values.brief(problem) + "): " + advice, e);
  }

  private static Place beforeCodePoint(String file, String text, int position) {
    String before = text.substring(0, text.offsetByCodePoints(0, position));
    int line = (int) before.chars().filter(c -> c == '\n').count() + 1;
    return new Place(file, line, before.length() - before.lastIndexOf('\n'));
  }

  private static char characterBefore(String text, Place place) {
    return characterAt(text, new Place(place.file(), place.line(), place.column() - 1));
  }

  private static char characterAt(String text, Place place) {
    String line = text.lines().skip(place.line() - 1L).findFirst().orElse("");
    int index = place.column() - 1;
    return index >= 0 && index < line.length() ? line.charAt(index) : ' ';
  }
}
