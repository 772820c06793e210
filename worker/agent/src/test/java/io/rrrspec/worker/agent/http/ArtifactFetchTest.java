package io.rrrspec.worker.agent.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rrrspec.common.artifact.ArtifactPlace;
import io.rrrspec.common.artifact.Holding;
import io.rrrspec.testing.SmallDisk;
import io.rrrspec.worker.agent.artifact.ArtifactCache;
import io.rrrspec.worker.agent.artifact.ArtifactFetch;
import io.rrrspec.worker.agent.artifact.Draft;
import io.rrrspec.worker.agent.artifact.Held;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Fetching over real sockets, from servers that are right, wrong, slow, gone or killed. */
class ArtifactFetchTest {
  private static final String NAME = "setup-a";
  private static final String TOKEN = "secret";
  private static final int KILLS = Integer.getInteger("rrrspec.artifact.kills", 5);

  @TempDir Path base;

  private final Random random = new Random(7);
  private final List<AutoCloseable> opened = new ArrayList<>();
  private ArtifactCache cache;
  private ArtifactFetch fetch;
  private ArtifactCache theirs;
  private ArtifactServer server;

  @BeforeEach
  void open() {
    cache = cache("mine");
    fetch = new ArtifactFetch(cache);
    theirs = cache("theirs");
    server = ArtifactServer.start("127.0.0.1", 0, TOKEN, theirs);
    opened.add(server);
  }

  @AfterEach
  void close() throws Exception {
    for (AutoCloseable one : opened) {
      one.close();
    }
  }

  @Test
  void itComesOnceAndIsKept() throws Exception {
    Holding.Content content = keep(theirs, noise(2_000_000));
    assertThat(fetched(place(server.port(), content))).contains(content);
    assertThat(cache.holdings()).containsExactly(new Holding(NAME, content));
    assertThat(fetch.fetchedBytes()).isEqualTo(2_000_000);
    assertThat(fetch.bytesPerSecond()).isPositive();
    try (Held held = fetch.fetch(NAME, () -> fail("it is here already")).orElseThrow()) {
      assertThat(Files.size(held.file())).isEqualTo(2_000_000);
    }
  }

  @Test
  void manyWhoAskAtOnceAreServedByOneFetch() throws Exception {
    byte[] bytes = noise(500_000);
    Holding.Content content = keep(theirs, bytes);
    AtomicInteger asked = new AtomicInteger();
    CountDownLatch all = new CountDownLatch(1);
    List<CompletableFuture<Boolean>> askers = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      askers.add(
          CompletableFuture.supplyAsync(
              () -> {
                try (Held held =
                    fetch
                        .fetch(
                            NAME,
                            () -> {
                              asked.incrementAndGet();
                              awaitUnchecked(all);
                              return List.of(place(server.port(), content));
                            })
                        .orElseThrow()) {
                  return held.content().equals(content);
                } catch (InterruptedException e) {
                  throw new IllegalStateException(e);
                }
              },
              task -> new Thread(task).start()));
    }
    all.countDown();
    for (CompletableFuture<Boolean> asker : askers) {
      assertThat(asker.get(30, TimeUnit.SECONDS)).isTrue();
    }
    assertThat(asked).hasValue(1);
    assertThat(fetch.fetchedBytes()).isEqualTo(bytes.length);
  }

  @Test
  void whoDoesNotGiveItIsPassedOver() throws Exception {
    byte[] bytes = noise(300_000);
    Holding.Content content = keep(theirs, bytes);
    int closed;
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      closed = socket.getLocalPort();
    }
    byte[] other = bytes.clone();
    other[150_000] ^= 1;
    ArtifactServer empty = ArtifactServer.start("127.0.0.1", 0, TOKEN, cache("empty"));
    opened.add(empty);
    List<ArtifactPlace> places =
        new ArrayList<>(
            List.of(
                place(closed, content),
                new ArtifactPlace("dead", "h", "no such place", TOKEN, content),
                new ArtifactPlace("dead", "h", "127.0.0.1", TOKEN, content),
                new ArtifactPlace("w", "h", "127.0.0.1:" + server.port(), "wrong", content),
                place(empty.port(), content),
                place(answers("HTTP/1.1 200 OK\r\nContent-Length: 300000\r\n\r\n", other), content),
                place(
                    answers("HTTP/1.1 200 OK\r\nContent-Length: 300000\r\n\r\n", noise(1_000)),
                    content),
                place(answers("HTTP/1.1 200 OK\r\n\r\n", noise(300_001)), content),
                place(
                    answers(
                        "HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1:"
                            + server.port()
                            + "/artifact/"
                            + NAME
                            + "\r\nContent-Length: 0\r\n\r\n",
                        new byte[0]),
                    content),
                place(answers("SSH-2.0-OpenSSH\r\n", new byte[0]), content)));
    assertThat(fetched(places)).as("nobody else gives it").isEmpty();
    assertThat(cache.holdings()).isEmpty();
    assertThat(files("mine")).as("nothing is left of what was wrong").isEmpty();
    places.add(place(server.port(), content));
    assertThat(fetched(places)).contains(content);
  }

  @Test
  void whatWasRemovedMeanwhileIsAskedForElsewhere() throws Exception {
    Holding.Content content = keep(theirs, noise(1_000));
    List<ArtifactPlace> places = List.of(place(server.port(), content));
    theirs.remove(NAME);
    ArtifactCache others = cache("others");
    ArtifactServer second = ArtifactServer.start("127.0.0.1", 0, TOKEN, others);
    opened.add(second);
    Holding.Content fresh = keep(others, noise(2_000));
    AtomicInteger asked = new AtomicInteger();
    Optional<Held> held =
        fetch.fetch(
            NAME,
            () ->
                asked.getAndIncrement() == 0
                    ? places
                    : List.of(places.get(0), place(second.port(), fresh)));
    assertThat(held.map(Held::content)).contains(fresh);
    assertThat(asked).as("when all have failed").hasValue(2);
  }

  @Test
  void whoAsksAndIsInterruptedLeaves() throws Exception {
    ServerSocket silent = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
    opened.add(silent);
    Thread asker = Thread.currentThread();
    CompletableFuture<Void> accepted =
        CompletableFuture.runAsync(
            () -> {
              try {
                Socket socket = silent.accept();
                asker.interrupt();
                var unused = socket.getInputStream().readAllBytes(); // until the other side is gone
              } catch (IOException e) {
                throw new IllegalStateException(e);
              }
            });
    ArtifactPlace place = place(silent.getLocalPort(), new Holding.Content("0".repeat(64), 5));
    assertThatThrownBy(() -> fetch.fetch(NAME, () -> List.of(place)))
        .isInstanceOf(InterruptedException.class);
    accepted.get(9, TimeUnit.SECONDS); // before the reader's own limit
  }

  @Test
  void aFullDiskKeepsNothingAndSaysSo() throws Exception {
    Path disk = Files.createDirectory(base.resolve("disk"));
    try (SmallDisk small = SmallDisk.mount(disk, 4)) {
      ArtifactCache tight =
          ArtifactCache.open(disk.resolve("artifacts"), 100_000_000, InstantSource.system());
      Holding.Content content = keep(theirs, noise(3_000_000));
      small.fillButFor(1);
      ArtifactFetch here = new ArtifactFetch(tight);
      ArtifactPlace place = place(server.port(), content);
      assertThat(here.fetch(NAME, () -> List.of(place))).isEmpty();
      assertThat(tight.holdings()).isEmpty();
      small.free();
      try (Held held = here.fetch(NAME, () -> List.of(place)).orElseThrow()) {
        assertThat(held.content()).isEqualTo(content);
      }
    }
  }

  @Test
  void nothingHalfIsEverUsedWhenTheGiverIsKilled() throws Exception {
    Path dir = base.resolve("theirs");
    Holding.Content content = keep(theirs, noise(40_000_000));
    int whole = 0;
    for (int kill = 0; kill < KILLS; kill++) {
      Process giver =
          new ProcessBuilder(
                  Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                  "-XX:TieredStopAtLevel=1",
                  "-cp",
                  System.getProperty("java.class.path"),
                  ArtifactServerMain.class.getName(),
                  dir.toString(),
                  TOKEN)
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      String line =
          giver.inputReader().lines().filter(l -> l.startsWith("port ")).findFirst().get();
      int port = Integer.parseInt(line.substring(5));
      long millis = random.nextInt(800);
      CompletableFuture<Void> killer =
          CompletableFuture.runAsync(
              giver::destroyForcibly,
              CompletableFuture.delayedExecutor(millis, TimeUnit.MILLISECONDS));
      Optional<Held> held = fetch.fetch(NAME, () -> List.of(place(port, content)));
      killer.get(30, TimeUnit.SECONDS);
      giver.waitFor();
      if (held.isPresent()) {
        try (Held one = held.get()) {
          assertThat(one.content()).isEqualTo(content);
          assertThat(Files.mismatch(one.file(), dir.resolve("content/" + content.digest())))
              .isEqualTo(-1);
        }
        cache.remove(NAME);
        whole++;
      }
      assertThat(files("mine")).as("after kill %d", kill).isEmpty();
    }
    System.out.printf("%d givers killed, %d artifacts came whole before%n", KILLS, whole);
  }

  private ArtifactCache cache(String name) {
    return ArtifactCache.open(base.resolve(name), 100_000_000, InstantSource.system());
  }

  private static ArtifactPlace place(int port, Holding.Content content) {
    return new ArtifactPlace("test:worker:w", "host", "127.0.0.1:" + port, TOKEN, content);
  }

  private Optional<Holding.Content> fetched(ArtifactPlace place) throws InterruptedException {
    return fetched(List.of(place));
  }

  private Optional<Holding.Content> fetched(List<ArtifactPlace> places)
      throws InterruptedException {
    Optional<Held> held = fetch.fetch(NAME, () -> places);
    held.ifPresent(Held::close);
    return held.map(Held::content);
  }

  private byte[] noise(int length) {
    byte[] bytes = new byte[length];
    random.nextBytes(bytes);
    return bytes;
  }

  private static Holding.Content keep(ArtifactCache into, byte[] bytes) throws IOException {
    try (Draft draft = into.begin(NAME)) {
      draft.write(bytes);
      return draft.commit();
    }
  }

  /** A server that gives the same answer to each request, and closes the connection. */
  private int answers(String head, byte[] body) throws IOException {
    ServerSocket socket = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
    opened.add(socket);
    Thread thread =
        new Thread(
            () -> {
              while (!socket.isClosed()) {
                try (Socket one = socket.accept()) {
                  var unused = one.getInputStream().read(new byte[4_096]);
                  OutputStream out = one.getOutputStream();
                  out.write(head.getBytes(StandardCharsets.US_ASCII));
                  out.write(body);
                } catch (IOException e) {
                  // It has gone away.
                }
              }
            });
    thread.setDaemon(true);
    thread.start();
    return socket.getLocalPort();
  }

  private List<Path> files(String name) throws IOException {
    try (var all = Files.walk(base.resolve(name))) {
      return all.filter(Files::isRegularFile).toList();
    }
  }

  private static List<ArtifactPlace> fail(String why) {
    throw new AssertionError(why);
  }

  private static void awaitUnchecked(CountDownLatch latch) {
    try {
      assertThat(latch.await(30, TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
