package io.rrrspec.acceptance.viewer;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Page;
import java.util.List;
import java.util.Locale;
import java.util.stream.DoubleStream;

/** For {@code scripts/viewer-bench --paint}: how long pages stay white in Chromium. */
public final class PaintMain {
  private static final int TIMES = 5;
  private static final double LIMIT_MILLIS = 1_000;

  /** Of the entry that the browser makes; it may come a moment after the page has loaded. */
  private static final String FIRST_PAINT =
      "() => new Promise(done => { const look = () => { const all ="
          + " performance.getEntriesByName('first-contentful-paint'); all.length ?"
          + " done(all[0].startTime) : setTimeout(look, 10); }; look(); })";

  private PaintMain() {}

  /**
   * Measures.
   *
   * @param addresses of pages
   */
  public static void main(String[] addresses) {
    boolean kept = true;
    System.out.println("| page | first ms | median ms | least–most ms | |\n|---|---|---|---|---|");
    for (String address : addresses) {
      double first = paint(address);
      List<Double> all =
          DoubleStream.generate(() -> paint(address)).limit(TIMES).boxed().sorted().toList();
      double median = all.get(TIMES / 2);
      kept &= median <= LIMIT_MILLIS;
      System.out.printf(
          Locale.ROOT,
          "| %s | %.0f | %.0f | %.0f–%.0f | %s |%n",
          address.replaceFirst("^http://[^/]*", ""),
          first,
          median,
          all.get(0),
          all.get(TIMES - 1),
          median <= LIMIT_MILLIS ? "kept" : "**missed**");
    }
    System.exit(kept ? 0 : 1);
  }

  /** As for somebody who was never there. */
  private static double paint(String address) {
    Browser browser = Chromium.browser();
    try (BrowserContext context = browser.newContext();
        Page page = context.newPage()) {
      page.navigate(address);
      return ((Number) page.evaluate(FIRST_PAINT)).doubleValue();
    }
  }
}
