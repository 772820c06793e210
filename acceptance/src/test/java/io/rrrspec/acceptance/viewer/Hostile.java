package io.rrrspec.acceptance.viewer;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.rrrspec.acceptance.viewer.PlayedRun.Work;
import io.rrrspec.common.config.RequestJob;
import io.rrrspec.common.flow.FlowKeys;
import io.rrrspec.common.flow.FlowStep;
import io.rrrspec.common.flow.JsonText;
import io.rrrspec.common.model.CaseResult;
import io.rrrspec.common.model.CaseResult.Outcome;
import io.rrrspec.common.model.Comparison;
import io.rrrspec.common.model.PassStreak;
import io.rrrspec.common.model.QuarantinedTest;
import io.rrrspec.common.model.Runner;
import io.rrrspec.common.model.TasksetRequest;
import io.rrrspec.common.model.TasksetRequest.Extras;
import io.rrrspec.common.model.TasksetRequest.TaskRequest;
import io.rrrspec.common.model.TestMethod;
import io.rrrspec.common.model.TrialResult;
import io.rrrspec.common.model.TrialStatus;
import io.rrrspec.common.queue.QueueSample;
import io.rrrspec.common.request.Request;
import io.rrrspec.common.request.RequestEntry;
import io.rrrspec.common.request.RequestJobs;
import io.rrrspec.common.store.JobStore;
import io.rrrspec.common.store.Stores;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A run in which everything that anybody can name or write is an attack on who reads it. */
final class Hostile {
  /** Sets {@code window.hacked} wherever it is taken for more than text. */
  static final String MARKUP =
      "<script>window.hacked='script'</script>\"'><img src=x onerror=\"window.hacked='image'\">"
          + "</pre></title></textarea><svg onload=\"window.hacked='svg'\">"
          + "<a href=\"javascript:window.hacked='link'\">link</a><style>*{display:none}</style>"
          + "' onfocus='window.hacked=1' autofocus='${7*7} {{7*7}} @if(true) <%= 1 %> &lt;b&gt;";

  /** What moves a terminal's cursor, rings, names its window and turns the text around. */
  static final String TERMINAL =
      "\u001b[31;1mred\u001b[0m \u001b[38;5;99mviolet\u001b[m"
          + " \u001b]0;title\u0007\u001b[2J\u001b[9;9H\b\u0000\u007f\u009b31m"
          + " \u001b]8;;javascript:window.hacked='osc'\u001b\\link\u001b]8;;\u001b\\"
          + " \u202eback\u202c \u2066alone\u2069 \ufeff a\u0300\u0301\u0302\u0303";

  /** A word of many letters, without a place to break it. */
  static final String LONG_WORD = "Endless".repeat(150);

  static final String TASKSET_CLASS = "class " + MARKUP;
  static final String CART = "com.example.shop.CartTest";
  static final String FLAKY = "com.example.shop.SometimesTest";
  static final String PRICE = "com.example.shop.PriceTest";
  static final String MARKUP_CLASS = "com.example." + MARKUP + "Test";
  static final String SCRIPT_ADDRESS = "javascript:window.hacked='name'";
  static final String LONG_CLASS = "com.example." + LONG_WORD + "Test";
  static final String FEATURE =
      "features/it's \"50 %\" & <b>?x=1#y%00%3Cscript%3E" + TERMINAL + ".feature";

  /** Begun while all others are over. */
  static final String LAST = "com.example.shop.SlowTest";

  private static final int LONG_LINE = 2_000_000;
  private static final int GOOD = 16;

  private Hostile() {}

  static TasksetRequest request() {
    return new TasksetRequest(
        "name " + MARKUP,
        "echo " + MARKUP,
        "exec slave " + LONG_WORD,
        "",
        4,
        2,
        TASKSET_CLASS,
        600,
        1,
        Runner.JUNIT,
        "user " + MARKUP + TERMINAL,
        null,
        tasks(),
        new Extras(Map.of(), false, false, null, "<b>'\""));
  }

  private static List<TaskRequest> tasks() {
    Stream<String> odd =
        Stream.of(CART, MARKUP_CLASS, FLAKY, SCRIPT_ADDRESS, PRICE, LONG_CLASS, FEATURE, LAST);
    // Where most go wrong, the worker is to blame and no test is flaky.
    Stream<String> good = IntStream.range(0, GOOD).mapToObj(n -> "com.example.good.Good" + n);
    return Stream.concat(odd, good).map(Hostile::task).toList();
  }

  private static TaskRequest task(String specFile) {
    return new TaskRequest(specFile, Duration.ofMillis(1_500));
  }

  /** Plays it to where one class is being tried and all others are decided; returns that trial. */
  static Work playUntilTheLast(PlayedRun run) {
    run.workerComes("worker " + MARKUP.replace(':', ';'), MARKUP + "\n" + TERMINAL);
    run.log("2026-01-02 03:04:05 " + MARKUP + TERMINAL + "\n");
    Work last = null;
    for (int n = 0; n < Stage.PATIENCE; n++) {
      Work work = run.begin();
      if (work.specFile().equals(LAST)) {
        last = work;
      } else if (work.specFile().contains(".good.")) {
        run.end(work, result(TrialStatus.PASSED, passed(work.specFile(), "adds")));
      } else {
        run.slaveLog(work.slave(), output());
        run.end(work, result(work), output());
      }
      if (last != null && run.decided() == tasks().size() - 1) {
        return last;
      }
    }
    throw new IllegalStateException("it has more trials than it should");
  }

  /** Plays it to its end. */
  static void playToTheEnd(PlayedRun run) {
    run.end(playUntilTheLast(run), TrialResult.error("gone " + MARKUP + TERMINAL, "", ""));
    run.end(run.begin(), TrialResult.error("gone again " + MARKUP, "out", "err"));
    run.workerLeaves();
  }

  /** Tests in quarantine that are over, gone or ready, muted by the same people. */
  static void quarantine(Stores stores) {
    LocalDate today = LocalDate.now(ZoneOffset.UTC);
    List<TestMethod> tests =
        List.of(
            TestMethod.parse(
                LONG_CLASS.substring(0, 800) + "#<script>window.hacked='script'</script>"),
            TestMethod.parse(CART + "#adds"),
            TestMethod.parse(CART + "#isGone"));
    for (TestMethod test : tests) {
      LocalDate until = test.equals(tests.get(0)) ? today.minusDays(1) : today;
      QuarantinedTest muted =
          new QuarantinedTest(
              test,
              LONG_WORD.substring(0, 60),
              MARKUP.substring(0, 100) + LONG_WORD.substring(0, 90),
              until);
      stores.quarantine().add(TASKSET_CLASS, muted, today);
    }
    stores
        .passStreaks()
        .save(
            TASKSET_CLASS,
            List.of(
                new PassStreak(tests.get(1), PassStreak.RELEASE, true),
                new PassStreak(tests.get(2), 0, false)));
  }

  /** A queue with jobs, and what a server says of queues, by the same people. */
  static void queue(Stores stores) {
    stores.queues().change(setup -> setup.create("purge").create("q".repeat(100)));
    for (String text : List.of(MARKUP, TERMINAL + LONG_WORD, "x".repeat(65_536), SCRIPT_ADDRESS)) {
      for (String queue : List.of("purge", "q".repeat(100))) {
        stores.jobs().push(new JobStore.Push(queue, "shell", text, "user " + MARKUP + LONG_WORD));
      }
    }
    QueueSample.Share odd =
        new QueueSample.Share("default", MARKUP + LONG_WORD, -3, Double.NaN, -7, 1L << 60, -1);
    QueueSample.Share large =
        new QueueSample.Share(
            "purge", "default", Integer.MAX_VALUE, 1e300, Integer.MAX_VALUE, 1, Long.MAX_VALUE);
    stores.queues().add(new QueueSample(System.currentTimeMillis(), Map.of(), List.of(odd, large)));
  }

  /** A flow of which a foreign program has started every part. */
  static void flow(Stores stores, String id) {
    FlowKeys keys = FlowKeys.ofService(stores.keys());
    FlowStep deep = FlowStep.task("taskset").withId("x'\"><b onload=alert(1)>").with("title", "");
    for (int i = 0; i < 20; i++) {
      FlowStep beside = FlowStep.task(TERMINAL).with("title", LONG_WORD).with("when", MARKUP);
      deep = FlowStep.group(List.of(deep, beside)).with("title", MARKUP + i);
    }
    stores
        .flows(keys)
        .start(
            FlowStep.chain(
                    List.of(
                        deep,
                        FlowStep.iterator(MARKUP).with("title", TERMINAL),
                        FlowStep.task("taskset").withId("bad").with("run", SCRIPT_ADDRESS)))
                .withId(id)
                .with("title", MARKUP + LONG_WORD)
                .with("user", MARKUP)
                .with("started_ms", "never"));
    stores
        .redis()
        .commands()
        .hset(
            keys.task("bad"),
            Map.of(
                "state",
                "\"finished\"",
                "error",
                JsonText.of(MARKUP + TERMINAL + LONG_WORD),
                "began_ms",
                "\"" + Long.MAX_VALUE + "\""));
  }

  /** A request that goes on and, with {@code -red} behind the id, one that has failed. */
  static void requests(Stores stores, String id) {
    Instant now = Instant.now();
    List<RequestEntry> jobs = new ArrayList<>();
    for (String text : List.of("build", MARKUP, TERMINAL, LONG_WORD, SCRIPT_ADDRESS, "")) {
      ObjectNode values = JsonNodeFactory.instance.objectNode();
      values.put(MARKUP, MARKUP).put(LONG_WORD, LONG_WORD).put("", TERMINAL).put("lines", "a\nb");
      values.putArray(TERMINAL).add(text.repeat(100));
      jobs.add(
          new RequestEntry(text, values, values, SCRIPT_ADDRESS, MARKUP + LONG_WORD, now, now));
    }
    ObjectNode program = JsonNodeFactory.instance.objectNode().put("name", MARKUP + LONG_WORD);
    Request asked = Request.asked(id, MARKUP + LONG_WORD + TERMINAL, program, jobs, program, now);
    RequestJob job =
        new RequestJob(
            "build", RequestJob.Kind.FLOW, "x", null, null, Map.of(), List.of(), false, 1, 60);
    RequestJobs known = new RequestJobs(Map.of("build", job));
    Request running =
        asked.enqueued(known, now).started(1, SCRIPT_ADDRESS, MARKUP + LONG_WORD, now, now);
    stores.requests().write(null, running);
    Request red = Request.asked(id + "-red", MARKUP, program, jobs, program, now);
    stores
        .requests()
        .write(
            null,
            red.enqueued(known, now)
                .started(1, SCRIPT_ADDRESS, LONG_WORD, now, now)
                .failed(1, MARKUP + TERMINAL + LONG_WORD, now));
  }

  static TrialResult result(Work work) {
    if (work.specFile().equals(PRICE)) {
      return result(TrialStatus.PASSED, passed(PRICE, "adds"));
    }
    if (work.specFile().equals(FLAKY)) {
      return work.attempt() == 1
          ? result(TrialStatus.FAILED, failed(FLAKY, "sometimes", "not now", "at x"))
          : result(TrialStatus.PASSED, passed(FLAKY, "sometimes"));
    }
    if (work.specFile().equals(CART)) {
      return result(
          TrialStatus.FAILED,
          new CaseResult(
              CART,
              "discount[1] " + LONG_WORD,
              Outcome.FAILED,
              5,
              "expected: <a " + MARKUP + " z> but was: <a " + LONG_WORD + " z>",
              "org.opentest4j.AssertionFailedError",
              trace(CART),
              List.of(new Comparison("a " + MARKUP + " z", "a " + LONG_WORD + " z", null))),
          passed(CART, "adds"),
          new CaseResult(CART, "later", Outcome.SKIPPED, 0, "because " + MARKUP, null, null));
    }
    String name = work.specFile();
    return result(
        TrialStatus.FAILED,
        failed(name, MARKUP + "()", MARKUP + TERMINAL, trace(MARKUP)),
        failed(name, TERMINAL, LONG_WORD + "m".repeat(100_000), trace(LONG_WORD)),
        failed(name + "$" + LONG_WORD, "", TERMINAL, TERMINAL),
        passed(name, "javascript:window.hacked='test'"));
  }

  private static TrialResult result(TrialStatus status, CaseResult... cases) {
    int failed = (int) List.of(cases).stream().filter(one -> one.trace() != null).count();
    return new TrialResult(
        status,
        "",
        MARKUP + "\n" + TERMINAL,
        cases.length - failed,
        0,
        failed,
        List.of(cases),
        failed > 0 ? "reason " + MARKUP : null,
        0);
  }

  private static CaseResult passed(String of, String name) {
    return new CaseResult(of, name, Outcome.PASSED, 12, null, null, null);
  }

  private static CaseResult failed(String of, String name, @Nullable String message, String trace) {
    return new CaseResult(
        of, name, Outcome.FAILED, 1_234, message, "org.opentest4j.AssertionFailedError", trace);
  }

  private static String trace(String what) {
    StringBuilder trace = new StringBuilder("org.opentest4j.AssertionFailedError: " + what + "\n");
    for (int n = 0; n < 30; n++) {
      trace.append(
          String.format(Locale.ROOT, "\tat org.junit.Runner%d.run(Runner.java:%d)%n", n, n));
    }
    return trace + "\tat com.example.shop.CartTest.discount(CartTest.java:17) " + what + "\n";
  }

  /** Lines of all kinds, one of some megabytes, and bytes that are no UTF-8. */
  private static byte[] output() {
    ByteArrayOutputStream output = new ByteArrayOutputStream();
    output.writeBytes(utf8("first line\n" + MARKUP + "\n" + TERMINAL + "\n"));
    output.writeBytes(new byte[] {(byte) 0xff, (byte) 0xc3, 0x28, (byte) 0xed, (byte) 0xa0, '\n'});
    output.writeBytes(
        utf8("<b>".repeat(LONG_LINE / 3) + "\n\u001b[32mlast line\u001b[0m " + MARKUP));
    return output.toByteArray();
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
