package io.rrrspec.common.flow.file;

import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What a step can be, and the keys that go with it. docs/flow.schema.json has the same. */
enum StepKind {
  CHAIN(List.of()),
  GROUP(List.of()),
  TESTS(List.of("queue", "timeout", "retries", "batch", "max_workers")),
  SHELL(List.of("queue", "timeout", "retries", "sources", "inputs", "outputs", "uses")),
  HTTP(List.of("queue", "timeout", "retries")),
  FLAKY(List.of("queue", "timeout", "retries"));

  /** The keys of the file itself. */
  static final Set<String> OF_FLOW = ordered(List.of("name", "queue", "variables", "steps"));

  private final Set<String> keys;

  StepKind(List<String> further) {
    List<String> ofAll = List.of(key(), "name", "when", "env", "matrix");
    keys = ordered(Stream.of(ofAll, further).flatMap(List::stream).toList());
  }

  /** The key that makes a step one of this kind. */
  String key() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** All keys that a step of this kind may have. */
  Set<String> keys() {
    return keys;
  }

  private static Set<String> ordered(List<String> keys) {
    return new LinkedHashSet<>(keys);
  }

  /** The kind that a key stands for, or null if it is another key. */
  static @Nullable StepKind of(String key) {
    return Arrays.stream(values()).filter(kind -> kind.key().equals(key)).findFirst().orElse(null);
  }

  /** Every key that some step may have. */
  static Set<String> allKeys() {
    return ordered(Arrays.stream(values()).flatMap(kind -> kind.keys.stream()).toList());
  }

  /** The kinds that a key goes with, as a text: tests, shell. */
  static String with(String key) {
    return String.join(
        ", ",
        Arrays.stream(values()).filter(k -> k.keys.contains(key)).map(StepKind::key).toList());
  }
}
