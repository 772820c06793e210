package io.rrrspec.common.launch;

import static io.rrrspec.common.launch.LoadBuilder.aLaunch;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class LaunchChoiceTest {
  private static Optional<String> next(int places, LoadBuilder... launches) {
    return LaunchChoice.next(Stream.of(launches).map(LoadBuilder::build).toList(), places);
  }

  @Test
  void theLargestLaunchThatWaitsComesFirst() {
    assertThat(
            next(
                3,
                aLaunch("core").queued(10, 1_000),
                aLaunch("web").queued(30, 1_000),
                aLaunch("api").queued(20, 1_000)))
        .contains("web");
  }

  @Test
  void anEstimateOfAnyLengthIsBorne() {
    LaunchLoad endless =
        new LaunchLoad(
            "core",
            0,
            3,
            Duration.ofMillis(Long.MAX_VALUE),
            Duration.ofMillis(Long.MAX_VALUE),
            1,
            0,
            Duration.ofMillis(Long.MAX_VALUE),
            Duration.ofMillis(500));
    assertThat(LaunchChoice.next(List.of(endless), 2)).contains("core");
  }

  @Test
  void theStartCountsAsMuchAsTheClasses() {
    assertThat(
            next(
                2,
                aLaunch("core").queued(10, 1_000),
                aLaunch("web").queued(8, 1_000).startsIn(5_000)))
        .contains("web");
  }

  @Test
  void ofEqualLaunchesTheFirstByNameIsChosen() {
    assertThat(next(2, aLaunch("web").queued(5, 1_000), aLaunch("core").queued(5, 1_000)))
        .contains("core");
  }

  @Test
  void aLaunchThatWaitsComesBeforeAFurtherJvmOfALargerOne() {
    assertThat(
            next(
                2,
                aLaunch("web").queued(100, 1_000).running(300),
                aLaunch("core").queued(5, 1_000)))
        .contains("core");
  }

  @Test
  void whenAllAreServedTheOneThatWouldEndLastGetsAFurtherJvm() {
    assertThat(
            next(
                5,
                aLaunch("web").queued(60, 1_000).running(500).running(500).running(500),
                aLaunch("core").queued(30, 1_000).running(500)))
        .contains("core");
  }

  @Test
  void aJvmInTheMiddleOfALongClassIsNotCountedAsIfItWereFree() {
    assertThat(
            next(
                3,
                aLaunch("web").queued(10, 1_000).running(0),
                aLaunch("core").queued(9, 1_000).running(60_000)))
        .contains("core");
  }

  @Test
  void noJvmIsStartedIfTheOthersAreDoneBeforeItIsReady() {
    assertThat(next(3, aLaunch("web").queued(4, 100).running(50).running(50))).isEmpty();
    assertThat(next(3, aLaunch("web").queued(14, 100).running(50).running(50))).contains("web");
  }

  @Test
  void noJvmIsStartedIfEachClassHasAJvmThatIsReadyBefore() {
    assertThat(next(3, aLaunch("web").queued(1, 60_000).running(100))).isEmpty();
    assertThat(next(3, aLaunch("web").queued(1, 60_000).running(900))).contains("web");
    assertThat(next(3, aLaunch("web").queued(2, 60_000).running(100))).contains("web");
  }

  @Test
  void noMoreJvmsStartThanThereAreClasses() {
    assertThat(next(9, aLaunch("web").queued(1, 5_000).running(60_000).starting(500))).isEmpty();
    assertThat(next(9, aLaunch("web").queued(2, 5_000).running(60_000).starting(500)))
        .contains("web");
  }

  @Test
  void aLaunchThatWaitsIsNeverTooSmall() {
    assertThat(next(8, aLaunch("web").queued(1, 0).startsIn(60_000))).contains("web");
  }

  @Test
  void aLaunchThatWaitsIsServedIfMoreJvmsRunThanThereArePlaces() {
    assertThat(next(1, aLaunch("web").running(50).running(50), aLaunch("core").queued(1, 5)))
        .contains("core");
  }

  @Test
  void nothingIsChosenWithoutWork() {
    assertThat(next(4)).isEmpty();
    assertThat(next(4, aLaunch("web"), aLaunch("core").running(60_000))).isEmpty();
  }

  /** Largest first would end after 7 s: the last of the three small launches begins at 5 s. */
  @Test
  void aSmallerLaunchComesFirstIfThatPacksBetter() {
    assertThat(
            next(
                2,
                aLaunch("other").running(1_000),
                aLaunch("large").queued(1, 4_500),
                aLaunch("small1").queued(1, 1_500),
                aLaunch("small2").queued(1, 1_500),
                aLaunch("small3").queued(1, 1_500)))
        .contains("small1");
  }

  /** The only JVM of the launch is busy for 10 s, and another place gets free for the small one. */
  @Test
  void aLongClassThatWaitsForABusyJvmComesBeforeASmallLaunch() {
    assertThat(
            next(
                3,
                aLaunch("other").running(4_000),
                aLaunch("web").queued(1, 9_000).running(10_000),
                aLaunch("small").queued(2, 1_000)))
        .contains("web");
  }

  @Test
  void atTheBeginningEachLaunchGetsAJvmAndTheLargestGetTheRest() {
    List<LoadBuilder> launches =
        List.of(
            aLaunch("web").queued(100, 1_000),
            aLaunch("core").queued(45, 1_000),
            aLaunch("api").queued(10, 1_000));
    List<String> chosen = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      String launch = next(8, launches.toArray(new LoadBuilder[0])).orElseThrow();
      chosen.add(launch);
      launches.stream()
          .filter(each -> each.build().launch().equals(launch))
          .forEach(each -> each.starting(500));
    }
    assertThat(chosen).contains("api");
    assertThat(chosen.stream().filter("web"::equals).count()).isEqualTo(5);
    assertThat(chosen.stream().filter("core"::equals).count()).isEqualTo(2);
  }

  @Test
  void aLowerRankComesBeforeALargerLaunch() {
    assertThat(
            next(
                3,
                aLaunch("web").queued(100, 1_000).ranked(2),
                aLaunch("core").queued(1, 10).ranked(1),
                aLaunch("api").queued(50, 1_000).ranked(2)))
        .contains("core");
  }

  @Test
  void withinARankTheLargestComesFirst() {
    assertThat(
            next(
                3,
                aLaunch("web").queued(100, 1_000).ranked(2),
                aLaunch("core").queued(1, 10).ranked(1),
                aLaunch("api").queued(50, 1_000).ranked(1)))
        .contains("api");
  }

  @Test
  void aFurtherJvmOfALowerRankComesBeforeALaunchThatWaitsIfItGains() {
    LoadBuilder web = aLaunch("web").queued(30, 1_000).ranked(1);
    assertThat(next(2, aLaunch("core").queued(9, 1_000).running(1_000), web)).contains("core");
    assertThat(next(2, aLaunch("core").queued(1, 100).running(100), web)).contains("web");
  }

  @Test
  void aHigherRankIsServedWhileTheLowerOnesNeedNoFurtherJvm() {
    assertThat(
            next(
                3,
                aLaunch("core").running(60_000),
                aLaunch("web").queued(3, 1_000).ranked(7),
                aLaunch("api").queued(2, 1_000).ranked(8)))
        .contains("web");
  }

  @Test
  void aLoadThatCannotBeIsRefused() {
    assertThatThrownBy(
            () ->
                new LaunchLoad(
                    "web",
                    0,
                    1,
                    Duration.ofSeconds(1),
                    Duration.ofSeconds(1),
                    1,
                    2,
                    Duration.ZERO,
                    LaunchLoad.UNKNOWN_START_COST))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageEndingWith("launch web");
  }
}
