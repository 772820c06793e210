package io.rrrspec.server.http.jobs;

import io.javalin.http.Context;
import io.javalin.http.ForbiddenResponse;
import io.javalin.http.UnauthorizedResponse;
import io.rrrspec.common.UsageException;
import io.rrrspec.common.config.SharedSettings;
import io.rrrspec.common.http.Hosts;
import io.rrrspec.common.http.LocalPeer;
import io.rrrspec.common.process.HostName;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;

/**
 * Who may have requests carried out: on loopback processes of the user who runs the server, and of
 * root, but no page in somebody's browser; everybody who brings the token as {@code Authorization:
 * Bearer …}, which is then not passed on.
 */
final class HttpAccess {
  private final Hosts hosts;
  private final String token;
  private final boolean open;

  /**
   * Reads who may.
   *
   * @throws UsageException if the port can be reached from elsewhere and there is no token
   */
  HttpAccess(SharedSettings settings) {
    this.hosts = new Hosts(settings.bind(), HostName.ofThisHost(), settings.webBase());
    this.token = settings.token();
    this.open = Hosts.isLoopback(settings.bind());
    if (!open && token.isEmpty()) {
      throw new UsageException(
          "http_jobs_port is open to other hosts with bind "
              + settings.bind()
              + ": set token, too");
    }
  }

  /** Whether {@code Authorization} is for this server, and not for the one behind it. */
  boolean isForUs(Context ctx) {
    return !open || hasToken(ctx);
  }

  private boolean hasToken(Context ctx) {
    String header = ctx.header("Authorization");
    return header != null
        && !token.isEmpty()
        && MessageDigest.isEqual(
            header.getBytes(StandardCharsets.UTF_8),
            ("Bearer " + token).getBytes(StandardCharsets.UTF_8));
  }

  private static boolean isOwnUser(Context ctx) {
    return LocalPeer.isOwnUserOrRoot(
        ctx.req().getRemoteAddr(),
        ctx.req().getRemotePort(),
        ctx.req().getLocalAddr(),
        ctx.req().getLocalPort());
  }

  void admit(Context ctx) {
    if (!hosts.areOurs(ctx.header("Host"))) {
      throw new ForbiddenResponse(
          "this server is not called that: ask it by its address, or by the host name in web_base");
    }
    String site = ctx.header("Sec-Fetch-Site");
    if ((site != null && !site.equals("same-origin") && !site.equals("none"))
        || ctx.header("Origin") != null) {
      throw new ForbiddenResponse("this comes from a page of another site");
    }
    if (hasToken(ctx)) {
      return;
    }
    if (!open) {
      throw new UnauthorizedResponse(
          "the token is missing or wrong: it is `token` in the settings");
    }
    if (!isOwnUser(ctx)) {
      throw new ForbiddenResponse(
          "another user of this machine asks: bring the token (Authorization: Bearer)");
    }
  }
}
