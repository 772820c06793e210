package io.rrrspec.client.report.ci;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * What a build server takes for commands in the log of a step.
 *
 * @param atLineStart those that it knows at the start of a line, behind blanks at most
 * @param anywhere those that it knows in the middle of a line, too
 */
record LogCommands(List<String> atLineStart, List<String> anywhere) {
  LogCommands {
    atLineStart = List.copyOf(atLineStart);
    anywhere = List.copyOf(anywhere);
  }

  /**
   * Those of the build servers that a process runs under.
   *
   * @param environment its variables
   */
  static LogCommands of(Map<String, String> environment) {
    List<String> atLineStart = new ArrayList<>();
    List<String> anywhere = new ArrayList<>();
    if (isTrue(environment, "GITHUB_ACTIONS")) {
      atLineStart.add("::");
      anywhere.add("##[");
    }
    if (isTrue(environment, "GITLAB_CI")) {
      anywhere.addAll(List.of("section_start:", "section_end:"));
    }
    if (!environment.getOrDefault("TEAMCITY_VERSION", "").isEmpty()) {
      anywhere.add("##teamcity[");
    }
    if (isTrue(environment, "TF_BUILD")) {
      anywhere.addAll(List.of("##[", "##vso["));
    }
    return new LogCommands(atLineStart, anywhere.stream().distinct().toList());
  }

  private static boolean isTrue(Map<String, String> environment, String variable) {
    return environment.getOrDefault(variable, "").equalsIgnoreCase("true");
  }

  /** Whether there are none. */
  boolean isEmpty() {
    return atLineStart.isEmpty() && anywhere.isEmpty();
  }
}
