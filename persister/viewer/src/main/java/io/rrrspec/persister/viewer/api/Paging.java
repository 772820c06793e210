package io.rrrspec.persister.viewer.api;

import io.javalin.http.BadRequestResponse;
import io.javalin.http.Context;
import io.rrrspec.persister.record.run.RecentRuns;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Which page is asked for, and the headers that lead to the others: {@code Link} (RFC 8288), {@code
 * Total} and {@code Per-Page}.
 *
 * @param page from 1
 * @param perPage 1 to {@link RecentRuns#MAX_PER_PAGE}
 * @param perPageAsked whether the address says how many
 */
record Paging(int page, int perPage, boolean perPageAsked) {
  private static final int DEFAULT_PER_PAGE = 10;
  private static final Pattern NUMBER = Pattern.compile("[0-9]{1,10}");

  /**
   * What the address says.
   *
   * @throws BadRequestResponse if that is no page
   */
  static Paging of(Context ctx) {
    String perPage = ctx.queryParam("per_page");
    return new Paging(
        number("page", ctx.queryParam("page"), 1, Integer.MAX_VALUE),
        number("per_page", perPage, DEFAULT_PER_PAGE, RecentRuns.MAX_PER_PAGE),
        perPage != null);
  }

  private static int number(String name, @Nullable String text, int otherwise, int most) {
    if (text == null) {
      return otherwise;
    }
    long number = NUMBER.matcher(text).matches() ? Long.parseLong(text) : 0;
    if (number < 1 || number > most) {
      throw new BadRequestResponse(name + " is '" + text + "': write a number from 1 to " + most);
    }
    return (int) number;
  }

  /** Writes the headers; a list of one page has no {@code Link}. */
  void writeTo(Context ctx, long total) {
    ctx.header("Total", Long.toString(total)).header("Per-Page", Integer.toString(perPage));
    List<String> links = new ArrayList<>();
    long last = Math.max(1, (total + perPage - 1) / perPage);
    if (page > 1) {
      links.add(link(ctx, 1, "first"));
      links.add(link(ctx, Math.min(page - 1L, last), "prev"));
    }
    if (page < last) {
      links.add(link(ctx, last, "last"));
      links.add(link(ctx, page + 1L, "next"));
    }
    if (!links.isEmpty()) {
      ctx.header("Link", String.join(", ", links));
    }
  }

  /**
   * Writes the headers of a list of which nobody knows how long it is.
   *
   * @param more whether there is a page behind this one
   * @param filter what the addresses of the other pages have besides: {@code &NAME=VALUE}, or empty
   */
  void writeTo(Context ctx, boolean more, String filter) {
    ctx.header("Per-Page", Integer.toString(perPage));
    List<String> links = new ArrayList<>();
    if (page > 1) {
      links.add(link(ctx, 1, "first", filter));
      links.add(link(ctx, page - 1L, "prev", filter));
    }
    if (more) {
      links.add(link(ctx, page + 1L, "next", filter));
    }
    if (!links.isEmpty()) {
      ctx.header("Link", String.join(", ", links));
    }
  }

  private String link(Context ctx, long to, String relation) {
    return link(ctx, to, relation, "");
  }

  private String link(Context ctx, long to, String relation, String filter) {
    String size = perPageAsked ? "&per_page=" + perPage : "";
    return "<" + ctx.url() + "?page=" + to + size + filter + ">; rel=\"" + relation + "\"";
  }
}
