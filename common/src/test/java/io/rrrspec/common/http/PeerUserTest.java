package io.rrrspec.common.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.rrrspec.common.files.OwnUser;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.OptionalInt;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PeerUserTest {
  private static final int NOBODY = 65_534;

  @ParameterizedTest
  @ValueSource(strings = {"127.0.0.1", "127.0.0.2", "::1"})
  void aConnectionOfThisProcessIsOurs(String address) throws IOException {
    InetAddress here = InetAddress.getByName(address);
    try (ServerSocket server = listening(here);
        Socket client = new Socket(here, server.getLocalPort());
        Socket accepted = server.accept()) {
      assertThat(ofPeer(accepted)).hasValue(OwnUser.uid());
      assertThat(
              PeerUser.of(
                  accepted.getInetAddress(), client.getPort(), here, accepted.getLocalPort()))
          .as("a connection that there is not")
          .isEmpty();
    }
  }

  @Test
  void aConnectionThatItsProcessHasClosedIsNobodys() throws IOException {
    InetAddress here = InetAddress.getByName("127.0.0.1");
    try (ServerSocket server = listening(here)) {
      Socket client = new Socket(here, server.getLocalPort());
      try (Socket accepted = server.accept()) {
        client.close();
        assertThat(accepted.getInputStream().read()).isEqualTo(-1);
        // Else it would be root's: the kernel shows a zero where there is no owner.
        assertThat(ofPeer(accepted)).isEmpty();
      }
    }
  }

  @Test
  void aConnectionOfAnotherUserIsTheirs() throws Exception {
    Assumptions.assumeTrue(
        OwnUser.uid() == OwnUser.ROOT, "only root can start a process of another");
    InetAddress here = InetAddress.getByName("127.0.0.1");
    try (ServerSocket server = listening(here)) {
      Process other =
          new ProcessBuilder(
                  "setpriv",
                  "--reuid=" + NOBODY,
                  "--clear-groups",
                  "bash",
                  "-c",
                  "exec 3<>/dev/tcp/127.0.0.1/" + server.getLocalPort() + "; read -r line <&3")
              .inheritIO()
              .start();
      try (Socket accepted = server.accept()) {
        assertThat(ofPeer(accepted)).hasValue(NOBODY);
      } finally {
        other.destroyForcibly().waitFor();
      }
    }
  }

  private static ServerSocket listening(InetAddress here) throws IOException {
    ServerSocket server = new ServerSocket(0, 1, here);
    server.setSoTimeout(20_000);
    return server;
  }

  private static OptionalInt ofPeer(Socket accepted) {
    return PeerUser.of(
        accepted.getInetAddress(),
        accepted.getPort(),
        accepted.getLocalAddress(),
        accepted.getLocalPort());
  }
}
