package example;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.net.Authenticator;
import java.net.CookieHandler;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.ResponseCache;
import org.junit.jupiter.api.Test;

/** Finds nothing of what the classes before it have left. */
class LCleanTest {
  @Test
  void is_clean() throws Exception {
    assertNull(System.getSecurityManager());
    assertNull(Authenticator.getDefault());
    assertNull(CookieHandler.getDefault());
    assertNull(ResponseCache.getDefault());
    assertNull(Thread.getDefaultUncaughtExceptionHandler());
    assertNotNull(System.getProperty("java.home"));
    assertNotNull(Thread.currentThread().getContextClassLoader());
    assertEquals(Thread.NORM_PRIORITY, Thread.currentThread().getPriority());
    // Of the selector of proxies only its effect shows.
    try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        Socket client = new Socket(server.getInetAddress(), server.getLocalPort())) {
      assertNotNull(client);
    }
  }
}
