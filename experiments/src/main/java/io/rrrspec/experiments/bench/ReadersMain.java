package io.rrrspec.experiments.bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Many readers of one run's page: {@code PAGE COUNT CLASSES}. Says when all have got the first
 * event, and in the end, line by line, what was wrong.
 */
public final class ReadersMain {
  static final String READY = "ready";
  private static final int SILENCE_MILLIS = 60_000;
  private static final long STACK_BYTES = 256 * 1024;

  private final String page;
  private final String end;
  private final CountDownLatch begun;
  private final List<String> complaints = new ArrayList<>();

  private ReadersMain(String page, int count, int classes) {
    this.page = page;
    this.end = "<strong>" + classes + "</strong> of " + classes + " classes";
    this.begun = new CountDownLatch(count);
  }

  public static void main(String[] args) throws Exception {
    int count = Integer.parseInt(args[1]);
    ReadersMain readers = new ReadersMain(args[0], count, Integer.parseInt(args[2]));
    List<Thread> threads = new ArrayList<>();
    for (int i = 1; i <= count; i++) {
      String name = "reader " + i;
      threads.add(new Thread(null, () -> readers.read(name), name, STACK_BYTES));
    }
    threads.forEach(Thread::start);
    boolean all = readers.begun.await(SILENCE_MILLIS, TimeUnit.MILLISECONDS);
    System.out.println(all ? READY : "not all readers got a first event");
    for (Thread thread : threads) {
      thread.join();
    }
    readers.complaints.forEach(System.out::println);
  }

  private void read(String name) {
    try {
      String last = events();
      String whole = page(page);
      if (!last.contains(end)) {
        complain(name + ": the last event before the end does not tell the end: " + last);
      } else if (!whole.contains(end) || !whole.contains("succeeded")) {
        complain(name + ": the page does not tell the end");
      }
    } catch (IOException e) {
      complain(name + ": " + e);
    }
  }

  private synchronized void complain(String what) {
    complaints.add(what.replace('\n', ' '));
  }

  /** Reads until the event that it is over; returns the data of the one before. */
  private String events() throws IOException {
    try (BufferedReader lines = open(page + "/events", "text/event-stream")) {
      String event = "";
      String last = "";
      StringBuilder data = new StringBuilder();
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        if (line.startsWith("event:")) {
          event = line.substring("event:".length()).strip();
        } else if (line.startsWith("data:")) {
          data.append(line, "data:".length(), line.length()).append('\n');
        } else if (line.isEmpty()) {
          if (event.equals("over")) {
            return last;
          }
          if (event.equals("status")) {
            if (last.isEmpty()) {
              begun.countDown();
            }
            last = data.toString();
          }
          event = "";
          data.setLength(0);
        }
      }
      throw new IOException("the events broke off");
    }
  }

  private static String page(String address) throws IOException {
    StringBuilder text = new StringBuilder();
    try (BufferedReader lines = open(address, "text/html")) {
      lines.lines().forEach(line -> text.append(line).append('\n'));
    }
    return text.toString();
  }

  private static BufferedReader open(String address, String type) throws IOException {
    HttpURLConnection connection = (HttpURLConnection) URI.create(address).toURL().openConnection();
    connection.setRequestProperty("Accept", type);
    connection.setReadTimeout(SILENCE_MILLIS);
    connection.setConnectTimeout(SILENCE_MILLIS);
    return new BufferedReader(
        new InputStreamReader(connection.getInputStream(), StandardCharsets.UTF_8));
  }
}
