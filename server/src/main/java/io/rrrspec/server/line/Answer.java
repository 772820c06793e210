package io.rrrspec.server.line;

import io.rrrspec.common.line.Reply;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.Iterator;
import java.util.regex.Pattern;

/** A reply as it goes over the wire, in parts that are made when the one before is sent. */
final class Answer {
  /** About so much is made at once. */
  private static final int PART = 65_536;

  /** What could be taken for the end of a line, moves a terminal's cursor or turns text around. */
  private static final Pattern CONTROL =
      Pattern.compile(
          "[\\p{Cc}\\p{Cf}\\u2028\\u2029&&[^\\t\\u200c\\u200d]]", Pattern.UNICODE_CHARACTER_CLASS);

  private String first;
  private final Iterator<String> rest;

  private Answer(String first, Iterator<String> rest) {
    this.first = first;
    this.rest = rest;
  }

  static Answer of(Reply reply) {
    if (reply instanceof Reply.Lines lines) {
      return new Answer("+MULTI " + lines.count() + "\n", lines.lines());
    }
    if (reply instanceof Reply.Ok ok) {
      return new Answer(line(ok.text().isEmpty() ? "+OK" : "+OK " + ok.text()), none());
    }
    return error(((Reply.Error) reply).message());
  }

  static Answer error(String message) {
    return new Answer(line("-ERR " + message), none());
  }

  private static Iterator<String> none() {
    return Collections.emptyIterator();
  }

  /** One line, whatever is in the text. */
  private static String line(String text) {
    return CONTROL.matcher(text).replaceAll(" ") + "\n";
  }

  /** The next part; may ask Redis for it. */
  byte[] next() {
    StringBuilder part = new StringBuilder(first);
    first = "";
    while (part.length() < PART && rest.hasNext()) {
      part.append(line(rest.next()));
    }
    return part.toString().getBytes(StandardCharsets.UTF_8);
  }

  /** Whether all parts are made. */
  boolean isOver() {
    return first.isEmpty() && !rest.hasNext();
  }
}
