package io.rrrspec.common.line;

import java.util.Iterator;
import java.util.List;

/** What a line is answered with. */
public sealed interface Reply {
  /**
   * It is done.
   *
   * @param text what it has led to, or ""
   */
  record Ok(String text) implements Reply {}

  /**
   * Several lines.
   *
   * @param count how many
   * @param lines exactly so many; read as they are asked for, since they may be many
   */
  record Lines(long count, Iterator<String> lines) implements Reply {}

  /**
   * It is not done.
   *
   * @param message what is wrong and what to write instead, in one line
   */
  record Error(String message) implements Reply {}

  /** It is done, and there is nothing to say. */
  Reply DONE = new Ok("");

  /** Lines that are there already. */
  static Reply of(List<String> lines) {
    return new Lines(lines.size(), lines.iterator());
  }
}
