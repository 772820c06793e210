package io.rrrspec.experiments.fuzz;

import io.rrrspec.common.RrrspecException;
import java.util.List;

/** Reads hostile texts, and good ones that were changed. */
final class TextTarget implements Target {
  /** A message that repeats more of its input than this is no line for a person. */
  private static final int LONGEST_MESSAGE = 20_000;

  private final String kind;
  private final List<String> good;
  private final Reader reader;

  /** What reads them. */
  interface Reader {
    /**
     * Reads one.
     *
     * @throws RrrspecException if it is refused, with a message for people
     * @throws IllegalArgumentException if it is refused, where that is promised
     */
    void read(String text, Draw draw) throws Exception;
  }

  TextTarget(String kind, List<String> good, Reader reader) {
    this.kind = kind;
    this.good = List.copyOf(good);
    this.reader = reader;
  }

  @Override
  public String kind() {
    return kind;
  }

  @Override
  public Outcome feed(Draw draw) throws Exception {
    String text =
        good.isEmpty() || draw.oneIn(8)
            ? draw.oneIn(3) ? HostileText.json(draw) : HostileText.any(draw)
            : HostileText.mutated(draw, draw.one(good));
    draw.tell(text);
    try {
      reader.read(text, draw);
      return Outcome.TAKEN;
    } catch (RrrspecException e) {
      String message = e.getMessage();
      Harm.unless(message != null && !message.isBlank(), "it is refused without a word");
      Harm.unless(
          String.valueOf(message).length() <= LONGEST_MESSAGE,
          "the message is as long as what it refuses");
      return Outcome.REFUSED;
    }
  }
}
