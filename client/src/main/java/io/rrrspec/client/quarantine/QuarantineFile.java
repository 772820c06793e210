package io.rrrspec.client.quarantine;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLParser;
import io.rrrspec.common.UsageException;
import io.rrrspec.common.files.IoReason;
import io.rrrspec.common.files.ReplacedFile;
import io.rrrspec.common.model.Quarantine;
import io.rrrspec.common.model.QuarantinedTest;
import io.rrrspec.common.model.TestMethod;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The file {@value #NAME} in the directory of a project, which is committed with it: a list of
 * quarantined tests, each with {@code test}, {@code owner}, {@code reason} and {@code until}.
 */
public final class QuarantineFile {
  /** The name of the file. */
  public static final String NAME = Quarantine.FILE;

  /** No list of 500 tests takes as much, in bytes. */
  private static final int LARGEST = 1 << 20;

  private static final List<String> KEYS = List.of("test", "owner", "reason", "until");

  private final Path file;
  private final LocalDate today;

  private QuarantineFile(Path file, LocalDate today) {
    this.file = file;
    this.today = today;
  }

  /** The file of a project, be it there or not. */
  public static QuarantineFile in(Path project, LocalDate today) {
    return new QuarantineFile(project.resolve(NAME), today);
  }

  /**
   * An entry of the file.
   *
   * @param test what it says
   * @param line where it begins, from 1
   */
  private record Entry(QuarantinedTest test, int line) {}

  /**
   * Reads the tests, those whose quarantine is over as well; none if there is no such file.
   *
   * @throws UsageException with the line of what is wrong
   */
  public List<QuarantinedTest> read() {
    return entries().stream().map(Entry::test).toList();
  }

  private List<Entry> entries() {
    if (!Files.exists(file)) {
      return List.of();
    }
    // Not before: most projects have no such file, and the mapper takes longer than looking for it.
    try (YAMLParser parser = new YAMLFactory().createParser(text())) {
      return entries(parser);
    } catch (JsonProcessingException e) {
      int line = e.getLocation() == null ? 1 : e.getLocation().getLineNr();
      String why = e.getOriginalMessage().lines().findFirst().orElse("malformed").strip();
      throw wrong(line, "this is not YAML (" + why + "): write a list of tests");
    } catch (IOException e) {
      throw new UsageException(file + " cannot be read: " + IoReason.of(e), e);
    }
  }

  private String text() throws IOException {
    if (!Files.isRegularFile(file)) {
      throw new UsageException(file + " is no file: make it one, or remove it");
    }
    byte[] bytes;
    try (InputStream in = Files.newInputStream(file)) {
      bytes = in.readNBytes(LARGEST + 1);
    }
    if (bytes.length > LARGEST) {
      throw new UsageException(
          file + " is larger than 1 MiB: at most " + Quarantine.MOST + " tests may be in it");
    }
    try {
      return UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException e) {
      throw new UsageException(file + " is not in UTF-8: save it so", e);
    }
  }

  private List<Entry> entries(YAMLParser parser) throws IOException {
    List<Entry> entries = new ArrayList<>();
    JsonToken first = next(parser);
    if (first == null || first == JsonToken.VALUE_NULL) {
      requireEnd(parser);
      return entries;
    }
    if (first != JsonToken.START_ARRAY) {
      throw wrong(1, "this is no list of tests: begin each with '- test: CLASS#METHOD'");
    }
    Map<TestMethod, Integer> lines = new LinkedHashMap<>();
    while (next(parser) == JsonToken.START_OBJECT) {
      int line = parser.currentTokenLocation().getLineNr();
      QuarantinedTest test = entry(fields(parser), line);
      Integer before = lines.putIfAbsent(test.test(), line);
      if (before != null) {
        throw wrong(line, test.test() + " is in line " + before + " already: remove one of them");
      }
      if (entries.size() == Quarantine.MOST) {
        throw wrong(
            line, "at most " + Quarantine.MOST + " tests may be in quarantine: mend some first");
      }
      entries.add(new Entry(test, line));
    }
    if (parser.currentToken() != JsonToken.END_ARRAY) {
      int line = parser.currentTokenLocation().getLineNr();
      throw wrong(line, "this is no test: begin each with '- test: CLASS#METHOD'");
    }
    requireEnd(parser);
    return entries;
  }

  /** What a second document said would be said to nobody. */
  private void requireEnd(YAMLParser parser) throws IOException {
    if (next(parser) != null) {
      throw wrong(
          parser.currentTokenLocation().getLineNr(),
          "a second document begins here: write all tests into one list, without '---'");
    }
  }

  /** The next token. What is written once and stands in several places would hide a test. */
  private @Nullable JsonToken next(YAMLParser parser) throws IOException {
    JsonToken token = parser.nextToken();
    if (token != null && (parser.isCurrentAlias() || parser.getObjectId() != null)) {
      throw wrong(
          parser.currentTokenLocation().getLineNr(),
          "aliases and anchors (*name, &name) are not allowed: write the text itself, in quotes if"
              + " it begins with * or &");
    }
    return token;
  }

  private Map<String, String> fields(YAMLParser parser) throws IOException {
    Map<String, String> fields = new LinkedHashMap<>();
    while (next(parser) == JsonToken.FIELD_NAME) {
      String key = parser.currentName();
      int line = parser.currentTokenLocation().getLineNr();
      JsonToken value = next(parser);
      if (!KEYS.contains(key)) {
        throw wrong(line, "unknown key '" + key + "': the keys are " + String.join(", ", KEYS));
      }
      if (value == JsonToken.START_OBJECT || value == JsonToken.START_ARRAY) {
        throw wrong(line, "'" + key + "' must be one line of text");
      }
      String text = value == JsonToken.VALUE_NULL ? "" : parser.getText();
      if (fields.put(key, text) != null) {
        throw wrong(line, "'" + key + "' is there twice: remove one of them");
      }
    }
    return fields;
  }

  private QuarantinedTest entry(Map<String, String> fields, int line) {
    for (String key : KEYS) {
      if (fields.getOrDefault(key, "").isBlank()) {
        throw wrong(line, "'" + key + "' is missing: " + adviceFor(key));
      }
    }
    try {
      return new QuarantinedTest(
          TestMethod.parse(fields.getOrDefault("test", "")),
          fields.getOrDefault("owner", ""),
          fields.getOrDefault("reason", ""),
          QuarantinedTest.day(fields.getOrDefault("until", ""), today));
    } catch (UsageException e) {
      throw wrong(line, String.valueOf(e.getMessage()));
    }
  }

  private String adviceFor(String key) {
    return switch (key) {
      case "test" -> "write CLASS#METHOD, such as com.foo.CartTest#adds";
      case "owner" -> "write who looks after the test";
      case "reason" -> "write why the test is not mended at once";
      default -> "write the last day of its quarantine, such as " + today.plusDays(14);
    };
  }

  private UsageException wrong(int line, String what) {
    return new UsageException(file + " line " + line + ": " + what);
  }

  /**
   * Adds a test at the end of the file; makes the file if there is none.
   *
   * @param replace whether an entry of the same test is replaced
   * @throws UsageException if the test is in the file already
   */
  public void add(QuarantinedTest test, boolean replace) {
    inTurn(
        () -> {
          addAlone(test, replace);
          return test;
        });
  }

  /** Reads and writes while no other program does. */
  private <T> T inTurn(FileTurn.Change<T> change) {
    try {
      return FileTurn.take(file, change);
    } catch (IOException e) {
      throw new UsageException(file + " cannot be written: " + IoReason.of(e), e);
    }
  }

  private void addAlone(QuarantinedTest test, boolean replace) {
    Entry before = find(test.test());
    if (before != null && !replace) {
      throw new UsageException(
          file
              + " line "
              + before.line()
              + ": "
              + test.test()
              + " is in quarantine already: "
              + before.test().note(!before.test().hasEnded(today))
              + "; add --replace to change that");
    }
    List<String> lines = before == null ? lines() : linesWithout(before);
    lines.add("- test: " + quoted(test.test().toString()));
    lines.add("  owner: " + quoted(test.owner()));
    lines.add("  reason: " + quoted(test.reason()));
    lines.add("  until: " + test.until());
    write(lines);
  }

  /**
   * Removes the entry of a test.
   *
   * @return the entry; null if there is none
   */
  public @Nullable QuarantinedTest remove(TestMethod test) {
    return Files.exists(file)
        ? inTurn(() -> Optional.ofNullable(removeAlone(test))).orElse(null)
        : null;
  }

  private @Nullable QuarantinedTest removeAlone(TestMethod test) {
    Entry entry = find(test);
    if (entry == null) {
      return null;
    }
    write(linesWithout(entry));
    return entry.test();
  }

  private @Nullable Entry find(TestMethod test) {
    return entries().stream()
        .filter(one -> one.test().test().equals(test))
        .findFirst()
        .orElse(null);
  }

  /** All that stands before the next entry goes with it, comments included. */
  private List<String> linesWithout(Entry entry) {
    List<String> lines = lines();
    List<Integer> begins = entries().stream().map(Entry::line).toList();
    boolean alone = begins.stream().filter(line -> line == entry.line()).count() == 1;
    if (!alone || !lines.get(entry.line() - 1).startsWith("- ")) {
      throw wrong(entry.line(), "the test does not begin a line with '- ': edit the file by hand");
    }
    int next =
        begins.stream()
            .mapToInt(line -> line)
            .filter(line -> line > entry.line())
            .min()
            .orElse(lines.size() + 1);
    lines.subList(entry.line() - 1, next - 1).clear();
    return lines;
  }

  private List<String> lines() {
    try {
      return Files.exists(file)
          ? new ArrayList<>(Files.readAllLines(file))
          : new ArrayList<>(
              List.of(
                  "# Tests whose own failures do not make a run red, until the day that is"
                      + " named."));
    } catch (IOException e) {
      throw new UsageException(file + " cannot be read: " + IoReason.of(e), e);
    }
  }

  private void write(List<String> lines) {
    try {
      ReplacedFile.write(file, fresh -> Files.write(fresh, lines));
    } catch (IOException e) {
      throw new UsageException(file + " cannot be written: " + IoReason.of(e), e);
    }
  }

  /** A text of JSON is one of YAML. */
  private static String quoted(String text) {
    try {
      return new ObjectMapper().writeValueAsString(text);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The path of the file. */
  @Override
  public String toString() {
    return file.toString();
  }
}
