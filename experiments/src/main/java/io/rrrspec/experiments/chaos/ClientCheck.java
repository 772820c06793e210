package io.rrrspec.experiments.chaos;

import static io.rrrspec.experiments.chaos.Findings.Wrong.HUNG;
import static io.rrrspec.experiments.chaos.Findings.Wrong.VERDICT;

import java.util.List;

/** Holds how clients ended, and what they said, against what they may. */
final class ClientCheck {
  private final Findings findings;

  ClientCheck(Findings findings) {
    this.findings = findings;
  }

  /** Looks at each that has not been killed; to be called when every run is over. */
  void check(List<Client> clients) {
    clients.forEach(this::check);
  }

  private void check(Client client) {
    if (client.isAlive()) {
      findings.add(HUNG, "client " + client.name() + " waits for a run that is over");
      return;
    }
    int code = client.exitCode();
    List<String> said = client.errors();
    Boolean green = client.mustBeGreen();
    if (green != null && code <= 1 && green != (code == 0)) {
      findings.add(VERDICT, "client " + client.name() + " ended with " + code + ": " + said);
    }
    boolean oneLine = said.size() == 1 && said.get(0).startsWith("rrrspec-java: ");
    if (code < 0 || code > 3 || (code >= 2 && !oneLine)) {
      findings.add(VERDICT, "client " + client.name() + " ended with " + code + ": " + said);
    }
  }
}
