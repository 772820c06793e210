package io.rrrspec.experiments.bench;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Measures requests. Run by {@code scripts/request-bench}, which starts the fleet: {@code run URL
 * TOKEN COUNT JOB…} sends requests of these jobs and waits for their end, {@code keep URL TOKEN
 * COUNT JOB} sends requests that nobody carries out, and then reads lists. Both print rows of a
 * table.
 */
public final class RequestBenchMain {
  private static final int AT_ONCE = 16;
  private static final int WARM_UP = 200;
  private static final int LISTS = 200;
  private static final long LONGEST_SEC = 1_800;
  private static final Pattern TOTAL = Pattern.compile("\"total\":(\\d+)");

  private final HttpClient client = HttpClient.newHttpClient();
  private final String url;

  private final String token;

  private RequestBenchMain(String url, String token) {
    this.url = url;
    this.token = token;
  }

  public static void main(String[] args) throws Exception {
    RequestBenchMain bench = new RequestBenchMain(args[1], args[2]);
    int count = Integer.parseInt(args[3]);
    List<String> jobs = List.of(args).subList(4, args.length);
    if (args[0].equals("run")) {
      bench.run(count, jobs);
    } else {
      bench.keep(count, jobs);
    }
  }

  private void run(int count, List<String> jobs) throws Exception {
    String body = body(jobs);
    post(body, WARM_UP);
    awaitComplete(WARM_UP);
    long start = System.nanoTime();
    row("POST /request, " + AT_ONCE + " at once", post(body, count));
    awaitComplete(WARM_UP + count);
    double seconds = (System.nanoTime() - start) / 1e9;
    System.out.printf(
        Locale.ROOT,
        "| %d requests of %d jobs | %.1f s | %.1f requests/s | %.1f jobs/s |%n",
        count,
        jobs.size(),
        seconds,
        count / seconds,
        count * jobs.size() / seconds);
  }

  private void keep(int count, List<String> jobs) throws Exception {
    String body = body(jobs);
    row("POST /request, " + AT_ONCE + " at once", post(body, count));
    long total = total("queued");
    for (String path :
        List.of(
            "/request",
            "/request?state=queued",
            "/request?page=" + Math.max(1, total / 100),
            "/request?page=" + Math.max(1, total / 50))) {
      List<Long> nanos = new ArrayList<>();
      for (int i = 0; i < LISTS; i++) {
        long start = System.nanoTime();
        get(path);
        nanos.add(System.nanoTime() - start);
      }
      row("GET " + path + ", of " + total, nanos);
    }
  }

  private static String body(List<String> jobs) {
    List<String> entries = jobs.stream().map(job -> "{\"name\":\"" + job + "\"}").toList();
    return "{\"requester\":\"bench\",\"program\":{\"name\":\"bench\"},\"run_list\":["
        + String.join(",", entries)
        + "]}";
  }

  private List<Long> post(String body, int count) throws Exception {
    ExecutorService callers = Executors.newFixedThreadPool(AT_ONCE);
    try {
      List<Future<Long>> calls = new ArrayList<>();
      for (int i = 0; i < count; i++) {
        calls.add(callers.submit(() -> post(body)));
      }
      List<Long> nanos = new ArrayList<>();
      for (Future<Long> call : calls) {
        nanos.add(call.get());
      }
      return nanos;
    } finally {
      callers.shutdown();
    }
  }

  private long post(String body) throws IOException, InterruptedException {
    long start = System.nanoTime();
    HttpResponse<String> answer =
        client.send(
            to("/request").POST(BodyPublishers.ofString(body)).build(), BodyHandlers.ofString());
    if (answer.statusCode() != 303) {
      throw new IOException("POST answered " + answer.statusCode() + ": " + answer.body());
    }
    return System.nanoTime() - start;
  }

  private HttpRequest.Builder to(String path) {
    return HttpRequest.newBuilder(URI.create(url + path))
        .header("Authorization", "Bearer " + token);
  }

  private String get(String path) throws IOException, InterruptedException {
    HttpResponse<String> answer = client.send(to(path).build(), BodyHandlers.ofString());
    if (answer.statusCode() != 200) {
      throw new IOException(path + " answered " + answer.statusCode() + ": " + answer.body());
    }
    return answer.body();
  }

  private long total(String state) throws IOException, InterruptedException {
    Matcher total = TOTAL.matcher(get("/request?state=" + state));
    return total.find() ? Long.parseLong(total.group(1)) : 0;
  }

  private void awaitComplete(int count) throws IOException, InterruptedException {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(LONGEST_SEC);
    while (total("complete") < count) {
      if (total("failed") > 0 || System.nanoTime() > end) {
        throw new IOException(
            total("complete") + " of " + count + " complete, " + total("failed") + " failed");
      }
      Thread.sleep(200);
    }
  }

  private static void row(String name, List<Long> nanos) {
    Collections.sort(nanos);
    System.out.printf(
        Locale.ROOT,
        "| %s | p50 %.1f ms | p99 %.1f ms | slowest %.1f ms |%n",
        name,
        nanos.get(nanos.size() / 2) / 1e6,
        nanos.get((int) (nanos.size() * 0.99)) / 1e6,
        nanos.get(nanos.size() - 1) / 1e6);
  }
}
