package io.rrrspec.common.rsync;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Takes out of rsync's options what would leave another file on the other side than on this one:
 * tests would then run on other sources than those that were sent, and be called green.
 */
final class RsyncOptions {
  /** Long options of that kind, without their arguments. */
  private static final Set<String> UNTRUE =
      Set.of(
          "--update",
          "--ignore-existing",
          "--existing",
          "--ignore-non-existing",
          "--append",
          "--append-verify",
          "--size-only",
          "--ignore-times",
          "--dry-run",
          "--list-only",
          "--no-checksum",
          "--no-c",
          "--max-size",
          "--min-size",
          "--max-delete",
          "--compare-dest",
          "--remove-source-files",
          "--remove-sent-files");

  /** Those whose argument may be the next word. */
  private static final Set<String> WITH_ARGUMENT =
      Set.of("--max-size", "--min-size", "--max-delete", "--compare-dest");

  /** The same as letters: -u, -I, -n. */
  private static final String UNTRUE_LETTERS = "uIn";

  /** Letters that an argument follows, in the same word or in the next one. */
  private static final String LETTERS_WITH_ARGUMENT = "efBTM@";

  private static final Pattern LETTERS = Pattern.compile("-[A-Za-z0-9@].*");

  private final List<String> kept = new ArrayList<>();
  private boolean checksum;

  private RsyncOptions() {}

  /** The same options, by which files are compared by their content. */
  static List<String> byContent(List<String> options) {
    RsyncOptions all = new RsyncOptions();
    for (int i = 0; i < options.size(); i++) {
      i += all.take(options, i);
    }
    if (!all.checksum) {
      all.kept.add("--checksum");
    }
    return all.kept;
  }

  /**
   * Takes the word at a place.
   *
   * @return how many of the words behind it belong to it: 0 or 1
   */
  private int take(List<String> options, int at) {
    String word = options.get(at);
    if (word.startsWith("--")) {
      return takeLong(word, at + 1 < options.size());
    }
    if (!LETTERS.matcher(word).matches()) {
      kept.add(word);
      return 0;
    }
    StringBuilder letters = new StringBuilder("-");
    for (int i = 1; i < word.length(); i++) {
      char letter = word.charAt(i);
      if (LETTERS_WITH_ARGUMENT.indexOf(letter) >= 0) {
        kept.add(letters + word.substring(i));
        boolean inNext = i == word.length() - 1 && at + 1 < options.size();
        if (inNext) {
          kept.add(options.get(at + 1));
        }
        return inNext ? 1 : 0;
      }
      checksum |= letter == 'c';
      if (UNTRUE_LETTERS.indexOf(letter) < 0) {
        letters.append(letter);
      }
    }
    if (letters.length() > 1) {
      kept.add(letters.toString());
    }
    return 0;
  }

  private int takeLong(String word, boolean hasNext) {
    int equals = word.indexOf('=');
    String name = equals < 0 ? word : word.substring(0, equals);
    if (UNTRUE.contains(name)) {
      return equals < 0 && hasNext && WITH_ARGUMENT.contains(name) ? 1 : 0;
    }
    checksum |= name.equals("--checksum");
    kept.add(word);
    return 0;
  }
}
