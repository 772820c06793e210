package io.rrrspec.experiments.chaos;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Collectors;

/** What all runs brought, as a page shows it. */
final class Report {
  private final List<FaultKind> kinds;
  private final List<Fault> faults;
  private final Findings findings;

  Report(List<FaultKind> kinds, List<Fault> faults, Findings findings) {
    this.kinds = kinds;
    this.faults = List.copyOf(faults);
    this.findings = findings;
  }

  /** The tables, in Markdown. */
  String text(int runs, int skipped, double minutes) {
    StringBuilder text = new StringBuilder();
    text.append(
        String.format(
            Locale.ROOT,
            "%d runs in %.0f minutes, %d faults of %d kinds (%d more found nobody to hit), %d"
                + " tasksets (%d of several launches), %,d tasks, %,d trials. Of %d classes that"
                + " were looked at again, %d were order-dependent. Of %d classes that were divided,"
                + " %d were decided by their parts.%n%n",
            runs,
            minutes,
            faults.size(),
            faults.stream().map(Fault::kind).distinct().count(),
            skipped,
            findings.tasksets(),
            findings.ofSeveralLaunches(),
            findings.tasks(),
            findings.trials(),
            findings.ordered() + findings.unordered(),
            findings.ordered(),
            findings.inParts() + findings.wholeAfterAll(),
            findings.inParts()));
    text.append(findings.places().text()).append("\n\n");
    text.append(
        "| lost | double | hung | wrong verdicts | Redis and SQL differ | called dead and alive |"
            + " left behind |\n|---|---|---|---|---|---|---|\n|");
    for (Findings.Wrong wrong : Findings.Wrong.values()) {
      text.append(' ').append(findings.of(wrong).size()).append(" |");
    }
    text.append("\n\n");
    text.append(
        "| fault | faults | took effect | noticed after: median, slowest (of) | measured until |"
            + " alone: median, slowest (of) | limit | over each other: median, slowest (of) |\n"
            + "|---|---|---|---|---|---|---|---|\n");
    for (FaultKind kind : kinds) {
      text.append(row(kind));
    }
    List<Long> orphans = Orphans.millis();
    text.append(
        String.format(
            Locale.ROOT,
            "%nSlaves of a killed worker ended by themselves: %s; not within 3 s: %d %s%n",
            summary(new ArrayList<>(orphans)),
            Orphans.left().size(),
            Orphans.left()));
    return text.toString();
  }

  private String row(FaultKind kind) {
    List<Fault> all = faults.stream().filter(fault -> fault.kind() == kind).toList();
    return String.format(
        Locale.ROOT,
        "| %s | %d | %s | %s | %s | %s | %s | %s |%n",
        kind.what(),
        all.size(),
        effects(all),
        summary(noticed(all)),
        kind.recovery(),
        summary(millis(all, false)),
        kind.limitMillis() == 0 ? "" : kind.limitMillis() / 1000 + " s",
        summary(millis(all, true)));
  }

  /** How many faults really did something; a dash where nobody counts. */
  private static String effects(List<Fault> faults) {
    List<Fault.Effect> effects =
        faults.stream().map(Fault::effect).filter(Objects::nonNull).toList();
    return effects.isEmpty()
        ? "–"
        : Long.toString(effects.stream().filter(effect -> effect.count() > 0).count());
  }

  private static List<Long> noticed(List<Fault> faults) {
    return faults.stream()
        .filter(fault -> fault.isNoticed() && !fault.isDisturbed())
        .map(Fault::noticedMillis)
        .collect(Collectors.toCollection(ArrayList::new));
  }

  private static List<Long> millis(List<Fault> faults, boolean disturbed) {
    return faults.stream()
        .filter(fault -> fault.isMeasured() && fault.isDisturbed() == disturbed)
        .map(Fault::millis)
        .collect(Collectors.toCollection(ArrayList::new));
  }

  private static String summary(List<Long> millis) {
    if (millis.isEmpty()) {
      return "–";
    }
    millis.sort(null);
    return String.format(
        Locale.ROOT,
        "%.1f s, %.1f s (%d)",
        millis.get(millis.size() / 2) / 1000.0,
        millis.get(millis.size() - 1) / 1000.0,
        millis.size());
  }
}
