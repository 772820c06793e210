package io.rrrspec.common.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;

/** What holds of each choice, whatever the state of the run. */
class LaunchChoicePropertiesTest {
  private static final int MOST_PLACES = 20;

  @Provide
  Arbitrary<List<LaunchLoad>> loads() {
    Arbitrary<Integer> some = Arbitraries.integers().between(0, 5);
    Arbitrary<Long> ms = Arbitraries.longs().between(0, 20_000);
    return Combinators.combine(
            some,
            ms,
            ms,
            some,
            some,
            ms,
            Arbitraries.of(0, 10, 700, 10_000),
            Arbitraries.integers().between(0, 3))
        .as(
            (classes, mean, longest, running, starting, busy, startCost, rank) ->
                new LaunchLoad(
                    "",
                    rank,
                    classes,
                    Duration.ofMillis(classes == 0 ? 0 : (classes - 1) * mean + longest),
                    Duration.ofMillis(classes == 0 ? 0 : Math.max(mean, longest)),
                    running + starting,
                    starting,
                    Duration.ofMillis(running * busy + starting * (long) startCost / 2),
                    Duration.ofMillis(startCost)))
        .list()
        .ofMaxSize(12)
        .map(LaunchChoicePropertiesTest::named);
  }

  private static List<LaunchLoad> named(List<LaunchLoad> loads) {
    List<LaunchLoad> named = new ArrayList<>();
    for (LaunchLoad load : loads) {
      named.add(
          new LaunchLoad(
              "launch" + named.size(),
              load.rank(),
              load.classes(),
              load.queued(),
              load.longest(),
              load.jvms(),
              load.starting(),
              load.busy(),
              load.startCost()));
    }
    return named;
  }

  private static LaunchLoad named(List<LaunchLoad> loads, String launch) {
    return loads.stream().filter(load -> load.launch().equals(launch)).findFirst().orElseThrow();
  }

  @Property
  void aChosenLaunchWaitsOrGainsByAnotherJvm(
      @ForAll("loads") List<LaunchLoad> loads,
      @ForAll @IntRange(min = 1, max = MOST_PLACES) int places) {
    Optional<String> chosen = LaunchChoice.next(loads, places);

    chosen
        .map(launch -> named(loads, launch))
        .ifPresent(load -> assertThat(load.waits() || load.gainsByAnother()).isTrue());
  }

  @Property
  void aPlaceIsRefusedOnlyIfNoLaunchWaitsAndNoneGains(
      @ForAll("loads") List<LaunchLoad> loads,
      @ForAll @IntRange(min = 1, max = MOST_PLACES) int places) {
    assertThat(LaunchChoice.next(loads, places).isEmpty())
        .isEqualTo(loads.stream().noneMatch(load -> load.waits() || load.gainsByAnother()));
  }

  @Property
  void noLaunchOfALowerRankThatWaitsOrGainsIsPassedOver(
      @ForAll("loads") List<LaunchLoad> loads,
      @ForAll @IntRange(min = 1, max = MOST_PLACES) int places) {
    LaunchChoice.next(loads, places)
        .map(launch -> named(loads, launch))
        .ifPresent(
            chosen ->
                assertThat(loads)
                    .filteredOn(load -> load.rank() < chosen.rank())
                    .noneMatch(load -> load.waits() || load.gainsByAnother()));
  }

  @Property
  void equalRanksChangeNothing(
      @ForAll("loads") List<LaunchLoad> loads,
      @ForAll @IntRange(min = 1, max = MOST_PLACES) int places,
      @ForAll @IntRange(max = 1_000) int rank) {
    assertThat(LaunchChoice.next(ranked(loads, rank), places))
        .isEqualTo(LaunchChoice.next(ranked(loads, 0), places));
  }

  private static List<LaunchLoad> ranked(List<LaunchLoad> loads, int rank) {
    return loads.stream()
        .map(
            load ->
                new LaunchLoad(
                    load.launch(),
                    rank,
                    load.classes(),
                    load.queued(),
                    load.longest(),
                    load.jvms(),
                    load.starting(),
                    load.busy(),
                    load.startCost()))
        .toList();
  }

  @Property
  void noLaunchGainsByAnotherJvmIfTheOthersAreDoneBefore(@ForAll("loads") List<LaunchLoad> loads) {
    for (LaunchLoad load : loads) {
      Duration left = load.busy().plus(load.queued());
      if (left.compareTo(load.startCost().multipliedBy(load.jvms())) <= 0
          || load.classes() <= load.starting()) {
        assertThat(load.gainsByAnother()).isFalse();
      }
    }
  }

  @Property
  void theOrderOfTheLaunchesDoesNotMatter(
      @ForAll("loads") List<LaunchLoad> loads,
      @ForAll @IntRange(min = 1, max = MOST_PLACES) int places,
      @ForAll long seed) {
    List<LaunchLoad> shuffled = new ArrayList<>(loads);
    Collections.shuffle(shuffled, new Random(seed));

    assertThat(LaunchChoice.next(shuffled, places)).isEqualTo(LaunchChoice.next(loads, places));
  }

  /** So a launch that waits is served, even if the others never end a class. */
  @Property
  void choicesOfOneMomentEndAndThenNoLaunchWaits(
      @ForAll("loads") List<LaunchLoad> loads,
      @ForAll @IntRange(min = 1, max = MOST_PLACES) int places) {
    List<LaunchLoad> now = new ArrayList<>(loads);
    int most = loads.stream().mapToInt(LaunchLoad::classes).sum();
    int choices = 0;
    for (Optional<String> chosen = LaunchChoice.next(now, places);
        chosen.isPresent();
        chosen = LaunchChoice.next(now, places)) {
      LaunchLoad load = named(now, chosen.get());
      now.set(now.indexOf(load), withAnother(load));
      assertThat(++choices).isLessThanOrEqualTo(most);
    }

    assertThat(now).noneMatch(LaunchLoad::waits);
  }

  private static LaunchLoad withAnother(LaunchLoad load) {
    return new LaunchLoad(
        load.launch(),
        load.rank(),
        load.classes(),
        load.queued(),
        load.longest(),
        load.jvms() + 1,
        load.starting() + 1,
        load.busy().plus(load.startCost()),
        load.startCost());
  }

  /**
   * Whatever the estimates say, and whenever JVMs end: there is always a JVM that takes a class.
   */
  @Property
  void everyRunEnds(
      @ForAll @IntRange(min = 1, max = 8) int launches,
      @ForAll @IntRange(min = 1, max = 6) int places,
      @ForAll long seed) {
    RandomRun run = new RandomRun(launches, places, new Random(seed));

    assertThat(run.untilNothingHappens()).as("classes that nobody has run").isZero();
  }
}
