package io.rrrspec.experiments.fuzz;

import io.rrrspec.experiments.fuzz.Target.Outcome;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Says what a campaign has found, and how many inputs of each kind there were. */
final class FuzzReport {
  private static final int TRACE_LINES = 16;

  private final Campaign campaign;
  private final long seed;
  private final @Nullable String only;

  FuzzReport(Campaign campaign, long seed, @Nullable String only) {
    this.campaign = campaign;
    this.seed = seed;
    this.only = only;
  }

  void print(PrintStream out, double seconds) {
    for (Finding finding : campaign.findings()) {
      out.printf("%s (%,d times)%n", finding.kind(), campaign.times(finding));
      out.printf("  again: %s%n", again(finding));
      out.printf("  input: %s%n", finding.input());
      trace(finding.harm()).lines().limit(TRACE_LINES).forEach(line -> out.println("  " + line));
    }
    long all = 0;
    out.printf("%n%-22s %12s %12s %8s  %s%n", "kind", "read", "refused", "s", "slowest input");
    for (Map.Entry<String, Map<Outcome, Long>> kind : campaign.counts().entrySet()) {
      long taken = kind.getValue().getOrDefault(Outcome.TAKEN, 0L);
      long refused = kind.getValue().getOrDefault(Outcome.REFUSED, 0L);
      double took = campaign.time(kind.getKey()).toMillis() / 1e3;
      Campaign.Slow slow = campaign.slowest(kind.getKey());
      out.printf(
          "%-22s %,12d %,12d %8.1f  %.2f s: %d%n",
          kind.getKey(), taken, refused, took, slow.nanos() / 1e9, slow.number());
      all += taken + refused;
    }
    int found = campaign.findings().size();
    out.printf(
        "%,d inputs without harm in %.0f s; %s%n",
        all, seconds, found == 1 ? "1 finding" : found + " findings");
  }

  private String again(Finding finding) {
    return "scripts/fuzz --seed "
        + seed
        + " --from "
        + finding.number()
        + " --runs 1"
        + (only == null ? "" : " --only '" + only + "'");
  }

  private static String trace(Throwable thrown) {
    Throwable first = thrown;
    while (first.getCause() != null) {
      first = first.getCause();
    }
    StringWriter text = new StringWriter();
    if (first != thrown) {
      text.append(thrown.toString()).append('\n');
    }
    first.printStackTrace(new PrintWriter(text));
    return text.toString();
  }
}
