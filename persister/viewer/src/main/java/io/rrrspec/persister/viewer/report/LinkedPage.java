package io.rrrspec.persister.viewer.report;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Function;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.jsoup.parser.ParseSettings;
import org.jsoup.parser.Parser;

/** A page of which the links are changed. Everything else stays as the templates have made it. */
final class LinkedPage {
  private static final String ASSETS = "/assets/";

  /**
   * What the viewer says in a header: nothing is run or shown that is not a file of the report. To
   * some browsers files have no origin, so that 'self' would be none of them. A page of a server
   * cannot load files, so they get nothing by that.
   */
  private static final String POLICY =
      "default-src 'none'; script-src 'self' file:; style-src 'self' file:; img-src 'self' file:;"
          + " form-action 'none'; base-uri 'none'";

  private final Document page;

  private LinkedPage(Document page) {
    this.page = page;
  }

  static LinkedPage parse(String html) {
    // Names in drawings have capital letters.
    Document page = Jsoup.parse(html, "", Parser.htmlParser().settings(ParseSettings.preserveCase));
    page.outputSettings().prettyPrint(false).charset(StandardCharsets.UTF_8);
    return new LinkedPage(page);
  }

  /** Takes away what only a viewer can serve. */
  void removeServed() {
    page.select("[data-server]").remove();
  }

  /** Tells browsers what it may load: its own files. */
  void restrict() {
    page.head()
        .prependElement("meta")
        .attr("http-equiv", "Content-Security-Policy")
        .attr("content", POLICY);
  }

  /** The addresses that its links lead to, with those within the page. */
  List<String> links() {
    return page.select("a[href]").eachAttr("href");
  }

  /**
   * Makes its links lead to other places, but for those within the page.
   *
   * @param target the new address of an address; empty: none, and what was a link becomes text
   */
  void relink(Function<String, String> target) {
    for (Element link : page.select("a[href]")) {
      String href = link.attr("href");
      if (!href.startsWith("#")) {
        change(link, "href", target.apply(href));
      }
    }
  }

  /** Makes the page find its style, its scripts and its icon in another directory. */
  void moveAssets(String directory) {
    for (Element one : page.select("link[href], script[src]")) {
      String name = one.hasAttr("src") ? "src" : "href";
      String address = one.attr(name);
      if (address.startsWith(ASSETS)) {
        // The rest is for caches.
        int end = address.indexOf('?');
        change(
            one,
            name,
            directory + address.substring(ASSETS.length(), end < 0 ? address.length() : end));
      }
    }
  }

  private static void change(Element element, String attribute, String value) {
    if (value.isEmpty()) {
      element.removeAttr(attribute);
    } else {
      element.attr(attribute, value);
    }
  }

  /** Says something below the heading. */
  void say(String sentence) {
    Element heading = page.selectFirst("main h1");
    if (heading != null) {
      heading.after(new Element("p").addClass("about").text(sentence));
    }
  }

  byte[] bytes() {
    return page.outerHtml().getBytes(StandardCharsets.UTF_8);
  }
}
