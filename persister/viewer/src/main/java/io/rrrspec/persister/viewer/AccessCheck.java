package io.rrrspec.persister.viewer;

import io.javalin.http.Context;
import io.javalin.http.ForbiddenResponse;
import io.javalin.http.UnauthorizedResponse;
import io.rrrspec.common.config.SharedSettings;
import io.rrrspec.common.http.AccessToken;
import io.rrrspec.common.http.ForeignPage;
import io.rrrspec.common.http.Hosts;
import io.rrrspec.common.process.HostName;
import java.util.Set;

/**
 * Who may ask for what. A page in somebody's browser that is not ours gets nothing; what changes
 * something wants the token, if there is one.
 */
final class AccessCheck {
  /** Everything that is shown comes from us; nothing in it is run that is not a file of ours. */
  private static final String POLICY =
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self';"
          + " form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

  private static final Set<String> HARMLESS = Set.of("GET", "HEAD", "OPTIONS");

  private final Hosts hosts;
  private final OwnerCheck household;
  private final AccessToken token;

  AccessCheck(SharedSettings settings) {
    this.hosts = new Hosts(settings.bind(), HostName.ofThisHost(), settings.webBase());
    this.household = new OwnerCheck(settings);
    this.token = new AccessToken(settings);
  }

  /** Whether forms have to ask for the token. */
  boolean wantsToken() {
    return token.isSet();
  }

  /** Refuses what is not for us, and tells browsers what our pages may do. */
  void admit(Context ctx) {
    ctx.header("X-Content-Type-Options", "nosniff")
        .header("Referrer-Policy", "same-origin")
        .header("Content-Security-Policy", POLICY)
        .header("Cache-Control", "no-store");
    if (!hosts.areOurs(ctx.header("Host"))) {
      throw new ForbiddenResponse(
          "this viewer is not called that: ask it by its address, or by the host name in web_base");
    }
    if (!household.isPublic() && !household.includes(ctx)) {
      throw new ForbiddenResponse(
          "these pages are for the user who runs this viewer: to show them to others set web_base to"
              + " the address where they find them");
    }
    if (changes(ctx)) {
      refuseForeign(ctx);
    }
  }

  private static boolean changes(Context ctx) {
    return !HARMLESS.contains(ctx.req().getMethod());
  }

  private static void refuseForeign(Context ctx) {
    if (ForeignPage.asks(ctx.header("Sec-Fetch-Site"), ctx.header("Origin"), ctx.header("Host"))) {
      throw new ForbiddenResponse("this asks for a change from a page of another site");
    }
  }

  /**
   * For what changes something: the token as {@code Authorization: Bearer …} or in the form.
   * Without one in the settings, only the user who runs this viewer may.
   *
   * @throws UnauthorizedResponse if there is one and it was not brought, or there is none and this
   *     is somebody else
   */
  void requireToken(Context ctx) {
    if (!token.isSet()) {
      if (!household.includes(ctx)) {
        throw new UnauthorizedResponse(
            "only the user who runs this viewer may do that: set `token` to let others");
      }
      return;
    }
    String header = AccessToken.bearer(ctx.header("Authorization"));
    if (!token.matches(header == null ? ctx.formParam("token") : header)) {
      throw new UnauthorizedResponse(
          "the token is missing or wrong: it is `token` in the settings");
    }
  }
}
