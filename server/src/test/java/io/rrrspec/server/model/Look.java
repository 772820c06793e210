package io.rrrspec.server.model;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The plan of the second looks at a task that failed after others in its JVM: the same rules as
 * {@code include/probe.lua}, written a second time.
 */
final class Look {
  /** The stages, in their order. */
  enum Mode {
    BEGIN,
    REPLAY,
    HALVE,
    REDUCE,
    CONFIRM
  }

  /** What a look came to. */
  enum Outcome {
    /** Order-dependent. */
    FOUND,
    /** It fails by itself. */
    ALONE,
    /** Nothing explains the failure. */
    CHANCE,
    /** No retry is left in the budget. */
    BUDGET,
    /** Too many trials were lost. */
    LOST,
    /** There was no time for the search. */
    TIME,
    /** The taskset is stopped. */
    STOPPED
  }

  /** Which probes follow each other in {@link Mode#CONFIRM}; true: after others. */
  private static final boolean[] CONFIRM = {true, true, false, false, true, false, true};

  final List<Integer> before;
  @Nullable List<Integer> known;
  final boolean confirmed;
  Mode mode = Mode.BEGIN;

  /** Whether the next probe runs others first. */
  boolean after;

  List<Integer> list = List.of();
  int alonePassed;
  int afterFailed;
  List<Integer> set = List.of();
  List<Integer> whole = List.of();
  boolean guess;
  boolean last;
  int step;
  int parts;
  int part;
  boolean rest;

  Look(List<Integer> before, @Nullable List<Integer> known, boolean confirmed) {
    this.before = List.copyOf(before);
    this.known = known == null ? null : List.copyOf(known);
    this.confirmed = confirmed;
  }

  /** The same from the beginning, for another worker. */
  Look again() {
    return new Look(before, known, confirmed);
  }

  Look copy() {
    Look c = again();
    c.mode = mode;
    c.after = after;
    c.list = list;
    c.alonePassed = alonePassed;
    c.afterFailed = afterFailed;
    c.set = set;
    c.whole = whole;
    c.guess = guess;
    c.last = last;
    c.step = step;
    c.parts = parts;
    c.part = part;
    c.rest = rest;
    return c;
  }

  /**
   * Goes on after a probe.
   *
   * @return how the look ends, or null: it goes on
   */
  @Nullable Outcome learn(boolean failed) {
    if (!after) {
      if (failed) {
        return alonePassed == 0 ? Outcome.ALONE : Outcome.CHANCE;
      }
      alonePassed++;
      if (last) {
        return Outcome.FOUND;
      }
      if (mode == Mode.BEGIN) {
        return next(Mode.REPLAY, known == null ? before : known);
      }
      return confirm();
    }
    return switch (mode) {
      case BEGIN -> throw new IllegalStateException("the first probe runs alone");
      case REPLAY -> replayed(failed);
      case HALVE -> halve(failed ? list : set.subList(list.size(), set.size()));
      case REDUCE -> reduced(failed);
      case CONFIRM -> confirmed(failed);
    };
  }

  private @Nullable Outcome next(Mode nextMode, List<Integer> tasks) {
    mode = nextMode;
    after = true;
    list = List.copyOf(tasks);
    return null;
  }

  private @Nullable Outcome replayed(boolean failed) {
    if (failed) {
      whole = list;
      guess = list.size() > 1;
      set = list;
      return known != null && confirmed ? confirm() : halve(list);
    }
    if (known == null) {
      return Outcome.CHANCE;
    }
    known = null;
    return next(Mode.REPLAY, before);
  }

  private @Nullable Outcome halve(List<Integer> suspects) {
    set = List.copyOf(suspects);
    return set.size() == 1 ? confirm() : next(Mode.HALVE, set.subList(0, (set.size() + 1) / 2));
  }

  private @Nullable Outcome reduce(List<Integer> suspects, int inParts) {
    set = List.copyOf(suspects);
    parts = inParts;
    part = 1;
    rest = false;
    return set.size() == 1 ? confirm() : next(Mode.REDUCE, part());
  }

  private @Nullable Outcome reduced(boolean failed) {
    if (failed) {
      return reduce(list, rest ? Math.max(parts - 1, 2) : 2);
    }
    part++;
    if (part > parts) {
      if (!rest && parts > 2) {
        rest = true;
      } else if (parts < set.size()) {
        rest = false;
        parts = Math.min(2 * parts, set.size());
      } else {
        return confirm();
      }
      part = 1;
    }
    return next(Mode.REDUCE, part());
  }

  private List<Integer> part() {
    int from = (part - 1) * set.size() / parts;
    int to = part * set.size() / parts;
    if (!rest) {
      return set.subList(from, to);
    }
    List<Integer> others = new ArrayList<>(set.subList(0, from));
    others.addAll(set.subList(to, set.size()));
    return others;
  }

  private @Nullable Outcome confirmed(boolean failed) {
    if (failed) {
      afterFailed++;
      guess = false;
      return confirm();
    }
    if (!guess) {
      return Outcome.CHANCE;
    }
    guess = false;
    step = 0;
    return reduce(whole, 2);
  }

  private @Nullable Outcome confirm() {
    if (step == CONFIRM.length) {
      after = false;
      list = List.of();
      last = true;
      return null;
    }
    mode = Mode.CONFIRM;
    after = CONFIRM[step++];
    list = after ? set : List.of();
    return null;
  }

  /** Whether all of these have run. */
  static boolean haveRun(List<Integer> ran, List<Integer> all) {
    return new HashSet<>(ran).containsAll(all);
  }

  @Override
  public String toString() {
    return String.format(
        "%s %s %s of %s, known %s, alone %d after %d",
        mode, after ? "after" : "alone", list, before, known, alonePassed, afterFailed);
  }
}
