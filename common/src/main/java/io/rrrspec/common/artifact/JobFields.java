package io.rrrspec.common.artifact;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.rrrspec.common.ServiceException;
import io.rrrspec.common.files.PathGlob;
import io.rrrspec.common.json.LazyMapper;
import io.rrrspec.common.model.JobArtifacts;
import io.rrrspec.common.model.Recipe;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** {@link JobArtifacts} as fields of a taskset. What is read from there is not trusted. */
public final class JobFields {
  /** The name of the result. */
  public static final String RESULT = "result";

  /** A JSON list of patterns. */
  public static final String OUTPUTS = "outputs";

  /** A JSON list of recipes, in order of need. */
  public static final String USES = "uses";

  private static final int LONGEST = 1 << 22;
  private static final int LONGEST_COMMAND = 1 << 16;
  private static final String VARIABLE = "[A-Za-z_][A-Za-z0-9_]*";

  private JobFields() {}

  /** Writes the fields; those that say nothing are left out. */
  public static Map<String, String> write(JobArtifacts job) {
    Map<String, String> fields = new LinkedHashMap<>();
    String result = job.result();
    if (result != null) {
      fields.put(RESULT, result);
      fields.put(OUTPUTS, text(LazyMapper.JSON.valueToTree(job.outputs())));
    }
    if (!job.uses().isEmpty()) {
      fields.put(
          USES,
          text(LazyMapper.JSON.valueToTree(job.uses().stream().map(JobFields::node).toList())));
    }
    return fields;
  }

  private static ObjectNode node(Recipe recipe) {
    ObjectNode node = LazyMapper.JSON.createObjectNode();
    node.put("artifact", recipe.artifact());
    node.put("command", recipe.command());
    node.set("env", LazyMapper.JSON.valueToTree(new TreeMap<>(recipe.env())));
    node.set("outputs", LazyMapper.JSON.valueToTree(recipe.outputs()));
    node.set("uses", LazyMapper.JSON.valueToTree(recipe.uses()));
    node.put("worker_type", recipe.workerType());
    return node;
  }

  private static String text(JsonNode node) {
    try {
      return LazyMapper.JSON.writeValueAsString(node);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("lists of texts are always JSON", e);
    }
  }

  /**
   * Reads the fields; null and empty ones say nothing.
   *
   * @throws ServiceException if one of them cannot be understood, with its name
   */
  public static JobArtifacts parse(
      @Nullable String result, @Nullable String outputs, @Nullable String uses) {
    boolean makes = !isEmpty(result);
    if (makes && !Artifact.isResult(result)) {
      throw wrong(RESULT, "it is no name of a result");
    }
    List<String> patterns = globs(OUTPUTS, list(OUTPUTS, outputs, PathGlob.MOST));
    if (makes == patterns.isEmpty()) {
      throw wrong(OUTPUTS, "a result needs outputs, and outputs need a result");
    }
    List<Recipe> recipes = new ArrayList<>();
    Set<String> before = new HashSet<>();
    for (JsonNode node : list(USES, uses, JobArtifacts.MOST_USES)) {
      Recipe recipe = recipe(node);
      if (!before.containsAll(recipe.uses())) {
        throw wrong(USES, "a recipe uses what does not stand before it");
      }
      before.add(recipe.artifact());
      recipes.add(recipe);
    }
    return new JobArtifacts(makes ? result : null, patterns, recipes);
  }

  private static Recipe recipe(JsonNode node) {
    String artifact = node.path("artifact").asText();
    String command = node.path("command").asText();
    if (!Artifact.isResult(artifact)) {
      throw wrong(USES, "an artifact of it is no result");
    }
    if (command.isBlank() || command.length() > LONGEST_COMMAND || command.indexOf('\0') >= 0) {
      throw wrong(USES, "a command of it is none");
    }
    JsonNode outputs = node.path("outputs");
    if (!outputs.isArray() || outputs.isEmpty() || outputs.size() > PathGlob.MOST) {
      throw wrong(USES, "the outputs of a recipe are no list of patterns");
    }
    return new Recipe(
        artifact,
        command,
        env(node.path("env")),
        globs(USES, items(outputs)),
        used(node.path("uses")),
        node.path("worker_type").asText());
  }

  private static List<String> used(JsonNode node) {
    List<String> uses = new ArrayList<>();
    for (JsonNode item : node) {
      if (!Artifact.isResult(item.asText()) || uses.size() == JobArtifacts.MOST_USES) {
        throw wrong(USES, "what a recipe uses is no list of results");
      }
      uses.add(item.asText());
    }
    return uses;
  }

  private static Map<String, String> env(JsonNode node) {
    Map<String, String> env = new TreeMap<>();
    if (!node.isMissingNode() && !node.isObject()) {
      throw wrong(USES, "the env of a recipe is no object");
    }
    node.properties()
        .forEach(
            variable -> {
              if (!variable.getKey().matches(VARIABLE)
                  || !variable.getValue().isTextual()
                  || variable.getValue().asText().indexOf('\0') >= 0) {
                throw wrong(USES, "the env of a recipe has what is no variable with a text");
              }
              env.put(variable.getKey(), variable.getValue().asText());
            });
    return env;
  }

  private static List<String> globs(String field, List<JsonNode> nodes) {
    Function<JsonNode, String> text =
        node -> {
          if (!node.isTextual() || PathGlob.mistake(node.asText()).isPresent()) {
            throw wrong(field, "an output of it is no pattern of paths below a directory");
          }
          return node.asText();
        };
    return nodes.stream().map(text).toList();
  }

  private static List<JsonNode> list(String field, @Nullable String json, int most) {
    if (json == null || json.isEmpty()) {
      return List.of();
    }
    if (json.length() > LONGEST) {
      throw wrong(field, "it is longer than 4 MiB");
    }
    JsonNode node;
    try {
      node = LazyMapper.JSON.readTree(json);
    } catch (JsonProcessingException e) {
      throw wrong(field, "it is not JSON");
    }
    if (node == null || !node.isArray() || node.size() > most) {
      throw wrong(field, "it is no JSON list of at most " + most);
    }
    return items(node);
  }

  private static List<JsonNode> items(JsonNode list) {
    List<JsonNode> items = new ArrayList<>();
    list.forEach(items::add);
    return items;
  }

  private static boolean isEmpty(@Nullable String text) {
    return text == null || text.isEmpty();
  }

  private static ServiceException wrong(String field, String why) {
    return new ServiceException("the " + field + " of the taskset cannot be used: " + why);
  }
}
