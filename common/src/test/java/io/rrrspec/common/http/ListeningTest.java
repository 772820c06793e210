package io.rrrspec.common.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.rrrspec.common.ServiceException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import org.junit.jupiter.api.Test;

class ListeningTest {
  private static String why(String bind, int port) {
    ServiceException refused =
        catchThrowableOfType(
            ServiceException.class, () -> Listening.require(bind, port, "web_port"));
    assertThat(refused).isNotNull();
    return String.valueOf(refused.getMessage());
  }

  @Test
  void aPortThatIsTakenAndAnAddressOfNobodyAreNamed() throws IOException {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      assertThat(why("127.0.0.1", taken.getLocalPort()))
          .isEqualTo(
              "cannot listen on 127.0.0.1:"
                  + taken.getLocalPort()
                  + ": end what listens there, or set web_port to another port (0 takes a free one)"
                  + " or bind to an address of this host");
    }
    assertThat(why("192.0.2.1", 0)).startsWith("cannot listen on 192.0.2.1:0: ");
    assertThat(why("999.1.1.1", 0)).startsWith("cannot listen on 999.1.1.1:0: ");
  }

  @Test
  void aFreeOneStaysFree() {
    assertThatCode(() -> Listening.require("127.0.0.1", 0, "http_port")).doesNotThrowAnyException();
  }
}
