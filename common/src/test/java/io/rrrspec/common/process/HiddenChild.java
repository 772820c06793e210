package io.rrrspec.common.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.awaitility.Awaitility;

/** A child with a session and an environment of its own, whose parent ends when it is told to. */
final class HiddenChild {
  private static final Duration LONG = Duration.ofSeconds(30);

  /** The script of its grandparent, which ends with its parent; it runs in a directory. */
  static final String SCRIPT =
      "env -i setsid /bin/sh -c 'sleep 600 >/dev/null & echo $! >pid.new; mv pid.new pid;"
          + " while ! test -e go; do sleep 0.02; done'";

  private HiddenChild() {}

  /** Waits until it runs; returns it. */
  static ProcessHandle await(Path dir) {
    Awaitility.await().atMost(LONG).until(() -> Files.exists(dir.resolve("pid")));
    try {
      long pid = Long.parseLong(Files.readString(dir.resolve("pid")).strip());
      return ProcessHandle.of(pid).orElseThrow();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Lets its parent end, and waits for that. */
  static void orphan(Path dir, ChildProcess grandparent) throws IOException {
    Files.createFile(dir.resolve("go"));
    grandparent.onExit().join();
  }

  static void awaitEnd(ProcessHandle child) {
    Awaitility.await().atMost(LONG).until(() -> !child.isAlive());
  }
}
