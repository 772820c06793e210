package io.rrrspec.common.service;

import io.rrrspec.common.config.SafeName;
import io.rrrspec.common.process.HostName;
import java.security.SecureRandom;
import java.util.HexFormat;

/**
 * What a server or persister is called. No two that live at the same time may share a name, since
 * each has a list of the messages in its hands: so there is chance in it, because in containers
 * neither host name nor process id need be different.
 */
public final class MemberName {
  private static final int RANDOM_BYTES = 3;

  private MemberName() {}

  /** A new one: {@code role-host-pid-random}. */
  public static String unique(String role) {
    byte[] random = new byte[RANDOM_BYTES];
    new SecureRandom().nextBytes(random);
    return SafeName.from(
        role
            + "-"
            + HostName.ofThisHost()
            + "-"
            + ProcessHandle.current().pid()
            + "-"
            + HexFormat.of().formatHex(random));
  }
}
