package io.rrrspec.common.flow.file;

import io.rrrspec.common.UsageException;
import io.rrrspec.common.config.NearestName;
import io.rrrspec.common.config.SafeName;
import io.rrrspec.common.flow.file.YamlNode.Entry;
import io.rrrspec.common.flow.file.YamlNode.Mapping;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * A flow as its file describes it; docs/flow.schema.json has the format.
 *
 * @param name of the flow: letters, digits, '.', '_' and '-'
 * @param variables names with texts; they reach runs as environment variables
 * @param steps run one after the other; at least one
 */
public record FlowFile(String name, Map<String, String> variables, List<FileStep> steps) {
  private static final int MOST_BYTES = 1 << 20;

  public FlowFile {
    variables = Map.copyOf(variables);
    steps = List.copyOf(steps);
  }

  /**
   * Reads a file.
   *
   * @throws UsageException with one line that names the place of the first mistake, what is wrong
   *     and what to write
   */
  public static FlowFile read(Path file) {
    if (Files.isDirectory(file)) {
      throw new UsageException(file + " is a directory: write the path of a YAML file");
    }
    if (!Files.exists(file)) {
      throw new UsageException("there is no file " + file + ": write the path of a YAML file");
    }
    byte[] bytes;
    try (InputStream in = Files.newInputStream(file)) {
      bytes = in.readNBytes(MOST_BYTES + 1);
    } catch (IOException e) {
      throw new UsageException(file + " cannot be read: check its permissions", e);
    }
    return parse(file.toString(), bytes);
  }

  /**
   * Reads the bytes of a file.
   *
   * @param file how messages name it; the flow gets its name if it has none of its own
   * @throws UsageException as {@link #read}
   */
  public static FlowFile parse(String file, byte[] bytes) {
    if (bytes.length > MOST_BYTES) {
      throw new UsageException(file + " has more than 1 MiB: make several flows of it");
    }
    String text;
    try {
      text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException e) {
      throw new UsageException(file + " is not UTF-8 text: save it with this encoding", e);
    }
    return flow(file, YamlReader.read(file, text.startsWith("\ufeff") ? text.substring(1) : text));
  }

  private static FlowFile flow(String file, YamlNode root) {
    if (!(root instanceof Mapping map)) {
      throw root.place().wrong("a flow is a map: write 'steps:' above the list of steps");
    }
    StepKeys.refuseUnknown(map, StepKind.OF_FLOW, StepKind.OF_FLOW, "a flow");
    String name = Values.safeName(map.get("name"));
    String queue = Values.safeName(map.get("queue"));
    Entry variables = map.get("variables");
    Entry steps = map.get("steps");
    if (steps == null) {
      throw map.place().wrong("'steps' is missing: write it with a list of steps");
    }
    return new FlowFile(
        name == null ? named(file) : name,
        variables == null ? Map.of() : VariableReader.variables(variables),
        FileStep.inside(Map.of(), new StepReader(queue).read(steps).steps()));
  }

  private static String named(String file) {
    String last = file.substring(file.lastIndexOf('/') + 1).replaceFirst("\\.ya?ml$", "");
    return SafeName.from(last.replaceFirst("^[.-]+", ""));
  }

  /**
   * This flow with other values.
   *
   * @throws UsageException if it has no such variable, or a value cannot be one
   */
  public FlowFile withVariables(Map<String, String> values) {
    Map<String, String> all = new HashMap<>(variables);
    values.forEach(
        (variable, value) -> {
          if (all.replace(variable, VariableReader.checked(variable, value)) == null) {
            throw unknown(variable);
          }
        });
    return new FlowFile(name, all, steps);
  }

  private UsageException unknown(String variable) {
    String otherwise =
        variables.isEmpty()
            ? ": it has none"
            : ": its variables are " + String.join(", ", new TreeSet<>(variables.keySet()));
    return new UsageException(
        "the flow "
            + name
            + " has no variable "
            + Values.quoted(variable)
            + NearestName.hint(variable, variables.keySet(), otherwise));
  }

  /** The environment variables of a step's runs: those of the flow, and over them its own. */
  public Map<String, String> environment(FileStep step) {
    return FileStep.merged(variables, step.env());
  }

  /** Whether some step runs in the sources of the flow. */
  public boolean needsSources() {
    return all()
        .map(FileStep::work)
        .anyMatch(
            work ->
                work instanceof StepWork.Tests
                    || work instanceof StepWork.Flaky
                    || work instanceof StepWork.Shell shell && shell.sources());
  }

  /**
   * Refuses a flow that cannot run without sources.
   *
   * @param there whether it has them
   * @throws UsageException if it needs them and has none
   */
  public void requireSources(boolean there) {
    if (!there && needsSources()) {
      throw new UsageException(
          "the flow "
              + name
              + " needs sources: name their directory as 'sources'; only with 'sources: false' a"
              + " command needs none");
    }
  }

  /** All steps, with those below chains and groups, in the order of the file. */
  public Stream<FileStep> all() {
    return steps.stream().flatMap(FileStep::all);
  }
}
