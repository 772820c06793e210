package io.rrrspec.experiments.record;

import static io.rrrspec.testing.TasksetBuilder.aTaskset;

import io.rrrspec.common.config.RedisAddress;
import io.rrrspec.common.config.SharedSettings;
import io.rrrspec.common.redis.Keys;
import io.rrrspec.common.redis.RedisConnection;
import io.rrrspec.common.store.TasksetStore;
import io.rrrspec.common.store.WorkerStore;
import io.rrrspec.persister.record.RedRun;
import io.rrrspec.persister.record.SeededRecord;
import io.rrrspec.persister.record.database.Database;
import io.rrrspec.persister.viewer.Viewer;
import io.rrrspec.persister.viewer.run.Records;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** A viewer on a seeded record and a real Redis, whose pages are asked for as a browser does. */
final class ViewerBench implements AutoCloseable {
  private static final int WARM_UP = 3;
  private static final int WORKERS = 50;
  private static final int WAITING_TASKS = 1_000;
  private static final int RED_CLASSES = 500;
  private static final Duration LONG = Duration.ofDays(1);
  private static final Duration LIMIT = Duration.ofMinutes(2);

  private final HttpClient http = HttpClient.newHttpClient();
  private final Viewer viewer;
  private final ViewerPages pages;

  /**
   * What one page took.
   *
   * @param name what it is
   * @param path its address
   * @param bytes its size
   * @param first milliseconds of the first time
   * @param median milliseconds
   * @param worst milliseconds, the first times aside
   */
  record Timing(String name, String path, int bytes, double first, double median, double worst) {}

  /**
   * Fills an empty database, and an empty Redis with workers and a run that waits.
   *
   * @param url the one that the database was opened with
   * @param runs how many; 100 or more
   * @param tasks how many the large run has; 200 or more
   */
  ViewerBench(
      RedisConnection redis, Keys keys, Database database, String url, int runs, int tasks) {
    SeededRecord record = new SeededRecord(database, url);
    record.runs(runs);
    record.moveToToday(runs);
    String large = record.large(tasks);
    String red = RedRun.save(database, RED_CLASSES);
    record.analyze();
    WorkerStore workers = new WorkerStore(redis, keys);
    for (int i = 0; i < WORKERS; i++) {
      workers.announce(keys.worker("host" + i), WorkerStore.DEFAULT_TYPE, "host" + i, LONG);
    }
    String live = aTaskset().withTasks(WAITING_TASKS).activatedIn(new TasksetStore(redis, keys));
    pages = new ViewerPages(database, runs, large, red, Keys.lastPart(live));
    viewer = viewer(Records.of(redis, keys, database));
    viewer.start();
  }

  ViewerPages pages() {
    return pages;
  }

  /** Where the viewer is, without a slash at the end. */
  String address() {
    return "http://127.0.0.1:" + viewer.port();
  }

  /** Makes a viewer that has been in use of one that has just started; no large run was seen. */
  void use() throws IOException, InterruptedException {
    for (Map.Entry<String, String> page : pages.all().entrySet()) {
      for (int i = 0; i < WARM_UP && !page.getKey().contains("large run"); i++) {
        get(page.getValue());
      }
    }
  }

  /** Asks for every page, some times to warm up and so many times that count. */
  List<Timing> time(int times) throws IOException, InterruptedException {
    List<Timing> timings = new ArrayList<>();
    for (Map.Entry<String, String> page : pages.all().entrySet()) {
      timings.add(time(page.getKey(), page.getValue(), times));
    }
    return timings;
  }

  private Timing time(String name, String path, int times)
      throws IOException, InterruptedException {
    double first = 0;
    int bytes = 0;
    double[] millis = new double[times];
    for (int i = -WARM_UP; i < times; i++) {
      long begin = System.nanoTime();
      bytes = get(path);
      double took = (System.nanoTime() - begin) / 1e6;
      if (i >= 0) {
        millis[i] = took;
      } else if (i == -WARM_UP) {
        first = took;
      }
    }
    Arrays.sort(millis);
    double median = (millis[(times - 1) / 2] + millis[times / 2]) / 2;
    return new Timing(name, path, bytes, first, median, millis[times - 1]);
  }

  private int get(String path) throws IOException, InterruptedException {
    HttpResponse<byte[]> answer =
        http.send(
            HttpRequest.newBuilder(URI.create(address() + path)).timeout(LIMIT).build(),
            HttpResponse.BodyHandlers.ofByteArray());
    if (answer.statusCode() != 200) {
      throw new IllegalStateException(path + " is answered with " + answer.statusCode());
    }
    return answer.body().length;
  }

  @Override
  public void close() {
    viewer.close();
  }

  private static Viewer viewer(Records records) {
    return new Viewer(
        new SharedSettings(
            RedisAddress.of("localhost", 1),
            records.keys().namespace(),
            "",
            0,
            0,
            0,
            "127.0.0.1",
            "",
            URI.create("http://127.0.0.1:3000")),
        records);
  }
}
