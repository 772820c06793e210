package io.rrrspec.client.command;

import io.rrrspec.common.UsageException;
import io.rrrspec.common.flow.file.FlowFile;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The file of a flow, and the values of its variables. */
final class FlowFileOptions {
  @Parameters(paramLabel = "FILE", description = "The file of the flow.")
  private Path file = Path.of("");

  @Option(
      names = {"-v", "--variable"},
      paramLabel = "NAME=VALUE",
      description =
          "Give a variable of the flow this value. Several: repeat the option. Default: the value"
              + " in the file.")
  private List<String> variables = List.of();

  /** The file as the user named it. */
  Path file() {
    return file;
  }

  /** Reads the flow, with the values that were given. */
  FlowFile read() {
    Map<String, String> values = new LinkedHashMap<>();
    for (String variable : variables) {
      int equals = variable.indexOf('=');
      if (equals < 1) {
        throw new UsageException("option -v is '" + variable + "': write NAME=VALUE");
      }
      if (values.put(variable.substring(0, equals), variable.substring(equals + 1)) != null) {
        throw new UsageException(
            "option -v has " + variable.substring(0, equals) + " twice: remove one of them");
      }
    }
    return FlowFile.read(file).withVariables(values);
  }
}
