package io.rrrspec.client.report.junitxml;

/** Makes any text of a test fit for XML 1.0. */
final class XmlText {
  private XmlText() {}

  /**
   * Replaces what XML 1.0 cannot hold (control characters, lone surrogates, U+FFFE, U+FFFF) by its
   * number, written as a character reference that is escaped once more, as Surefire does: so a
   * reader sees which character it was.
   */
  static String legal(String text) {
    int bad = firstIllegal(text, 0);
    if (bad == text.length()) {
      return text;
    }
    StringBuilder out = new StringBuilder(text.length() + 16);
    int from = 0;
    while (bad < text.length()) {
      out.append(text, from, bad).append("&#").append((int) text.charAt(bad)).append(';');
      from = bad + 1;
      bad = firstIllegal(text, from);
    }
    return out.append(text, from, text.length()).toString();
  }

  private static int firstIllegal(String text, int from) {
    int i = from;
    while (i < text.length()) {
      char c = text.charAt(i);
      if (Character.isHighSurrogate(c)
          && i + 1 < text.length()
          && Character.isLowSurrogate(text.charAt(i + 1))) {
        i += 2;
      } else if (c >= 0xFFFE || Character.isSurrogate(c) || isIllegalControl(c)) {
        return i;
      } else {
        i++;
      }
    }
    return i;
  }

  private static boolean isIllegalControl(char c) {
    return c < ' ' && c != '\t' && c != '\n' && c != '\r';
  }

  /** Text for an attribute in double quotes; line ends survive as they would not unescaped. */
  static String attribute(String text) {
    String legal = legal(text);
    StringBuilder out = new StringBuilder(legal.length() + 16);
    for (int i = 0; i < legal.length(); i++) {
      char c = legal.charAt(i);
      switch (c) {
        case '&' -> out.append("&amp;");
        case '<' -> out.append("&lt;");
        case '>' -> out.append("&gt;");
        case '"' -> out.append("&quot;");
        case '\n' -> out.append("&#10;");
        case '\r' -> out.append("&#13;");
        case '\t' -> out.append("&#9;");
        default -> out.append(c);
      }
    }
    return out.toString();
  }

  /** Text as a CDATA section, cut in two wherever it holds the end of one. */
  static String cdata(String text) {
    return "<![CDATA[" + legal(text).replace("]]>", "]]]]><![CDATA[>") + "]]>";
  }
}
