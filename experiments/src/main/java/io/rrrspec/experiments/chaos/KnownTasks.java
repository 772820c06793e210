package io.rrrspec.experiments.chaos;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;

/**
 * Tests whose outcome is known from their name. Each writes down outside of the installation that
 * it began and how it ended.
 */
final class KnownTasks {
  /** So many bad trials decide a task as failed. More than faults can cause beside a flaky one. */
  static final int MAX_TRIALS = 4;

  private static final String SCRIPT =
      """
      #!/bin/bash
      # KIND SECONDS TOKEN: a test that ends as its kind says; 7: it works on what was not made for it.
      kind=$1 token=$3
      echo "begin $token" >>"$CHAOS_STATE/ledger"
      sleep "$2"
      code=0
      case $kind in
        make) { mkdir -p out && cp changes out/made; } || code=1 ;;
        check) if cmp changes out/made; then echo fine >report || code=1; else code=7; fi ;;
        *) cmp changes made || code=7 ;;
      esac
      case $kind in
        child) setsid sleep 600 </dev/null >/dev/null 2>&1 & ;;
        fail) code=1 ;;
        flaky) mkdir "$CHAOS_STATE/once/$token" 2>/dev/null && code=1 ;;
        error) kill -KILL $$ ;;
        crash) kill -KILL $PPID; sleep 60 ;;
      esac
      echo "end $token $code" >>"$CHAOS_STATE/ledger"
      exit $code
      """;

  /** Steps with inputs and outputs; the variables of the token are what the inputs are. */
  private static final String FLOW =
      """
      variables: {CHAOS_STATE: '%1$s', CHAOS_RUN: flow}
      steps:
        - name: make
          shell: ./t make 0.30 %2$s-make
          inputs: [t, changes]
          outputs: [out/made]
        - name: check
          shell: ./t check 0.10 %2$s-check
          inputs: [t]
          uses: [make]
          outputs: [report]
      """;

  private KnownTasks() {}

  /** Writes what the tests need into the sources of a run. */
  static void install(Path sources) {
    try {
      Path script = sources.resolve("t");
      Files.writeString(script, SCRIPT);
      Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwxr-xr-x"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Writes a flow into its sources.
   *
   * @param state where the ledger is
   * @param token stands for the content of its inputs
   */
  static Path installFlow(Path sources, Path state, String token) {
    install(sources);
    try {
      return Files.writeString(sources.resolve("flow.yml"), FLOW.formatted(state, token));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Whether it is a step of the flow: it has one trial, so a fault may make it fail. */
  static boolean isStep(String specFile) {
    return isCommand(specFile) && (kind(specFile).equals("make") || kind(specFile).equals("check"));
  }

  /** Commands of all kinds, in a mixed order; half of the tasksets are green. */
  static List<String> draw(Random random, String prefix, int count) {
    boolean green = random.nextBoolean();
    List<String> commands = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      int dice = random.nextInt(100);
      String kind = "pass";
      if (dice < 8) {
        kind = "flaky";
      } else if (dice < 14) {
        kind = "child";
      } else if (!green && dice < 20) {
        kind = "fail";
      } else if (!green && dice < 23) {
        kind = "error";
      } else if (!green && dice < 25) {
        kind = "crash";
      }
      double seconds = 0.05 + random.nextDouble() * 0.45;
      commands.add(String.format(Locale.ROOT, "./t %s %.2f %s-%d", kind, seconds, prefix, i));
    }
    return commands;
  }

  /** The status that a task has to end with. */
  static String outcome(String specFile) {
    return switch (kind(specFile)) {
      case "pass", "child", "flaky", "make", "check", "wide", "ordered", "old", "torn" -> "passed";
      case "fail", "error", "crash", "half", "halt" -> "failed";
      default -> throw new IllegalArgumentException("no task of ours: " + specFile);
    };
  }

  private static boolean isCommand(String specFile) {
    return specFile.startsWith("./t ");
  }

  /** The kind of a test: what its name begins with. */
  static String kind(String specFile) {
    return isCommand(specFile)
        ? specFile.split(" ")[1]
        : specFile.replaceFirst("(?:\\w+:)?chaos\\.(\\D+)\\dTest", "$1").toLowerCase(Locale.ROOT);
  }

  /**
   * What a test calls itself in the ledger.
   *
   * @param run the value of CHAOS_RUN, which tests in a JVM know their run by
   */
  static String token(String specFile, String run) {
    return isCommand(specFile)
        ? specFile.split(" ")[3]
        : run + specFile.replaceFirst("(?:\\w+:)?chaos\\.(.*)Test", "-$1");
  }
}
