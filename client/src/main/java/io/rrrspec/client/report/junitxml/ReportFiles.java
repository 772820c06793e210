package io.rrrspec.client.report.junitxml;

import io.rrrspec.client.report.result.SuiteReport;
import java.nio.charset.Charset;
import java.nio.charset.CharsetEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Locale;

/** Names the file of a class. Class names, commands and modules are untrusted as path names. */
final class ReportFiles {
  /** What file systems allow is 255 bytes; the prefix and the temporary name need some. */
  private static final int MAX_BYTES = 200;

  /** In a POSIX locale, which is what daemons and CI steps often have, this is ASCII. */
  private static final Charset FILE_NAMES =
      Charset.forName(System.getProperty("sun.jnu.encoding", "UTF-8"));

  private ReportFiles() {}

  /**
   * Where a class is reported: {@code DIR/TEST-<class>.xml}.
   *
   * @param dir for the files of its module
   * @param suffix stands behind the name and a hyphen; may be empty
   */
  static Path of(Path dir, SuiteReport suite, String suffix) {
    String name = suite.className() + (suffix.isEmpty() ? "" : "-" + suffix);
    return dir.resolve("TEST-" + safe(name, "/\\:*?\"<>|") + ".xml");
  }

  /** The directory for a module's files; never outside {@code dir}. */
  static Path directory(Path dir, String module) {
    Path at = dir;
    for (String segment : module.split("/")) {
      if (!segment.isEmpty() && !segment.equals(".")) {
        at = at.resolve(segment.equals("..") ? "__" : safe(segment, "\\:*?\"<>|"));
      }
    }
    return at;
  }

  /** The name itself where it is fit; else made fit, with its hash to keep it different. */
  private static String safe(String name, String forbidden) {
    CharsetEncoder encoder = FILE_NAMES.newEncoder();
    StringBuilder out = new StringBuilder();
    name.codePoints()
        .forEach(
            c -> {
              boolean bad =
                  Character.isISOControl(c)
                      || (c < 0x10000 && Character.isSurrogate((char) c))
                      || forbidden.indexOf(c) >= 0
                      || !encoder.canEncode(Character.toString(c));
              out.appendCodePoint(bad ? '_' : c);
            });
    String fit = out.toString();
    boolean tooLong = fit.getBytes(StandardCharsets.UTF_8).length > MAX_BYTES;
    if (fit.equals(name) && !tooLong) {
      return name;
    }
    // A character has a byte or more: what is cut here would not fit anyway.
    fit = fit.substring(0, Math.min(fit.length(), MAX_BYTES));
    while (fit.getBytes(StandardCharsets.UTF_8).length > MAX_BYTES) {
      fit = fit.substring(0, fit.offsetByCodePoints(fit.length(), -1));
    }
    return fit + String.format(Locale.ROOT, "-%08x", name.hashCode());
  }
}
