package io.rrrspec.server.line;

import static org.assertj.core.api.Assertions.assertThat;

import io.rrrspec.common.queue.Queue;
import io.rrrspec.common.redis.RedisConnection;
import io.rrrspec.common.store.JobStore;
import io.rrrspec.common.store.Stores;
import io.rrrspec.testing.Forwarder;
import io.rrrspec.testing.TestRedis;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Lines over plain sockets, as clients may send them, over a real Redis. */
class CommandPortTest {
  @RegisterExtension static final TestRedis redis = new TestRedis();

  private final Stores stores = new Stores(redis.connection(), redis.keys());
  private RunningPort port;
  private LineSocket client;

  @BeforeEach
  void open() throws IOException {
    port = new RunningPort(stores, "");
    client = port.connect();
  }

  @AfterEach
  void close() throws IOException {
    client.close();
    port.close();
  }

  private List<String> waiting(String queue) throws IOException {
    try (LineSocket other = port.connect()) {
      return other.ask("queue contents " + queue).lines().toList();
    }
  }

  @Test
  void aLineMayComeByteByByte() throws IOException {
    for (byte b : "queue create é\nqueue create a\r\n".getBytes(StandardCharsets.UTF_8)) {
      client.send(new byte[] {b});
    }
    assertThat(client.answer()).startsWith("-ERR 'é' is no name for a queue: ");
    assertThat(client.answer()).isEqualTo("+OK\n");
  }

  @Test
  void pipelinedLinesAreAnsweredInTheirOrderAlsoWhenTheClientSendsNothingMore() throws IOException {
    StringBuilder lines = new StringBuilder();
    List<String> expected = new ArrayList<>();
    for (int i = 1; i <= 300; i++) {
      lines
          .append("queue push default shell echo ")
          .append(i)
          .append("\nno ")
          .append(i)
          .append('\n');
      expected.add("+OK " + i + "\n");
      expected.add("-ERR 'no' is no command: write help for a list of all lines\n");
    }
    client.send(lines.toString()).endOutput();
    assertThat(client.linesToTheEnd()).isEqualTo(expected);
  }

  @Test
  void aLineWithoutAnEndIsNotCarriedOut() throws IOException {
    client.send("queue create whole\nqueue create half").endOutput();
    assertThat(client.linesToTheEnd())
        .containsExactly(
            "+OK\n", "-ERR the last line has no end and was not carried out: end it with LF\n");
    assertThat(client("queue show half")).startsWith("-ERR no queue 'half'");
    assertThat(client("queue show whole")).startsWith("+MULTI");
  }

  private String client(String line) throws IOException {
    try (LineSocket other = port.connect()) {
      return other.ask(line);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"\n", "\r\n"})
  void theLongestLineHas64KiB(String end) throws IOException {
    String push = "queue push default shell ";
    String longest = push + "x".repeat(LineBuffer.LONGEST - push.length());
    client.send(longest + end);
    assertThat(client.answer()).isEqualTo("+OK 1\n");
    assertThat(waiting("default"))
        .containsExactly("+MULTI 1", "1 shell " + longest.substring(push.length()));

    client.send(longest + "y" + end + "queue create never\n");
    assertThat(client.linesToTheEnd())
        .containsExactly("-ERR the line is longer than 65536 bytes: put the job into a file\n");
    assertThat(waiting("default")).hasSize(2);
    assertThat(client("queue show never")).startsWith("-ERR");
  }

  @Test
  void aLineOfAMegabyteEndsTheConnectionWithAnAnswer() throws IOException {
    client.send("x".repeat(1 << 20) + "\nqueue create never\n");
    assertThat(client.linesToTheEnd())
        .containsExactly("-ERR the line is longer than 65536 bytes: put the job into a file\n");
    assertThat(client("queue show never")).startsWith("-ERR");
  }

  @Test
  void whatIsNotUtf8IsRefusedAndTheConnectionStays() throws IOException {
    client.send(new byte[] {'q', (byte) 0xc3, '\n'});
    assertThat(client.answer()).isEqualTo("-ERR the line is not UTF-8: write it as UTF-8\n");
    assertThat(client.ask("queue create a")).isEqualTo("+OK\n");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "GET / HTTP/1.1",
        "POST /queues HTTP/1.1",
        "get / http/1.0",
        "quEUE / HTTP/1.1",
        "queue / HTTP/1.1",
        "FOO-BAR http://127.0.0.1:2691/x y HTTP/2.0",
        "PRI * HTTP/2.0",
        "  \tGET\t/\tHTTP/1.1",
        "GET /\u00e9 HTTP/1.1",
      })
  void aBrowserGetsNothing(String first) throws IOException {
    for (String begin : List.of("", "\r\n")) {
      try (LineSocket browser = port.connect()) {
        browser.send(begin);
        browser.send(first.getBytes(StandardCharsets.ISO_8859_1));
        browser.send("\r\nHost: 127.0.0.1:2691\r\n\r\nqueue create evil\r\n");
        List<String> answers = browser.linesToTheEnd();
        answers.removeIf(answer -> answer.startsWith("-ERR the line is empty"));
        assertThat(answers).isEmpty();
      }
    }
    assertThat(client.ask("queue show evil")).startsWith("-ERR no queue 'evil'");
  }

  @Test
  void aJobMayHaveTheWordsOfHttpInIt() throws IOException {
    assertThat(client.ask("queue push default shell echo GET / HTTP/1.1")).isEqualTo("+OK 1\n");
    assertThat(client.ask("GET / HTTP/1.1")).startsWith("-ERR 'GET' is no command");
  }

  @Test
  void nothingInAnAnswerForgesALine() throws IOException {
    long forged =
        stores
            .jobs()
            .push(
                new JobStore.Push(
                    Queue.DEFAULT, "shell", "a\n+OK 7\r\u0085\u2028b\u001b[2J\t", "u"))
            .number();
    assertThat(client.ask("queue contents default"))
        .isEqualTo("+MULTI 1\n" + forged + " shell a +OK 7   b [2J\t\n");
    assertThat(client.ask("job show " + forged)).endsWith("\njob a +OK 7   b [2J\t\n");
    assertThat(client.ask("x\u001b\ry")).startsWith("-ERR 'x  y' is no command");
    assertThat(client.ask("a\u202eb\u2066c\u200dd"))
        .as("what turns the text around")
        .startsWith("-ERR 'a b c\u200dd' is no command");
  }

  @Test
  void quitIsAnsweredAndNothingAfterItIsCarriedOut() throws IOException {
    client.send("quit\nqueue create never\n");
    assertThat(client.linesToTheEnd()).containsExactly("+OK\n");
    assertThat(client("queue show never")).startsWith("-ERR");
  }

  @Test
  void aThousandConnectionsAreServedAtOnce() throws IOException {
    List<LineSocket> all = new ArrayList<>();
    try {
      for (int i = 0; i < 1_000; i++) {
        all.add(port.connect().send("queue push default shell echo " + i));
      }
      for (LineSocket one : all) {
        one.send("\n");
      }
      List<String> answers = new ArrayList<>();
      for (LineSocket one : all) {
        answers.add(one.answer());
      }
      assertThat(answers).doesNotHaveDuplicates().allMatch(answer -> answer.startsWith("+OK "));
      assertThat(waiting("default")).hasSize(1_001);
    } finally {
      for (LineSocket one : all) {
        one.close();
      }
    }
  }

  @Test
  void moreThanItBearsAreToldSo() throws IOException {
    try (RunningPort small = new RunningPort(stores, "", limits(2, 32));
        LineSocket first = small.connect();
        LineSocket second = small.connect()) {
      assertThat(first.ask("queue create a")).isEqualTo("+OK\n");
      assertThat(second.ask("queue create b")).isEqualTo("+OK\n");
      try (LineSocket third = small.connect()) {
        assertThat(third.linesToTheEnd())
            .containsExactly("-ERR too many connections: end some, or try again later\n");
      }
      first.ask("quit");
      first.close();
      // A port that has too much to do closes what it has not read.
      Awaitility.await()
          .ignoreExceptionsInstanceOf(IOException.class)
          .until(
              () -> {
                try (LineSocket next = small.connect()) {
                  return next.ask("queue show a").startsWith("+MULTI");
                }
              });
    }
  }

  private static Limits limits(int connections, int longAnswers) {
    Limits quick = RunningPort.QUICK;
    return new Limits(
        connections,
        longAnswers,
        quick.idle(),
        quick.untilToken(),
        quick.afterWrongToken(),
        quick.linger());
  }

  @Test
  void idleConnectionsEndAlsoThoseThatNeverSendAWholeLine() throws IOException {
    Limits quick = RunningPort.QUICK;
    Duration idle = Duration.ofMillis(300);
    Limits limits =
        new Limits(10, 1, idle, quick.untilToken(), quick.afterWrongToken(), quick.linger());
    try (RunningPort impatient = new RunningPort(stores, "", limits);
        LineSocket silent = impatient.connect();
        LineSocket slow = impatient.connect();
        LineSocket talking = impatient.connect()) {
      assertThat(talking.ask("queue create a")).isEqualTo("+OK\n");
      long begin = System.nanoTime();
      try {
        for (; ; ) {
          slow.send("x");
          if (System.nanoTime() - begin > Duration.ofSeconds(30).toNanos()) {
            throw new AssertionError("it goes on for ever");
          }
          Thread.onSpinWait();
        }
      } catch (IOException ended) {
        assertThat(System.nanoTime() - begin).isGreaterThan(idle.toNanos() / 2);
      }
      assertThat(silent.linesToTheEnd()).isEmpty();
      assertThat(talking.linesToTheEnd()).isEmpty();
    }
  }

  @Test
  void aClientThatDoesNotReadIsNotReadFromAndFillsNoMemory() throws Exception {
    fill("default", 20_000, 200);
    try (LineSocket deaf = port.connect()) {
      Thread sender =
          new Thread(
              () -> {
                try {
                  for (; ; ) {
                    deaf.send("queue contents default\n".repeat(100));
                  }
                } catch (IOException closed) {
                  // As meant.
                }
              });
      sender.start();
      Awaitility.await()
          .atMost(Duration.ofSeconds(30))
          .until(() -> sender.getState() == Thread.State.RUNNABLE);
      for (int i = 0; i < 200; i++) {
        assertThat(client.ask("queue show default")).startsWith("+MULTI 8\n");
      }
      // What it asked for comes whole as soon as it reads.
      String answer = deaf.answer();
      assertThat(answer.lines().count()).isEqualTo(20_001);
      assertThat(answer).startsWith("+MULTI 20000\n1 shell ");
      deaf.close();
      sender.join();
    }
  }

  private void fill(String queue, int jobs, int length) throws IOException {
    try (LineSocket other = port.connect()) {
      String job = "queue push " + queue + " shell " + "x".repeat(length) + "\n";
      int chunk = 500;
      for (int i = 0; i < jobs; i += chunk) {
        other.send(job.repeat(chunk));
        for (int j = 0; j < chunk; j++) {
          assertThat(other.answer()).startsWith("+OK ");
        }
      }
    }
  }

  @Test
  void onlySomeLongAnswersWaitForTheirClientsAtOnce() throws Exception {
    fill("default", 10_000, 2_000);
    try (RunningPort small = new RunningPort(stores, "", limits(100, 1));
        LineSocket deaf = small.connect();
        LineSocket other = small.connect()) {
      deaf.send("queue contents default\n");
      assertThat(deaf.line()).isEqualTo("+MULTI 10000\n");
      assertThat(other.ask("queue contents default"))
          .isEqualTo("-ERR 1 long answers are being sent already: try again later\n");
      assertThat(other.ask("help")).startsWith("+MULTI");
      deaf.close();
      Awaitility.await()
          .until(() -> other.ask("queue contents default").startsWith("+MULTI 10000\n"));
    }
  }

  @Test
  void aHundredThousandLinesOfRubbishDoNotKeepOthersWaiting() throws Exception {
    try (LineSocket rubbish = port.connect()) {
      Thread sender =
          new Thread(
              () -> {
                try {
                  for (int i = 0; i < 100_000; i++) {
                    rubbish.send(
                        switch (i % 4) {
                          case 0 -> "rubbish " + i + "\n";
                          case 1 -> "queue " + "x".repeat(300) + "\n";
                          case 2 -> "queue show \u00e9\u0000" + i + "\n";
                          default -> "\n";
                        });
                  }
                } catch (IOException e) {
                  throw new AssertionError(e);
                }
              });
      sender.start();
      int asked = 0;
      for (int i = 0; i < 100_000; i++) {
        assertThat(rubbish.line()).startsWith("-ERR ");
        if (i % 1_000 == 0) {
          assertThat(client.ask("queue show default")).startsWith("+MULTI 8\n");
          asked++;
        }
      }
      assertThat(asked).isEqualTo(100);
      sender.join();
    }
  }

  @Test
  void withATokenEachConnectionHasToBringIt() throws IOException {
    try (RunningPort closed = new RunningPort(stores, "secret é")) {
      for (String wrong :
          List.of("auth secret", "auth", "help", "auth secret é x", "AUTH secret é")) {
        try (LineSocket stranger = closed.connect()) {
          List<String> answers = stranger.send(wrong + "\nqueue create evil\n").linesToTheEnd();
          assertThat(answers).hasSize(1).allMatch(answer -> answer.startsWith("-ERR th"));
        }
      }
      try (LineSocket known = closed.connect()) {
        assertThat(known.send("auth secret é\nqueue show evil\n").answer()).isEqualTo("+OK\n");
        assertThat(known.answer()).startsWith("-ERR no queue 'evil'");
        assertThat(known.ask("auth secret é")).isEqualTo("+OK\n");
        assertThat(known.send("auth other\nqueue create evil\n").linesToTheEnd())
            .containsExactly(
                "-ERR the token is wrong: write the token of the settings after auth\n");
      }
      try (LineSocket browser = closed.connect()) {
        assertThat(browser.send("GET / HTTP/1.1\r\n\r\n").linesToTheEnd()).isEmpty();
      }
    }
    assertThat(client.ask("auth secret"))
        .isEqualTo("-ERR no token is set on this server: go on without auth\n");
  }

  @Test
  void aConnectionThatDoesNotBringTheTokenEnds() throws IOException {
    Limits quick = RunningPort.QUICK;
    Limits limits =
        new Limits(
            10, 1, quick.idle(), Duration.ofMillis(50), quick.afterWrongToken(), quick.linger());
    try (RunningPort closed = new RunningPort(stores, "secret", limits);
        LineSocket silent = closed.connect()) {
      assertThat(silent.linesToTheEnd()).isEmpty();
    }
  }

  @Test
  void whileRedisIsAwayALineSaysSoAndTheConnectionStays() throws Exception {
    int redisPort = redis.url().getPort();
    try (Forwarder address = new Forwarder(redisPort);
        RedisConnection far =
            RedisConnection.open(
                URI.create(redis.url().toString().replace(":" + redisPort, ":" + address.port())),
                4);
        RunningPort cut = new RunningPort(new Stores(far, redis.keys()), "");
        LineSocket caller = cut.connect()) {
      assertThat(caller.ask("queue create a")).isEqualTo("+OK\n");
      address.leadTo(1);
      for (String line :
          List.of("queue list", "queue push a shell x", "queue contents a", "status")) {
        assertThat(caller.ask(line))
            .startsWith("-ERR Redis does not answer (")
            .endsWith("): try again later; whether the line was carried out is not known\n");
      }
      assertThat(caller.ask("help")).startsWith("+MULTI");
      address.leadTo(redisPort);
      Awaitility.await().until(() -> caller.ask("queue list").startsWith("+MULTI 2\n"));
    }
  }

  @Test
  void aConnectionIsGivenBackWhenItsClientGoes() throws IOException {
    try (RunningPort small = new RunningPort(stores, "", limits(5, 1))) {
      for (int i = 0; i < 300; i++) {
        try (Socket socket = new Socket("127.0.0.1", small.number())) {
          socket
              .getOutputStream()
              .write("queue contents default\nhalf".getBytes(StandardCharsets.UTF_8));
          if (i % 2 == 0) {
            socket.setSoLinger(true, 0);
          }
        }
      }
      // A port that has too much to do closes what it has not read.
      Awaitility.await()
          .ignoreExceptionsInstanceOf(IOException.class)
          .until(
              () -> {
                try (LineSocket next = small.connect()) {
                  return next.ask("queue show default").startsWith("+MULTI");
                }
              });
    }
  }
}
