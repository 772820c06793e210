package io.rrrspec.persister.viewer.timeline;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a timeline says of the launches of a run. */
class LaunchesOfARunTest {
  private int tasks;

  private JvmStart jvm(String slave, String launch, long from, long to, long end) {
    return new JvmStart(slave, launch, from, to, end, true);
  }

  private TrialBar trial(String slave, long from, long to) {
    TrialBar.Of of = new TrialBar.Of(++tasks, 0, "T" + tasks, slave);
    return new TrialBar(of, from, to, TrialBar.Kind.PASSED, false);
  }

  private static RunTimes run(long end, SlaveRow... seats) {
    WorkerRow worker = new WorkerRow("n:worker:w", "", 0, 0, 0, end, List.of(seats));
    return new RunTimes(end, false, List.of(worker));
  }

  private static SlaveRow place(int place, List<JvmStart> starts, TrialBar... trials) {
    return new SlaveRow(
        starts.stream().map(JvmStart::slave).toList(), place, 0, starts, List.of(trials));
  }

  @Test
  void theIdealEndHasTheFastestStartOfEachLaunch() {
    RunTimes times =
        run(
            20_000,
            place(
                0,
                List.of(
                    jvm("a", "core", 0, 4_000, 10_000), jvm("b", "web", 10_000, 12_000, 20_000)),
                trial("a", 4_000, 10_000),
                trial("b", 12_000, 20_000)),
            place(1, List.of(jvm("c", "core", 0, 6_000, 8_000)), trial("c", 6_000, 8_000)));

    // Trials of 16 s, starts of 4 s and 2 s, on two slaves.
    assertThat(times.idealEnd()).contains(11_000L);
  }

  @Test
  void theIdealEndIsNotBeforeTheLongestTrialWithItsStart() {
    RunTimes times =
        run(
            20_000,
            place(0, List.of(jvm("a", "core", 0, 3_000, 20_000)), trial("a", 3_000, 20_000)),
            place(1, List.of(jvm("b", "web", 0, 1_000, 2_000)), trial("b", 1_000, 2_000)));

    assertThat(times.idealEnd()).contains(20_000L);
  }

  @Test
  void aJvmThatTookNothingIsNoNeededStart() {
    JvmStart idle = new JvmStart("b", "web", 0, 20_000, 20_000, false);
    RunTimes times =
        run(
            20_000,
            place(0, List.of(jvm("a", "core", 0, 1_000, 20_000)), trial("a", 1_000, 20_000)),
            place(1, List.of(idle)));

    assertThat(times.idealEnd()).contains(20_000L);
    assertThat(times.work()).isEqualTo(20_000);
  }

  @Test
  void launchesWithShortClassesAreNamedAsWhatToPutTogether() {
    RunTimes times =
        run(
            20_000,
            place(
                0,
                List.of(
                    jvm("a", "core", 0, 2_000, 12_000), jvm("b", "web", 12_000, 16_000, 17_000)),
                trial("a", 2_000, 12_000),
                trial("b", 16_000, 17_000)),
            place(1, List.of(jvm("c", "app", 0, 18_000, 20_000)), trial("c", 18_000, 20_000)));

    assertThat(WhyLong.sentences(times))
        .contains(
            "Slaves took 12 s each to start JVMs: 3 JVMs for 3 launches. Fewer modules or"
                + " executions would save starts: app and web took longer to start a JVM than to"
                + " run classes.");
  }

  @Test
  void launchesWithLongClassesAreNotBlamed() {
    RunTimes times =
        run(
            20_000,
            place(0, List.of(jvm("a", "core", 0, 4_000, 20_000)), trial("a", 4_000, 20_000)),
            place(1, List.of(jvm("b", "web", 0, 4_000, 20_000)), trial("b", 4_000, 20_000)));

    assertThat(WhyLong.sentences(times))
        .contains("Slaves took 4.0 s each to start JVMs: 2 JVMs for 2 launches.");
  }

  @Test
  void jvmsOfSecondLooksAreCounted() {
    TrialBar.Of of = new TrialBar.Of(++tasks, 1, "T", "b");
    TrialBar look = new TrialBar(of, 14_000, 20_000, TrialBar.Kind.PROBE, true);
    RunTimes times =
        run(
            20_000,
            place(
                0,
                List.of(
                    jvm("a", "core", 0, 4_000, 10_000), jvm("b", "core", 10_000, 14_000, 20_000)),
                trial("a", 4_000, 10_000),
                look));

    assertThat(WhyLong.sentences(times))
        .contains(
            "Slaves took 8.0 s each to start JVMs: 2 JVMs for 1 launch, 1 of them to look again at"
                + " failed classes.");
  }

  @Test
  void eachOfAFewLaunchesHasAColourOfItsOwn() {
    List<JvmStart> starts = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      starts.add(jvm("s" + i, "m" + i, 100L * i, 100L * i + 50, 100L * i + 100));
    }
    // A second JVM of the first launch takes no other colour.
    starts.add(jvm("s8", "m0", 800, 850, 900));
    RunTimes times = run(1_000, place(0, starts));

    for (TimeRange part : List.of(TimeRange.whole(1_000), new TimeRange(700, 900))) {
      LaunchColours colours = LaunchColours.of(times, part);
      assertThat(colours.others()).isZero();
      assertThat(starts.subList(0, 8))
          .extracting(start -> colours.look(start.launch()))
          .containsExactly(
              "launch-0",
              "launch-1",
              "launch-2",
              "launch-3",
              "launch-4",
              "launch-5",
              "launch-6",
              "launch-7");
    }
  }

  @Test
  void ofManyLaunchesTheFirstOnesInViewHaveColours() {
    List<JvmStart> starts = new ArrayList<>();
    for (int i = 0; i < 30; i++) {
      starts.add(jvm("s" + i, "m" + i, 1_000L * i, 1_000L * i + 500, 1_000L * i + 1_000));
    }
    RunTimes times = run(30_000, place(0, starts));

    LaunchColours whole = LaunchColours.of(times, TimeRange.whole(30_000));
    assertThat(whole.coloured()).hasSize(8).first().isEqualTo("m0");
    assertThat(whole.others()).isEqualTo(22);
    assertThat(whole.look("m8")).isEqualTo("launch-other");
    LaunchColours part = LaunchColours.of(times, new TimeRange(10_100, 11_900));
    assertThat(part.coloured()).first().isEqualTo("m10");
    assertThat(part.others()).isZero();
  }

  @Test
  void startsThatAreDrawnAsOneNameTheirLaunches() {
    List<JvmStart> starts = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      starts.add(jvm("s" + i, "m" + i, i, i + 1, i + 1));
    }

    assertThat(MergedBars.row(starts.subList(0, 2), 1_000).get(0).launchNames())
        .isEqualTo("m0, m1");
    assertThat(MergedBars.row(starts, 1_000).get(0).launchNames()).isEqualTo("m0, m1, m2 and more");
  }
}
