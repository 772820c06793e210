package io.rrrspec.acceptance.viewer;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Request;
import com.microsoft.playwright.Response;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/**
 * Somebody in Tokyo who reads pages in a window of their own, and remembers all that is wrong with
 * them.
 */
final class Reader implements AutoCloseable {
  static final String ZONE = "Asia/Tokyo";

  private static final double PATIENCE_MILLIS = 30_000;
  private static final int LONGEST_NAME = 90;
  private static final String AXE = resource("/axe.min.js");

  /** Serious and critical ones, one line each. */
  private static final String VIOLATIONS =
      """
      async () => (await axe.run(document, {resultTypes: ['violations'], preload: false})).violations
        .filter(one => one.impact === 'serious' || one.impact === 'critical')
        .map(one => one.id + ': ' + one.help + one.nodes.slice(0, 3).map(node =>
          '\\n  ' + node.html.slice(0, 300) + '\\n  ' + node.failureSummary).join(''))
      """;

  /** What no page of ours has, whatever it shows. */
  private static final String FOREIGN =
      """
      () => {
        const found = window.hacked === undefined ? [] : ['it was run: ' + window.hacked];
        for (const one of document.querySelectorAll('*')) {
          for (const {name, value} of one.attributes) {
            if (name.startsWith('on')) found.push('a handler: ' + name);
            if (/^(href|src|action|formaction|xlink:href|hx-get|data-live)$/.test(name)
                && !OWN_ADDRESS.test(value)) found.push('an address: ' + value.slice(0, 200));
          }
        }
        for (const one of document.querySelectorAll(
            'img, iframe, object, embed, base, marquee, style, script:not(OWN_SCRIPT)')) {
          found.push('an element: ' + one.outerHTML.slice(0, 200));
        }
        if (/[\\x00-\\x08\\x0b\\x0c\\x0e-\\x1f\\x7f-\\x9f\\u202a-\\u202e]/.test(document.body.textContent)) {
          found.push('control characters');
        }
        return found;
      }
      """;

  private static final String TOO_WIDE =
      """
      () => {
        const root = document.documentElement;
        if (root.scrollWidth <= root.clientWidth) return [];
        return [...document.querySelectorAll('body *')]
          .filter(one => one.getBoundingClientRect().right > root.clientWidth + 1
              && !one.parentElement.closest('.scroll, pre'))
          .slice(0, 3)
          .map(one => one.outerHTML.slice(0, 200))
          .concat('the page scrolls sideways: ' + root.scrollWidth + ' pixels');
      }
      """;

  private static final String OF_THE_VIEWER =
      FOREIGN.replace("OWN_ADDRESS", "/^([/#]|$)/").replace("OWN_SCRIPT", "[src^=\"/assets/\"]");

  private static final String OF_FILES =
      FOREIGN
          .replace(
              "OWN_ADDRESS", "/^((\\.\\.\\/|pages\\/)?[a-z-]+[0-9]*\\.(html|css|js|svg))?(#|$)/")
          .replace("OWN_SCRIPT", "[src$=\"viewer.js\"]");

  private final String base;
  private final String foreign;
  private final @Nullable String host;
  private final BrowserContext context;
  private final Page page;
  private final List<String> problems = new CopyOnWriteArrayList<>();

  private Reader(String base, Browser.NewContextOptions options) {
    this.base = base;
    this.host = URI.create(base).getAuthority();
    this.foreign = host == null ? OF_FILES : OF_THE_VIEWER;
    this.context = Chromium.browser().newContext(options);
    context.setDefaultTimeout(PATIENCE_MILLIS);
    this.page = context.newPage();
    page.onConsoleMessage(
        message -> {
          if (message.type().equals("error") || message.type().equals("warning")) {
            problems.add("console: " + message.text());
          }
        });
    page.onPageError(error -> problems.add("error in a script: " + error));
    page.onDialog(
        dialog -> {
          problems.add("a dialog: " + dialog.message());
          dialog.dismiss();
        });
    page.onPopup(popup -> problems.add("a window: " + popup.url()));
    context.onRequest(this::note);
    context.onResponse(this::note);
  }

  /** Somebody with a window of this kind. */
  static Reader at(String base, Look look) {
    return new Reader(base, options(look));
  }

  /** Somebody who lets no page run anything. */
  static Reader withoutScripts(String base) {
    return new Reader(base, options(Look.NARROW_DARK).setJavaScriptEnabled(false));
  }

  private static Browser.NewContextOptions options(Look look) {
    return new Browser.NewContextOptions()
        .setViewportSize(look.width, look.height)
        .setColorScheme(look.scheme)
        .setTimezoneId(ZONE)
        .setLocale("en-GB");
  }

  private void note(Request request) {
    if (!Objects.equals(URI.create(request.url()).getAuthority(), host)) {
      problems.add("a request to another host: " + request.url());
    }
  }

  private void note(Response response) {
    if (response.status() >= 400) {
      problems.add(response.status() + " for " + response.url());
    }
  }

  Page page() {
    return page;
  }

  /** Opens a page and looks whether it came. */
  Page open(String path) {
    Response response = page.navigate(base + path);
    assertThat(response.status()).as(path).isEqualTo(200);
    return page;
  }

  /** Changes the window. */
  void take(Look look) {
    page.setViewportSize(look.width, look.height);
    page.emulateMedia(new Page.EmulateMediaOptions().setColorScheme(look.scheme));
  }

  /**
   * Looks at the page that is open in each window. With -Dviewer.shots=DIR there are pictures for
   * people who want to look, too.
   *
   * @param name of the pictures; what a file's name may not have becomes a hyphen
   */
  void inspectInEachWindow(String name) {
    for (Look look : Look.values()) {
      take(look);
      inspect();
      inspectWithAxe();
      shoot(name + "-" + look);
    }
  }

  private void shoot(String name) {
    String shots = System.getProperty("viewer.shots");
    if (shots == null) {
      return;
    }
    String file = name.replaceAll("[^A-Za-z0-9_]+", "-");
    int cut = Math.max(0, file.length() - LONGEST_NAME);
    // The end of a name says which window it was.
    page.screenshot(
        new Page.ScreenshotOptions()
            .setFullPage(true)
            .setPath(Path.of(shots, file.substring(cut) + ".png")));
  }

  /** Looks for what anybody would mind on the page that is open. */
  void inspect() {
    collect(foreign);
    collect(TOO_WIDE);
  }

  /** Looks for what those would mind who do not see well. */
  void inspectWithAxe() {
    if (!page.evaluate("() => 'axe' in window").equals(true)) {
      page.evaluate(AXE);
    }
    collect(VIOLATIONS);
  }

  private void collect(String script) {
    for (Object problem : (List<?>) page.evaluate(script)) {
      problems.add(Objects.toString(problem));
    }
  }

  /** All that was wrong so far. */
  List<String> problems() {
    return problems;
  }

  private static String resource(String name) {
    try (InputStream in = Reader.class.getResourceAsStream(name)) {
      return new String(Objects.requireNonNull(in, name).readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void close() {
    context.close();
  }
}
