package io.rrrspec.experiments.fuzz;

import java.util.ArrayList;
import java.util.List;

/** Changes what a key has into what somebody may have written there instead. */
final class EntryChange {
  private static final List<String> TYPES = List.of("string", "list", "set", "hash", "zset");
  private static final int FLOOD = 20_000;

  /** What the change does to the key. */
  enum Kind {
    /** Another type than it must have. */
    TYPE,
    /** It is gone. */
    GONE,
    /** Some of it is gone. */
    HALF,
    /** Values of it are others. */
    VALUES,
    /** Elements or fields were added. */
    MORE,
    /** It is very large. */
    FLOOD,
    /** It has what another key of its type has. */
    OTHER
  }

  private EntryChange() {}

  /** Draws a kind. */
  static Kind kind(Draw draw) {
    int drawn = draw.below(100);
    if (drawn < 12) {
      return Kind.TYPE;
    } else if (drawn < 17) {
      return Kind.GONE;
    } else if (drawn < 25) {
      return Kind.HALF;
    } else if (drawn < 70) {
      return Kind.VALUES;
    } else if (drawn < 90) {
      return Kind.MORE;
    }
    return drawn < 93 ? Kind.FLOOD : Kind.OTHER;
  }

  /**
   * Makes the change.
   *
   * @param keys other keys, to refer to
   * @param others what they have
   */
  static Entry of(Draw draw, Kind kind, Entry entry, List<String> keys, List<Entry> others) {
    return switch (kind) {
      case TYPE -> wrongType(draw, entry);
      case GONE -> entry.with(List.of());
      case HALF -> half(draw, entry);
      case VALUES -> values(draw, entry, keys);
      case MORE -> more(draw, entry, keys, 1 + draw.below(5));
      case FLOOD -> flood(draw, entry, keys);
      case OTHER -> other(draw, entry, others);
    };
  }

  private static Entry wrongType(Draw draw, Entry entry) {
    String type = draw.one(TYPES.stream().filter(one -> !one.equals(entry.type())).toList());
    return new Entry(type, entry.life(), List.of(HostileText.any(draw), HostileText.number(draw)));
  }

  private static Entry half(Draw draw, Entry entry) {
    List<String> left = new ArrayList<>();
    int width = entry.width();
    if (entry.type().equals("string")) {
      String text = entry.values().get(0);
      return entry.with(List.of(text.substring(0, text.length() / 2)));
    }
    for (int i = 0; i < entry.values().size(); i += width) {
      if (draw.oneIn(2)) {
        left.addAll(entry.values().subList(i, i + width));
      }
    }
    return entry.with(left);
  }

  private static Entry values(Draw draw, Entry entry, List<String> keys) {
    List<String> values = new ArrayList<>(entry.values());
    for (int i = 1 + draw.below(3); i > 0; i--) {
      int at = draw.below(values.size());
      boolean name = entry.type().equals("hash") && at % 2 == 0;
      // Mostly the values of fields: what is no field is read by nobody.
      if (name && !draw.oneIn(10)) {
        at++;
      }
      values.set(at, value(draw, values.get(at), keys));
    }
    return entry.with(values);
  }

  private static String value(Draw draw, String good, List<String> keys) {
    return switch (draw.below(6)) {
      case 0 -> HostileText.number(draw);
      case 1 -> HostileText.json(draw);
      case 2 -> draw.one(keys);
      case 3 -> HostileText.any(draw);
      default -> HostileText.mutated(draw, good);
    };
  }

  private static Entry more(Draw draw, Entry entry, List<String> keys, int count) {
    if (entry.type().equals("string")) {
      return entry.with(List.of(entry.values().get(0) + HostileText.any(draw)));
    }
    List<String> values = new ArrayList<>(entry.values());
    for (int i = 0; i < count; i++) {
      values.add(value(draw, draw.one(entry.values()), keys));
      if (entry.width() == 2) {
        values.add(HostileText.number(draw));
      }
    }
    return entry.with(values);
  }

  private static Entry flood(Draw draw, Entry entry, List<String> keys) {
    if (entry.type().equals("string") || draw.oneIn(3)) {
      List<String> values = new ArrayList<>(entry.values());
      values.set(values.size() - 1, "x".repeat(1 + draw.below(10_000_000)));
      return entry.with(values);
    }
    List<String> values = new ArrayList<>(entry.values());
    String of = value(draw, draw.one(entry.values()), keys);
    String base = of.length() > 200 ? of.substring(0, 200) : of;
    for (int i = draw.below(FLOOD); i > 0; i--) {
      values.add(entry.type().equals("list") ? base : base + i);
      if (entry.width() == 2) {
        values.add(Integer.toString(i));
      }
    }
    return entry.with(values);
  }

  private static Entry other(Draw draw, Entry entry, List<Entry> others) {
    List<Entry> same = others.stream().filter(one -> one.type().equals(entry.type())).toList();
    return same.isEmpty() ? entry : entry.with(draw.one(same).values());
  }
}
