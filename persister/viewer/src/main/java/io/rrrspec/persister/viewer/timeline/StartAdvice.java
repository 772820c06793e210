package io.rrrspec.persister.viewer.timeline;

import io.rrrspec.persister.viewer.text.DisplayText;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Says how many JVMs a run of several launches started, and what would save some of them. */
final class StartAdvice {
  private static final int NAMED = 4;
  private static final int LONGEST_NAME = 60;

  private StartAdvice() {}

  /** {@code 6 JVMs for 5 launches.}, and which launches would rather share a JVM. */
  static String of(RunTimes run) {
    long launches = run.starts().map(JvmStart::launch).distinct().count();
    long looks = secondLooks(run);
    List<String> costly = costly(run);
    return DisplayText.count(run.starts().count(), "JVM")
        + " for "
        + launches
        + (launches == 1 ? " launch" : " launches")
        + (looks == 0 ? "." : ", " + looks + " of them to look again at failed classes.")
        + (costly.isEmpty()
            ? ""
            : " Fewer modules or executions would save starts: "
                + listed(costly)
                + " took longer to start a JVM than to run classes.");
  }

  /** JVMs that ran nothing but second looks at classes that had failed. */
  private static long secondLooks(RunTimes run) {
    Map<String, Boolean> onlyLooks = new HashMap<>();
    run.blocks()
        .forEach(
            one ->
                onlyLooks.merge(
                    one.trial().slave(), one.kind() == TrialBar.Kind.PROBE, Boolean::logicalAnd));
    return run.starts().filter(jvm -> onlyLooks.getOrDefault(jvm.slave(), false)).count();
  }

  /** Launches whose fastest start took longer than all their classes, by their first start. */
  private static List<String> costly(RunTimes run) {
    Map<String, Long> least = run.leastStarts();
    Map<String, Long> ran = ran(run);
    return run.starts()
        .sorted(Comparator.comparing(JvmStart::from))
        .map(JvmStart::launch)
        .distinct()
        .filter(launch -> least.getOrDefault(launch, 0L) > ran.getOrDefault(launch, 0L))
        .toList();
  }

  /** What the classes of each launch took, in milliseconds, without second looks. */
  private static Map<String, Long> ran(RunTimes run) {
    Map<String, String> launches = new HashMap<>();
    run.starts().forEach(jvm -> launches.put(jvm.slave(), jvm.launch()));
    Map<String, Long> ran = new HashMap<>();
    run.blocks()
        .filter(one -> RunTimes.counts(one) && one.kind() != TrialBar.Kind.PROBE)
        .forEach(
            one ->
                ran.merge(launches.getOrDefault(one.trial().slave(), ""), one.millis(), Long::sum));
    return ran;
  }

  /** {@code core, web and 2 more}. */
  private static String listed(List<String> launches) {
    int named = launches.size() <= NAMED ? launches.size() : NAMED - 1;
    List<String> parts = new ArrayList<>();
    launches.stream()
        .limit(named)
        .forEach(launch -> parts.add(DisplayText.beginning(launch, LONGEST_NAME)));
    if (named < launches.size()) {
      parts.add(launches.size() - named + " more");
    }
    int last = parts.size() - 1;
    return last == 0
        ? parts.get(0)
        : String.join(", ", parts.subList(0, last)) + " and " + parts.get(last);
  }
}
