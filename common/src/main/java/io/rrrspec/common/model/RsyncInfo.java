package io.rrrspec.common.model;

import java.util.ArrayList;
import java.util.List;

/**
 * Where clients put sources and workers fetch them, as a server publishes it.
 *
 * @param remotePath as rsync writes it: {@code /path}, {@code host:/path} or {@code
 *     rsync://host/module}; without a slash at the end
 * @param options options for rsync, with blanks between; may be empty
 */
public record RsyncInfo(String remotePath, String options) {
  public RsyncInfo {
    if (remotePath.isBlank()) {
      throw new IllegalArgumentException("remotePath is empty");
    }
  }

  /** Cuts the options as a shell would, to which Ruby rrrspec gives them: quotes hold together. */
  public List<String> optionWords() {
    List<String> words = new ArrayList<>();
    StringBuilder word = new StringBuilder();
    boolean begun = false;
    char quote = 0;
    for (int i = 0; i < options.length(); i++) {
      char c = options.charAt(i);
      if (quote == 0 && Character.isWhitespace(c)) {
        if (begun) {
          words.add(word.toString());
          word.setLength(0);
          begun = false;
        }
        continue;
      }
      begun = true;
      if (c == quote) {
        quote = 0;
      } else if (quote == 0 && (c == '"' || c == '\'')) {
        quote = c;
      } else if (c == '\\' && quote != '\'' && i + 1 < options.length()) {
        word.append(options.charAt(++i));
      } else {
        word.append(c);
      }
    }
    if (begun) {
      words.add(word.toString());
    }
    return words;
  }

  /**
   * The remote directory of one set of sources; ends with a slash, so that its content is meant.
   */
  public String directory(String rsyncName) {
    // A run of slashes is looked at once, however long it is.
    return remotePath.replaceFirst("(?<!/)/++$", "") + "/" + rsyncName + "/";
  }
}
