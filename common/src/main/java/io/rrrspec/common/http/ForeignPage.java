package io.rrrspec.common.http;

import java.net.URI;
import org.jspecify.annotations.Nullable;

/** Knows the requests that a page of another site makes in somebody's browser. */
public final class ForeignPage {
  private ForeignPage() {}

  /**
   * Whether a request is one of them. Programs that are no browsers send neither of the first two
   * headers.
   *
   * @param fetchSite header {@code Sec-Fetch-Site}
   * @param origin header {@code Origin}
   * @param host header {@code Host}
   */
  public static boolean asks(
      @Nullable String fetchSite, @Nullable String origin, @Nullable String host) {
    boolean foreignSite =
        fetchSite != null && !fetchSite.equals("same-origin") && !fetchSite.equals("none");
    return foreignSite || (origin != null && !isOf(origin, host));
  }

  private static boolean isOf(String origin, @Nullable String host) {
    try {
      String authority = URI.create(origin).getRawAuthority();
      return authority != null && authority.equalsIgnoreCase(host);
    } catch (IllegalArgumentException e) {
      return false;
    }
  }
}
