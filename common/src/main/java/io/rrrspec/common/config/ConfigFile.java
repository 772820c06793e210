package io.rrrspec.common.config;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.rrrspec.common.UsageException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The files with the settings: where they are, and what stands in them. */
final class ConfigFile {
  private static final String NAME = ".rrrspec.yml";
  private static final int MOST_BYTES = 1 << 20;
  private static final int MOST_KEYS = 1_000;

  private ConfigFile() {}

  /** A key with what stands behind it. */
  record Entry(String key, JsonNode value, int line) {}

  /**
   * The file that was named, with -c, else in the environment.
   *
   * @return null if none was
   * @throws UsageException if there is no such file
   */
  static @Nullable Path named(SettingsSources sources) {
    if (sources.configFile() != null) {
      return named(sources, sources.configFile().toString(), "-c");
    }
    String variable = sources.environment().getOrDefault(Environment.CONFIG, "");
    return variable.isEmpty()
        ? null
        : named(sources, variable, "environment variable " + Environment.CONFIG);
  }

  /** The file of a directory; null if it has none. */
  static @Nullable Path in(Path directory) {
    Path file = directory.resolve(NAME);
    return Files.isRegularFile(file) ? file : null;
  }

  /** Whether both are one file, also by way of symbolic links. */
  static boolean isSame(Path one, Path other) {
    try {
      return Files.isSameFile(one, other);
    } catch (IOException e) {
      return false;
    }
  }

  private static Path named(SettingsSources sources, String file, String by) {
    Path path = new ValueOrigin(sources.directory(), sources.home()).resolve(file);
    if (!Files.isRegularFile(path)) {
      throw new UsageException(
          by + ": there is no file " + file + ": write the path of a YAML file with settings");
    }
    return path;
  }

  static List<Entry> read(Path file) {
    try (JsonParser parser = new YAMLMapper().createParser(text(file))) {
      return entries(parser, file);
    } catch (JsonProcessingException e) {
      throw new UsageException(
          file + at(e) + ": this is not YAML (" + reason(e) + "): write one 'key: value' a line",
          e);
    } catch (IOException e) {
      throw new UsageException(
          file + ": cannot be read as UTF-8 text: check its permissions and encoding", e);
    }
  }

  private static String text(Path file) throws IOException {
    byte[] bytes;
    try (InputStream in = Files.newInputStream(file)) {
      bytes = in.readNBytes(MOST_BYTES + 1);
    }
    if (bytes.length > MOST_BYTES) {
      throw new UsageException(file + ": has more than 1 MiB: write nothing but settings into it");
    }
    return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
  }

  private static List<Entry> entries(JsonParser parser, Path file) throws IOException {
    List<Entry> entries = new ArrayList<>();
    Set<String> seen = new HashSet<>();
    JsonToken first = parser.nextToken();
    if (first == null || first == JsonToken.VALUE_NULL) {
      return entries;
    }
    if (first != JsonToken.START_OBJECT) {
      throw new UsageException(file + " line 1: settings are a map: write one 'key: value' a line");
    }
    while (parser.nextToken() == JsonToken.FIELD_NAME) {
      String key = parser.currentName();
      int line = parser.currentTokenLocation().getLineNr();
      parser.nextToken();
      if (!seen.add(key)) {
        throw new UsageException(
            file + " line " + line + ": '" + key + "' is there twice: remove one of them");
      }
      if (entries.size() == MOST_KEYS) {
        throw new UsageException(
            file + " line " + line + ": has more than 1,000 keys: write nothing but settings");
      }
      entries.add(new Entry(key, parser.readValueAsTree(), line));
    }
    return entries;
  }

  private static String at(JsonProcessingException e) {
    return e.getLocation() == null ? "" : " line " + e.getLocation().getLineNr();
  }

  private static String reason(JsonProcessingException e) {
    return e.getOriginalMessage().lines().findFirst().orElse("malformed").strip();
  }
}
