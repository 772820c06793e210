package io.rrrspec.server.http;

import io.javalin.http.Context;
import io.javalin.http.ForbiddenResponse;
import io.javalin.http.UnauthorizedResponse;
import io.rrrspec.common.config.SharedSettings;
import io.rrrspec.common.http.AccessToken;
import io.rrrspec.common.http.ForeignPage;
import io.rrrspec.common.http.Hosts;
import io.rrrspec.common.http.LocalPeer;

/**
 * Who may look after queues and jobs over HTTP: as in the viewer, who brings the token; without one
 * in the settings the user who runs this server, and root.
 */
final class Access {
  private final AccessToken token;
  private final boolean isPublic;

  Access(SharedSettings settings) {
    this.token = new AccessToken(settings);
    this.isPublic = !Hosts.isLoopback(settings.bind());
  }

  /** Refuses who may not read; beyond loopback everybody may, as in the viewer. */
  void requireReader(Context ctx) {
    if (!isPublic && !bringsToken(ctx) && !isOwner(ctx)) {
      throw new ForbiddenResponse(
          "this is for the user who runs this server: bring the token of its settings as"
              + " Authorization: Bearer TOKEN");
    }
  }

  /** Refuses who may not change anything, and pages of other sites in a browser. */
  void requireChanger(Context ctx) {
    if (ForeignPage.asks(ctx.header("Sec-Fetch-Site"), ctx.header("Origin"), ctx.header("Host"))) {
      throw new ForbiddenResponse("this asks for a change from a page of another site");
    }
    if (token.isSet() ? !bringsToken(ctx) : !isOwner(ctx)) {
      ctx.header("WWW-Authenticate", "Bearer");
      throw new UnauthorizedResponse(
          token.isSet()
              ? "the token is missing or wrong: bring the token of the settings as Authorization:"
                  + " Bearer TOKEN"
              : "only the user who runs this server may do that: set `token` to let others");
    }
  }

  private boolean bringsToken(Context ctx) {
    return token.matches(AccessToken.bearer(ctx.header("Authorization")));
  }

  private static boolean isOwner(Context ctx) {
    return LocalPeer.isOwnUserOrRoot(
        ctx.req().getRemoteAddr(),
        ctx.req().getRemotePort(),
        ctx.req().getLocalAddr(),
        ctx.req().getLocalPort());
  }
}
