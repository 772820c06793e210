package io.rrrspec.common.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rrrspec.common.model.PassStreak;
import io.rrrspec.common.model.QuarantinedTest;
import io.rrrspec.common.model.TestMethod;
import io.rrrspec.testing.TestRedis;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What the people of a fleet mute, and what comes of two who change it at once. */
class QuarantineStoreTest {
  @RegisterExtension static final TestRedis testRedis = new TestRedis();

  private static final LocalDate TODAY = LocalDate.of(2031, 5, 1);
  private static final TestMethod ADDS = TestMethod.parse("shop:com.shop.CartTest#adds");

  private Installation i;
  private QuarantineStore store;

  @BeforeEach
  void install() {
    i = new Installation(testRedis);
    store = new QuarantineStore(i.redis, i.keys);
  }

  private static QuarantinedTest by(String owner, LocalDate until) {
    return new QuarantinedTest(ADDS, owner, "it is flaky", until);
  }

  @Test
  void aTestIsMutedInItsTasksetClassUntilSomebodyEndsThat() {
    QuarantinedTest anns = by("ann", TODAY.plusDays(30));
    store.add("shop", anns, TODAY);
    store.add("other shop", by("bob", TODAY), TODAY);

    assertThat(store.of("shop")).containsExactly(anns);
    assertThat(store.of("nobody's")).isEmpty();
    assertThat(store.all())
        .extracting(QuarantineStore.Entry::tasksetClass)
        .containsExactly("other shop", "shop");
    assertThat(store.find("shop", ADDS)).contains(anns);
    assertThat(i.commands.ttl(i.keys.quarantine())).isPositive();

    store.remove("shop", anns, TODAY);
    assertThat(store.of("shop")).isEmpty();
    assertThat(store.of("other shop")).hasSize(1);
  }

  @Test
  void whoComesSecondIsToldWhatTheFirstHasDone() {
    QuarantinedTest anns = by("ann", TODAY.plusDays(30));
    QuarantinedTest bobs = by("bob", TODAY.plusDays(5));
    store.add("shop", anns, TODAY);
    assertThatThrownBy(() -> store.add("shop", bobs, TODAY))
        .isInstanceOf(QuarantineConflictException.class)
        .hasMessage(
            "shop:com.shop.CartTest#adds is in quarantine already: quarantined until 2031-05-31"
                + " (ann: it is flaky)");

    store.replace("shop", anns, bobs, TODAY);
    assertThatThrownBy(() -> store.replace("shop", anns, by("ann", TODAY.plusDays(60)), TODAY))
        .isInstanceOf(QuarantineConflictException.class)
        .hasMessageContaining("(bob: ");
    assertThatThrownBy(() -> store.remove("shop", anns, TODAY))
        .isInstanceOf(QuarantineConflictException.class);
    assertThat(store.of("shop")).containsExactly(bobs);

    store.remove("shop", bobs, TODAY);
    assertThatThrownBy(() -> store.replace("shop", bobs, anns, TODAY))
        .hasMessageContaining("is in no quarantine any more");
    // A call whose answer was lost is made again.
    store.remove("shop", bobs, TODAY);
    assertThat(store.of("shop")).isEmpty();
  }

  @Test
  void ofManyWhoMuteATestAtOnceOneDoes() throws Exception {
    int people = 8;
    CyclicBarrier together = new CyclicBarrier(people);
    ExecutorService threads = Executors.newFixedThreadPool(people);
    try {
      List<Future<Boolean>> done = new ArrayList<>();
      for (int n = 0; n < people; n++) {
        QuarantinedTest own = by("owner " + n, TODAY.plusDays(n));
        done.add(
            threads.submit(
                () -> {
                  together.await();
                  try {
                    store.add("shop", own, TODAY);
                    return true;
                  } catch (QuarantineConflictException e) {
                    return false;
                  }
                }));
      }
      int succeeded = 0;
      for (Future<Boolean> one : done) {
        succeeded += one.get() ? 1 : 0;
      }
      assertThat(succeeded).isEqualTo(1);
      assertThat(store.of("shop")).hasSize(1);
    } finally {
      threads.shutdownNow();
    }
  }

  @Test
  void whatHasEndedLongAgoGoesWithTheNextChange() {
    store.add("shop", by("ann", TODAY), TODAY);
    LocalDate later = TODAY.plusDays(90);
    store.add("other", by("bob", later), later);
    assertThat(store.all()).hasSize(2);
    store.add("third", by("bob", later), later.plusDays(1));
    assertThat(store.all())
        .extracting(QuarantineStore.Entry::tasksetClass)
        .containsExactly("other", "third");
  }

  @Test
  void whatSomebodyElseHasWrittenMutesNothing() {
    i.commands.hset(i.keys.quarantine(), "shop\t" + ADDS, "2031-05-20\tno test");
    i.commands.hset(i.keys.quarantine(), "shop", "");
    assertThat(store.all()).isEmpty();
    assertThat(store.find("shop", ADDS)).isEmpty();
  }

  @Test
  void streaksAreReplacedAsAWhole() {
    PassStreakStore streaks = new PassStreakStore(i.redis, i.keys);
    PassStreak known = new PassStreak(ADDS, 50, true);
    PassStreak gone = new PassStreak(TestMethod.parse("com.shop.OldTest#x y"), 0, false);
    streaks.save("shop", List.of(known, gone));
    assertThat(streaks.find("shop")).containsExactly(known, gone);
    assertThat(i.commands.ttl(i.keys.passStreaks("shop"))).isPositive();
    streaks.save("shop", List.of(gone));
    assertThat(streaks.find("shop")).containsExactly(gone);
    assertThat(streaks.find("other")).isEmpty();
  }
}
