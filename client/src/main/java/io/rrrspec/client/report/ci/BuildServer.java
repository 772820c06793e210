package io.rrrspec.client.report.ci;

import io.rrrspec.client.report.progress.Console;
import io.rrrspec.client.report.result.RunSummary;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Tells the build server that this process runs under how a run went, in that server's own way. */
public final class BuildServer {
  private BuildServer() {}

  /**
   * Writes annotations for GitHub on standard error where {@code GITHUB_ACTIONS} is true, since
   * standard output is for the answer, and a page where {@code GITHUB_STEP_SUMMARY} names a file.
   *
   * @param project the directory of the sources; absolute
   */
  public static void tell(RunSummary summary, Path project, Console console) {
    if (console.environment().getOrDefault("GITHUB_ACTIONS", "").equals("true")) {
      String workspace = console.environment().getOrDefault("GITHUB_WORKSPACE", "");
      Path root = workspace.isEmpty() ? project : Path.of(workspace);
      PrintStream commands = CommandFreeStream.commands(console.err());
      Annotations.of(summary, new SourceFinder(project, root))
          .forEach(line -> commands.print(line + '\n'));
      commands.flush();
    }
    String page = console.environment().getOrDefault("GITHUB_STEP_SUMMARY", "");
    if (!page.isEmpty()) {
      append(Path.of(page), MarkdownSummary.render(summary), console);
    }
  }

  private static void append(Path page, String text, Console console) {
    try {
      Files.writeString(
          page, text, StandardCharsets.UTF_8, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    } catch (IOException e) {
      // The run's own result is not to hang on this.
      console.say("warning: cannot write the summary to " + page + " (GITHUB_STEP_SUMMARY): " + e);
    }
  }
}
