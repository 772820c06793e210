package io.rrrspec.experiments.chaos;

import static io.rrrspec.experiments.chaos.Findings.Wrong.HUNG;
import static io.rrrspec.experiments.chaos.Findings.Wrong.VERDICT;

import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;

/** Holds how clients ended, and what they said, against what they may. */
final class ClientCheck {
  /** For a client to see that its run is over, and to end. */
  private static final Duration END = Duration.ofSeconds(20);

  private static final String REASON = "rrrspec-java: ";
  private static final int SERVICE = 3;
  private static final Pattern OF_WAIT =
      Pattern.compile(
          REASON
              + ".*( does not answer; when it does, | is gone: | is lost: "
              + "| is not active any more, and not over: )");
  private static final String NO_BUILD = REASON + "Maven could not ";

  private final Findings findings;

  ClientCheck(Findings findings) {
    this.findings = findings;
  }

  /** Whether a line says why somebody no longer waits. */
  static boolean isOfWait(String line) {
    return OF_WAIT.matcher(line).find();
  }

  /** Looks at each that has not been killed; to be called when every run is over. */
  void check(List<Client> clients) {
    clients.forEach(this::check);
  }

  private void check(Client client) {
    if (!Pause.until(END, () -> !client.isAlive())) {
      findings.add(HUNG, "client " + client.name() + " waits for a run that is over");
      return;
    }
    int code = client.exitCode();
    List<String> said = client.errors();
    Boolean green = client.mustBeGreen();
    if (green != null && code <= 1 && green != (code == 0)) {
      findings.add(VERDICT, "client " + client.name() + " ended with " + code + ": " + said);
    }
    // What has begun goes on without its client: Redis has to be away for long, or to have lost it.
    boolean begun = !client.key().isEmpty();
    if (begun && code == SERVICE && said.stream().noneMatch(ClientCheck::isOfWait)) {
      findings.add(
          VERDICT, "client " + client.name() + " left a run that goes on, with 3: " + said);
    }
    // No fault is in the way of Maven: if it cannot build, no class of that run ever ran.
    if (code > 0 && said.stream().anyMatch(line -> line.startsWith(NO_BUILD))) {
      findings.add(VERDICT, "client " + client.name() + " had nothing to run: " + said);
    }
    // Progress may stand before the reason.
    boolean oneReason =
        !said.isEmpty()
            && said.get(said.size() - 1).startsWith(REASON)
            && said.stream().filter(line -> line.startsWith(REASON)).count() == 1;
    if (code < 0 || code > 3 || (code >= 2 && !oneReason)) {
      findings.add(VERDICT, "client " + client.name() + " ended with " + code + ": " + said);
    }
  }
}
