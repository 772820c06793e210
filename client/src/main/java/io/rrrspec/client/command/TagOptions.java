package io.rrrspec.client.command;

import io.rrrspec.common.UsageException;
import io.rrrspec.common.model.TagExpression;
import io.rrrspec.common.model.TestSelection;
import java.util.List;
import picocli.CommandLine.Option;

/** Which tests are meant by their tags. */
final class TagOptions {
  @Option(
      names = "--tag",
      paramLabel = "EXPR",
      description =
          "Only tests with these tags, categories or groups: 'fast', 'db & !slow'. Several: one of"
              + " them must fit. Default: all that the build runs.")
  private List<String> include = List.of();

  @Option(
      names = "--exclude-tag",
      paramLabel = "EXPR",
      description =
          "No tests with these tags, categories or groups. Several: none of them may fit. Default:"
              + " none is left out.")
  private List<String> exclude = List.of();

  /** What is asked for; checked. */
  TestSelection selection() {
    include.forEach(expression -> check("--tag", expression));
    exclude.forEach(expression -> check("--exclude-tag", expression));
    return TestSelection.ALL.withTags(include, exclude);
  }

  private static void check(String option, String expression) {
    try {
      TagExpression.parse(expression);
    } catch (IllegalArgumentException e) {
      throw new UsageException(
          "option "
              + option
              + " is '"
              + expression
              + "': "
              + e.getMessage()
              + "; write tags with &, |, ! and parentheses, such as 'db & !slow'",
          e);
    }
  }
}
