package io.rrrspec.client.command;

import io.rrrspec.common.UsageException;
import io.rrrspec.common.request.RequestState;
import java.util.Iterator;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code rrrspec-java request list}. */
@Command(
    name = "list",
    description = {"List requests, the newest 50 first; those that are over for three days.", ""},
    footer = {
      "",
      "Examples:",
      "  rrrspec-java request list",
      "  rrrspec-java request list --state failed",
    })
final class RequestListCommand extends RequestSubcommand {
  /** What a shell offers behind {@code --state}. */
  static final class States implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return RequestState.texts().iterator();
    }
  }

  @Option(
      names = "--state",
      paramLabel = "STATE",
      completionCandidates = States.class,
      description = "Only those in this state: ${COMPLETION-CANDIDATES}. Default: all.")
  private @Nullable String state;

  @Override
  public Integer call() {
    String wanted = state;
    if (wanted == null) {
      return requests().list(null).number();
    }
    RequestState known =
        RequestState.of(wanted)
            .orElseThrow(
                () ->
                    new UsageException(
                        "option --state is '"
                            + wanted
                            + "': write one of "
                            + String.join(", ", RequestState.texts())));
    return requests().list(known).number();
  }
}
