package io.rrrspec.acceptance.privacy;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;

/**
 * What another user of the machine tries: a process of its own, with no class of ours beside it.
 * Reads a line for each attempt and prints a line for each that worked, with what it got.
 *
 * <ul>
 *   <li>{@code path PATH}: reads a file, or lists a directory
 *   <li>{@code port NUMBER}: speaks to it as to a Redis without a password
 *   <li>{@code http NUMBER METHOD PATH}: asks for a page
 *   <li>{@code h2 URL}: connects without a password, and makes the database run code
 * </ul>
 */
public final class Snoop {
  private static final int MILLIS = 10_000;

  /** A port that speaks something else may say nothing until the limit: they wait side by side. */
  private static final int AT_ONCE = 16;

  private Snoop() {}

  public static void main(String[] args) throws Exception {
    List<Callable<String>> attempts =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))
            .lines()
            .<Callable<String>>map(line -> () -> attempt(line))
            .toList();
    ExecutorService threads = Executors.newFixedThreadPool(AT_ONCE);
    for (Future<String> worked : threads.invokeAll(attempts)) {
      if (!worked.get().isEmpty()) {
        System.out.println(worked.get());
      }
    }
    threads.shutdown();
    System.out.println("done");
  }

  /** What to print of it. */
  private static String attempt(String line) {
    String[] words = line.split(" ", 2);
    String got =
        switch (words[0]) {
          case "path" -> read(Path.of(words[1]));
          case "port" -> redis(Integer.parseInt(words[1]));
          case "http" -> http(words[1].split(" "));
          case "h2" -> h2(words[1]);
          default -> throw new IllegalArgumentException(line);
        };
    return got.isEmpty() ? "" : line + " -> " + got.replaceAll("\\s+", " ");
  }

  private static String read(Path path) {
    if (Files.isDirectory(path)) {
      try (Stream<Path> entries = Files.list(path)) {
        return "lists " + entries.count() + " entries";
      } catch (IOException e) {
        return "";
      }
    }
    try {
      return "reads " + Files.readAllBytes(path).length + " bytes";
    } catch (IOException e) {
      return "";
    }
  }

  /**
   * As to a Redis, or a command port: an answer other than an error means that it takes commands.
   */
  private static String redis(int port) {
    for (String command : List.of("PING", "KEYS *", "CONFIG GET requirepass", "queue list")) {
      String answer = answer(port, command + "\r\n", false);
      if (answer.startsWith("+") || answer.startsWith("*")) {
        return "takes " + command + ": " + answer;
      }
    }
    return "";
  }

  private static String http(String[] words) {
    int port = Integer.parseInt(words[0]);
    String answer =
        answer(
            port,
            words[1]
                + " "
                + words[2]
                + " HTTP/1.1\r\nHost: 127.0.0.1:"
                + port
                + "\r\nConnection: close\r\nContent-Length: 0\r\n\r\n",
            true);
    // 5xx: it was willing, and could not.
    return answer.matches("(?s)HTTP/1.1 [235].*") ? answer : "";
  }

  private static String answer(int port, String request, boolean whole) {
    try (Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress("127.0.0.1", port), MILLIS);
      socket.setSoTimeout(MILLIS);
      OutputStream out = socket.getOutputStream();
      out.write(request.getBytes(StandardCharsets.UTF_8));
      out.flush();
      byte[] bytes =
          whole ? socket.getInputStream().readAllBytes() : socket.getInputStream().readNBytes(5);
      return new String(bytes, StandardCharsets.UTF_8);
    } catch (IOException e) {
      return "";
    }
  }

  private static String h2(String url) {
    for (String user : List.of("", "sa", "RRRSPEC")) {
      try (Connection connection = DriverManager.getConnection(url, user, "");
          Statement statement = connection.createStatement()) {
        statement.execute(
            "CREATE ALIAS IF NOT EXISTS WHO AS $$ String who() throws Exception {"
                + " return new String(Runtime.getRuntime().exec(\"id -u\").getInputStream()"
                + ".readAllBytes()); } $$");
        try (ResultSet row = statement.executeQuery("CALL WHO()")) {
          row.next();
          return "as '" + user + "' runs code as uid " + row.getString(1);
        }
      } catch (SQLException e) {
        String why = String.valueOf(e.getMessage());
        if (!why.contains("Wrong user name or password") && !why.contains("not found")) {
          System.err.println(url + ": " + why);
        }
      }
    }
    return "";
  }
}
