package io.rrrspec.persister.viewer;

import io.javalin.http.Context;
import io.rrrspec.common.config.SharedSettings;
import io.rrrspec.common.http.Hosts;
import io.rrrspec.common.http.LocalPeer;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Knows the requests of the user who runs this viewer, and of root: every other user of the machine
 * reaches loopback, too. They need nothing for it, neither a password nor a cookie.
 */
final class OwnerCheck {
  /** A browser has six at a time; a connection that is not remembered is looked up again. */
  private static final int MOST = 1_000;

  private final boolean isPublic;

  private final Map<String, Boolean> known =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Boolean> eldest) {
          return size() > MOST;
        }
      };

  /** For pages that are shown to others if they listen beyond loopback, or are said to be found. */
  OwnerCheck(SharedSettings settings) {
    String found = settings.webBase().getHost();
    this.isPublic =
        !Hosts.isLoopback(settings.bind()) || (found != null && !Hosts.isLoopback(found));
  }

  /** Whether whoever reaches the port may read. */
  boolean isPublic() {
    return isPublic;
  }

  /** Whether a request comes from a process of the user who runs this viewer, or of root. */
  boolean includes(Context ctx) {
    // The same for all requests of a connection: its owner cannot change.
    String connection = ctx.req().getServletConnection().getConnectionId();
    synchronized (known) {
      Boolean before = known.get(connection);
      if (before != null) {
        return before;
      }
    }
    boolean included = isOurs(ctx);
    synchronized (known) {
      known.put(connection, included);
    }
    return included;
  }

  private static boolean isOurs(Context ctx) {
    return LocalPeer.isOwnUserOrRoot(
        ctx.req().getRemoteAddr(),
        ctx.req().getRemotePort(),
        ctx.req().getLocalAddr(),
        ctx.req().getLocalPort());
  }
}
