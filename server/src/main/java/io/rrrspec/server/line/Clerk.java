package io.rrrspec.server.line;

import io.rrrspec.common.OutageException;
import io.rrrspec.common.RrrspecException;
import io.rrrspec.common.http.LocalPeer;
import io.rrrspec.common.line.LineInterpreter;
import io.rrrspec.common.redis.Outage;
import io.rrrspec.common.store.Stores;
import java.net.InetSocketAddress;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Carries out the lines of one connection; waits for Redis, so only workers call it. */
final class Clerk {
  private static final Logger log = LoggerFactory.getLogger(Clerk.class);

  private final InetSocketAddress peer;
  private final InetSocketAddress own;
  private final LineInterpreter interpreter;

  /** Whether whoever is at the other end may ask; null: not looked up yet. */
  private @Nullable Boolean allowed;

  /**
   * Makes one for a connection.
   *
   * @param allowed whether the other end may ask anyway; else it must be this user, or root
   */
  Clerk(Stores stores, InetSocketAddress peer, InetSocketAddress own, boolean allowed) {
    this.peer = peer;
    this.own = own;
    this.allowed = allowed ? true : null;
    // Hosts take turns in a queue as users do: who is there is not known.
    String user =
        peer.getAddress().isLoopbackAddress()
            ? System.getProperty("user.name", "unknown")
            : peer.getAddress().getHostAddress();
    this.interpreter = new LineInterpreter(stores, user);
  }

  Answer answer(String line) {
    if (allowed == null) {
      allowed = LocalPeer.isOwnUserOrRoot(peer, own);
    }
    return allowed
        ? Answer.of(interpreter.interpret(line))
        : Answer.error(
            "only the user who runs this server may use this port: set `token` to let others");
  }

  /** What a line is answered with that could not be carried out. */
  static Answer failure(RuntimeException e) {
    if (e instanceof OutageException || Outage.isCauseOf(e)) {
      return Answer.error(
          "Redis does not answer ("
              + Outage.why(e)
              + "): try again later; whether the line was carried out is not known");
    }
    if (e instanceof RrrspecException) {
      return Answer.error(String.valueOf(e.getMessage()));
    }
    log.warn("a line of the command port failed", e);
    return Answer.error("this line has failed; the log of the server says why");
  }
}
