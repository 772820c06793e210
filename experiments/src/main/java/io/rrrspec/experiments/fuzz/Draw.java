package io.rrrspec.experiments.fuzz;

import java.util.List;
import java.util.SplittableRandom;

/** The random choices of one input: the same for the same seed and number. */
final class Draw {
  private static final int SHOWN = 600;

  private final SplittableRandom random;
  private String input = "";

  Draw(long seed, long number) {
    // Numbers that follow each other must not begin alike: the first draw mixes them.
    this.random = new SplittableRandom(new SplittableRandom(seed).nextLong() ^ mixed(number));
  }

  private static long mixed(long number) {
    return new SplittableRandom(number).nextLong();
  }

  /** A number from 0 up to {@code bound}, exclusive; {@code bound} is 1 or more. */
  int below(int bound) {
    return random.nextInt(bound);
  }

  /** One time in {@code n}. */
  boolean oneIn(int n) {
    return random.nextInt(n) == 0;
  }

  <T> T one(List<T> of) {
    return of.get(random.nextInt(of.size()));
  }

  long number() {
    return random.nextLong();
  }

  byte[] bytes(int count) {
    byte[] bytes = new byte[count];
    random.nextBytes(bytes);
    return bytes;
  }

  /** Notes what is fed, for the message of a finding. */
  void tell(String what) {
    input = what;
  }

  /** What was told last, on one line of printable ASCII, cut. */
  String told() {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < input.length() && text.length() < SHOWN; i++) {
      char c = input.charAt(i);
      if (c >= ' ' && c < 0x7f) {
        text.append(c);
      } else {
        text.append("\\u").append(Integer.toHexString(0x1_0000 | c).substring(1));
      }
    }
    return text + (input.length() > SHOWN ? "… (" + input.length() + " characters)" : "");
  }
}
