package io.rrrspec.common.collect;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.rrrspec.common.ServiceException;
import io.rrrspec.common.files.PathGlob;
import io.rrrspec.common.model.CollectRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** {@link CollectRequest} as fields of a taskset. What is read from there is not trusted. */
public final class CollectFields {
  /** The field of a taskset with the patterns: a JSON list. */
  public static final String GLOBS = "collect";

  /** The field with the number of files. */
  public static final String MAX_FILES = "collect_max_files";

  /** The field with the number of bytes. */
  public static final String MAX_BYTES = "collect_max_bytes";

  private static final int LONGEST = 1 << 20;
  private static final ObjectMapper JSON = new ObjectMapper();

  private CollectFields() {}

  /** Writes the fields; none if nothing comes back. */
  public static Map<String, String> write(CollectRequest request) {
    if (request.isNone()) {
      return Map.of();
    }
    try {
      return Map.of(
          GLOBS, JSON.writeValueAsString(request.globs()),
          MAX_FILES, Integer.toString(request.maxFiles()),
          MAX_BYTES, Long.toString(request.maxBytes()));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a list of texts is always JSON", e);
    }
  }

  /**
   * Reads the fields; null and empty ones say nothing.
   *
   * @throws ServiceException if one of them cannot be understood, with its name
   */
  public static CollectRequest parse(
      @Nullable String globs, @Nullable String maxFiles, @Nullable String maxBytes) {
    if (globs == null || globs.isEmpty()) {
      return CollectRequest.NONE;
    }
    try {
      List<String> patterns = new ArrayList<>();
      JsonNode node = globs.length() > LONGEST ? null : JSON.readTree(globs);
      if (node == null || !node.isArray() || node.size() > PathGlob.MOST) {
        throw wrong(GLOBS, null);
      }
      for (JsonNode item : node) {
        if (!item.isTextual() || PathGlob.mistake(item.asText()).isPresent()) {
          throw wrong(GLOBS, null);
        }
        patterns.add(item.asText());
      }
      return new CollectRequest(
          patterns,
          Integer.parseInt(maxFiles == null ? "" : maxFiles),
          Long.parseLong(maxBytes == null ? "" : maxBytes));
    } catch (JsonProcessingException e) {
      throw wrong(GLOBS, e);
    } catch (IllegalArgumentException e) {
      throw wrong(MAX_FILES + " or " + MAX_BYTES, e);
    }
  }

  private static ServiceException wrong(String field, @Nullable Exception cause) {
    return new ServiceException("the " + field + " of the taskset cannot be used", cause);
  }
}
