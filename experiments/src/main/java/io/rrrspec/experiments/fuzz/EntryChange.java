package io.rrrspec.experiments.fuzz;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** Changes what a key has into what somebody may have written there instead. */
final class EntryChange {
  private static final List<String> TYPES =
      List.of("string", "list", "set", "hash", "zset", "stream");
  private static final int FLOOD = 20_000;
  private static final Pattern TIME =
      Pattern.compile("\\d{10,19}(?:\\.\\d+)?(?!\\w)|\\d{4}-\\d\\d-\\d\\d[T ]\\d\\d:");
  private static final Pattern TIMED_FIELD =
      Pattern.compile("(?i)_at$|_ms$|ms$|_sec$|time|since|until|deadline|_start|_finish");

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
    OTHER,
    /** Values of it are bytes that are no text. */
    BYTES,
    /** Times in it are others, or none. */
    TIMES
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
      case BYTES -> bytes(draw, entry);
      case TIMES -> times(draw, entry);
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

  /** Fields and elements that are no UTF-8, have a 0 in them, or are 10 MB. */
  private static Entry bytes(Draw draw, Entry entry) {
    List<String> values = new ArrayList<>(entry.values());
    for (int i = 1 + draw.below(3); i > 0; i--) {
      String raw = Entry.raw(someBytes(draw));
      if (entry.type().equals("string") || draw.oneIn(2)) {
        values.set(draw.below(values.size()), raw);
        continue;
      }
      int at = draw.below(values.size() / entry.width() + 1) * entry.width();
      values.add(at, raw);
      if (entry.width() == 2) {
        values.add(at + 1, draw.oneIn(2) ? HostileText.number(draw) : raw);
      }
    }
    return entry.with(values);
  }

  private static byte[] someBytes(Draw draw) {
    return switch (draw.below(12)) {
      case 0 -> new byte[] {0};
      case 1 -> new byte[] {(byte) 0xff, (byte) 0xfe, 0, (byte) 0xc0};
      case 2 -> new byte[] {(byte) 0xed, (byte) 0xa0, (byte) 0x80};
      case 3 -> draw.oneIn(8) ? draw.bytes(10_000_000) : draw.bytes(70_000);
      case 4 -> new byte[1 + draw.below(5_000)];
      case 5 -> HostileText.bytes(draw, HostileText.json(draw));
      default -> draw.bytes(1 + draw.below(60));
    };
  }

  /** Whether something in it is a time, or counts one. */
  static boolean hasTimes(Entry entry) {
    return entry.type().equals("zset") || !timesOf(entry).isEmpty();
  }

  /** Where values are times: seconds or milliseconds since 1970, or written as ISO 8601 does. */
  private static List<Integer> timesOf(Entry entry) {
    List<Integer> places = new ArrayList<>();
    for (int i = 0; i < entry.values().size(); i++) {
      boolean field = entry.type().equals("hash") && i % 2 == 0;
      boolean named =
          entry.type().equals("hash") && i % 2 == 1 && isTime(entry.values().get(i - 1));
      if (!field && (named || TIME.matcher(entry.values().get(i)).lookingAt())) {
        places.add(i);
      }
    }
    return places;
  }

  private static boolean isTime(String field) {
    return TIMED_FIELD.matcher(field).find();
  }

  private static Entry times(Draw draw, Entry entry) {
    List<String> values = new ArrayList<>(entry.values());
    List<Integer> places = timesOf(entry);
    for (int i = 1 + draw.below(3); i > 0; i--) {
      int at;
      if (entry.type().equals("zset") && (places.isEmpty() || draw.oneIn(2))) {
        at = draw.below(values.size() / 2) * 2 + 1;
      } else {
        at = draw.one(places);
      }
      values.set(at, HostileText.time(draw));
    }
    return entry.with(values);
  }
}
