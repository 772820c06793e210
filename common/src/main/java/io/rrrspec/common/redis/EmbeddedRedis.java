package io.rrrspec.common.redis;

import io.rrrspec.common.ServiceException;
import io.rrrspec.common.files.PrivateFiles;
import io.rrrspec.common.process.ChildProcess;
import io.rrrspec.common.process.Program;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;

/**
 * A real redis-server of our own, on loopback, with a password that nobody else knows, that keeps
 * nothing on disk and ends with this process, however that ends. The executable comes out of the
 * embedded-redis jar.
 */
public final class EmbeddedRedis implements AutoCloseable {
  private static final Duration START_LIMIT = Duration.ofSeconds(20);
  private static final String OWN_DIRECTORY = "set XDG_DATA_HOME to a directory of your own";

  private final ChildProcess process;
  private final URI url;

  private EmbeddedRedis(ChildProcess process, URI url) {
    this.process = process;
    this.url = url;
  }

  /**
   * Starts a server and waits until it answers.
   *
   * @param cache a directory that keeps the executable from run to run
   * @throws ServiceException if there is none for this machine, or it does not start
   */
  public static EmbeddedRedis start(Path cache) {
    Path executable = executable(cache);
    String password = randomPassword();
    ServiceException last = null;
    // Somebody else may take the port between looking and binding.
    for (int attempt = 0; attempt < 5; attempt++) {
      int port = freePort();
      ChildProcess process = launch(executable, port, password);
      URI url = URI.create("redis://:" + password + "@127.0.0.1:" + port);
      try {
        awaitAnswer(url, process);
        return new EmbeddedRedis(process, url);
      } catch (ServiceException e) {
        last = e;
        process.kill();
      }
    }
    throw new ServiceException("the embedded Redis does not start", last);
  }

  /** Its address, with the password. */
  public URI url() {
    return url;
  }

  /** Ends the server. */
  @Override
  public void close() {
    process.kill();
  }

  private static ChildProcess launch(Path executable, int port, String password) {
    // The server's shell holds our pipe: it ends when we are gone, in whatever way, and takes the
    // server with it. The password comes by that pipe, too, so that no process list shows it.
    String guard =
        "IFS= read -r conf; "
            + "exec 3< <(cat); "
            + shellQuoted(executable.toString())
            + " - < <(printf '%b' \"$conf\") >/dev/null 2>&1 & server=$!; "
            + "cat <&3 >/dev/null; kill -KILL $server 2>/dev/null";
    ChildProcess group =
        Program.inOwnGroup(List.of("/bin/bash", "-c", guard)).inputOpen().start().child();
    String config =
        "port "
            + port
            + "\\nbind 127.0.0.1\\nrequirepass "
            + password
            + "\\nsave \\x22\\x22\\nappendonly no\\nmaxmemory-policy noeviction\\n"
            + "loglevel warning\\ndatabases 1\\ndir /\\n";
    group.writeInput(config + "\n");
    return group;
  }

  private static void awaitAnswer(URI url, ChildProcess process) {
    long end = System.nanoTime() + START_LIMIT.toNanos();
    while (true) {
      try (RedisConnection connection = RedisConnection.open(url, 1)) {
        connection.check();
        return;
      } catch (ServiceException e) {
        if (!process.isAlive() || System.nanoTime() > end) {
          throw e;
        }
      }
      try {
        Thread.sleep(10);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new ServiceException("interrupted while Redis started", e);
      }
    }
  }

  /**
   * The program, copied out of the jar where it is not there yet.
   *
   * @param cache a directory that keeps it
   * @throws ServiceException if there is none for this machine
   */
  public static Path executable(Path cache) {
    String resource = resourceName();
    Path target = cache.resolve(resource);
    try {
      // What another user had put there would run as this one.
      PrivateFiles.directory(cache, OWN_DIRECTORY);
      if (Files.isExecutable(target)) {
        PrivateFiles.requireOwn(target, OWN_DIRECTORY);
        return target;
      }
    } catch (IOException e) {
      throw new ServiceException("cannot use " + cache + ": " + e.getMessage(), e);
    }
    try (InputStream in = EmbeddedRedis.class.getClassLoader().getResourceAsStream(resource)) {
      if (in == null) {
        throw new ServiceException(
            "no embedded Redis for this machine: start one and give its address as `redis`");
      }
      Path fresh = Files.createTempFile(cache, "redis", ".new");
      Files.copy(in, fresh, StandardCopyOption.REPLACE_EXISTING);
      Files.setPosixFilePermissions(fresh, PosixFilePermissions.fromString("rwx------"));
      // Two first runs at once: the last one wins, with the same content.
      Files.move(fresh, target, StandardCopyOption.ATOMIC_MOVE);
      return target;
    } catch (IOException e) {
      throw new ServiceException("cannot write " + target + ": " + e.getMessage(), e);
    }
  }

  private static String resourceName() {
    String os = System.getProperty("os.name", "").toLowerCase(Locale.ROOT);
    boolean arm =
        System.getProperty("os.arch", "").toLowerCase(Locale.ROOT).matches("aarch64|arm64");
    if (os.contains("mac")) {
      return arm ? "redis-server-6.2.6-v5-darwin-arm64" : "redis-server-6.2.6-v5-darwin-amd64";
    }
    return arm ? "redis-server-6.2.7-linux-arm64" : "redis-server-6.2.6-v5-linux-amd64";
  }

  private static int freePort() {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    } catch (IOException e) {
      throw new ServiceException("no free port on loopback: " + e.getMessage(), e);
    }
  }

  private static String randomPassword() {
    byte[] bytes = new byte[24];
    new SecureRandom().nextBytes(bytes);
    return HexFormat.of().formatHex(bytes);
  }

  private static String shellQuoted(String text) {
    return "'" + text.replace("'", "'\\''") + "'";
  }
}
