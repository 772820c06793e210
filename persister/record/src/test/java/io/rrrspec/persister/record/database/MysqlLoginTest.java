package io.rrrspec.persister.record.database;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rrrspec.common.OutageException;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What somebody reads whose MySQL wants more for its login than a URL of MariaDB has. */
class MysqlLoginTest {
  /** Flags of the protocol: its version 4.1, long hashes, named plugins, a database. */
  private static final int CAPABILITIES = 0x200 | 0x8000 | 0x80000 | 0x8;

  private static final String PLUGIN = "caching_sha2_password\0";
  private static final String SALT = "12345678901234567890\0";

  @Test
  void withoutTlsTheMessageNamesTheOptions() throws Exception {
    try (ServerSocket server = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
      Thread thread = new Thread(() -> serve(server), "mysql");
      thread.setDaemon(true);
      thread.start();
      String url =
          "jdbc:mysql://127.0.0.1:" + server.getLocalPort() + "/rrrspec?user=u&password=wrong-one";
      assertThatThrownBy(() -> Database.open(url))
          .isInstanceOf(OutageException.class)
          .hasMessageContaining("add sslMode=verify-ca&serverSslCert=FILE to database_url")
          .hasMessageContaining("allowPublicKeyRetrieval=true")
          .message()
          .hasLineCount(1)
          .doesNotContain("wrong-one");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "42000, 'Cannot use authentication plugin caching_sha2_password with a Self signed"
        + " certificates. Either set sslMode=trust', add serverSslCert=FILE",
    "08006, 'SSL hostname verification failed : DNS host \"a\" does not correspond to \"b\"',"
        + " a certificate for another host"
  })
  void aCertificateThatIsNotTrustedIsNoMissingRight(String state, String words, String ours) {
    assertThat(DatabaseErrors.explain("jdbc:mysql://a/b", new SQLException(words, state, -1)))
        .isInstanceOf(OutageException.class)
        .hasMessageContaining(ours);
  }

  /** A MySQL that knows no password yet, and so asks for it itself, and not for a hash. */
  private static void serve(ServerSocket server) {
    while (!server.isClosed()) {
      try (Socket socket = server.accept()) {
        DataInputStream in = new DataInputStream(socket.getInputStream());
        write(socket.getOutputStream(), 0, greeting());
        skipPacket(in);
        write(
            socket.getOutputStream(), 2, "\u00fe".concat(PLUGIN).concat(SALT).getBytes(ISO_8859_1));
        skipPacket(in);
        write(socket.getOutputStream(), 4, new byte[] {1, 4});
        in.read();
      } catch (IOException e) {
        // The next one may be served, until the test closes the server.
      }
    }
  }

  private static byte[] greeting() {
    ByteBuffer greeting = ByteBuffer.allocate(200).order(ByteOrder.LITTLE_ENDIAN);
    byte[] salt = SALT.getBytes(ISO_8859_1);
    greeting.put((byte) 10).put("9.7.0\0".getBytes(ISO_8859_1)).putInt(1);
    greeting.put(salt, 0, 8).put((byte) 0).putShort((short) CAPABILITIES);
    greeting.put((byte) 45).putShort((short) 2).putShort((short) (CAPABILITIES >>> 16));
    greeting.put((byte) salt.length).put(new byte[10]).put(salt, 8, salt.length - 8);
    greeting.put(PLUGIN.getBytes(ISO_8859_1)).flip();
    byte[] bytes = new byte[greeting.remaining()];
    greeting.get(bytes);
    return bytes;
  }

  private static void skipPacket(DataInputStream in) throws IOException {
    int length = in.read() | in.read() << 8 | in.read() << 16;
    in.skipBytes(length + 1);
  }

  private static void write(OutputStream out, int sequence, byte[] bytes) throws IOException {
    ByteArrayOutputStream packet = new ByteArrayOutputStream();
    packet.write(bytes.length);
    packet.write(bytes.length >> 8);
    packet.write(0);
    packet.write(sequence);
    packet.write(bytes);
    out.write(packet.toByteArray());
    out.flush();
  }
}
