package io.rrrspec.persister.viewer.page;

import io.rrrspec.common.model.Trial;
import io.rrrspec.common.run.CauseGroup;
import io.rrrspec.common.run.FailedTest;
import io.rrrspec.persister.viewer.run.RunView;
import io.rrrspec.persister.viewer.text.DisplayText;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Failures on the page of a run: a card for each cause, those with most failures first.
 *
 * @param cards as many as the page has room for
 * @param tests how many tests failed
 * @param causes how many causes they have
 * @param cut whether there are more than are read
 */
public record FailureCards(List<CauseCard> cards, int tests, int causes, boolean cut) {
  private static final int MOST_CARDS = 300;
  private static final int IN_FULL = 20;

  /**
   * Makes the cards.
   *
   * @param failed each time that a test failed
   * @param cut whether there are more
   * @param room how many tests may be listed below the first ones
   */
  static FailureCards of(RunView run, List<FailedTest> failed, boolean cut, int room) {
    List<FailurePage> tests = FailurePage.of(failed);
    List<CauseGroup<FailurePage>> groups = CauseGroup.of(tests, failure -> failure.test().cause());
    List<CauseGroup<FailurePage>> shown = groups.subList(0, Math.min(MOST_CARDS, groups.size()));
    int[] rooms = share(shown.stream().mapToInt(group -> group.others().size()).toArray(), room);
    Map<String, Optional<Trial>> texts = new HashMap<>();
    List<CauseCard> cards = new ArrayList<>();
    for (int i = 0; i < shown.size(); i++) {
      FailurePage first = shown.get(i).first();
      cards.add(
          CauseCard.of(shown.get(i), i < IN_FULL ? first.inFull(run, texts) : first, rooms[i]));
    }
    return new FailureCards(cards, tests.size(), groups.size(), cut);
  }

  /** Gives all the same, and what some do not want to the others. */
  static int[] share(int[] wanted, int room) {
    int[] given = new int[wanted.length];
    int left = room;
    int waiting = wanted.length;
    for (int i :
        IntStream.range(0, wanted.length)
            .boxed()
            .sorted(Comparator.comparingInt(n -> wanted[n]))
            .toList()) {
      given[i] = Math.min(wanted[i], left / waiting);
      left -= given[i];
      waiting--;
    }
    return given;
  }

  /** How many tests are listed below the first ones. */
  int listed() {
    return cards.stream().mapToInt(card -> card.others().size()).sum();
  }

  /** How many causes have no card. */
  public int more() {
    return causes - cards.size();
  }

  /** {@code 5 000 tests, 12 causes}. */
  public String figures() {
    String all = (cut ? "more than " : "") + DisplayText.count(tests, "test");
    return causes == tests ? all : all + ", " + DisplayText.count(causes, "cause");
  }
}
