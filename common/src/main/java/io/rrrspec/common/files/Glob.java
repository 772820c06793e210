package io.rrrspec.common.files;

import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A text with wildcards, held against others in one pass: for each character it looks at each place
 * of the pattern once at most, where a regular expression would go back and try again. {@code *}
 * stands for any characters but a separator, {@code ?} for one, {@code **} for any characters, and
 * {@code **} with a separator behind it also for nothing. Everything else stands for itself.
 */
public final class Glob {
  private static final int NAME = -1;
  private static final int ANYTHING = -2;
  private static final int DIRECTORIES = -3;
  private static final int ONE = -4;

  /** Characters, and what stands for several of them: no two that stand for what one does. */
  private final int[] parts;

  private final int separator;

  private Glob(int[] parts, int separator) {
    this.parts = parts;
    this.separator = separator;
  }

  /** Of a text without parts: nothing separates, so that {@code *} is any text. */
  public static Glob of(String text) {
    return new Glob(withoutRepeats(parts(text, "")), -1);
  }

  /**
   * Of a text with parts.
   *
   * @param separator what separates the parts: {@code .} or {@code /}
   */
  public static Glob of(String text, char separator) {
    return new Glob(withoutRepeats(parts(text, String.valueOf(separator))), separator);
  }

  /**
   * These texts in their order, with anything between each two; a wildcard in them stands for
   * itself.
   */
  public static Glob ofTexts(List<String> texts) {
    IntStream.Builder parts = IntStream.builder();
    for (int i = 0; i < texts.size(); i++) {
      if (i > 0) {
        parts.add(ANYTHING);
      }
      texts.get(i).codePoints().forEach(parts::add);
    }
    return new Glob(withoutRepeats(parts.build().toArray()), -1);
  }

  private static int[] parts(String text, String separator) {
    IntStream.Builder parts = IntStream.builder();
    for (int i = 0; i < text.length(); i++) {
      int c = text.codePointAt(i);
      if (!separator.isEmpty() && text.startsWith("**" + separator, i)) {
        parts.add(DIRECTORIES);
        i += 2;
      } else if (text.startsWith("**", i)) {
        parts.add(ANYTHING);
        i++;
      } else if (c == '*') {
        parts.add(separator.isEmpty() ? ANYTHING : NAME);
      } else if (c == '?') {
        parts.add(ONE);
      } else {
        parts.add(c);
        i += Character.charCount(c) - 1;
      }
    }
    return parts.build().toArray();
  }

  /** Of several wildcards one after the other one remains where it means the same. */
  private static int[] withoutRepeats(int[] parts) {
    int[] kept = new int[parts.length];
    int count = 0;
    for (int part : parts) {
      int last = count == 0 ? 0 : kept[count - 1];
      if (mayBeNothing(part) && (last == ANYTHING || last == part)) {
        continue;
      }
      if (part == ANYTHING && mayBeNothing(last)) {
        kept[count - 1] = ANYTHING;
      } else {
        kept[count++] = part;
      }
    }
    return Arrays.copyOf(kept, count);
  }

  private static boolean mayBeNothing(int part) {
    return part == NAME || part == ANYTHING || part == DIRECTORIES;
  }

  /** Whether it stands for a text. */
  public boolean matches(CharSequence text) {
    // All places of the pattern where the text may be.
    BitSet now = new BitSet();
    enter(now, 0);
    for (int at = 0; at < text.length() && !now.isEmpty(); ) {
      int c = Character.codePointAt(text, at);
      BitSet next = new BitSet();
      for (int i = now.nextSetBit(0); i >= 0 && i < parts.length; i = now.nextSetBit(i + 1)) {
        step(next, i, c);
      }
      now = next;
      at += Character.charCount(c);
    }
    return now.get(parts.length);
  }

  private void step(BitSet next, int i, int c) {
    switch (parts[i]) {
      case NAME:
        if (c != separator) {
          enter(next, i);
        }
        break;
      case ANYTHING:
        enter(next, i);
        break;
      case DIRECTORIES:
        next.set(i);
        if (c == separator) {
          enter(next, i + 1);
        }
        break;
      case ONE:
        if (c != separator) {
          enter(next, i + 1);
        }
        break;
      default:
        if (parts[i] == c) {
          enter(next, i + 1);
        }
        break;
    }
  }

  /** Adds a part, and those behind it that may stand for nothing up to there. */
  private void enter(BitSet places, int part) {
    for (int i = part; ; i++) {
      places.set(i);
      if (i == parts.length || !mayBeNothing(parts[i])) {
        return;
      }
    }
  }
}
