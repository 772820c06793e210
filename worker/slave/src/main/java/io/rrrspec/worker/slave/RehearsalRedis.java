package io.rrrspec.worker.slave;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.rrrspec.common.model.TrialStatus;
import io.rrrspec.common.redis.Keys;
import io.rrrspec.common.redis.Script;
import java.io.BufferedInputStream;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Stands for the Redis of one slave that runs some classes: it tells the slave what Redis would, in
 * the order in which a slave asks, and counts what passes. It serves this host alone, and the
 * process that has started it.
 */
final class RehearsalRedis implements Closeable {
  private static final String NOTHING = "_\r\n";

  /** As every Redis from 6 on speaks version 3 of the protocol. */
  private static final String HELLO = "%1\r\n$5\r\nproto\r\n:3\r\n";

  private static final String TASKSET = map("rsync_name", "rehearsal", "runner", "junit");

  private final ServerSocket server;
  private final Map<String, Deque<String>> answersByScript = new HashMap<>();
  private int passed;

  /**
   * Begins to listen.
   *
   * @param classes the names of the classes that the slave is told to run; at least one
   * @throws IOException if there is no free port
   */
  RehearsalRedis(Keys keys, List<String> classes) throws IOException {
    Deque<String> claims = new ArrayDeque<>();
    for (String name : classes) {
      claims.add(array("task", keys.taskset("rehearsal"), "task", name, "", "0", "", "", ""));
    }
    claims.add(array("over"));
    answersByScript.put(sha("register_slave"), new ArrayDeque<>(List.of(":1\r\n")));
    answersByScript.put(sha("claim_task"), new ArrayDeque<>(List.of(claims.remove())));
    answersByScript.put(sha("finish_and_claim"), claims);
    server = new ServerSocket(0, 0, InetAddress.getByAddress(new byte[] {127, 0, 0, 1}));
    start(this::accept);
  }

  private static String sha(String script) {
    return Script.named(script).sha();
  }

  URI address() {
    return URI.create("redis://127.0.0.1:" + server.getLocalPort());
  }

  /** How many of the classes have passed. */
  synchronized int passed() {
    return passed;
  }

  private static void start(Runnable work) {
    Thread thread = new Thread(work, "rehearsal");
    thread.setDaemon(true);
    thread.start();
  }

  private void accept() {
    while (!server.isClosed()) {
      try {
        Socket client = server.accept();
        start(() -> serve(client));
      } catch (IOException e) {
        // It was closed.
        return;
      }
    }
  }

  private void serve(Socket client) {
    try (client;
        InputStream in = new BufferedInputStream(client.getInputStream());
        OutputStream out = client.getOutputStream()) {
      while (true) {
        out.write(answer(command(in)).getBytes(UTF_8));
        out.flush();
      }
    } catch (IOException e) {
      // The slave has ended its connection.
      return;
    }
  }

  private synchronized String answer(List<String> command) {
    return switch (command.get(0).toUpperCase(Locale.ROOT)) {
      case "EVALSHA" -> {
        passed += command.contains(TrialStatus.PASSED.text()) ? 1 : 0;
        Deque<String> answers = answersByScript.get(command.get(1));
        yield answers == null || answers.isEmpty() ? NOTHING : answers.remove();
      }
      case "HELLO" -> HELLO;
      case "HGETALL" -> TASKSET;
      case "HMGET" -> "*" + (command.size() - 2) + "\r\n" + NOTHING.repeat(command.size() - 2);
      case "HGET" -> NOTHING;
      default -> "+OK\r\n";
    };
  }

  /** Reads a command, which is an array of texts. */
  private static List<String> command(InputStream in) throws IOException {
    List<String> words = new ArrayList<>();
    for (int left = length(in); left > 0; left--) {
      byte[] word = in.readNBytes(length(in));
      byte[] unusedEnd = in.readNBytes(2);
      words.add(new String(word, UTF_8));
    }
    return words;
  }

  /** A line such as <code>$12</code>. */
  private static int length(InputStream in) throws IOException {
    StringBuilder line = new StringBuilder();
    for (int next = in.read(); next != '\n'; next = in.read()) {
      if (next < 0) {
        throw new EOFException();
      }
      line.append((char) next);
    }
    return Integer.parseInt(line.substring(1).strip());
  }

  private static String map(String... namesAndValues) {
    return "%" + namesAndValues.length / 2 + "\r\n" + strings(namesAndValues);
  }

  private static String array(String... texts) {
    return "*" + texts.length + "\r\n" + strings(texts);
  }

  private static String strings(String... texts) {
    StringBuilder all = new StringBuilder();
    for (String text : texts) {
      all.append('$')
          .append(text.getBytes(UTF_8).length)
          .append("\r\n")
          .append(text)
          .append("\r\n");
    }
    return all.toString();
  }

  @Override
  public void close() throws IOException {
    server.close();
  }
}
