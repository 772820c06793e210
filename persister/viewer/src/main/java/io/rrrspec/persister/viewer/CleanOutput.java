package io.rrrspec.persister.viewer;

import gg.jte.TemplateOutput;
import java.util.regex.Pattern;

/**
 * Leaves out what a page cannot show and a reader should not meet: control characters, what
 * terminals take for commands, and characters that turn the direction of the text behind them.
 */
final class CleanOutput implements TemplateOutput {
  private static final Pattern COMMAND =
      Pattern.compile(
          "\\x{1b}\\[[\\x20-\\x3f]*[\\x40-\\x7e]?"
              + "|[\\x00-\\x08\\x0b\\x0c\\x0e-\\x1f\\x7f-\\x9f\\x{202a}-\\x{202e}\\x{2066}-\\x{2069}]");

  private final TemplateOutput page;

  CleanOutput(TemplateOutput page) {
    this.page = page;
  }

  @Override
  public void writeContent(String value) {
    page.writeContent(clean(value));
  }

  @Override
  public void writeContent(String value, int beginIndex, int endIndex) {
    page.writeContent(clean(value.substring(beginIndex, endIndex)));
  }

  @Override
  public void writeBinaryContent(byte[] value) {
    page.writeBinaryContent(value);
  }

  private static String clean(String text) {
    return needsCleaning(text) ? COMMAND.matcher(text).replaceAll("") : text;
  }

  private static boolean needsCleaning(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c < ' ' && c != '\n' && c != '\t' && c != '\r'
          || c >= 0x7f && c < 0xa0
          || c >= 0x202a && c <= 0x2069) {
        return true;
      }
    }
    return false;
  }
}
