package io.rrrspec.common.model;

import java.util.List;
import java.util.regex.Pattern;

/**
 * Which tests a trial ran to their end, as one number: the sum of a hash of each, so that their
 * order does not matter. What was skipped is not among them. Two trials of a class with the same
 * number have run tests of the same names, but for an accident of one in 2<sup>63</sup>.
 */
public final class RanTests {
  /** Those of FNV-1a for 64 bits. */
  private static final long BASIS = 0xcbf29ce484222325L;

  private static final long PRIME = 0x100000001b3L;

  private RanTests() {}

  /** Names with the text of an object that has none of its own are other ones in each JVM. */
  private static final class Identity {
    static final Pattern HASH = Pattern.compile("@[0-9a-f]{1,8}\\b");
  }

  /** Returns their number, 0 or more; 0 if none has run. */
  public static long of(List<CaseResult> cases) {
    long sum = 0;
    for (CaseResult test : cases) {
      if (test.outcome() != CaseResult.Outcome.SKIPPED) {
        sum += hash(test);
      }
    }
    return sum & Long.MAX_VALUE;
  }

  private static long hash(CaseResult test) {
    String name = test.name();
    if (name.indexOf('@') >= 0) {
      name = Identity.HASH.matcher(name).replaceAll("@");
    }
    long hash = add(BASIS, test.className());
    // A character that neither of the two has.
    hash = (hash ^ '\n') * PRIME;
    return mixed(add(hash, name));
  }

  private static long add(long hash, String text) {
    long sum = hash;
    for (int i = 0; i < text.length(); i++) {
      sum = (sum ^ text.charAt(i)) * PRIME;
    }
    return sum;
  }

  /** Names differ in their last characters mostly, and these must not cancel out in a sum. */
  private static long mixed(long hash) {
    // The last steps of MurmurHash3 for 64 bits.
    long mixed = (hash ^ (hash >>> 33)) * 0xff51afd7ed558ccdL;
    mixed = (mixed ^ (mixed >>> 33)) * 0xc4ceb9fe1a85ec53L;
    return mixed ^ (mixed >>> 33);
  }
}
