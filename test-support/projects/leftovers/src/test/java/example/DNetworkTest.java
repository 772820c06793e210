package example;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.Authenticator;
import java.net.CookieHandler;
import java.net.CookieManager;
import java.net.Proxy;
import java.net.ProxySelector;
import java.net.SocketAddress;
import java.net.CacheRequest;
import java.net.CacheResponse;
import java.net.ResponseCache;
import java.net.URI;
import java.net.URL;
import java.net.URLConnection;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.logging.LogManager;
import org.junit.jupiter.api.Test;

/** Leaves whatever the JVM keeps for all connections, and more. */
class DNetworkTest {
  @Test
  void leaves_defaults() {
    ProxySelector.setDefault(
        new ProxySelector() {
          @Override
          public List<Proxy> select(URI uri) {
            throw new IllegalArgumentException("no way to " + uri);
          }

          @Override
          public void connectFailed(URI uri, SocketAddress address, IOException e) {
            throw new UncheckedIOException(e);
          }
        });
    Authenticator.setDefault(new Authenticator() {});
    CookieHandler.setDefault(new CookieManager());
    ResponseCache.setDefault(
        new ResponseCache() {
          @Override
          public CacheResponse get(URI uri, String method, Map<String, List<String>> headers) {
            return null;
          }

          @Override
          public CacheRequest put(URI uri, URLConnection connection) {
            return null;
          }
        });
    URL.setURLStreamHandlerFactory(
        protocol -> {
          throw new IllegalStateException("no " + protocol);
        });
    Thread.setDefaultUncaughtExceptionHandler((thread, e) -> {});
    Thread.currentThread().setPriority(Thread.MIN_PRIORITY);
    Thread.currentThread().setContextClassLoader(null);
    Thread.currentThread().interrupt();
    LogManager.getLogManager().reset();
    System.setProperties(new Properties());
  }
}
