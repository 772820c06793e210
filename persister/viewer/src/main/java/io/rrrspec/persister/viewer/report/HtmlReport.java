package io.rrrspec.persister.viewer.report;

import io.rrrspec.common.cli.Version;
import io.rrrspec.common.redis.Keys;
import io.rrrspec.persister.viewer.Assets;
import io.rrrspec.persister.viewer.PageContext;
import io.rrrspec.persister.viewer.Pages;
import io.rrrspec.persister.viewer.run.RunView;
import io.rrrspec.persister.viewer.source.SourceLinks;
import io.rrrspec.persister.viewer.text.DisplayText;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;

/**
 * Writes the pages of a run as files. It begins with the page of the run and follows its links; a
 * link to what has no file becomes text, so that none is dead.
 */
public final class HtmlReport {
  /** The style and the scripts of pages that stand alone. */
  private static final List<String> ASSETS = List.of("viewer.css", "viewer.js", "icon.svg");

  private final ReportPages pages;
  private final ReportDirectory directory;
  private final Limits limits;

  private final PriorityQueue<Wanted> wanted = new PriorityQueue<>(Wanted.ORDER);
  private final Map<String, Integer> numbers = new HashMap<>();

  /** The file of each page that was asked for; empty: it has none, or not yet. */
  private final Map<ReportAddress, Optional<String>> files = new LinkedHashMap<>();

  private long bytes;
  private int written;
  private int leftOut;
  private boolean full;

  /**
   * How much a report may have.
   *
   * @param pages how many pages; 1 or more
   * @param bytes of all pages together; the page of the run is written in any case
   * @param pageBytes of one page
   */
  public record Limits(int pages, long bytes, long pageBytes) {
    /** What docs/ci.md promises. */
    public static final Limits USUAL = new Limits(5_000, 100_000_000, 10_000_000);
  }

  /**
   * What was written.
   *
   * @param pages how many pages
   * @param leftOut how many more were asked for that have no room
   * @param limits what a report has room for
   */
  public record Result(int pages, int leftOut, Limits limits) {
    /** Says what is left out and why; empty if nothing is. */
    public String leftOutWords() {
      return leftOut == 0
          ? ""
          : DisplayText.count(leftOut, "page")
              + " left out: a report has "
              + DisplayText.number(limits.pages())
              + " pages and "
              + limits.bytes() / 1_000_000
              + " MB at most";
    }
  }

  private record Wanted(int rank, int order, ReportAddress address) {
    static final Comparator<Wanted> ORDER =
        Comparator.comparingInt(Wanted::rank).thenComparingInt(Wanted::order);
  }

  private HtmlReport(ReportPages pages, ReportDirectory directory, Limits limits) {
    this.pages = pages;
    this.directory = directory;
    this.limits = limits;
  }

  /**
   * Writes the report of a run that is over.
   *
   * @param directory a directory that was prepared for this report
   * @throws io.rrrspec.common.ServiceException if a file cannot be written
   */
  public static Result write(RunView run, ReportDirectory directory) {
    return write(run, directory, Limits.USUAL);
  }

  /**
   * The same with other limits.
   *
   * @throws io.rrrspec.common.ServiceException if a file cannot be written
   */
  public static Result write(RunView run, ReportDirectory directory, Limits limits) {
    Assets assets = new Assets();
    for (String name : ASSETS) {
      directory.write(ReportDirectory.PAGES + "/" + name, assets.content(name));
    }
    String key = run.taskset().key();
    String namespace = key.substring(0, Math.max(0, key.indexOf(Keys.SEPARATOR)));
    Pages templates =
        new Pages(new PageContext(assets, namespace, Version.line(), false, SourceLinks.NONE));
    ReportPages pages = new ReportPages(run, templates, InstantSource.system());
    return new HtmlReport(pages, directory, limits).write();
  }

  private Result write() {
    want(ReportAddress.HOME);
    while (!wanted.isEmpty() && written < limits.pages() && !full) {
      ReportAddress address = wanted.remove().address();
      pages.html(address).ifPresent(html -> keep(address, html));
    }
    leftOut += wanted.size();
    Result result = new Result(written, leftOut, limits);
    files.forEach((address, file) -> file.ifPresent(name -> link(name, result)));
    return result;
  }

  private void want(ReportAddress address) {
    if (files.putIfAbsent(address, Optional.empty()) == null) {
      wanted.add(new Wanted(pages.rank(address), files.size(), address));
    }
  }

  /** Writes a page, still with the links of the viewer, unless it has no room. */
  private void keep(ReportAddress address, String html) {
    LinkedPage page = LinkedPage.parse(html);
    page.removeServed();
    page.restrict();
    boolean home = address.equals(ReportAddress.HOME);
    page.moveAssets(home ? ReportDirectory.PAGES + "/" : "");
    byte[] content = page.bytes();
    full = bytes + content.length > limits.bytes();
    if (!home && (full || content.length > limits.pageBytes())) {
      leftOut++;
      return;
    }
    String name = home ? ReportDirectory.INDEX : ReportDirectory.PAGES + "/" + newName(address);
    directory.write(name, content);
    files.put(address, Optional.of(name));
    bytes += content.length;
    written++;
    page.links().forEach(link -> pages.address(link).ifPresent(this::want));
  }

  /** Names of classes are untrusted as names of files, and long: files have numbers. */
  private String newName(ReportAddress address) {
    String kind = address.page().isEmpty() ? "classes" : address.page();
    return kind + "-" + numbers.merge(kind, 1, Integer::sum) + ".html";
  }

  /** Makes the links of a page lead to files. */
  private void link(String name, Result result) {
    LinkedPage page = LinkedPage.parse(directory.read(name));
    boolean home = name.equals(ReportDirectory.INDEX);
    page.relink(href -> target(href, home));
    if (home && result.leftOut() > 0) {
      page.say(result.leftOutWords() + ". What has no page here is text and no link.");
    }
    directory.replace(name, page.bytes());
  }

  private String target(String href, boolean fromHome) {
    Optional<String> file =
        pages.address(href).flatMap(address -> files.getOrDefault(address, Optional.empty()));
    return file.map(name -> relative(name, fromHome) + ReportAddress.fragment(href)).orElse("");
  }

  private static String relative(String name, boolean fromHome) {
    if (fromHome) {
      return name;
    }
    return name.equals(ReportDirectory.INDEX)
        ? "../" + name
        : name.substring(ReportDirectory.PAGES.length() + 1);
  }
}
