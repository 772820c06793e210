package io.rrrspec.acceptance.viewer;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;

/** Where the viewer's pages are. A new page is one more line here. */
final class Addresses {
  private Addresses() {}

  /** Pages about all runs. */
  static List<String> ofTheSite() {
    return List.of(
        "/",
        "/?status=failed&name=" + query(Hostile.MARKUP),
        "/projects",
        "/project?class=" + query(Hostile.TASKSET_CLASS),
        "/tests/failing",
        "/tests/failing?class=" + query(Hostile.MARKUP),
        "/tests/slowest",
        "/tests/changed",
        "/tests/flaky",
        "/tests/quarantine",
        "/tests/quarantine?has=nobody&class=" + query(Hostile.MARKUP) + "&test=x",
        "/workers",
        "/queues",
        "/flows",
        "/flows/hostile",
        "/requests",
        "/requests?state=failed",
        "/requests/hostile",
        "/requests/hostile-red");
  }

  /** Pages about what became of classes and tests. */
  static List<String> ofHistory() {
    String history = "/history?class=" + query(Hostile.TASKSET_CLASS) + "&name=";
    return List.of(
        history + query(Hostile.CART),
        history + query(Hostile.MARKUP_CLASS),
        history + query(Hostile.LONG_CLASS),
        history
            + query(Hostile.MARKUP_CLASS)
            + "&of="
            + query(Hostile.MARKUP_CLASS)
            + "&test="
            + query(Hostile.MARKUP + "()"));
  }

  /** Pages about one run. */
  static List<String> ofRun(String id, String slave, String workerLog) {
    String run = "/runs/" + id;
    return Stream.of(
            "",
            "?show=failed",
            "?show=retried",
            "/failures",
            "/failures?of=flaky",
            "/timeline",
            "/timeline?from=0&to=2",
            "/task?name=" + query(Hostile.CART),
            "/task?name=" + query(Hostile.FLAKY) + "&trial=0",
            "/task?name=" + query(Hostile.MARKUP_CLASS),
            "/task?name=" + query(Hostile.SCRIPT_ADDRESS),
            "/task?name=" + query(Hostile.LONG_CLASS),
            "/task?name=" + query(Hostile.FEATURE),
            "/task?name=" + query(Hostile.LAST),
            "/output?of=stdout&name=" + query(Hostile.PRICE),
            "/output?of=stderr&name=" + query(Hostile.FEATURE),
            "/log",
            "/worker-log?key=" + query(workerLog),
            "/slave-log?key=" + query(slave))
        .map(run::concat)
        .toList();
  }

  static String query(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }
}
