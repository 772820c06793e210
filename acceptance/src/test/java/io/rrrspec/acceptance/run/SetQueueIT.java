package io.rrrspec.acceptance.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.rrrspec.common.redis.EmbeddedRedis;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A queue of the discipline {@code set}, from plain sockets to a real worker. */
class SetQueueIT {
  private static final Duration LIMIT = Duration.ofMinutes(1);
  private static final int CONNECTIONS = 8;
  private static final int PUSHES = 1_000;
  private static final int JOBS = 10;

  @TempDir Path scratch;

  private final List<Process> services = new ArrayList<>();
  private EmbeddedRedis redis;
  private RealRun fleet;
  private int port;

  @BeforeEach
  void start() throws Exception {
    redis = EmbeddedRedis.start(Files.createDirectory(scratch.resolve("redis")));
    fleet = new RealRun(scratch, "jupiter-5.14");
    Files.writeString(
        scratch.resolve("fleet.yml"),
        "redis: " + redis.url() + "\nhttp_port: 0\ncommand_port: 0\n");
    RealRun server = service("server");
    Pattern listens = Pattern.compile("queues and jobs are at 127.0.0.1:([0-9]+)");
    Awaitility.await().atMost(LIMIT).until(() -> server.err(), log -> listens.matcher(log).find());
    Matcher found = listens.matcher(server.err());
    assertThat(found.find()).isTrue();
    port = Integer.parseInt(found.group(1));
    service("worker", "--slaves", "1", "--working-dir", scratch.resolve("work").toString());
  }

  private RealRun service(String... words) throws IOException {
    RealRun place = fleet.beside(Files.createTempDirectory(scratch, words[0]));
    place.settings(scratch.resolve("fleet.yml"));
    services.add(place.startCommand(List.of(words)));
    return place;
  }

  @AfterEach
  void end() throws Exception {
    services.forEach(Process::destroy);
    for (Process service : services) {
      service.waitFor();
    }
    redis.close();
  }

  /** Sends all lines, and reads an answer of one line to each. */
  private List<String> ask(List<String> lines) throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      socket.setSoTimeout((int) LIMIT.toMillis());
      BufferedReader in =
          new BufferedReader(
              new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
      List<String> answers = new ArrayList<>();
      for (String line : lines) {
        socket.getOutputStream().write((line + "\n").getBytes(StandardCharsets.UTF_8));
        String answer = in.readLine();
        answers.add(answer);
        if (answer.startsWith("+MULTI ")) {
          for (int i = Integer.parseInt(answer.substring("+MULTI ".length())); i > 0; i--) {
            answers.add(in.readLine());
          }
        }
      }
      return answers;
    }
  }

  @Test
  void equalJobsRunOnceInTheWindowHoweverManyPushThem() throws Exception {
    assertThat(ask(List.of("queue create purge", "queue discipline purge set 60")))
        .containsExactly("+OK", "+OK");
    Path file = scratch.resolve("lines");
    ExecutorService clients = Executors.newFixedThreadPool(CONNECTIONS);
    List<Future<List<String>>> answers = new ArrayList<>();
    for (int client = 0; client < CONNECTIONS; client++) {
      int first = client;
      List<String> pushes =
          IntStream.iterate(first, i -> i < PUSHES, i -> i + CONNECTIONS)
              .mapToObj(i -> "queue push purge shell echo job " + i % JOBS + " >> '" + file + "'")
              .toList();
      answers.add(clients.submit(() -> ask(pushes)));
    }
    List<String> numbers = new ArrayList<>();
    for (Future<List<String>> some : answers) {
      numbers.addAll(some.get());
    }
    clients.shutdown();
    assertThat(numbers).hasSize(PUSHES).allMatch(answer -> answer.matches("\\+OK \\d+"));
    List<String> distinct = numbers.stream().distinct().toList();
    assertThat(distinct).hasSize(JOBS);

    for (String number : distinct) {
      String show = "job show " + number.substring("+OK ".length());
      Awaitility.await()
          .atMost(LIMIT)
          .until(() -> ask(List.of(show)), lines -> lines.contains("status succeeded"));
    }
    assertThat(ask(List.of("queue contents purge"))).containsExactly("+MULTI 0");
    assertThat(Files.readAllLines(file))
        .containsExactlyInAnyOrderElementsOf(
            IntStream.range(0, JOBS).mapToObj(i -> "job " + i).toList());
  }
}
