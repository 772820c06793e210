package io.rrrspec.worker.build.state;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What the extension has noted inside Maven about the inputs of the build. */
public final class BuildInputs {
  private final JsonNode json;

  private BuildInputs(JsonNode json) {
    this.json = json;
  }

  /**
   * Reads them.
   *
   * @param directory where prepare keeps its files
   */
  public static BuildInputs read(Path directory) throws IOException {
    return new BuildInputs(new JsonMapper().readTree(Files.readString(file(directory))));
  }

  /** Deletes what an earlier Maven has noted. */
  public static void forget(Path directory) throws IOException {
    Files.deleteIfExists(file(directory));
  }

  private static Path file(Path directory) {
    return directory.resolve("inputs.json");
  }

  List<String> texts(String name) {
    List<String> texts = new ArrayList<>();
    json.path(name).forEach(text -> texts.add(text.asText()));
    return texts;
  }

  List<Path> paths(String name) {
    return texts(name).stream().map(Path::of).toList();
  }

  /** Files of the local repository, each with its size and time as it was read. */
  Map<Path, String> repositoryFiles() {
    Map<Path, String> files = new TreeMap<>();
    json.path("repositoryFiles")
        .properties()
        .forEach(file -> files.put(Path.of(file.getKey()), file.getValue().asText()));
    return files;
  }

  /**
   * The update policy by which Maven looks soonest for newer versions; null if it never does.
   *
   * @return minutes, 0 for always, or -1 for the first build of a day
   */
  @Nullable Long updateMinutes() {
    Long soonest = null;
    for (String policy : texts("updatePolicies")) {
      Long minutes =
          switch (policy) {
            case "never" -> null;
            case "always" -> Long.valueOf(0);
            default -> interval(policy);
          };
      if (minutes != null && (soonest == null || sooner(minutes, soonest))) {
        soonest = minutes;
      }
    }
    return soonest;
  }

  private static Long interval(String policy) {
    if (policy.matches("interval:\\d{1,9}")) {
      return Long.valueOf(policy.substring("interval:".length()));
    }
    return -1L;
  }

  private static boolean sooner(long one, long other) {
    return (one < 0 ? 24 * 60 : one) < (other < 0 ? 24 * 60 : other);
  }
}
