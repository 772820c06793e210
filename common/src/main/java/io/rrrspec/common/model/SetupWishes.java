package io.rrrspec.common.model;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import io.rrrspec.common.ServiceException;
import io.rrrspec.common.json.LazyMapper;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What a taskset asks of the workspace in which it runs.
 *
 * @param ours whether a client of ours made it: then its workspace may keep what set-up has made,
 *     and set-up may be skipped
 * @param always whether it wants its set-up even if nothing has changed
 * @param environment variables for set-up and tests
 * @param workspace the workspace that it needs; null: its client did not say
 * @param job what it makes, and what of others it needs
 */
public record SetupWishes(
    boolean ours,
    boolean always,
    Map<String, String> environment,
    @Nullable WantedWorkspace workspace,
    JobArtifacts job) {
  private static final String NAME = "[A-Za-z_][A-Za-z0-9_]*";

  public SetupWishes {
    environment = Map.copyOf(environment);
  }

  /** Of a taskset without artifacts of its own. */
  public SetupWishes(
      boolean ours,
      boolean always,
      Map<String, String> environment,
      @Nullable WantedWorkspace workspace) {
    this(ours, always, environment, workspace, JobArtifacts.NONE);
  }

  /** With an unknown workspace. */
  public SetupWishes(boolean ours, boolean always, Map<String, String> environment) {
    this(ours, always, environment, null);
  }

  /**
   * Reads the field {@code env}: a JSON object of texts; empty stands for no variables.
   *
   * @throws ServiceException if it is something else
   */
  public static Map<String, String> parseEnvironment(String json) {
    Map<String, String> variables = new TreeMap<>();
    if (json.isEmpty()) {
      return variables;
    }
    JsonNode node;
    try {
      node = LazyMapper.JSON.readTree(json);
    } catch (JsonProcessingException e) {
      throw wrong("it is not JSON", e);
    }
    if (!node.isObject()) {
      throw wrong("it is no JSON object", null);
    }
    for (Map.Entry<String, JsonNode> variable : node.properties()) {
      if (!variable.getKey().matches(NAME)
          || !variable.getValue().isTextual()
          || variable.getValue().asText().indexOf('\0') >= 0) {
        throw wrong("'" + variable.getKey() + "' is no variable with a text", null);
      }
      variables.put(variable.getKey(), variable.getValue().asText());
    }
    return variables;
  }

  private static ServiceException wrong(String why, @Nullable Throwable cause) {
    return new ServiceException("the env of the taskset cannot be used: " + why, cause);
  }
}
