package io.rrrspec.experiments.record;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Random;
import java.util.StringJoiner;

/** What a test class of a JVM project leaves: 2 kB of log lines, five tests, few of them failed. */
final class Output {
  private static final int STDOUT_CHARS = 2_000;
  private static final int TESTS = 5;
  private static final long BEGIN = 1_700_000_000_000L;
  private static final String[] WORDS = {
    "opened",
    "connection",
    "to",
    "pool",
    "request",
    "of",
    "user",
    "took",
    "cache",
    "miss",
    "for",
    "key",
    "retry",
    "after",
    "timeout",
    "loaded",
    "configuration",
    "from",
    "file",
    "closed"
  };

  private final Random random;

  Output(long seed) {
    this.random = new Random(seed);
  }

  /** The fields of the trial of one task. */
  Map<String, String> of(int task) {
    boolean failed = task % 100 == 7;
    long begin = BEGIN + 10L * task;
    Map<String, String> fields = new LinkedHashMap<>();
    fields.put("started_ms", Long.toString(begin));
    fields.put("finished_ms", Long.toString(begin + 20 + random.nextInt(3_000)));
    fields.put("status", failed ? "failed" : "passed");
    fields.put("verdict", failed ? "bad" : "passed");
    fields.put("passed", Integer.toString(failed ? TESTS - 1 : TESTS));
    fields.put("failed", failed ? "1" : "0");
    fields.put("stdout", lines(STDOUT_CHARS));
    fields.put("stderr", task % 10 == 3 ? lines(500) : "");
    fields.put("cases", cases(task, failed));
    return fields;
  }

  private String lines(int chars) {
    StringBuilder text = new StringBuilder(chars + 100);
    while (text.length() < chars) {
      text.append("2026-01-02 03:04:")
          .append(10 + random.nextInt(50))
          .append('.')
          .append(100 + random.nextInt(900))
          .append(" INFO  [worker-")
          .append(random.nextInt(16))
          .append("] com.example.shop.Service");
      for (int i = 0; i < 6; i++) {
        text.append(' ').append(WORDS[random.nextInt(WORDS.length)]);
      }
      text.append(' ').append(Integer.toHexString(random.nextInt())).append('\n');
    }
    text.setLength(chars);
    return text.toString();
  }

  private String cases(int task, boolean failed) {
    StringJoiner cases = new StringJoiner(",", "[", "]");
    for (int i = 0; i < TESTS; i++) {
      String test =
          "{\"c\":\"com.example.shop.Spec%dTest\",\"n\":\"itDoesThing%d\",\"ms\":%d,"
              .formatted(task, i, random.nextInt(400));
      cases.add(
          failed && i == 0
              ? test
                  + "\"o\":\"f\",\"m\":\"expected: <3> but was: <4>\","
                  + "\"t\":\"org.opentest4j.AssertionFailedError\",\"s\":\""
                  + "\\tat com.example.shop.Service.call(Service.java:42)\\n".repeat(20)
                  + "\"}"
              : test + "\"o\":\"p\"}");
    }
    return cases.toString();
  }
}
